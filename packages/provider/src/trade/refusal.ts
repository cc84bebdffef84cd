import { type ExecuteCode, executeCode } from '@sluice/wire'

export type PlanError = { readonly message: string; readonly orderId?: string; readonly orderIndex?: number }

/** A request to trade that cannot be planned. The door turns it into the wire's error body. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** HTTP status. */
  readonly status: number
  readonly code: number | undefined
  readonly orderId: string | undefined
  readonly errors: readonly PlanError[] | undefined

  constructor(
    reason: ExecuteCode | { readonly status: number },
    message: string,
    more: { readonly orderId?: string; readonly errors?: readonly PlanError[] } = {},
  ) {
    super(message)
    const known = typeof reason === 'string' ? executeCode[reason] : undefined
    this.status = typeof reason === 'string' ? executeCode[reason].status : reason.status
    this.code = known?.code
    this.orderId = more.orderId
    this.errors = more.errors
  }
}
