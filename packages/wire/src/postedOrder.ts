import * as v from 'valibot'
import { orderComponents } from './order.ts'
import { address, bytes, bytes32, count, list, maybe, object } from './parse.ts'
import { some, text } from './requestFields.ts'

/** Order kinds that can be traded. Older names of Seaport mean 1.5. */
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

/** Body of `POST /order/v3`; the signature is in the query. */
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
export type PostedItem = v.InferOutput<typeof orderV4Body>['items'][number]
