import * as v from 'valibot'

/**
 * Codes of a refused `/execute/*` request, with the HTTP status each travels under.
 * Source: the ancestor's error catalogue.
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
  /** Ours: what was planned is not what was asked for, and was not sent. */
  selfCheckFailed: { code: 13, status: 500 },
  other: { code: -1, status: 400 },
} as const
export type ExecuteCode = keyof typeof executeCode

/** Why a posted order was refused. Stable words for machines; the sentence travels in `detail`. */
export const orderReasons = [
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

/** The body of every refusal. `field` names what was bad, where one thing was. */
export type ErrorBody = {
  statusCode: number
  error: string
  message: string
  code?: number
  field?: string
  detail?: string
  orderId?: string
  requestId?: string
  errors?: { message: string; orderId?: string; orderIndex?: number }[]
  results?: unknown[]
}

/** What a client reads from a refusal; everything may be missing. */
export const errorBody = v.object({
  statusCode: v.nullish(v.number()),
  error: v.nullish(v.string()),
  message: v.nullish(v.string()),
  code: v.nullish(v.number()),
  field: v.nullish(v.string()),
  orderId: v.nullish(v.string()),
})
