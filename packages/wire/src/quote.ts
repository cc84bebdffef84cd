import * as v from 'valibot'
import { address, amount, anyText, count, type HexString, list, maybe, object } from './parse.ts'

/** A fee within a quote: `bps` of the price, or `rawAmount` in base units. */
export interface PathFee {
  kind?: string | null | undefined
  recipient?: HexString | null | undefined
  bps?: number | null | undefined
  amount?: number | null | undefined
  rawAmount?: bigint | null | undefined
}

/**
 * One fill that makes up a quote (specification 3, path entry). Each `…quote`, `…Quote` and `totalRawPrice` is per
 * unit; `raw…` is base units.
 */
export interface PathEntry {
  /** The order that would be filled. */
  orderId?: string | null | undefined
  /** Contract of the token. */
  contract?: HexString | null | undefined
  /** Id of the token. */
  tokenId?: string | null | undefined
  /** Units. */
  quantity?: number | null | undefined
  /** Domain of the marketplace of the order. */
  source?: string | null | undefined
  /** Contract of the order's currency. */
  currency?: HexString | null | undefined
  /** Symbol of that currency. */
  currencySymbol?: string | null | undefined
  /** Decimals of that currency. */
  currencyDecimals?: number | null | undefined
  /** What one unit costs without fees on top (buy), or brings after fees (sell), rounded, in whole units. */
  quote?: number | null | undefined
  /** What one unit costs without fees on top (buy), or brings after fees (sell), in base units. */
  rawQuote?: bigint | null | undefined
  /** What one unit costs with fees on top (buy), or before fees (sell), rounded, in whole units. */
  totalPrice?: number | null | undefined
  /** What one unit costs with fees on top (buy), or before fees (sell), in base units. */
  totalRawPrice?: bigint | null | undefined
  /** The currency that is paid, if it differs from the order's. */
  buyInCurrency?: HexString | null | undefined
  /** Symbol of the currency that is paid. */
  buyInCurrencySymbol?: string | null | undefined
  /** Decimals of the currency that is paid. */
  buyInCurrencyDecimals?: number | null | undefined
  /** Price in the currency that is paid, rounded, in whole units. */
  buyInQuote?: number | null | undefined
  /** Price in the currency that is paid, in base units. */
  buyInRawQuote?: bigint | null | undefined
  /** The currency that is received, if it differs from the order's. */
  sellOutCurrency?: HexString | null | undefined
  /** Decimals of the currency that is received. */
  sellOutCurrencyDecimals?: number | null | undefined
  /** Price in the currency that is received, in base units. */
  sellOutRawQuote?: bigint | null | undefined
  /** Fees that are part of the order. */
  builtInFees?: PathFee[] | null | undefined
  /** Fees on top of the order's price. */
  feesOnTop?: PathFee[] | null | undefined
}

const number = v.pipe(v.number('must be a number'), v.finite('must be a number'))

const pathFee = object({
  kind: maybe(anyText()),
  recipient: maybe(address),
  bps: maybe(number),
  amount: maybe(number),
  rawAmount: maybe(amount),
})

export const pathEntry = object({
  orderId: maybe(anyText()),
  contract: maybe(address),
  tokenId: maybe(anyText()),
  quantity: maybe(count()),
  source: maybe(anyText()),
  currency: maybe(address),
  currencySymbol: maybe(anyText()),
  currencyDecimals: maybe(count(255)),
  quote: maybe(number),
  rawQuote: maybe(amount),
  totalPrice: maybe(number),
  totalRawPrice: maybe(amount),
  buyInCurrency: maybe(address),
  buyInCurrencySymbol: maybe(anyText()),
  buyInCurrencyDecimals: maybe(count(255)),
  buyInQuote: maybe(number),
  buyInRawQuote: maybe(amount),
  sellOutCurrency: maybe(address),
  sellOutCurrencyDecimals: maybe(count(255)),
  sellOutRawQuote: maybe(amount),
  builtInFees: maybe(list(pathFee, 1000)),
  feesOnTop: maybe(list(pathFee, 1000)),
})
