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

/** What resuming an entry needs. */
export type RecoveryContext = {
  readonly client: Client
  readonly chain: Chain
  readonly reader: ChainReader
  readonly wallet: Wallet
  readonly signal: AbortSignal
  /** Whether a signed order may be posted. */
  readonly mayPost: boolean
  /** Writes an entry to the journal and reports it, while it is still followed. */
  readonly onChange: (entry: JournalEntry) => Promise<void>
}

/** Returns an entry in another state. */
export const withState = (entry: JournalEntry, state: JournalState): JournalEntry =>
  entry.state === state ? entry : { ...entry, state, updatedAt: Date.now() }

/**
 * Posts the stored bytes of a signed order again, which is idempotent, because a provider identifies an order by its hash.
 * The journal may have been edited, so the policy must allow the path, and the orders must be those of the entry.
 * @throws {TradeError} `blocked`, `aborted`, `cancel_unconfirmed`
 */
export async function reconcileSignature(
  { client, chain, reader, signal, mayPost }: RecoveryContext,
  entry: JournalEntry,
): Promise<JournalEntry> {
  const { post } = entry
  // It is unknown whether the wallet signed, and without a signature there is nothing to post.
  if (post?.signature === undefined) return withState(entry, 'unknown')
  if (entry.until !== undefined && entry.until * 1_000 < Date.now()) return withState(entry, 'failed')
  // An order that has ended on chain is not posted again.
  if (await haveEnded(chain, reader, entry)) return withState(entry, 'failed')
  const ending = endedBy(entry)
  if (ending.length > 0) {
    const status = await endedOnChain({ chain, reader }, ending)
    if (status !== 'unknown') return withState(entry, status === 'cancelled' ? 'done' : 'failed')
  }
  // An order of an action that the user stopped is posted only on request.
  if (!mayPost) return entry
  const allowed = client.policy.endpoints.includes(post.endpoint) && isWhole(entry)
  const signature = await verifiedSignature(reader, entry.account, entry.digest, post.signature)
  if (!allowed || signature === undefined)
    throw new TradeError('blocked', 'The journal entry was not written by this client.')
  try {
    await request(client, chain, {
      method: 'POST',
      path: post.endpoint,
      query: { signature },
      body: post.body,
      signal,
      retries: 2,
    })
    // A signature has ended orders only once the provider shows that they have ended.
    if (ending.length > 0) await confirmEnded({ client, chain, signal, reader }, ending)
    return withState(entry, 'posted')
  } catch (error) {
    if (!(error instanceof TradeError) || error.code === 'aborted') throw error
    if (error.code === 'order_filled') return withState(entry, 'failed')
    if (!isTransient(error))
      client.log.warn('The provider did not accept an order that was posted again.', { id: entry.id })
    return withState(entry, 'maybe_live')
  }
}
