import { amountAt, fractionOf, type OfferItem } from '@sluice/seaport'
import { nowSeconds } from '../context/chainReads.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import { sendsExactly } from '../context/readCanonical.ts'
import type { BuyIntent } from '../model/intent.ts'
import { isMoving, type Maker } from './maker.ts'

/** How amounts that change over time are summed up. */
type SumOptions = {
  /** Whether the largest or the smallest amounts within the span count; the largest by default. */
  readonly pick?: 'most' | 'least'
  /** A time span in seconds from now; now by default. */
  readonly span?: TimeSpan
  /** The side of the order that the items are on, which decides how Seaport rounds; the consideration by default. */
  readonly side?: 'offer' | 'consideration'
}

/** A time span in seconds from now. */
export type TimeSpan = readonly [from: number, to: number]

/** Returns the time span in which a call is expected to be mined, from `from` seconds after now. */
export const horizonOf = ({ policy }: GuardContext, from = 0): TimeSpan => [from, policy.fills.horizonSeconds]

/** Returns the sum of the amounts of order items, in the filled part of the order. */
export const sumOver = (
  context: GuardContext,
  maker: Maker,
  items: readonly OfferItem[],
  options: SumOptions = {},
): bigint =>
  maker.order.numerator === maker.order.denominator && !items.some(isMoving)
    ? items.reduce((sum, { endAmount }) => sum + endAmount, 0n)
    : sumMoving(context, maker, items, options)

/** Returns the least that a maker's order offers in a time span; up to the policy's horizon by default. */
export const leastOffered = (context: GuardContext, maker: Maker, span = horizonOf(context)): bigint =>
  sumOver(context, maker, maker.order.components.offer, { pick: 'least', span, side: 'offer' })

/** Computes {@link sumOver} for amounts that change over time, or for a part of an order. */
function sumMoving(
  context: GuardContext,
  { order: { components, numerator, denominator } }: Maker,
  items: readonly OfferItem[],
  { pick = 'most', span: [from, to] = [0, 0], side = 'consideration' }: SumOptions,
): bigint {
  const part = (amount: bigint) => fractionOf(amount, numerator, denominator) ?? 0n
  return items.reduce((sum, { startAmount, endAmount }) => {
    const [a, b] = [from - (context.chainState.ahead ?? 0), to].map((seconds) =>
      amountAt(
        { startAmount: part(startAmount), endAmount: part(endAmount) },
        components,
        nowSeconds(context) + BigInt(seconds),
        side,
      ),
    ) as [bigint, bigint]
    return sum + (a > b === (pick === 'most') ? a : b)
  }, 0n)
}

/**
 * Returns the most that a price that changes over time may take. A falling price is higher in a block whose timestamp is
 * up to one minute old. That higher price counts if it is within what was agreed.
 *
 * @param agreed Base units that the call may cost, if a price was agreed.
 * @param cost Base units that it costs from now on.
 * @param sum Returns the cost from a time on, in seconds from now.
 */
export function mostOfMoving(
  agreed: bigint | undefined,
  cost: bigint,
  sum: (from: number) => bigint,
): bigint {
  const early = sum(-60)
  const limit = agreed ?? early
  return early <= limit ? early : limit > cost ? limit : cost
}

/**
 * Returns the wei to send for a price that changes over time. Seaport refunds what it does not take, so the provider
 * may send any amount that the price reaches between five minutes before these bytes were checked first and the
 * horizon. Blocks other amounts.
 */
export function valueOfMoving(
  context: GuardContext<BuyIntent>,
  entry: TransactionEntry,
  agreed: bigint | undefined,
  cost: bigint,
  sum: (from: number, pick?: 'most' | 'least') => bigint,
): bigint | undefined {
  const early = sum(-60)
  const value = mostOfMoving(agreed, cost, sum) === early ? early : cost
  const actual = entry.data.value ?? 0n
  const { now, first } = context.chainState
  const age = Math.max(0, Math.ceil((now - (first?.now ?? now)) / 1_000))
  if (actual >= sum(-300 - age, 'least') && actual <= sum(-300 - age)) return value
  return sendsExactly(context, entry, value) ? value : undefined
}

/** Returns whether two maps have the same sums. */
export const sameSums = <TKey>(a: ReadonlyMap<TKey, bigint>, b: ReadonlyMap<TKey, bigint>): boolean =>
  a.size === b.size && [...a].every(([key, amount]) => b.get(key) === amount)
