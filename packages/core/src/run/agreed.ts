import type { Intent } from '@sluice/guards'
import { cancelAllSlot, cancelSlot, itemSlot, orderSlot } from '@sluice/guards/internal'

/** One thing that was agreed: one of the caller's items, listings, bids or orders to cancel. */
export type Agreed = {
  /** As the claims of checked items name it: `item:0`, `order:1`, `cancel:0x…`. */
  readonly slot: string
  /** Token units; 1 for an order. */
  readonly units: number
  /** Whether the action may be complete without it. */
  readonly optional: boolean
}

/** What an intent agrees to, in the caller's order. */
export function agreedOf(intent: Intent): readonly Agreed[] {
  switch (intent.action) {
    case 'buy':
    case 'sell':
      return intent.items.map(({ quantity }, index) => ({
        slot: itemSlot(index),
        units: Number(quantity),
        optional: intent.partial,
      }))
    case 'transfer':
      return intent.items.map(({ quantity }, index) => ({
        slot: itemSlot(index),
        units: Number(quantity),
        optional: false,
      }))
    case 'list':
      return intent.listings.map((_, index) => order(index))
    case 'bid':
      return intent.bids.map((_, index) => order(index))
    case 'cancel':
      return intent.mode === 'all'
        ? [{ slot: cancelAllSlot(), units: 1, optional: false }]
        : intent.orderIds.map((id) => ({ slot: cancelSlot(id), units: 1, optional: false }))
    case 'announce':
      return [{ slot: itemSlot(0), units: 1, optional: false }]
    default:
      return intent satisfies never
  }
}

const order = (index: number): Agreed => ({ slot: orderSlot(index), units: 1, optional: false })
