import { type Address, zeroAddress } from 'viem'
import { ownSum, type TradeIntent, totalsOf, unitPrices } from '../model/agreedTotals.ts'
import type { OrderTrade } from '../model/verdict.ts'
import { horizonOf, leastOffered, sumOver, type TimeSpan } from './amounts.ts'
import { hasMovingAmounts, type Maker, paid } from './maker.ts'
import { type BoundTrade, currencyDelta, nftDelta, type Trade, type TradeContext } from './trade.ts'

/** The indexes of items without a price of their own, their units, and what the priced items leave of the totals. */
export type UnpricedItems = {
  readonly items: readonly number[]
  readonly units: bigint
  readonly remainingTotals: ReadonlyMap<Address, bigint>
}

/** Returns the items of an intent without a price of their own. */
export function unpricedItemsOf(intent: TradeIntent): UnpricedItems {
  const prices = unitPrices(intent)
  const quantityOf = (index: number) => intent.items[index]?.quantity ?? 0n
  const items = prices.flatMap((price, index) => (price === undefined ? [index] : []))
  const remainingTotals = [...(totalsOf(intent) ?? [])].map(([currency, total]) => {
    const pricedTotal = ownSum(intent, currency)
    return [currency, total > pricedTotal ? total - pricedTotal : 0n] as const
  })
  return {
    items,
    units: items.reduce((sum, index) => sum + quantityOf(index), 0n),
    remainingTotals: new Map(remainingTotals),
  }
}

/** Returns the share of the remaining total that units may cost (rounded up) or must bring (rounded down). */
export const shareOf = (
  { action }: TradeIntent,
  unpriced: UnpricedItems,
  currency: Address,
  units: bigint,
): bigint => {
  const product = (unpriced.remainingTotals.get(currency) ?? 0n) * units
  return (action === 'buy' ? product + unpriced.units - 1n : product) / unpriced.units
}

/**
 * Returns what the units of a maker's order cost with all fees on top (buy), or bring after all fees (sell), in base
 * units of its currency, at the worst time of a span; up to the policy's horizon by default.
 */
export function priceOf(
  context: TradeContext,
  trade: Trade,
  maker: Maker,
  span: TimeSpan = horizonOf(context),
): bigint {
  const { intent } = context
  if (intent.action === 'buy') return sumOver(context, maker, paid(maker), { span })
  // In a match, the seller's own orders pay the fees on top. The order at the position of an offer pays its fees.
  const mirror = trade.mirrors[trade.makers.indexOf(maker)]
  const mirrored = [...(mirror?.components.consideration ?? []), ...(mirror?.tips ?? [])]
  return (
    leastOffered(context, maker, span) -
    sumOver(context, maker, maker.shape.payments, { span }) -
    sumOver(context, maker, maker.order.tips, { span }) -
    mirrored.reduce((sum, item) => (item.recipient === intent.account ? sum : sum + item.startAmount), 0n)
  )
}

/**
 * Returns whether an order keeps the price of an item: its own price or, with `shared`, an equal share of the total for
 * an item without one.
 */
export function keepsPrice(
  context: TradeContext,
  trade: Trade,
  maker: Maker,
  index: number,
  shared: boolean,
): boolean {
  const { intent } = context
  const ownPrice = unitPrices(intent)[index]
  if (ownPrice === undefined && (!shared || totalsOf(intent) === undefined)) return true
  if (ownPrice !== undefined && ownPrice.currency !== maker.shape.currency) return false
  const bound = boundOf(intent, maker, index)
  const price = priceOf(context, trade, maker)
  return intent.action === 'buy' ? price <= bound : price >= bound
}

/** Returns what an order may cost, or must bring, for an item: its own price, or an equal share of the total. */
export function boundOf(intent: TradeIntent, { shape, units }: Maker, index: number): bigint {
  const ownPrice = unitPrices(intent)[index]
  if (ownPrice !== undefined) return ownPrice.amount * units
  const unpriced = unpricedItemsOf(intent)
  return unpriced.units === 0n ? 0n : shareOf(intent, unpriced, shape.currency, units)
}

/** Returns what an order of an accepted call costs or brings, for the card and for the bounds of later calls. */
export const orderTrade = (context: TradeContext, trade: BoundTrade, maker: Maker): OrderTrade => {
  const { currency } = maker.shape
  return {
    orderId: maker.orderId,
    item: trade.assignment.get(maker) ?? -1,
    token: nftDelta(maker),
    price: currencyDelta(currency, currency === zeroAddress ? 0 : 1, priceOf(context, trade, maker)),
    ...(context.intent.action === 'sell' && { gross: leastOffered(context, maker) }),
    ...(context.intent.action === 'sell' && hasMovingAmounts(maker) && { moves: true }),
  }
}

/**
 * Returns the most that a call may cost: the own prices of its items, and an equal share of the total for items without
 * one. Returns `undefined` if no price was agreed.
 */
export function mostAgreed(
  { intent }: TradeContext,
  { makers, assignment }: BoundTrade,
  currency: Address,
): bigint | undefined {
  const prices = unitPrices(intent)
  let units = 0n
  let pricedTotal = 0n
  for (const maker of makers) {
    const price = prices[assignment.get(maker) ?? -1]
    if (price === undefined) units += maker.units
    else pricedTotal += price.amount * maker.units
  }
  if (units === 0n) return pricedTotal
  return totalsOf(intent) && pricedTotal + shareOf(intent, unpricedItemsOf(intent), currency, units)
}
