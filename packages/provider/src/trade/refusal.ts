import { type ExecuteCode, executeCode } from '@sluice/wire'
import type { Hex } from 'viem'

export type PlanError = { readonly message: string; readonly orderId?: Hex; readonly orderIndex?: number }

/** A request to trade that cannot be planned. The door turns it into the wire's error body. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** HTTP status. */
  readonly status: number
  readonly code: number | undefined
  readonly orderId: Hex | undefined
  readonly errors: readonly PlanError[] | undefined

  constructor(
    reason: ExecuteCode | { readonly status: number },
    message: string,
    more: { readonly orderId?: Hex; readonly errors?: readonly PlanError[] } = {},
  ) {
    super(message)
    this.status = typeof reason === 'string' ? executeCode[reason].status : reason.status
    this.code = typeof reason === 'string' ? executeCode[reason].code : undefined
    this.orderId = more.orderId
    this.errors = more.errors
  }
}
