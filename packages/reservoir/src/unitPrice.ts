import type { ExpectedPrices, UnitPrice } from '@sluice/core'

type Item = {
  readonly collection?: string | undefined
  readonly quantity?: number | undefined
}
type Agreed<Priced> = {
  readonly items: readonly Priced[]
  readonly expectedPrice: ExpectedPrices | undefined
}

/**
 * reservoir-sdk compared `expectedPrice` with the quote of each order, which is that of one unit, and never counted the
 * units. So for several units of one token or one order it is the price of one of them; in all else it is that of
 * everything together. Here the units are counted: what is agreed to is the price of one, times as many.
 *
 * `priced` gives an item a price of its own, where it has none. `tolerance`: base units that the price of one may differ
 * by, negative for a sale.
 */
export function agreedOf<Given extends Item, Priced extends Item>(
  items: readonly Given[],
  expectedPrice: ExpectedPrices | undefined,
  priced: (item: Given, price: UnitPrice | undefined) => Priced,
  tolerance: (currency: string) => bigint,
): Agreed<Priced> {
  const units = unitsOf(items)
  if (units === 1n || expectedPrice === undefined)
    return { items: items.map((item) => priced(item, undefined)), expectedPrice }
  const prices = Object.entries(expectedPrice)
  const [[currency, { raw }] = ['', {}]] = prices
  const unit = prices.length === 1 ? readRaw(raw) : undefined
  const price = unit === undefined ? undefined : { currency, raw: atLeastZero(unit + tolerance(currency)) }
  return {
    items: items.map((item) => priced(item, price)),
    expectedPrice: Object.fromEntries(prices.map(([key, one]) => [key, timesUnits(one, units)])),
  }
}

/** As many units of one token, or of one order, as an action is for; one where it is for several, or for a collection. */
export function unitsOf(items: unknown): bigint {
  const [item, ...more] = (Array.isArray(items) ? items : []) as readonly Partial<Item>[]
  const { collection, quantity } = item ?? {}
  const several = Number.isSafeInteger(quantity) && Number(quantity) > 1
  return several && more.length === 0 && collection == null ? BigInt(Number(quantity)) : 1n
}

type Price = ExpectedPrices[string]

function timesUnits(price: Price, units: bigint): Price {
  const raw = readRaw(price.raw)
  if (raw !== undefined) return { ...price, raw: raw * units }
  if (price.raw !== undefined || typeof price.amount !== 'number') return price
  // The digits of a float beyond the fifteenth are those of no price.
  return { ...price, amount: Number((price.amount * Number(units)).toPrecision(15)) }
}

/** What is not an amount is left for the core to refuse, with the name of its field. */
function readRaw(raw: unknown): bigint | undefined {
  if (typeof raw === 'bigint') return raw
  return typeof raw === 'string' && /^[0-9]{1,78}$/.test(raw) ? BigInt(raw) : undefined
}

const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
