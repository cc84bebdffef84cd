import { isTransient } from '../api/request.ts'
import type { ChainReader } from '../chain/chainReader.ts'
import { type Head, readHead } from '../chain/reads.ts'
import { verifiedSignature } from '../chain/verifySignature.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import { type JournalEntry, type JournalState, openStates } from '../journal/journalEntry.ts'
import { endOfOrders } from '../journal/signedOrderStatus.ts'
import { isWhole, signedOrdersOf } from '../journal/signedOrders.ts'
import { endedBy, endedOnChain, isShownEnded } from '../signatures/confirmEnded.ts'
import { sendPost } from '../signatures/sendPost.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { isSuperseded } from './isSuperseded.ts'

/** What resuming an entry needs. */
export type RecoveryContext = {
  readonly client: Client
  readonly chain: Chain
  readonly reader: ChainReader
  readonly wallet: Wallet
  readonly signal: AbortSignal
  /** Whether a signed order may be posted, as far as the user stopped its action. */
  readonly mayPost: (entry: JournalEntry) => boolean
  /** Writes an entry to the journal and reports it, while it is still followed. */
  readonly onChange: (entry: JournalEntry) => Promise<void>
}

/** Returns an entry in another state. */
export const withState = (entry: JournalEntry, state: JournalState): JournalEntry =>
  entry.state === state ? entry : { ...entry, state, updatedAt: Date.now() }

/**
 * Posts the stored bytes of a signed order again, which is idempotent, because a provider identifies an order by its hash.
 * The journal may have been edited, so the policy must allow the path, and the orders must be those of the entry. An order
 * that the user stopped, cancelled or replaced is left as it is, and so is one that the provider refused.
 * @throws {TradeError} `blocked`, `aborted`
 */
export async function reconcileSignature(
  context: RecoveryContext,
  entry: JournalEntry,
): Promise<JournalEntry> {
  // It is unknown whether the wallet signed, and without a signature there is nothing to post.
  if (entry.post?.signature === undefined) return withState(entry, 'unknown')
  const ended = await endOf(context, entry)
  if (ended !== undefined) return withState(entry, ended)
  // Read now: another tab may have stopped or replaced the order since the search began.
  const entries = await context.client.journal.entries()
  const current = entries.find(({ id }) => id === entry.id)
  if (current === undefined || !isDue(context, current) || isSuperseded(current, entries))
    return current ?? entry
  return (await isEndedElsewhere(context, current)) ? current : repost(context, current)
}

/**
 * Returns the state of an entry that the chain shows as ended: its orders, what they replace or cancel, or its time. The
 * clock of the device ends nothing, but what it shows as over is not posted again.
 */
async function endOf(
  { chain, reader }: RecoveryContext,
  entry: JournalEntry,
): Promise<JournalState | undefined> {
  const { purpose, state, until } = entry
  const { time } = await knownHead(reader)
  const isOver = (now: number) => until !== undefined && until * 1_000 < now
  // An order that has ended on chain is not posted again. Whoever filled it had it from a post that was accepted.
  const end = await endOfOrders(chain, reader, entry, time)
  if (end !== 'open') return end === 'filled' ? 'posted' : 'failed'
  if (time !== undefined && isOver(time)) return 'failed'
  const status = await endedOnChain({ chain, reader }, endedBy(entry))
  // A replacement that may be live is an order of its own, whatever became of the one before.
  if (status === 'filled') return purpose !== 'sign-cancel' && state === 'maybe_live' ? state : 'failed'
  // An order that replaces a cancelled one is an order all the same.
  if (status === 'cancelled' && purpose === 'sign-cancel') return 'done'
  return time === undefined && isOver(Date.now()) ? state : undefined
}

/** The newest block; nothing is known of it where no node answers. */
const knownHead = (reader: ChainReader): Promise<Partial<Head>> =>
  readHead(reader).catch((cause: unknown) => {
    if (cause instanceof TradeError && cause.code === 'aborted') throw cause
    return {}
  })

/** Whether an entry is still to be posted: the user did not stop it, and the provider did not refuse it. */
const isDue = ({ mayPost }: RecoveryContext, entry: JournalEntry): boolean =>
  openStates.has(entry.state) && entry.refused !== true && mayPost(entry)

/**
 * Returns whether the provider shows an order in a zone as ended: it can be cancelled by a signature alone, on another page
 * or device, of which neither the chain nor this journal knows.
 */
async function isEndedElsewhere(context: RecoveryContext, entry: JournalEntry): Promise<boolean> {
  const inZone = signedOrdersOf(entry).flatMap(({ orderId, components }) =>
    BigInt(components.zone) === 0n ? [] : [orderId],
  )
  return inZone.length > 0 && isShownEnded(context, inZone)
}

async function repost(context: RecoveryContext, entry: JournalEntry): Promise<JournalEntry> {
  const { client, reader, onChange } = context
  const { post, orderIds } = entry
  const allowed = post !== undefined && client.policy.endpoints.includes(post.endpoint) && isWhole(entry)
  const signature =
    post?.signature && (await verifiedSignature(reader, entry.account, entry.digest, post.signature))
  if (!allowed || signature === undefined)
    throw new TradeError('blocked', 'The journal entry was not written by this client.')
  const { endpoint, body } = post
  const sent = { endpoint, body, signature, orderIds, ends: endedBy(entry), isRepeated: true }
  let next = entry
  const write = async (state: JournalState, refused = false) => {
    next = withState(refused ? { ...next, refused, updatedAt: Date.now() } : next, state)
    // The post has left this page, which may not live to see what becomes of it.
    if (next !== entry && openStates.has(state)) await onChange(next)
  }
  try {
    await sendPost(context, sent, write)
  } catch (error) {
    if (!(error instanceof TradeError) || error.code === 'aborted') throw error
    if (!isTransient(error))
      client.log.warn('The provider did not accept an order that was posted again.', { id: entry.id })
  }
  return next
}
