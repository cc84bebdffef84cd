import type { Client } from '../client.ts'
import { loaded } from '../errors.ts'
import type { Resumed, ResumeParameters } from './reconcile.ts'

/**
 * Resumes what a reload interrupted. Searches the chain for transactions that were sent, or may still be sent from an open
 * window. Posts signed orders that were not accepted again, with the same bytes, unless the user has stopped the action,
 * cancelled the order or signed a later one in its place, or the provider refused it. Never prompts the wallet, so that
 * nothing is sent or signed twice.
 *
 * @returns every journal entry that was open, oldest first.
 * @throws {TradeError} `wallet_unavailable`, `aborted`, `not_loaded`
 * @example
 * ```ts
 * for (const { entry } of await resume(client, { wallet: viemWallet(walletClient) }))
 *   console.log(entry.purpose, entry.state)
 * ```
 */
export async function resume(client: Client, parameters: ResumeParameters): Promise<readonly Resumed[]> {
  const { reconcileAll } = await loaded(import('./reconcile.ts'))
  return reconcileAll(client, parameters)
}
