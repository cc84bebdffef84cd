import type { AssetDelta, CheckedItem, Purpose } from '@sluice/guards'
import { readQuantity } from '../chain/reads.ts'
import { TradeError } from '../errors.ts'
import { reportFailure } from '../plan/reportResult.ts'
import { review, reviewGas } from '../plan/review.ts'
import { isStale, keyOf, type Pass, type Session } from '../plan/session.ts'
import { ItemFailure } from '../run/itemError.ts'
import { dispatch, followSent } from '../transactions/sendTransaction.ts'

/** Calls that prepare nothing: each is an end in itself. */
const ends: ReadonlySet<Purpose> = new Set(['buy', 'sell', 'transfer', 'cancel'])

/**
 * The items that come next and need not wait for each other: those of one step, of one kind and purpose, proven from
 * their bytes, and without a token, a currency or an order in common. None where anything is in doubt: then they go
 * in order.
 */
export function independentItems(
  { reader }: Pick<Session, 'reader'>,
  { plan, verdict, finished, accountCode }: Pass,
): readonly CheckedItem[] {
  const open = verdict.items.filter((item) => !finished.has(keyOf(item)))
  const [first] = open
  if (first === undefined || (verdict.proof !== 'static' && verdict.proof !== 'static+read')) return []
  const items = open.filter(({ stepIndex }) => stepIndex === first.stepIndex)
  const waiting = (plan.steps[first.stepIndex]?.items ?? []).filter(
    ({ status }, itemIndex) => status === 'incomplete' && !finished.has(keyOf({ ...first, itemIndex })),
  )
  // As many as the step has: one without data may depend on these, and two at one place depend on each other.
  if (items.length !== waiting.length || new Set(items.map(keyOf)).size !== items.length) return []
  if (items.some(({ kind, purpose }) => kind !== first.kind || purpose !== first.purpose)) return []
  if (first.kind === 'signature') return items
  // Only a plain account has its calls mined in the order of its nonces, and only a node can tell them apart.
  const plain = accountCode === 'none' || typeof accountCode === 'object'
  const shared = items.flatMap(touched)
  const alone = new Set(shared).size === shared.length
  return reader !== undefined && plain && ends.has(first.purpose) && alone ? items : []
}

/** What an item needs for itself. The native coin is counted before each prompt. */
function touched(item: CheckedItem): readonly string[] {
  const { give, get } = item.effects
  const nft = ({ kind }: AssetDelta) => kind === 'erc721' || kind === 'erc1155'
  const tokens = [...give, ...get].filter(nft).map(({ contract, tokenId }) => `${contract}:${tokenId ?? ''}`)
  const paid = give.filter(({ kind }) => kind === 'erc20').map(({ contract }) => contract)
  return [...new Set([...tokens, ...paid, ...(item.kind === 'transaction' ? item.orders : [])])]
}

/**
 * Asks for one item after the other and follows what is on its way beside that. After a failure nothing more is
 * asked for; what is on its way is followed to its end, and then the first failure is thrown. Answers whether they were
 * carried out: not where the plan became too old while the first card was read.
 */
export async function performTogether(
  session: Session,
  pass: Pass,
  items: readonly CheckedItem[],
): Promise<boolean> {
  const underWay = new Map<CheckedItem, Promise<void>>()
  const held: Held = { failure: undefined, nonce: undefined }
  const fail = (item: CheckedItem, cause: unknown) => {
    const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
    if (cause instanceof TradeError) reportFailure(session, pass, at, cause)
    held.failure ??= { cause: cause instanceof TradeError ? new ItemFailure(cause, at) : cause }
  }
  const follow = async (item: CheckedItem, rest: () => Promise<void>) => {
    try {
      await rest()
      session.done.push(item)
    } catch (cause) {
      fail(item, cause)
    }
    underWay.delete(item)
  }
  for (const item of items) {
    if (!(await affords(session, pass, [...underWay.keys(), item]))) await Promise.all(underWay.values())
    if (held.failure !== undefined) break
    try {
      const rest = await begin(session, pass, item, held, item === items[0])
      if (rest === 'stale') return false
      underWay.set(item, follow(item, rest))
    } catch (cause) {
      fail(item, cause)
    }
  }
  await Promise.all(underWay.values())
  if (held.failure !== undefined) throw held.failure.cause
  return true
}

type Held = {
  failure: { readonly cause: unknown } | undefined
  /** Of the call that was sent last. */
  nonce: number | undefined
}

/** Shows one item and asks the wallet for it. Answers what is left to do once the wallet has answered. */
async function begin(
  session: Session,
  pass: Pass,
  item: CheckedItem,
  held: Held,
  isFirst: boolean,
): Promise<(() => Promise<void>) | 'stale'> {
  await review(session, pass, item)
  const head = item.kind === 'transaction' ? await reviewGas(session, pass, item) : {}
  if (isFirst && isStale(session, pass)) return 'stale'
  if (item.kind === 'signature') {
    const { askSignature, postSigned } = await import('../signatures/signOrder.ts')
    const signed = await askSignature(session, item)
    return () => postSigned(session, item, signed)
  }
  const dispatched = await dispatch(session, pass, item, head, held.nonce)
  held.nonce = dispatched.sent.nonce ?? held.nonce
  return () => followSent(session, pass, item, dispatched)
}

/** Gas that a call may take where the caller names no limit: more than any fill of one order does. */
const ampleGas = 1_000_000n

/** Whether the account can pay for all that is on its way and one more; what is not known is no. */
async function affords(
  { reader, account, gas }: Session,
  { baseFee }: Pass,
  items: readonly CheckedItem[],
): Promise<boolean> {
  if (items.length < 2 || items.some(({ kind }) => kind === 'signature')) return true
  if (reader === undefined || baseFee === undefined) return false
  const needed = items.reduce(
    (sum, item) =>
      item.kind === 'transaction' ? sum + item.call.value + (gas ?? ampleGas) * baseFee * 2n : sum,
    0n,
  )
  const balance = await readQuantity(reader, 'eth_getBalance', [account, 'latest']).catch(() => 0n)
  return balance >= needed
}
