import type { Client } from '../client.ts'
import { loaded } from '../errors.ts'
import type { Resumed, ResumeParameters } from './reconcile.ts'

/**
 * Continues what a reload interrupted. Transactions that were sent, or may still be sent from an open window, are
 * searched for on the chain; orders that were signed and not accepted are posted again with the same bytes, unless the
 * user had stopped the action. The wallet is never prompted, so nothing can be sent or signed twice.
 *
 * @returns every entry of the journal that was open, oldest first.
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
