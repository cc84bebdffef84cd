import * as v from 'valibot'
import { address, bytes32, type HexString, maybe, object } from '../parse.ts'
import { type MovingPrice, movingPrice, type Price, price } from './price.ts'
import { link, numberLike, shownText } from './shownFields.ts'
import { type CollectionSummary, collectionSummary, type OrderSource, orderSource } from './summaries.ts'

/** What an order is about: one token, a collection, or the tokens with an attribute. */
export interface OrderCriteria {
  /** `token`, `collection` or `attribute`. */
  kind: string
  /** The token, the collection or the attribute, with names and pictures. */
  data?:
    | {
        token?:
          | {
              tokenId?: string | null | undefined
              name?: string | null | undefined
              image?: string | null | undefined
            }
          | null
          | undefined
        collection?: CollectionSummary | null | undefined
        attribute?: { key?: string | null | undefined; value?: string | null | undefined } | null | undefined
      }
    | null
    | undefined
}

/** One fee of an order. */
export interface OrderFee {
  /** `marketplace` or `royalty`. */
  kind?: string | null | undefined
  /** Who receives it. */
  recipient?: HexString | null | undefined
  /** Basis points: hundredths of a percent. */
  bps?: number | null | undefined
}

/** A listing or an offer, as `/orders/asks/v5`, `/orders/bids/v6` and `/users/{user}/asks|bids/v1` show it. */
export interface MarketOrder {
  /** Seaport's order hash. */
  id: HexString
  /** Such as `seaport-v1.6` or `seaport-v1.5`. */
  kind: string
  /** `sell` is a listing, `buy` an offer. */
  side: 'sell' | 'buy'
  /** Whether it can be filled, or how it ended. */
  status?: 'active' | 'inactive' | 'expired' | 'cancelled' | 'filled' | null | undefined
  /** The tokens that it is for: `token:…`, `contract:…`, `range:…` or `list:…`. */
  tokenSetId: string
  /** Contract of the collection. */
  contract?: HexString | null | undefined
  /** `erc721` or `erc1155`. */
  contractKind?: string | null | undefined
  /** Who signed the order. */
  maker: HexString
  /** The one account that can fill the order; the zero address or absent if anyone can. */
  taker?: HexString | null | undefined
  /** The price of one unit. */
  price?: Price | null | undefined
  /** Unix seconds. */
  validFrom?: number | null | undefined
  /** Unix seconds. */
  validUntil?: number | null | undefined
  /** Units that were filled. */
  quantityFilled?: number | null | undefined
  /** Units that can still be filled. */
  quantityRemaining?: number | null | undefined
  /** What it is for, with names and pictures if `includeCriteriaMetadata` was requested. */
  criteria?: OrderCriteria | null | undefined
  /** The marketplace that it is attributed to. */
  source?: OrderSource | null | undefined
  /** Basis points: hundredths of a percent. */
  feeBps?: number | null | undefined
  /** Its fees, one by one. */
  feeBreakdown?: OrderFee[] | null | undefined
  /** Unix seconds. */
  expiration?: number | null | undefined
  /** For a listing whose price changes over time; `price` is the price when the provider answered. */
  dynamicPricing?: MovingPrice | null | undefined
  /** Whether a signature can cancel it, without gas. */
  isNativeOffChainCancellable?: boolean | null | undefined
  /**
   * For an open offer: whether the maker's balance and allowance cover it together with the maker's higher and older
   * offers. `null` or absent if that is not known.
   */
  isCovered?: boolean | null | undefined
  /** The signed order, if `includeRawData` was requested. It is not verified. */
  rawData?: unknown
  /** ISO 8601. */
  createdAt?: string | null | undefined
  /** ISO 8601. */
  updatedAt?: string | null | undefined
}

const criteria = object({
  kind: v.string(),
  data: maybe(
    object({
      token: maybe(object({ tokenId: maybe(v.string()), name: shownText, image: link })),
      collection: maybe(collectionSummary),
      attribute: maybe(object({ key: shownText, value: shownText })),
    }),
  ),
})

const orderFee = object({ kind: shownText, recipient: maybe(address), bps: maybe(v.number()) })

/** A {@link MarketOrder} in an answer. */
export const marketOrder = object({
  id: bytes32,
  kind: v.string(),
  side: v.picklist(['sell', 'buy'], 'must be sell or buy'),
  status: maybe(
    v.picklist(['active', 'inactive', 'expired', 'cancelled', 'filled'], 'must be an order status'),
  ),
  tokenSetId: v.string(),
  contract: maybe(address),
  contractKind: maybe(v.string()),
  maker: address,
  taker: maybe(address),
  price: maybe(price),
  validFrom: maybe(v.number()),
  validUntil: maybe(v.number()),
  quantityFilled: maybe(numberLike),
  quantityRemaining: maybe(numberLike),
  criteria: maybe(criteria),
  source: maybe(orderSource),
  feeBps: maybe(v.number()),
  feeBreakdown: maybe(v.array(orderFee)),
  expiration: maybe(v.number()),
  dynamicPricing: movingPrice,
  isNativeOffChainCancellable: maybe(v.boolean()),
  isCovered: maybe(v.boolean()),
  rawData: maybe(v.unknown()),
  createdAt: shownText,
  updatedAt: shownText,
})
