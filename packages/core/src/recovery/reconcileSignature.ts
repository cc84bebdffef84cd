import { isTransient, request } from '../api/request.ts'
import type { ChainReader } from '../chain/chainReader.ts'
import { verifiedSignature } from '../chain/verifySignature.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { JournalEntry, JournalState } from '../journal/journalEntry.ts'
import { haveEnded } from '../journal/signedOrderStatus.ts'
import { isWhole } from '../journal/signedOrders.ts'
import { confirmEnded, endedBy, endedOnChain } from '../signatures/confirmEnded.ts'
import type { Wallet } from '../wallets/wallet.ts'

/** What reconciling an entry needs. */
export type RecoveryContext = {
  readonly client: Client
  readonly chain: Chain
  readonly reader: ChainReader
  readonly wallet: Wallet
  readonly signal: AbortSignal
  /** Whether a signed order may be posted. */
  readonly mayPost: boolean
  /** Writes an entry's state to the journal, and reports it, while it is still being followed. */
  readonly onChange: (entry: JournalEntry) => Promise<void>
}

/** Returns an entry in another state. */
export const withState = (entry: JournalEntry, state: JournalState): JournalEntry =>
  entry.state === state ? entry : { ...entry, state, updatedAt: Date.now() }

/**
 * Posts the stored bytes of a signed order again. A provider knows an order by its hash, so posting twice is posting
 * once. The journal may have been edited, so the path must be one of the policy's, and the orders those of the entry.
 * @throws {TradeError} `blocked`, `aborted`, `cancel_unconfirmed`
 */
export async function reconcileSignature(
  { client, chain, reader, signal, mayPost }: RecoveryContext,
  entry: JournalEntry,
): Promise<JournalEntry> {
  const { post } = entry
  // It is not known whether the wallet signed. Without a signature there is nothing to post.
  if (post?.signature === undefined) return withState(entry, 'unknown')
  if (entry.until !== undefined && entry.until * 1_000 < Date.now()) return withState(entry, 'failed')
  // What ended on chain meanwhile is not posted again.
  if (await haveEnded(chain, reader, entry)) return withState(entry, 'failed')
  const ending = endedBy(entry)
  if (ending.length > 0) {
    const shown = await endedOnChain({ chain, reader }, ending)
    if (shown !== 'unknown') return withState(entry, shown === 'cancelled' ? 'done' : 'failed')
  }
  // What the user stopped is not posted without being asked for.
  if (!mayPost) return entry
  const allowed = client.policy.endpoints.includes(post.endpoint) && isWhole(entry)
  const own = await verifiedSignature(reader, entry.account, entry.digest, post.signature)
  if (!allowed || own === undefined)
    throw new TradeError('blocked', 'The entry is not one that this client wrote.')
  try {
    await request(client, chain, {
      method: 'POST',
      path: post.endpoint,
      query: { signature: own },
      body: post.body,
      signal,
      retries: 2,
    })
    // A signature that ends orders has done so only once they are shown as over.
    if (ending.length > 0) await confirmEnded({ client, chain, signal, reader }, ending)
    return withState(entry, 'posted')
  } catch (error) {
    if (!(error instanceof TradeError) || error.code === 'aborted') throw error
    if (error.code === 'order_filled') return withState(entry, 'failed')
    if (!isTransient(error)) client.log.warn('The provider did not take an order again.', { id: entry.id })
    return withState(entry, 'maybe_live')
  }
}
