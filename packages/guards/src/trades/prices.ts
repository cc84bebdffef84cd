import { type Address, zeroAddress } from 'viem'
import { ownSum, type TradeIntent, totalsOf, unitPrices } from '../model/agreedTotals.ts'
import type { OrderTrade } from '../model/verdict.ts'
import { sumOver } from './amounts.ts'
import { type Maker, paid } from './maker.ts'
import { type BoundTrade, currencyDelta, nftDelta, type Trade, type TradeContext } from './trade.ts'

/** Items without a price of their own, and what is left of the totals for them. */
export type Rest = {
  readonly items: readonly number[]
  readonly units: bigint
  readonly left: ReadonlyMap<Address, bigint>
}

export function restOf(intent: TradeIntent): Rest {
  const prices = unitPrices(intent)
  const quantityOf = (index: number) => intent.items[index]?.quantity ?? 0n
  const items = prices.flatMap((price, index) => (price === undefined ? [index] : []))
  const left = [...(totalsOf(intent) ?? [])].map(([currency, total]) => {
    const own = ownSum(intent, currency)
    return [currency, total > own ? total - own : 0n] as const
  })
  return { items, units: items.reduce((sum, index) => sum + quantityOf(index), 0n), left: new Map(left) }
}

/** Returns the share of `left` that `units` of the rest may cost (rounded up), or must bring (rounded down). */
export const shareOf = ({ action }: TradeIntent, rest: Rest, currency: Address, units: bigint): bigint => {
  const product = (rest.left.get(currency) ?? 0n) * units
  return (action === 'buy' ? product + rest.units - 1n : product) / rest.units
}

/**
 * Returns what the units of a maker's order cost with all fees on top (buy), or bring after all fees (sell), in base
 * units of its currency, at the worst time within the policy's horizon.
 */
export function priceOf(context: TradeContext, trade: Trade, maker: Maker): bigint {
  const { intent, policy } = context
  const window = [0, policy.fills.horizonSeconds] as const
  if (intent.action === 'buy') return sumOver(context, maker, paid(maker), 'most', window)
  // In a match the fees on top are in the seller's own orders, each at the position of the offer that pays it.
  const mirror = trade.mirrors[trade.makers.indexOf(maker)]
  const outside = [...(mirror?.components.consideration ?? []), ...(mirror?.tips ?? [])]
  return (
    sumOver(context, maker, maker.order.components.offer, 'least', window, 'offer') -
    sumOver(context, maker, maker.shape.payments, 'most', window) -
    sumOver(context, maker, maker.order.tips, 'most', window) -
    outside.reduce((sum, item) => (item.recipient === intent.account ? sum : sum + item.startAmount), 0n)
  )
}

/**
 * Returns whether an order may serve an item: it keeps the item's own price or, with `shared`, the equal share of an
 * item without one.
 */
export function keepsPrice(
  context: TradeContext,
  trade: Trade,
  maker: Maker,
  index: number,
  shared: boolean,
): boolean {
  const { intent } = context
  const own = unitPrices(intent)[index]
  if (own === undefined && (!shared || totalsOf(intent) === undefined)) return true
  const { currency } = maker.shape
  if (own !== undefined && own.currency !== currency) return false
  const bound =
    own === undefined ? shareOf(intent, restOf(intent), currency, maker.units) : own.amount * maker.units
  const price = priceOf(context, trade, maker)
  return intent.action === 'buy' ? price <= bound : price >= bound
}

/** Returns what an order of an accepted call costs or brings, for the card and for the bounds of later calls. */
export const orderTrade = (context: TradeContext, trade: BoundTrade, maker: Maker): OrderTrade => {
  const { currency } = maker.shape
  const window = [0, context.policy.fills.horizonSeconds] as const
  const { offer } = maker.order.components
  return {
    orderId: maker.orderId,
    item: trade.serves.get(maker) ?? -1,
    token: nftDelta(maker),
    price: currencyDelta(currency, currency === zeroAddress ? 0 : 1, priceOf(context, trade, maker)),
    ...(context.intent.action === 'sell' && {
      gross: sumOver(context, maker, offer, 'least', window, 'offer'),
    }),
  }
}

/**
 * Returns the most that a call may cost by what was agreed for its items: their own prices, and the equal share of the
 * others; `undefined` if no price was agreed.
 */
export function mostAgreed(
  { intent }: TradeContext,
  { makers, serves }: BoundTrade,
  currency: Address,
): bigint | undefined {
  const rest = restOf(intent)
  const prices = unitPrices(intent)
  let units = 0n
  let own = 0n
  for (const maker of makers) {
    const price = prices[serves.get(maker) ?? -1]
    if (price === undefined) units += maker.units
    else own += price.amount * maker.units
  }
  if (units === 0n) return own
  return totalsOf(intent) && own + shareOf(intent, rest, currency, units)
}
