import type { Money } from '@sluice/guards'
import type { Fee, FeeOnTop } from '@sluice/seaport'
import { isAddress, isBytes32, lowerHex } from '@sluice/seaport/hex'
import type { Address, Hex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { invalidInput } from '../errors.ts'
import type { ExpectedPrice as AgreedPrice } from '../plan/checkPrice.ts'
import { loadOrders } from '../plan/loadOrders.ts'
import { priceTolerance, rawAmount } from '../plan/tolerance.ts'

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

/** An amount of base units: bigint, or a decimal string as on the wire. */
export type BaseUnits = bigint | string

/**
 * What one unit of an item may cost, or must bring. A bare amount is in the one currency of `expectedPrice`; with
 * several currencies there, or without it, the currency is named: `{ currency, raw }`.
 */
export type UnitPrice = BaseUnits | { readonly currency: string; readonly raw: BaseUnits }

export function readAddress(value: unknown, field: string): Address {
  if (isAddress(value)) return lowerHex(value)
  throw invalidInput(field, `"${field}" must be an address.`)
}

export function readHash(value: unknown, field: string): Hex {
  if (isBytes32(value)) return lowerHex(value)
  throw invalidInput(field, `"${field}" must be 32 bytes of hex.`)
}

/** `contract:tokenId`. */
export function readToken(
  value: unknown,
  field: string,
): { contract: Address; tokenId: bigint; ref: string } {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{40}:(?:0|[1-9][0-9]{0,77})$/.test(value)) {
    const contract = readAddress(value.slice(0, 42), field)
    const tokenId = BigInt(value.slice(43))
    if (tokenId < 1n << 256n) return { contract, tokenId, ref: `${contract}:${tokenId}` }
  }
  throw invalidInput(field, `"${field}" must be written as contract:tokenId.`)
}

export function readUnits(value: unknown, field: string): bigint {
  const units = typeof value === 'string' && /^(?:0|[1-9][0-9]{0,77})$/.test(value) ? BigInt(value) : value
  if (typeof units === 'bigint' && units >= 0n && units < 1n << 256n) return units
  throw invalidInput(field, `"${field}" must be a whole number of base units.`)
}

export function readQuantity(value: unknown, field: string): number {
  const quantity = value ?? 1
  if (typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity > 0) return quantity
  throw invalidInput(field, `"${field}" must be a positive whole number.`)
}

/** An order given whole, in the words of a route: its kind, and its components. */
export type RawOrder = {
  /** Kind of the order, such as `seaport-v1.6`. */
  readonly kind: string
  /** The order's components and its signature. */
  readonly data: object
}

/**
 * Names a raw order by its own hash. Reading it takes the parsers and hashes that a trade by token does without.
 * @throws {TradeError} `invalid_input`, `not_loaded`
 */
export const readRawOrder = async (value: RawOrder | undefined, field: string): Promise<Hex> => {
  const { rawOrderHash } = await loadOrders()
  return rawOrderHash(value?.data, field)
}

/** Unix seconds, as number or string. */
export function readTime(value: unknown, field: string): number {
  const seconds = typeof value === 'string' && /^[0-9]{1,12}$/.test(value) ? Number(value) : value
  if (typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0) return seconds
  throw invalidInput(field, `"${field}" must be a time in unix seconds.`)
}

/** `recipient:bps`. */
export function readFee(value: unknown, field: string): Fee {
  const [recipient, bps] = typeof value === 'string' ? value.split(':') : []
  if (bps !== undefined && /^[0-9]{1,5}$/.test(bps) && Number(bps) <= 10_000)
    return { recipient: readAddress(recipient, field), bps: Number(bps) }
  throw invalidInput(field, `"${field}" must be written as recipient:bps.`)
}

/** Each `recipient:amount` in base units. */
export const readFeesOnTop = (fees: unknown): readonly FeeOnTop[] =>
  readList(fees ?? [], 'options.feesOnTop').map((fee, index) => {
    const field = `options.feesOnTop.${index}`
    const [recipient, amount] = typeof fee === 'string' ? fee.split(':') : []
    return { recipient: readAddress(recipient, field), amount: readUnits(amount, field) }
  })

export function readList(value: unknown, field: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw invalidInput(field, `"${field}" must be a list.`)
}

/** At least one, as every action needs. */
export function readSome<T>(value: readonly T[] | undefined, field: string): readonly T[] {
  if (Array.isArray(value) && value.length > 0) return value
  throw invalidInput(field, `"${field}" must hold at least one entry.`)
}

/** Expected prices by lower-cased currency; `undefined` when nothing was agreed. */
export function readPrices(
  prices: ExpectedPrices | undefined,
  chain: Chain,
): ReadonlyMap<Address, AgreedPrice> | undefined {
  const entries = Object.entries(prices ?? {})
  if (entries.length === 0) return undefined
  const agreed = new Map<Address, AgreedPrice>()
  for (const [key, price] of entries) {
    const field = `expectedPrice.${key}`
    const currency = readAddress(key, field)
    if (agreed.has(currency)) throw invalidInput(field, 'A currency has two expected prices.')
    const listed = chain.paymentTokens.find((token) => token.address === currency)
    const decimals = price.currencyDecimals ?? listed?.decimals ?? 18
    if (!Number.isSafeInteger(decimals) || decimals < 0 || decimals > 255)
      throw invalidInput(`${field}.currencyDecimals`, `"${field}.currencyDecimals" must be from 0 to 255.`)
    // Decimals may come from a provider and be a lie. Those of the configuration measure an amount, and others
    // can only narrow the bound; a currency that nobody vouches for is bounded to the last digit.
    const tolerance = listed === undefined ? 0n : priceTolerance(Math.min(listed.decimals, decimals))
    agreed.set(currency, { raw: readPrice(price, listed?.decimals ?? decimals, field), decimals, tolerance })
  }
  return agreed
}

function readPrice(price: ExpectedPrice, decimals: number, field: string): bigint {
  if (price.raw !== undefined) return readUnits(price.raw, `${field}.raw`)
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
export function readUnitPrice(
  value: UnitPrice | undefined,
  field: string,
  expected: ReadonlyMap<Address, AgreedPrice> | undefined,
): Money | undefined {
  if (value === undefined) return undefined
  const currencies = [...(expected?.keys() ?? [])]
  if (typeof value !== 'object' || value === null) {
    const amount = readUnits(value, field)
    const [currency] = currencies
    if (currency !== undefined && currencies.length === 1) return { currency, amount }
    throw invalidInput(
      field,
      `"${field}" must be written as { currency, raw }, because "expectedPrice" does not name exactly one currency.`,
    )
  }
  const currency = readAddress(value.currency, `${field}.currency`)
  const amount = readUnits(value.raw, `${field}.raw`)
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
    sums.set(price.currency, (sums.get(price.currency) ?? 0n) + price.amount * quantity)
  }
  return sums.size === 0 ? undefined : sums
}
