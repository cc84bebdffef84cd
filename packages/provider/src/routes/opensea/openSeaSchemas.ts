import { address, bytes32 } from '@sluice/wire'
import * as v from 'valibot'

/**
 * The answers of OpenSea's API v2 that are served here, as `@opensea/api-types` 0.12.0 describes them. What is not known
 * is left out.
 */

const text = v.string()
const maybeText = v.optional(text)
const whole = v.pipe(v.number(), v.integer())
const digits = v.pipe(text, v.regex(/^[0-9]+$/))
const hex = v.pipe(text, v.regex(/^0x[0-9a-f]*$/))

/** A page of a list; `next` is absent on the last one. */
export const openSeaPage = <const TKey extends string>(key: TKey, row: v.GenericSchema) =>
  v.object({ [key]: v.array(row), next: maybeText })

const item = v.strictObject({
  itemType: whole,
  token: address,
  identifierOrCriteria: digits,
  startAmount: digits,
  endAmount: digits,
})
const considerationItem = v.strictObject({ ...item.entries, recipient: address })

/** A Seaport order as it was signed. Times are unix seconds in decimal. */
export const protocolData = v.strictObject({
  parameters: v.strictObject({
    offerer: address,
    offer: v.array(item),
    consideration: v.array(considerationItem),
    startTime: digits,
    endTime: digits,
    orderType: whole,
    zone: address,
    zoneHash: bytes32,
    salt: digits,
    conduitKey: bytes32,
    totalOriginalConsiderationItems: whole,
    counter: digits,
  }),
  signature: hex,
})

const price = v.strictObject({ currency: text, decimals: whole, value: digits })
const criteria = v.strictObject({
  collection: v.strictObject({ slug: text }),
  contract: v.strictObject({ address }),
  traits: v.optional(v.array(v.strictObject({ type: text, value: text }))),
})
const order = {
  order_hash: bytes32,
  chain: text,
  protocol_data: protocolData,
  protocol_address: address,
  protocol: v.literal('seaport'),
  asset: v.optional(v.strictObject({ identifier: digits, contract: address })),
  remaining_quantity: whole,
  order_created_at: whole,
  status: v.picklist(['ACTIVE', 'INACTIVE', 'FULFILLED', 'EXPIRED', 'CANCELLED']),
}
export const openSeaListing = v.strictObject({
  ...order,
  type: v.literal('basic'),
  price: v.strictObject({ current: price }),
})
export const openSeaOffer = v.strictObject({ ...order, criteria: v.optional(criteria), price })

const trait = v.strictObject({ trait_type: text, value: text })
const owner = v.strictObject({ address, quantity: whole, quantity_string: digits })
export const openSeaOwners = openSeaPage('owners', owner)

const nft = {
  identifier: digits,
  collection: address,
  contract: address,
  token_standard: v.picklist(['erc721', 'erc1155']),
  name: maybeText,
  description: maybeText,
  image_url: maybeText,
  display_image_url: maybeText,
  opensea_url: text,
  updated_at: text,
  is_disabled: v.boolean(),
  is_nsfw: v.boolean(),
  traits: v.array(trait),
}
export const openSeaNft = v.strictObject(nft)
export const openSeaNftDetailed = v.strictObject({
  ...nft,
  is_suspicious: v.boolean(),
  creator: text,
  owners: v.array(owner),
})

/** Prices of one coin; empty where the settings name no rate. */
export const openSeaPaymentToken = v.strictObject({
  symbol: text,
  address,
  chain: text,
  image: text,
  name: text,
  decimals: whole,
  eth_price: text,
  usd_price: text,
})

const collection = {
  collection: address,
  name: text,
  description: maybeText,
  image_url: maybeText,
  owner: maybeText,
  safelist_status: v.literal('not_requested'),
  category: text,
  is_disabled: v.boolean(),
  is_nsfw: v.boolean(),
  trait_offers_enabled: v.boolean(),
  collection_offers_enabled: v.boolean(),
  opensea_url: text,
  contracts: v.array(v.strictObject({ address, chain: text })),
}
export const openSeaCollection = v.strictObject(collection)
export const openSeaCollectionDetailed = v.strictObject({
  ...collection,
  editors: v.array(address),
  fees: v.array(v.strictObject({ fee: v.number(), recipient: address, required: v.boolean() })),
  required_zone: address,
  total_supply: whole,
  unique_item_count: whole,
  created_date: text,
  pricing_currencies: v.strictObject({
    listing_currency: openSeaPaymentToken,
    offer_currency: openSeaPaymentToken,
  }),
})

export const openSeaStats = v.strictObject({
  total: v.strictObject({
    volume: v.number(),
    volume_symbol: text,
    sales: whole,
    num_owners: whole,
    /** `null` where nothing is listed for the native coin. */
    floor_price: v.nullable(v.number()),
    floor_price_symbol: text,
  }),
  intervals: v.array(
    v.strictObject({
      interval: v.picklist(['one_day', 'seven_day', 'thirty_day']),
      volume: v.number(),
      volume_symbol: text,
      sales: whole,
    }),
  ),
})

const payment = v.strictObject({ quantity: digits, token_address: address, decimals: whole, symbol: text })
const event = {
  event_timestamp: whole,
  chain: text,
  quantity: whole,
  transaction: v.optional(bytes32),
  order_hash: v.optional(bytes32),
  protocol_address: v.optional(address),
}
export const openSeaEvent = v.variant('event_type', [
  v.strictObject({
    ...event,
    event_type: v.literal('sale'),
    payment: v.optional(payment),
    closing_date: whole,
    seller: address,
    buyer: address,
    nft: v.optional(openSeaNft),
  }),
  v.strictObject({
    ...event,
    event_type: v.literal('transfer'),
    from_address: address,
    to_address: address,
    nft: v.optional(openSeaNft),
  }),
  v.strictObject({
    ...event,
    event_type: v.literal('mint'),
    to_address: address,
    nft: v.optional(openSeaNft),
  }),
  v.strictObject({
    ...event,
    event_type: v.literal('order'),
    order_type: v.picklist(['listing', 'item_offer', 'collection_offer', 'trait_offer']),
    payment: v.optional(payment),
    start_date: whole,
    expiration_date: whole,
    asset: v.optional(openSeaNft),
    criteria: v.optional(criteria),
    maker: address,
    taker: text,
    is_private_listing: v.optional(v.boolean()),
  }),
])
