import * as v from 'valibot'
import { object } from './parse.ts'

/**
 * Error codes of rejected requests, each with its HTTP status.
 * Codes -1 to 12 are those of Reservoir's `/execute/*` routes. The others are ours.
 */
export const executeCode = {
  flagged: { code: 1, status: 404 },
  throttled: { code: 2, status: 424 },
  orderGone: { code: 3, status: 410 },
  noFulfilment: { code: 4, status: 424 },
  noFillableOrders: { code: 5, status: 400 },
  balanceTooLow: { code: 6, status: 400 },
  rawOrderFailed: { code: 7, status: 400 },
  quantityUnavailable: { code: 8, status: 400 },
  tokenFlagged: { code: 9, status: 400 },
  notOwner: { code: 10, status: 400 },
  unknownToken: { code: 11, status: 400 },
  noOrdersCreated: { code: 12, status: 400 },
  /** Ours: the planned transaction does not match the request, so it was not sent. */
  selfCheckFailed: { code: 13, status: 500 },
  notAllowed: { code: 14, status: 401 },
  /** The route or the resource does not exist. */
  notFound: { code: 15, status: 404 },
  /** The first request with this Idempotency-Key is still in progress. */
  underWay: { code: 16, status: 409 },
  /** The Idempotency-Key was used for another request. */
  keyUsed: { code: 17, status: 422 },
  tooEarly: { code: 18, status: 425 },
  tooMany: { code: 19, status: 429 },
  /** An internal error of the provider. */
  failed: { code: 20, status: 500 },
  /** The database or the chain cannot be reached, or the provider is overloaded. */
  unavailable: { code: 21, status: 503 },
  tooSlow: { code: 22, status: 504 },
  /** The transaction was mined and failed. Older clients stop polling after any error response. */
  transactionFailed: { code: 23, status: 409 },
  /** A route of another service that this provider does not serve. */
  notServed: { code: 24, status: 501 },
  /** Any other invalid request. A body that is too large has the HTTP status 413. */
  other: { code: -1, status: 400 },
} as const
export type ExecuteCode = keyof typeof executeCode

/** Why a posted order was rejected. The codes are stable; `detail` has a sentence for people. */
const orderReasons = [
  'invalid-format',
  'unsupported-conduit',
  'zero-price',
  'invalid-start-time',
  'expired',
  'filtered',
  'unsupported-payment-token',
  'not-partially-fillable',
  'unsupported-zone',
  'invalid-signature',
  'not-fillable',
  'unknown-collection',
  'invalid-token-set',
  'fees-too-high',
] as const
export type OrderReason = (typeof orderReasons)[number]

/**
 * Why orders that are open cannot be filled: the contracts reject it, the collection does not let this marketplace transfer
 * its tokens, or the account made the order itself.
 */
export type UnfillableReason = 'reverts' | 'barred' | 'own_order'

/** The body of every error response. `field` names the invalid field, if there is one. */
export type ErrorBody = {
  statusCode: number
  error: string
  message: string
  code: number
  field?: string
  detail?: string
  orderId?: string
  /** Set where orders are open and cannot be filled; not where they are gone. */
  unfillable?: UnfillableReason
  requestId?: string
  errors?: { message: string; orderId?: string; orderIndex?: number }[]
  results?: unknown[]
}

/** What a client reads from an error response; any field may be missing. */
export const errorBody = object({
  statusCode: v.nullish(v.number()),
  error: v.nullish(v.string()),
  message: v.nullish(v.string()),
  code: v.nullish(v.number()),
  field: v.nullish(v.string()),
  detail: v.nullish(v.string()),
  orderId: v.nullish(v.string()),
})
