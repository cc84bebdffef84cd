import type { Address } from 'viem'
import type { BuyIntent, Intent, Money, SellIntent } from './intent.ts'

export type TradeIntent = BuyIntent | SellIntent

export const totalsOf = (intent: TradeIntent): ReadonlyMap<Address, bigint> | undefined =>
  intent.action === 'buy' ? intent.limits : intent.minimums

/**
 * Returns what a call that brings everything at once may cost, or must bring, per currency: the totals or, if each item
 * has a price of its own, the sum of those if it is stricter.
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

/** Returns the sum of the items' own prices in a currency. */
export const ownSum = (intent: TradeIntent, currency: Address): bigint =>
  unitPrices(intent).reduce(
    (sum, price, index) =>
      price?.currency === currency ? sum + price.amount * (intent.items[index]?.quantity ?? 0n) : sum,
    0n,
  )

/** Returns what was agreed for one unit of each item: the most that it may cost, or the least that it must bring. */
export const unitPrices = (intent: BuyIntent | SellIntent): readonly (Money | undefined)[] =>
  intent.action === 'buy'
    ? intent.items.map(({ maxPrice }) => maxPrice)
    : intent.items.map(({ minPrice }) => minPrice)

/** Returns claims on everything agreed, for a call that only a simulation proves and that must bring all of it. */
export const wholeClaims = (intent: Intent): readonly { readonly slot: string; readonly units: bigint }[] =>
  intent.action === 'buy' || intent.action === 'sell' || intent.action === 'transfer'
    ? intent.items.map(({ quantity }, index) => ({ slot: `item:${index}`, units: quantity }))
    : []
