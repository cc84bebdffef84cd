import { type ExecuteCode, executeCode } from '@sluice/wire'
import type { Hex } from 'viem'

export type PlanError = {
  readonly message: string
  readonly orderId?: Hex
  readonly orderIndex?: number
}

/** A request that is not done. The door turns it into the wire's error body. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** HTTP status. */
  readonly status: number
  readonly code: number
  /** What of the request is wrong, by its place: `items.0.token`, the name of a query's value or of a header. */
  readonly field: string | undefined
  readonly orderId: Hex | undefined
  readonly errors: readonly PlanError[] | undefined

  constructor(
    reason: ExecuteCode,
    message: string,
    more: { readonly field?: string; readonly orderId?: Hex; readonly errors?: readonly PlanError[] } = {},
  ) {
    super(message)
    this.status = executeCode[reason].status
    this.code = executeCode[reason].code
    this.field = more.field
    this.orderId = more.orderId
    this.errors = more.errors
  }
}
