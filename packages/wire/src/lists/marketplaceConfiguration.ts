import * as v from 'valibot'
import { address, amount, count, type HexString, maybe, object } from '../parse.ts'
import { link, shownText } from './shownFields.ts'

/** A currency that a marketplace accepts. */
export interface ListedCurrency {
  /** Contract of the currency; the zero address is the native coin. */
  address: HexString
  /** Decimals of the currency. */
  decimals: number
  /** Name of the currency. */
  name?: string | null | undefined
  /** Symbol of the currency. */
  symbol?: string | null | undefined
}

/** What a marketplace accepts for one order kind, and on what terms. */
export interface Exchange {
  /** The order kind. */
  orderKind: string
  /** Whether orders of this kind are accepted now. */
  enabled?: boolean | null | undefined
  /** Basis points: hundredths of a percent. */
  fee?: { bps?: number | null | undefined } | null | undefined
  /** Whether an order may have fees that the host chooses. */
  customFeesSupported?: boolean | null | undefined
  /** The most fees of one order. */
  numFeesSupported?: number | null | undefined
  /** Whether offers for a whole collection are accepted. */
  collectionBidSupported?: boolean | null | undefined
  /** Whether offers for an attribute are accepted. */
  traitBidSupported?: boolean | null | undefined
  /** Whether orders can be filled in part. */
  partialOrderSupported?: boolean | null | undefined
  /** Currencies of offers. */
  supportedBidCurrencies: ListedCurrency[] | null
  /** Currencies of listings. */
  paymentTokens: ListedCurrency[] | null
  /** Base units. */
  minPriceRaw?: bigint | null | undefined
  /** Base units. */
  maxPriceRaw?: bigint | null | undefined
  /** Whether a signature can cancel an order, without gas. */
  oracleEnabled?: boolean | null | undefined
  /** Whether the collection lets only marketplaces that pay its royalties move its tokens (ERC-721C, ERC-1155C). */
  royaltiesEnforced?: boolean | null | undefined
  /** Seconds. */
  minimumBidExpiry?: number | null | undefined
}

/** A marketplace to which orders for a collection can be posted: what it accepts, and on what terms. */
export interface MarketplaceConfiguration {
  /** Name of the marketplace. */
  name?: string | null | undefined
  /** Domain of the marketplace. */
  domain?: string | null | undefined
  /** Address of its picture. */
  imageUrl?: string | null | undefined
  /** The name by which orders are posted to it: `orderbook` of a listing or bid. */
  orderbook: string
  /** Basis points: hundredths of a percent. */
  fee?: { bps?: number | null | undefined } | null | undefined
  /** Basis points: hundredths of a percent. */
  royalties?: { minBps?: number | null | undefined; maxBps?: number | null | undefined } | null | undefined
  /** By order kind. */
  exchanges: { [orderKind: string]: Exchange }
}

const listedCurrency = object({ address, decimals: count(255), name: shownText, symbol: shownText })
const listedCurrencies = v.optional(v.nullable(v.array(listedCurrency)), [])
const exchange = object({
  orderKind: v.string(),
  enabled: maybe(v.boolean()),
  fee: maybe(object({ bps: maybe(v.number()) })),
  customFeesSupported: maybe(v.boolean()),
  numFeesSupported: maybe(v.number()),
  collectionBidSupported: maybe(v.boolean()),
  traitBidSupported: maybe(v.boolean()),
  partialOrderSupported: maybe(v.boolean()),
  supportedBidCurrencies: listedCurrencies,
  paymentTokens: listedCurrencies,
  minPriceRaw: maybe(amount),
  maxPriceRaw: maybe(amount),
  oracleEnabled: maybe(v.boolean()),
  royaltiesEnforced: maybe(v.boolean()),
  minimumBidExpiry: maybe(v.number()),
})

/** A {@link MarketplaceConfiguration} in an answer. */
export const marketplaceConfiguration = object({
  name: shownText,
  domain: shownText,
  imageUrl: link,
  orderbook: v.string(),
  fee: maybe(object({ bps: maybe(v.number()) })),
  royalties: maybe(object({ minBps: maybe(v.number()), maxBps: maybe(v.number()) })),
  exchanges: v.record(v.string(), exchange),
})
