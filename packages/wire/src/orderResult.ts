import * as v from 'valibot'
import { bytes32, count, type HexString, list, maybe, object } from './parse.ts'

/** The result of one posted order (specification 3, post-order response). */
export interface OrderResult {
  /** The provider's message. */
  message?: string | null | undefined
  /** The order that the provider stored: its hash. */
  orderId?: HexString | null | undefined
  /** Position of the order in the request. */
  orderIndex?: number | null | undefined
  /** The id by which the provider passes the order on to another book. */
  crossPostingOrderId?: string | number | null | undefined
  /** How far that has come. */
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

/** The response to posted orders: `results`, or the fields of one order. */
export const orderAnswer = object({
  results: maybe(list(orderResult, 1000)),
  ...orderResult.entries,
})
