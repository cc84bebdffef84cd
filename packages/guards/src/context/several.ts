import type { AssetDelta, Authority, CheckedItem, Claim, Effects, ItemIndex } from '../model/verdict.ts'
import { itemSlot, type TradeJudgement, unitsOf } from '../trades/trade.ts'
import { block, type Judgement, type TransactionEntry, used } from './judgement.ts'

type Delta = AssetDelta & Partial<Effects['fees'][number]>

/** Whether two entries of one token, or of none, say the same but for the amount. */
const isSame = (a: Delta, b: Delta): boolean =>
  a.kind === b.kind &&
  a.contract === b.contract &&
  a.counterparty === b.counterparty &&
  a.recipient === b.recipient &&
  a.kindOfFee === b.kindOfFee

/** One entry per asset and whom it goes to. */
function added<T extends AssetDelta>(lists: readonly (readonly T[])[]): readonly T[] {
  const sums = new Map<bigint | undefined, (T & { amount: bigint })[]>()
  for (const delta of lists.flat()) {
    const token = delta.tokenId ?? delta.oneOf?.root
    const there = sums.get(token) ?? []
    const before = there.find((one) => isSame(one, delta))
    if (before === undefined) sums.set(token, [...there, { ...delta }])
    else before.amount += delta.amount
  }
  return [...sums.values()].flat()
}

const authorityKey = (one: Authority): string => one.order ?? `${one.kind}:${one.contract}:${one.spender}`

/** What several items do together. The longest-standing order decides `until`. */
export function mergeEffects(all: readonly Effects[]): Effects {
  const authority = new Map(all.flatMap((one) => one.authority.map((each) => [authorityKey(each), each])))
  const until = all.reduce<bigint | undefined>(
    (latest, one) =>
      one.until !== undefined && (latest === undefined || one.until > latest) ? one.until : latest,
    undefined,
  )
  const ends = all.some((one) => one.ends === 'all')
    ? 'all'
    : all.flatMap((one) => (one.ends === undefined || one.ends === 'all' ? [] : one.ends))
  const trades = all.flatMap((one) => one.trades ?? [])
  return {
    give: added(all.map((one) => one.give)),
    get: added(all.map((one) => one.get)),
    fees: added(all.map((one) => one.fees)),
    authority: [...authority.values()],
    ...(trades.length === 0 ? {} : { trades }),
    ...(until === undefined ? {} : { until }),
    ...(ends.length === 0 ? {} : { ends }),
  }
}

const isPreparation = ({ purpose }: CheckedItem): boolean =>
  purpose === 'wrap' || purpose === 'sign-message' || purpose.startsWith('approve')

/** Preparations come before what they prepare: an approval after the trade would only be left over. */
export function checkOrder(judgement: Judgement): undefined {
  const { items, done } = judgement
  items.sort((a, b) => a.stepIndex - b.stepIndex || a.itemIndex - b.itemIndex)
  let traded = done.some((item) => !isPreparation(item))
  for (const item of items) {
    if (!isPreparation(item)) traded = true
    else if (traded) block(judgement, 'FLOW_REORDER', `steps.${item.stepIndex}.items.${item.itemIndex}`)
  }
}

/** The same for claims that come to the same: orders may serve items in several ways. */
const slotsOf = (claims: readonly Claim[]): string =>
  claims
    .map(({ slot, units }) => `${slot}=${units}`)
    .sort()
    .join()

/** As `settleIfDone`. */
export function settle(judgement: Judgement, entry: ItemIndex, claims: readonly Claim[]): boolean {
  const { stepIndex, itemIndex } = entry
  const executed = judgement.done.some(
    (item) =>
      item.stepIndex === stepIndex &&
      item.itemIndex === itemIndex &&
      slotsOf(item.claims) === slotsOf(claims),
  )
  if (executed) judgement.settled.push({ stepIndex, itemIndex })
  return executed
}

/** As `isDue` of a trade: what is bound to what is left holds only for a flow in which nothing is done yet. */
export function isDue(judgement: TradeJudgement, entry: TransactionEntry, claims: readonly Claim[]): boolean {
  if (settle(judgement, entry, claims)) return false
  const over = judgement.intent.items.findIndex(
    ({ quantity }, index) => used(judgement, itemSlot(index)) + unitsOf(claims, itemSlot(index)) > quantity,
  )
  if (over >= 0) block(judgement, 'FLOW_BUDGET', entry.path, itemSlot(over))
  return over < 0
}
