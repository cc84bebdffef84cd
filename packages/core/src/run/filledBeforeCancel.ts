import type { Hex } from 'viem'
import { TradeError } from '../errors.ts'

/** Returns the error for a cancellation of `total` orders of which some were filled before. */
export const filledBeforeCancel = (
  orderIds: readonly Hex[],
  total: number,
  data: Readonly<Record<string, unknown>> = {},
): TradeError =>
  new TradeError(
    'order_filled',
    total === 1
      ? 'The order was filled before it could be cancelled.'
      : `${orderIds.length} of ${total} orders were filled before they could be cancelled.`,
    { data: { ...data, orderIds } },
  )
