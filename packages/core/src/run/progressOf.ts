import { cancelSlot } from '@sluice/guards/internal'
import type { Hex } from 'viem'
import type { Progress, ProgressItem, ProgressState } from '../errors.ts'
import type { Agreed } from './agreed.ts'
import type { Execution, ExecutionItem } from './execution.ts'
import { allItems } from './items.ts'

/**
 * Returns which of the items of an action are done: bought, sold, transferred, cancelled, or signed and
 * published. Pure: read from the execution alone, at any time of the run. A fill that skipped some of its orders
 * counts for the others only, and one of an order that was filled in part before for the units that moved.
 *
 * @example
 * ```ts
 * const { done, total, items } = progressOf(run.execution)
 * const left = items.filter(({ state }) => state === 'open').map(({ index }) => cart[index])
 * ```
 */
export function progressOf(execution: Pick<Execution, 'agreed' | 'steps' | 'past' | 'verdict'>): Progress {
  const { agreed, verdict } = execution
  const carriedOut = allItems(execution)
  const doneSlots = new Set(
    carriedOut.flatMap((item) =>
      stateOf(item) === 'done' ? (item.claims ?? []).map(({ slot }) => slot) : [],
    ),
  )
  const items = agreed.map((one, index): ProgressItem => {
    const claimed = carriedOut.flatMap((item) => unitsOf(item, one))
    const sum = claimed.reduce((total, claim) => total + (claim.state === 'done' ? claim.units : 0), 0)
    // Everything is cancelled by several calls together: one on each Seaport.
    const isShort = verdict?.items.some(({ claims }) =>
      claims.some(({ slot }) => slot.startsWith(`${one.slot}:`) && !doneSlots.has(slot)),
    )
    const done = isShort === true ? Math.min(sum, one.units - 1) : Math.min(sum, one.units)
    const isEnded = verdict?.ended?.some((id) => one.slot === cancelSlot(id)) === true
    const state: ProgressState =
      done >= one.units
        ? 'done'
        : isEnded
          ? 'ended'
          : claimed.some((claim) => claim.state === 'unknown')
            ? 'unknown'
            : sum > 0
              ? 'partial'
              : 'open'
    return { index, state, units: one.units, done }
  })
  const count = items.filter(({ state }) => state === 'done' || state === 'ended').length
  return { done: count, total: agreed.length, items }
}

/** Returns the units that an item contributes to one agreed item, and how certain that is. */
function unitsOf(item: ExecutionItem, { slot, units }: Agreed) {
  const state = stateOf(item)
  if (state === 'open') return []
  // A call to a router, proven by simulation alone, is for all that was agreed.
  if (item.claims?.length === 0 && (item.purpose === 'buy' || item.purpose === 'sell'))
    return [{ state, units }]
  return moved(item)
    .filter((claim) => claim.slot === slot || claim.slot.startsWith(`${slot}:`))
    .filter(({ order }) => order === undefined || item.skipped?.includes(order) !== true)
    .map((claim) => ({ state, units: claim.moved }))
}

/** The claims of an item, and how many units of each have moved or may: what the exchange says, once it is mined. */
function moved({ claims = [], fills }: ExecutionItem) {
  const left = new Map<Hex, number>()
  for (const { order, units } of fills ?? []) left.set(order, (left.get(order) ?? 0) + units)
  return claims.map(({ slot, order, units }) => {
    const most = Number(units)
    if (order === undefined || fills === undefined) return { slot, order, units: most, moved: most }
    const rest = left.get(order) ?? 0
    left.set(order, Math.max(0, rest - most))
    return { slot, order, units: most, moved: Math.min(rest, most) }
  })
}

/** Returns how far an item is known to have happened. */
function stateOf(item: ExecutionItem): 'done' | 'unknown' | 'open' {
  const { status, proof, orderData, money, receipt, skipped = [] } = item
  if (status === 'complete' || proof === 'chain' || orderData !== undefined) return 'done'
  if (receipt?.status === 'success') {
    // Mined, and not all of it came: what the exchange says it filled has come, unless it says that all has.
    const ofOrders = moved(item).filter(({ order }) => order !== undefined)
    const isShort = ofOrders.some((claim) => claim.moved < claim.units) || skipped.length > 0
    const isPart = ofOrders.some(
      (claim) => claim.order !== undefined && claim.moved > 0 && !skipped.includes(claim.order),
    )
    return isShort && isPart ? 'done' : 'unknown'
  }
  return money === 'untouched' || money === 'gas_only' ? 'open' : 'unknown'
}

/** Returns the orders that were or may have been signed and are not known to be posted: each may be live. */
export const mayBeLive = (execution: Pick<Execution, 'steps' | 'past'>): readonly Hex[] =>
  allItems(execution).flatMap(({ status, money, signs }) =>
    status === 'incomplete' && (money === 'signed' || money === 'unknown') ? (signs ?? []) : [],
  )
