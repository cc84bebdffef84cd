import { amountAt, fractionOf, type OfferItem } from '@sluice/seaport'
import { sendsExactly } from '../context/canonicalCall.ts'
import { nowSeconds } from '../context/chainReads.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import type { BuyIntent } from '../model/intent.ts'
import { isMoving, type Maker } from './maker.ts'

/**
 * Returns the sum of the amounts of order items, in the filled part of the order. If amounts change over time, it is the
 * largest or the smallest sum within the time span, which is given in seconds from now.
 */
export const sumOver = (
  context: GuardContext,
  maker: Maker,
  items: readonly OfferItem[],
  ...how: readonly [
    pick?: 'most' | 'least',
    span?: readonly [number, number],
    side?: 'offer' | 'consideration',
  ]
): bigint =>
  maker.order.numerator === maker.order.denominator && !items.some(isMoving)
    ? items.reduce((sum, { endAmount }) => sum + endAmount, 0n)
    : sumMoving(context, maker, items, ...how)

/** Computes {@link sumOver} for amounts that change over time, or for a part of an order. */
function sumMoving(
  context: GuardContext,
  { order: { components, numerator, denominator } }: Maker,
  items: readonly OfferItem[],
  pick: 'most' | 'least' = 'most',
  [from, to]: readonly [number, number] = [0, 0],
  side: 'offer' | 'consideration' = 'consideration',
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
 * Returns the wei to send for a price that changes over time. Seaport refunds what it does not take, so the provider may
 * send any amount that the price reaches within the last five minutes and the horizon. Blocks other amounts.
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
  if (actual >= sum(-300, 'least') && actual <= sum(-300)) return value
  return sendsExactly(context, entry, value) ? value : undefined
}

/** Adds an amount to the sum of a key. */
export const addTo = <TKey>(sums: Map<TKey, bigint>, key: TKey, amount: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + amount)

/** Returns whether two maps have the same sums. */
export const sameSums = <TKey>(a: ReadonlyMap<TKey, bigint>, b: ReadonlyMap<TKey, bigint>): boolean =>
  a.size === b.size && [...a].every(([key, amount]) => b.get(key) === amount)
