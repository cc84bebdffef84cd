import { type ExecuteCode, executeCode, type UnfillableReason } from '@sluice/wire'
import type { Hex } from 'viem'

/** Why one order of a plan was left out. */
export type PlanError = {
  readonly message: string
  readonly orderId?: Hex
  readonly orderIndex?: number
}

/** A request that is rejected; `errorResponse` turns it into the wire's error body. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly reason: ExecuteCode
  /** HTTP status. */
  readonly status: number
  readonly code: number
  /** What is wrong in the request: `items.0.token`, or the name of a parameter or a header. */
  readonly field: string | undefined
  readonly orderId: Hex | undefined
  readonly errors: readonly PlanError[] | undefined
  /** Why orders cannot be filled that are open. */
  readonly unfillable: UnfillableReason | undefined
  /** The limit that rejected the request, as metrics name it. */
  readonly limit: string | undefined

  constructor(
    reason: ExecuteCode,
    message: string,
    more: {
      readonly field?: string
      readonly orderId?: Hex
      readonly errors?: readonly PlanError[]
      readonly unfillable?: UnfillableReason | undefined
      readonly limit?: string
    } = {},
  ) {
    super(message)
    this.reason = reason
    this.status = executeCode[reason].status
    this.code = executeCode[reason].code
    this.field = more.field
    this.orderId = more.orderId
    this.errors = more.errors
    this.unfillable = more.unfillable
    this.limit = more.limit
  }
}
