import * as v from 'valibot'
import { address, bytes, bytes32, count, maybe, text, uint } from './parse.ts'

const itemType = v.picklist([0, 1, 2, 3, 4, 5] as const, 'must be an item type from 0 to 5')
const orderType = v.picklist([0, 1, 2, 3, 4] as const, 'must be an order type from 0 to 4')

/** A whole number in decimal or hex: Seaport's tools write both, merkle roots mostly in hex. */
const whole = v.union(
  [
    uint,
    v.pipe(
      v.string(),
      v.regex(/^0x[0-9a-fA-F]{1,64}$/),
      v.transform((text) => BigInt(text)),
    ),
  ],
  'must be a whole number',
)

const offerItem = v.object({
  itemType,
  token: address,
  identifierOrCriteria: whole,
  startAmount: whole,
  endAmount: whole,
})

const considerationItem = v.object({ ...offerItem.entries, recipient: address })

/**
 * Seaport's `OrderComponents` as JSON (numbers or decimal strings), read into bigint.
 * Extra keys, such as `kind` and `signature` that providers add, are dropped.
 */
export const orderComponents = v.object({
  offerer: address,
  zone: address,
  offer: v.pipe(v.array(offerItem), v.maxLength(32, 'must hold at most 32 items')),
  consideration: v.pipe(v.array(considerationItem), v.maxLength(32, 'must hold at most 32 items')),
  orderType,
  startTime: whole,
  endTime: whole,
  zoneHash: bytes32,
  salt: whole,
  conduitKey: bytes32,
  counter: whole,
})
export type OrderComponentsJson = v.InferInput<typeof orderComponents>

/** Order kinds this house trades. Older names for Seaport are read as 1.5, as the ancestor did. */
export const orderKind = v.picklist(
  ['seaport-v1.6', 'seaport-v1.5', 'seaport', 'seaport-v1.4'] as const,
  'must be seaport-v1.6 or seaport-v1.5',
)
export type OrderKind = 'seaport-v1.6' | 'seaport-v1.5'

/** A signed order as posted: the components, with the signature inside or in the query. */
export const postedOrder = v.object({
  kind: orderKind,
  data: v.object({ ...orderComponents.entries, signature: maybe(bytes(8192)) }),
})

const attributeTarget = v.object({ collection: address, key: text(200), value: text(200) })

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
export const orderV3Body = v.object({ ...posting, source: maybe(text(253)) })
export type OrderV3Body = v.InferInput<typeof orderV3Body>

const bulkData = v.object({
  kind: orderKind,
  data: v.object({
    orderIndex: count(2 ** 24),
    merkleProof: v.pipe(v.array(bytes32), v.maxLength(24, 'must hold at most 24 nodes')),
  }),
})

/** Body of `POST /order/v4`: several orders under one signature. */
export const orderV4Body = v.object({
  items: v.pipe(
    v.array(v.object({ ...posting, bulkData: maybe(bulkData) })),
    v.minLength(1, 'must hold an order'),
    v.maxLength(1000, 'must hold at most 1000 orders'),
  ),
  source: maybe(text(253)),
})
export type OrderV4Body = v.InferInput<typeof orderV4Body>

const crossPostingId = maybe(v.union([v.string(), v.number()], 'must be an id'))

const orderResult = v.object({
  message: maybe(v.string()),
  orderId: maybe(bytes32),
  orderIndex: maybe(
    v.union([count(), v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/), v.transform(Number))], 'must be an index'),
  ),
  crossPostingOrderId: crossPostingId,
  crossPostingOrderStatus: maybe(v.string()),
})

/** What a provider answers to a posted order: `results`, or one order's fields. */
export const orderAnswer = v.object({
  results: maybe(v.pipe(v.array(orderResult), v.maxLength(1000, 'must hold at most 1000 results'))),
  ...orderResult.entries,
})
/** What the provider answered to one posted order (specification 3, post-order response). */
export type OrderResult = v.InferOutput<typeof orderResult>
