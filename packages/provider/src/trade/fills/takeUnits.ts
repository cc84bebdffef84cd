import { orderShape } from '@sluice/seaport'
import type { Hex } from 'viem'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import { addTo } from '../addTo.ts'
import { type Availability, fillableUnits } from './availability.ts'
import type { Chosen } from './quote.ts'

/** What is left of each maker's tokens or money, and of each order, while one request is planned. */
export type Ledger = {
  take(order: StoredOrder, units: bigint): void
  left(order: StoredOrder, availability: Availability): bigint
}

/** Bids of a maker share a balance, and listings of one token share a holding: each counts once. */
export const sharedBy = (order: StoredOrder): string => {
  const shape = orderShape(order.components)
  return shape?.side === 'bid'
    ? `${order.maker}|${shape.currency}`
    : `${order.maker}|${order.contract}|${order.tokenId ?? ''}`
}

/** Base units of a bid's currency, or units of a listed token, that filling `units` takes. */
const cost = (order: StoredOrder, units: bigint): bigint => {
  const shape = orderShape(order.components)
  if (shape?.side !== 'bid') return units
  return ((order.components.offer[0]?.startAmount ?? 0n) * units) / shape.quantity
}

export function createLedger(fundsOf: (order: StoredOrder) => bigint): Ledger {
  const spent = new Map<string, bigint>()
  const filled = new Map<Hex, bigint>()
  return {
    take(order, units) {
      const at = sharedBy(order)
      addTo(spent, at, cost(order, units))
      addTo(filled, order.id, units)
    },
    left(order, availability) {
      const free = fundsOf(order) - (spent.get(sharedBy(order)) ?? 0n)
      const one = cost(order, 1n)
      const affordable = free <= 0n ? 0n : one === 0n ? availability.units : free / one
      const open = availability.units - (filled.get(order.id) ?? 0n)
      return affordable < open ? affordable : open
    },
  }
}

export type Choice = { readonly chosen: readonly Chosen[]; readonly missing: bigint }

/**
 * Takes units from candidates in their order until `wanted` is reached. A candidate is skipped when nothing of it is
 * left, or when it cannot be split as needed.
 */
export function takeUnits(
  candidates: readonly StoredOrder[],
  wanted: bigint,
  item: { readonly index: number; readonly tokenId?: bigint | undefined },
  availability: ReadonlyMap<Hex, Availability>,
  ledger: Ledger,
): Choice {
  const chosen: Chosen[] = []
  let missing = wanted
  for (const order of candidates) {
    if (missing === 0n) break
    const live = availability.get(order.id)
    if (live === undefined || live.units === 0n) continue
    const units = fillableUnits(order, missing, ledger.left(order, live))
    const tokenId = item.tokenId ?? order.tokenId
    if (units === 0n || tokenId === undefined) continue
    ledger.take(order, units)
    chosen.push({ order, tokenId, units, itemIndex: item.index })
    missing -= units
  }
  return { chosen, missing }
}
