import * as v from 'valibot'
import { address, amount, count, type HexString, maybe, object } from '../parse.ts'
import { link, shownText } from './shownFields.ts'

/** A currency that a marketplace takes. */
export interface ListedCurrency {
  address: HexString
  decimals: number
  name?: string | null | undefined
  symbol?: string | null | undefined
}

/** What a marketplace takes of one order kind, and on what terms. */
export interface Exchange {
  orderKind: string
  enabled?: boolean | null | undefined
  /** Basis points: hundredths of a percent. */
  fee?: { bps?: number | null | undefined } | null | undefined
  customFeesSupported?: boolean | null | undefined
  numFeesSupported?: number | null | undefined
  collectionBidSupported?: boolean | null | undefined
  traitBidSupported?: boolean | null | undefined
  partialOrderSupported?: boolean | null | undefined
  supportedBidCurrencies: ListedCurrency[] | null
  paymentTokens: ListedCurrency[] | null
  /** Base units. */
  minPriceRaw?: bigint | null | undefined
  /** Base units. */
  maxPriceRaw?: bigint | null | undefined
  oracleEnabled?: boolean | null | undefined
  /** Whether the collection lets only marketplaces that pay its royalties move its tokens (ERC-721C, ERC-1155C). */
  royaltiesEnforced?: boolean | null | undefined
  /** Seconds. */
  minimumBidExpiry?: number | null | undefined
}

/** A place where orders for a collection can be posted: what it takes, and on what terms. */
export interface MarketplaceConfiguration {
  name?: string | null | undefined
  domain?: string | null | undefined
  imageUrl?: string | null | undefined
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
