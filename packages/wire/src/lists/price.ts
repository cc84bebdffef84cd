import * as v from 'valibot'
import { address, amount, count, type HexString, maybe, object } from '../parse.ts'
import { shownText } from './shownFields.ts'

/** A currency; the zero address is the chain's own coin. */
export interface Currency {
  /** Contract of the currency; the zero address is the native coin. */
  contract: HexString
  /** Name of the currency. */
  name?: string | null | undefined
  /** Symbol of the currency. */
  symbol?: string | null | undefined
  /** Decimals of the currency; 18 if the provider does not say. */
  decimals: number | null
  /** The chain of the currency. */
  chainId?: number | null | undefined
}

/** One amount in several units. Only `raw` is exact. */
export interface PriceAmount {
  /** Base units of the currency. */
  raw: bigint
  /** Whole units of the currency, rounded. */
  decimal?: number | null | undefined
  /** US dollars, rounded. */
  usd?: number | null | undefined
  /** Whole units of the chain's own coin, rounded. */
  native?: number | null | undefined
}

/** A price: `amount` is what the buyer pays, `netAmount` what the seller keeps. */
export interface Price {
  /** The currency of the amounts. */
  currency: Currency
  /** What the buyer pays. */
  amount: PriceAmount
  /** What the seller keeps. */
  netAmount?: PriceAmount | null | undefined
}

const currency = object({
  contract: address,
  name: shownText,
  symbol: shownText,
  decimals: v.optional(v.nullable(count(255)), 18),
  chainId: maybe(count()),
})
const priceAmount = object({
  raw: amount,
  decimal: maybe(v.number()),
  usd: maybe(v.number()),
  native: maybe(v.number()),
})

/** A {@link Price} in an answer. */
export const price = object({ currency, amount: priceAmount, netAmount: maybe(priceAmount) })

/** How a price moves: in a straight line from one to another, each for one unit. */
export interface MovingPrice {
  kind: 'dutch'
  data: {
    price: { start: Price; end: Price }
    /** Unix seconds. */
    time: { start: number; end: number }
  }
}

/** A {@link MovingPrice} in an answer. Providers have other kinds, of pools for instance: those are not read. */
export const movingPrice = v.fallback(
  maybe(
    object({
      kind: v.literal('dutch'),
      data: object({
        price: object({ start: price, end: price }),
        time: object({ start: count(), end: count() }),
      }),
    }),
  ),
  undefined,
)
