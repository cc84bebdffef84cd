import type { Address } from 'viem'
import type { BuyIntent, Intent, Money, SellIntent } from './intent.ts'
import { itemSlot } from './slots.ts'

export type TradeIntent = BuyIntent | SellIntent

/** Returns the agreed totals per currency: the limits of a purchase, or the minimums of a sale. */
export const totalsOf = (intent: TradeIntent): ReadonlyMap<Address, bigint> | undefined =>
  intent.action === 'buy' ? intent.limits : intent.minimums

/**
 * Returns the bound per currency for one call that trades all items: the most that it may cost, or the least that it
 * must bring. This is the agreed total. If every item has its own price and their sum is stricter, it is that sum.
 */
export function wholeTotals(intent: TradeIntent): ReadonlyMap<Address, bigint> | undefined {
  const totals = totalsOf(intent)
  const prices = unitPrices(intent)
  if (totals === undefined || prices.includes(undefined)) return totals
  return new Map(
    [...totals].map(([currency, total]) => {
      const ownTotal = ownSum(intent, currency)
      return [currency, ownTotal < total === (intent.action === 'buy') ? ownTotal : total]
    }),
  )
}

/** Returns the sum of the item prices in a currency. */
export const ownSum = (intent: TradeIntent, currency: Address): bigint =>
  unitPrices(intent).reduce(
    (sum, price, index) =>
      price?.currency === currency ? sum + price.amount * (intent.items[index]?.quantity ?? 0n) : sum,
    0n,
  )

/** Returns the agreed price of one unit of each item: the most that it may cost, or the least that it must bring. */
export const unitPrices = (intent: BuyIntent | SellIntent): readonly (Money | undefined)[] =>
  intent.action === 'buy'
    ? intent.items.map(({ maxPrice }) => maxPrice)
    : intent.items.map(({ minPrice }) => minPrice)

/** Returns claims on all agreed items. A call that only a simulation can prove must trade all of them at once. */
export const wholeClaims = (intent: Intent): readonly { readonly slot: string; readonly units: bigint }[] =>
  intent.action === 'buy' || intent.action === 'sell' || intent.action === 'transfer'
    ? intent.items.map(({ quantity }, index) => ({ slot: itemSlot(index), units: quantity }))
    : []
