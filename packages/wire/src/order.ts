import * as v from 'valibot'
import {
  address,
  bytes,
  bytes32,
  count,
  type HexString,
  hexNumber,
  list,
  maybe,
  object,
  parse,
  some,
  text,
  uint,
} from './parse.ts'

/** An item that the maker of an order gives. Amounts are base units, or units of the token. */
export interface OfferItem {
  /** Seaport's item type: native, ERC-20, ERC-721, ERC-1155, and the last two by criteria. */
  itemType: 0 | 1 | 2 | 3 | 4 | 5
  token: HexString
  /** The token id, or the root of the tree of token ids that fit. */
  identifierOrCriteria: bigint
  startAmount: bigint
  endAmount: bigint
}

/** An item that a recipient gets when an order is filled. */
export interface ConsiderationItem extends OfferItem {
  recipient: HexString
}

/** A Seaport order: the fields of its `OrderComponents`. Times are unix seconds. */
export interface Order {
  offerer: HexString
  zone: HexString
  offer: OfferItem[]
  consideration: ConsiderationItem[]
  orderType: 0 | 1 | 2 | 3 | 4
  startTime: bigint
  endTime: bigint
  zoneHash: HexString
  salt: bigint
  conduitKey: HexString
  counter: bigint
}

const itemType = v.picklist([0, 1, 2, 3, 4, 5], 'must be an item type from 0 to 5')
const orderType = v.picklist([0, 1, 2, 3, 4], 'must be an order type from 0 to 4')

/** A whole number in decimal or hex: Seaport's tools write both, merkle roots mostly in hex. */
const whole = v.union([uint, hexNumber], 'must be a whole number')

const offerItem = object({
  itemType,
  token: address,
  identifierOrCriteria: whole,
  startAmount: whole,
  endAmount: whole,
})

const considerationItem = object({ ...offerItem.entries, recipient: address })

/**
 * Seaport's `OrderComponents` as JSON (numbers or decimal strings), read into bigint.
 * Extra keys, such as `kind` and `signature` that providers add, are dropped.
 */
export const orderComponents = object({
  offerer: address,
  zone: address,
  offer: list(offerItem, 32),
  consideration: list(considerationItem, 32),
  orderType,
  startTime: whole,
  endTime: whole,
  zoneHash: bytes32,
  salt: whole,
  conduitKey: bytes32,
  counter: whole,
})

/** Reads a Seaport order. @throws {ParseError} that names the first bad field. */
export const readOrder = (input: unknown): Order => parse(orderComponents, input, 'The order')

/** Order kinds that are traded. Older names of Seaport are read as 1.5. */
export const orderKind = v.picklist(
  ['seaport-v1.6', 'seaport-v1.5', 'seaport', 'seaport-v1.4'] as const,
  'must be seaport-v1.6 or seaport-v1.5',
)
export type OrderKind = 'seaport-v1.6' | 'seaport-v1.5'

/** A signed order as posted: the components, with the signature inside or in the query. */
export const postedOrder = object({
  kind: orderKind,
  data: object({ ...orderComponents.entries, signature: maybe(bytes(8192)) }),
})

const attributeTarget = object({ collection: address, key: text(200), value: text(200) })

const posting = {
  order: postedOrder,
  orderbook: v.optional(text(32), 'reservoir'),
  orderbookApiKey: maybe(text(256)),
  collection: maybe(text(120)),
  tokenSetId: maybe(text(200)),
  attribute: maybe(attributeTarget),
  isNonFlagged: maybe(v.boolean()),
}

/** Body of `POST /order/v3`; the signature travels in the query. */
export const orderV3Body = object({ ...posting, source: maybe(text(253)) })

const bulkData = object({
  kind: orderKind,
  data: object({
    orderIndex: count(2 ** 24),
    merkleProof: list(bytes32, 24),
  }),
})

/** Body of `POST /order/v4`: several orders under one signature. */
export const orderV4Body = object({
  items: some(object({ ...posting, bulkData: maybe(bulkData) }), 1000),
  source: maybe(text(253)),
})
/** One order of a post. */
export type PostedItem = v.InferOutput<typeof orderV4Body>['items'][number]

/** What a provider answered to one posted order (specification 3, post-order response). */
export interface OrderResult {
  message?: string | null | undefined
  orderId?: HexString | null | undefined
  /** Position of the order in the request. */
  orderIndex?: number | null | undefined
  crossPostingOrderId?: string | number | null | undefined
  crossPostingOrderStatus?: string | null | undefined
}

const orderIndex = v.union(
  [count(), v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/), v.transform(Number))],
  'must be an index',
)

export const orderResult = object({
  message: maybe(v.string()),
  orderId: maybe(bytes32),
  orderIndex: maybe(orderIndex),
  crossPostingOrderId: maybe(v.union([v.string(), v.number()], 'must be an id')),
  crossPostingOrderStatus: maybe(v.string()),
})

/** What a provider answers to posted orders: `results`, or one order's fields. */
export const orderAnswer = object({
  results: maybe(list(orderResult, 1000)),
  ...orderResult.entries,
})
