import type { OrderReason } from '@sluice/wire'
import type { Hex } from 'viem'

/**
 * An order that is rejected, as a value: an error would record a stack trace, and a post may contain a thousand orders
 * that are all invalid.
 */
export type RejectedOrder = {
  readonly id: Hex
  readonly stored: false
  /** Why, for programs. */
  readonly reason: OrderReason
  /** What is wrong in the order, by Seaport's names; empty where it is the order as a whole. */
  readonly field: string
  /** Why, for people. */
  readonly detail: string
}

export const rejectOrder = (reason: OrderReason, id: Hex, field: string, detail: string): RejectedOrder => ({
  id,
  stored: false,
  reason,
  field,
  detail,
})

export const isRejected = (one: object): one is RejectedOrder => 'stored' in one && one.stored === false

/** A rejected order as the answer to a request of one order. */
export class OrderError extends Error {
  override readonly name = 'OrderError'
  readonly reason: OrderReason
  readonly orderId: Hex
  readonly field: string
  constructor(reason: OrderReason, orderId: Hex, field: string, message: string) {
    super(message)
    this.reason = reason
    this.orderId = orderId
    this.field = field
  }
}
