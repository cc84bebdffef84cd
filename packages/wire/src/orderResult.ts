import * as v from 'valibot'
import { bytes32, count, type HexString, list, maybe, object } from './parse.ts'

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
