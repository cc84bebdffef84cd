import type { Hex } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'

/** The orders that an item may be filled with, the best first; `error` says why there are none. */
type OfItem = { readonly orders: readonly StoredOrder[]; readonly error?: PlanError }

/** The candidates of an item. A request that may be filled in part goes on without an item that is rejected. */
export async function orLeftOut<T extends OfItem>(
  { partial }: { readonly partial: boolean },
  item: { readonly orderId?: Hex | null | undefined },
  find: () => Promise<T>,
  none: T,
): Promise<T> {
  try {
    return await find()
  } catch (cause) {
    if (!(cause instanceof ApiError) || !partial) throw cause
    const orderId = item.orderId ?? cause.orderId
    const error = { message: cause.message, ...(orderId === undefined ? {} : { orderId }) }
    return { ...none, error }
  }
}

/** The orders of all candidates, each once. */
export const ordersOf = (candidates: readonly OfItem[]): readonly StoredOrder[] => [
  ...new Map(candidates.flatMap(({ orders }) => orders).map((order) => [order.id, order])).values(),
]
