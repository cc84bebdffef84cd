import type { Client } from '../client.ts'
import { loaded } from '../errors.ts'
import type { Resumed, ResumeParameters } from './reconcile.ts'

/**
 * Continues what a reload interrupted: looks on the chain for what was sent, or may still be sent from a window that is
 * open, and posts what was signed and not taken, with the same bytes, unless the user had stopped it. Nothing is ever prompted again, so nothing can be sent or signed twice.
 * Answers every entry that was open, oldest first.
 * @throws {TradeError} `wallet_unavailable`, `aborted`, or `not_loaded`.
 */
export async function resume(client: Client, parameters: ResumeParameters): Promise<readonly Resumed[]> {
  const { reconcileAll } = await loaded(import('./reconcile.ts'))
  return reconcileAll(client, parameters)
}
