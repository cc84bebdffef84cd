import type { Address } from 'viem'
import type { BuyIntent, Intent, Money, SellIntent } from './intent.ts'

export type TradeIntent = BuyIntent | SellIntent

export const totalsOf = (intent: TradeIntent): ReadonlyMap<Address, bigint> | undefined =>
  intent.action === 'buy' ? intent.limits : intent.minimums

/**
 * What a call that brings everything at once may cost, or must bring, per currency: the totals, and where each item
 * has a price of its own also no more, or no less, than those come to.
 */
export function wholeTotals(intent: TradeIntent): ReadonlyMap<Address, bigint> | undefined {
  const totals = totalsOf(intent)
  const prices = unitPrices(intent)
  if (totals === undefined || prices.includes(undefined)) return totals
  return new Map(
    [...totals].map(([currency, total]) => {
      const own = ownSum(intent, currency)
      return [currency, own < total === (intent.action === 'buy') ? own : total]
    }),
  )
}

/** What the items with a price of their own come to in a currency. */
export const ownSum = (intent: TradeIntent, currency: Address): bigint =>
  unitPrices(intent).reduce(
    (sum, price, index) =>
      price?.currency === currency ? sum + price.amount * (intent.items[index]?.quantity ?? 0n) : sum,
    0n,
  )

/** What was agreed for one unit of each item: the most that it may cost, or the least that it must bring. */
export const unitPrices = (intent: BuyIntent | SellIntent): readonly (Money | undefined)[] =>
  intent.action === 'buy'
    ? intent.items.map(({ maxPrice }) => maxPrice)
    : intent.items.map(({ minPrice }) => minPrice)

/** Claims on all that was agreed: of a call that a simulation alone proves, and which must bring all of it. */
export const wholeClaims = (intent: Intent): readonly { readonly slot: string; readonly units: bigint }[] =>
  intent.action === 'buy' || intent.action === 'sell' || intent.action === 'transfer'
    ? intent.items.map(({ quantity }, index) => ({ slot: `item:${index}`, units: quantity }))
    : []
