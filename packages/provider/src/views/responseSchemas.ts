import {
  activity,
  address,
  attributeValues,
  bestOrder,
  bytes32,
  collection,
  marketplaceConfiguration,
  price,
  transfer,
} from '@sluice/wire'
import * as v from 'valibot'

/** A page of a list, and where the next one begins: `null` on the last page. */
export const pageOf = <const TKey extends string>(key: TKey, row: v.GenericSchema) =>
  v.object({ [key]: v.array(row), continuation: v.nullable(v.string()) })

/** The whole of a list. */
export const listOf = <const TKey extends string>(key: TKey, row: v.GenericSchema) =>
  v.object({ [key]: v.array(row) })

/** The outcome of a request, as a sentence. */
export const messageResponse = v.strictObject({ message: v.string() })

const count = v.pipe(v.number(), v.integer())
/** A count that is sent as text, as clients know it. */
const countText = v.pipe(v.string(), v.regex(/^[0-9]+$/))
const time = v.pipe(v.string(), v.isoTimestamp())
const nullableText = v.nullable(v.string())
const nullablePrice = v.nullable(price)

/** Attributes of a collection before the fourth version: a floor is a number of coins. */
export const earlierAttributes = v.object({
  ...attributeValues.entries,
  values: v.array(v.strictObject({ value: v.string(), count, floorAskPrice: v.nullable(v.number()) })),
})

/** A marketplace in the first version of its configuration: currencies of offers are addresses. */
export const earlierConfiguration = v.object({
  ...marketplaceConfiguration.entries,
  exchanges: v.record(
    v.string(),
    v.object({ orderKind: v.string(), enabled: v.boolean(), supportedBidCurrencies: v.array(address) }),
  ),
})

/** A marketplace and one kind of order. */
export const supportedMarketplace = v.object({
  name: v.string(),
  domain: nullableText,
  imageUrl: v.string(),
  orderbook: v.string(),
  orderKind: v.string(),
  fee: v.object({ bps: v.number(), percent: v.number() }),
  feeBps: v.number(),
  listingEnabled: v.boolean(),
  customFeesSupported: v.boolean(),
  collectionBidSupported: v.boolean(),
  traitBidSupported: v.boolean(),
  partialBidSupported: v.boolean(),
  minimumBidExpiry: v.number(),
  supportedBidCurrencies: v.array(address),
  paymentTokens: v.array(v.object({ address, name: v.string(), symbol: v.string(), decimals: count })),
})

const { floorAsk: _, topBid: __, ...collectionFields } = collection.entries
/** A collection that an account holds tokens of. */
export const heldCollection = v.strictObject({
  collection: v.object({
    ...collectionFields,
    floorAskPrice: nullablePrice,
    topBidValue: nullablePrice,
    topBidMaker: v.nullable(address),
    topBidSourceDomain: nullableText,
  }),
  ownership: v.strictObject({ tokenCount: countText, onSaleCount: countText, liquidCount: v.null() }),
})

const { volume: volumes, ...trendFields } = {
  ...collection.entries,
  contract: address,
  tokenCount: count,
  onSaleCount: count,
}
/** A collection by recent trades. */
export const trendingCollection = v.object({
  ...trendFields,
  collectionVolume: volumes,
  volume: v.number(),
  count,
  volumePercentChange: v.nullable(v.number()),
  countPercentChange: v.null(),
})
/** A collection by recent mints. */
export const mintedCollection = v.object({
  ...trendFields,
  collectionVolume: volumes,
  mintCount: count,
  mintVolume: v.number(),
})

/** A collection that was searched for. @param floor how the route shows its floor. */
export const searchedCollection = (floor: v.GenericSchema) =>
  v.strictObject({
    chainId: count,
    collectionId: address,
    contract: address,
    name: nullableText,
    slug: v.string(),
    image: nullableText,
    isSpam: v.boolean(),
    isNsfw: v.boolean(),
    metadataDisabled: v.boolean(),
    tokenCount: countText,
    allTimeVolume: v.number(),
    floorAskPrice: v.nullable(floor),
    openseaVerificationStatus: v.null(),
  })

