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
  orderId?: string | null | undefined
  contract?: HexString | null | undefined
  tokenId?: string | null | undefined
  quantity?: number | null | undefined
  source?: string | null | undefined
  currency?: HexString | null | undefined
  currencySymbol?: string | null | undefined
  currencyDecimals?: number | null | undefined
  quote?: number | null | undefined
  rawQuote?: bigint | null | undefined
  totalPrice?: number | null | undefined
  totalRawPrice?: bigint | null | undefined
  buyInCurrency?: HexString | null | undefined
  buyInCurrencySymbol?: string | null | undefined
  buyInCurrencyDecimals?: number | null | undefined
  buyInQuote?: number | null | undefined
  buyInRawQuote?: bigint | null | undefined
  sellOutCurrency?: HexString | null | undefined
  sellOutCurrencyDecimals?: number | null | undefined
  sellOutRawQuote?: bigint | null | undefined
  builtInFees?: PathFee[] | null | undefined
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
