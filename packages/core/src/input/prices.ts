import type { Money } from '@sluice/guards'
import { addTo } from '@sluice/guards/internal'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { invalidInput } from '../errors.ts'
import type { ExpectedPrice as AgreedPrice } from '../plan/checkPrice.ts'
import { priceTolerance, rawAmount } from '../plan/tolerance.ts'
import { type BaseUnits, parseAddress, parseBaseUnits } from './values.ts'

/**
 * What the caller agreed to pay or get in one currency, for everything together, fees on top included:
 * `raw` base units, or `amount` in whole units. Zero is a price.
 */
export type ExpectedPrice = {
  /** The amount in base units. */
  readonly raw?: bigint | undefined
  /** The amount in whole units of the currency. */
  readonly amount?: number | undefined
  /** Decimals of a currency that the chain does not list as a payment token. Those of a listed one are known and win. */
  readonly currencyDecimals?: number | undefined
}

/** By currency address, in any case of letters. */
export type ExpectedPrices = Readonly<Record<string, ExpectedPrice>>

/**
 * What one unit of an item may cost, or must bring. A bare amount is in the one currency of `expectedPrice`; with
 * several currencies there, or without it, the currency is named: `{ currency, raw }`.
 */
export type UnitPrice = BaseUnits | { readonly currency: string; readonly raw: BaseUnits }

/** Expected prices by lower-cased currency; `undefined` when nothing was agreed. */
export function parsePrices(
  prices: ExpectedPrices | undefined,
  chain: Chain,
): ReadonlyMap<Address, AgreedPrice> | undefined {
  const entries = Object.entries(prices ?? {})
  if (entries.length === 0) return undefined
  const agreed = new Map<Address, AgreedPrice>()
  for (const [key, price] of entries) {
    const field = `expectedPrice.${key}`
    const currency = parseAddress(key, field)
    if (agreed.has(currency)) throw invalidInput(field, 'A currency has two expected prices.')
    const listed = chain.paymentTokens.find((token) => token.address === currency)
    const decimals = price.currencyDecimals ?? listed?.decimals ?? 18
    if (!Number.isSafeInteger(decimals) || decimals < 0 || decimals > 255)
      throw invalidInput(`${field}.currencyDecimals`, `"${field}.currencyDecimals" must be from 0 to 255.`)
    // Decimals may come from a provider and be a lie. Those of the configuration measure an amount, and others
    // can only narrow the bound; a currency that nobody vouches for is bounded to the last digit.
    const tolerance = listed === undefined ? 0n : priceTolerance(Math.min(listed.decimals, decimals))
    agreed.set(currency, { raw: parsePrice(price, listed?.decimals ?? decimals, field), decimals, tolerance })
  }
  return agreed
}

function parsePrice(price: ExpectedPrice, decimals: number, field: string): bigint {
  if (price.raw !== undefined) return parseBaseUnits(price.raw, `${field}.raw`)
  try {
    return rawAmount(price.amount ?? Number.NaN, decimals)
  } catch {
    throw invalidInput(field, `"${field}" must hold raw base units or an amount.`)
  }
}

/**
 * The price of one unit, in a currency that may be paid.
 * @throws {TradeError} `invalid_input` where the currency is not clear, or is missing from `expectedPrice`.
 */
export function parseUnitPrice(
  value: UnitPrice | undefined,
  field: string,
  expected: ReadonlyMap<Address, AgreedPrice> | undefined,
): Money | undefined {
  if (value === undefined) return undefined
  const currencies = [...(expected?.keys() ?? [])]
  if (typeof value !== 'object' || value === null) {
    const amount = parseBaseUnits(value, field)
    const [currency] = currencies
    if (currency !== undefined && currencies.length === 1) return { currency, amount }
    throw invalidInput(
      field,
      `"${field}" must be written as { currency, raw }, because "expectedPrice" does not name exactly one currency.`,
    )
  }
  const currency = parseAddress(value.currency, `${field}.currency`)
  const amount = parseBaseUnits(value.raw, `${field}.raw`)
  if (expected === undefined || expected.has(currency)) return { currency, amount }
  throw invalidInput(`${field}.currency`, `"${field}.currency" must be a currency of "expectedPrice".`)
}

/**
 * The most that may leave (buy) or the least that must arrive (sell), the tolerance counted in. Without a total
 * the prices of the items add up to one, where each item has its own.
 */
export function boundsOf(
  side: 'buy' | 'sell',
  prices: ReadonlyMap<Address, AgreedPrice> | undefined,
  items: readonly { readonly quantity: bigint; readonly price: Money | undefined }[] = [],
): ReadonlyMap<Address, bigint> | undefined {
  if (prices === undefined) return sumOfPrices(items)
  return new Map(
    [...prices].map(([currency, { raw, tolerance }]) => [
      currency,
      side === 'buy' ? raw + tolerance : raw > tolerance ? raw - tolerance : 0n,
    ]),
  )
}

function sumOfPrices(
  items: readonly { readonly quantity: bigint; readonly price: Money | undefined }[],
): ReadonlyMap<Address, bigint> | undefined {
  const sums = new Map<Address, bigint>()
  for (const { quantity, price } of items) {
    if (price === undefined) return undefined
    addTo(sums, price.currency, price.amount * quantity)
  }
  return sums.size === 0 ? undefined : sums
}