const named = { id: nullableText, name: nullableText, image: nullableText }
/** An activity under the shorter names of `/search/activities/v1`. */
export const shortActivity = v.object({
  ...activity.entries,
  token: v.strictObject(named),
  collection: v.strictObject(named),
})

export const sale = v.strictObject({
  id: v.string(),
  saleId: v.string(),
  token: v.strictObject({
    contract: address,
    tokenId: v.string(),
    name: nullableText,
    image: nullableText,
    collection: v.strictObject({ id: address, name: nullableText }),
  }),
  orderSource: nullableText,
  orderSide: v.picklist(['ask', 'bid']),
  orderKind: v.string(),
  orderId: v.nullable(bytes32),
  orderIsReservoir: v.boolean(),
  from: address,
  to: address,
  amount: countText,
  txHash: bytes32,
  logIndex: count,
  batchIndex: count,
  timestamp: count,
  price: nullablePrice,
  washTradingScore: v.number(),
  isDeleted: v.boolean(),
  createdAt: time,
  updatedAt: time,
})

export const listedTransfer = v.object({ ...transfer.entries, isDeleted: v.boolean(), updatedAt: time })

/** The best offer for a token that an account holds. */
export const tokenBid = v.object({
  ...bestOrder.entries,
  createdAt: time,
  floorDifferencePercentage: v.nullable(v.number()),
  token: v.object({
    contract: address,
    tokenId: v.string(),
    name: nullableText,
    image: nullableText,
    floorAskPrice: nullablePrice,
    collection: v.object({
      id: address,
      name: nullableText,
      imageUrl: nullableText,
      floorAskPrice: nullablePrice,
    }),
  }),
})

/** A holder of a collection or a token. */
export const holder = v.strictObject({
  address,
  ownership: v.strictObject({
    tokenCount: countText,
    onSaleCount: countText,
    floorAskPrice: v.null(),
    topBidValue: v.null(),
    totalBidValue: v.null(),
  }),
})

/** Sales and mints of some days. */
export const statistics = v.strictObject({
  mintCount: count,
  saleCount: count,
  totalCount: count,
  mintVolume: v.number(),
  saleVolume: v.number(),
  totalVolume: v.number(),
})

/** An order that was posted for another order book. */
export const crossPost = v.strictObject({
  id: count,
  orderId: bytes32,
  orderbook: v.string(),
  status: v.picklist(['pending', 'posted', 'failed']),
  statusReason: v.string(),
  createdAt: time,
  updatedAt: time,
})

/** Whether every answer includes the effects of a transaction. */
export const syncedResponse = v.strictObject({
  synced: v.boolean(),
  blockHash: v.optional(bytes32),
  block: v.optional(count),
  status: v.optional(v.picklist(['success', 'reverted'])),
  confirmations: v.optional(count),
  finality: v.optional(v.picklist(['head', 'safe', 'finalized'])),
})

const failure = v.optional(v.literal('failure'))
/** The same of several transactions, with the tokens that they moved. */
export const syncedListResponse = v.strictObject({
  status: failure,
  transactions: v.array(
    v.strictObject({
      hash: bytes32,
      synced: v.boolean(),
      status: failure,
      transfers: v.optional(v.array(transfer)),
    }),
  ),
})

/** The state of one chain. */
export const healthResponse = v.strictObject({
  chainId: count,
  slug: v.string(),
  status: v.picklist(['ok', 'node-unreachable', 'database-unreachable', 'behind']),
  block: v.nullable(count),
  behind: v.nullable(count),
  /** Until it is not behind, at the speed of the last two minutes; null while that is unknown. */
  secondsLeft: v.nullable(count),
})
