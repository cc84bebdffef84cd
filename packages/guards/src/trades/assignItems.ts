import { unitsOf, used } from '../context/claims.ts'
import { block } from '../context/findings.ts'
import { unitPrices } from '../model/agreedTotals.ts'
import { itemSlot } from '../model/slots.ts'
import type { Maker } from './maker.ts'
import { keepsPrice, priceOf } from './prices.ts'
import type { Assignment, Trade, TradeContext } from './trade.ts'

/** An order to assign, with the items that it can fill at their price. */
type Candidate = { readonly maker: Maker; readonly trade: Trade; readonly choices: readonly number[] }

/** A price above all others. */
const unbounded = 1n << 256n

/**
 * Returns the rank of an item; items with a lower rank are tried first. These are the items that few orders can fill, and
 * those with the strictest price of their own (the lowest of a purchase, the highest of a sale).
 */
function rank({ intent }: TradeContext, index: number): bigint {
  const amount = unitPrices(intent)[index]?.amount
  if (intent.action === 'sell') return amount === undefined ? unbounded : -amount
  return (amount ?? unbounded) + (intent.items[index]?.target.kind === 'collection' ? unbounded : 0n)
}

/** The number of assignments that are tried for each additional order: more than an honest plan needs. */
const maxTries = 10_000

/**
 * Assigns each order of the plan to one item, so that the price of every item is kept. The sequence of the orders does
 * not matter. The first search also keeps an equal share of the total for items without a price of their own; the second
 * one does not. An order that cannot be assigned is too expensive for its items, or is one too many.
 */
export function assign(context: TradeContext, trades: readonly Trade[]): Assignment {
  const shared = assignAll(context, trades, true)
  const found = shared.failed === undefined ? shared : assignAll(context, trades, false)
  if (found.failed !== undefined) refuse(context, trades, found.failed)
  return found.assignment
}

function assignAll(
  context: TradeContext,
  trades: readonly Trade[],
  shared: boolean,
): { readonly assignment: Assignment; readonly failed?: Candidate } {
  const { intent, done } = context
  const capacities = (capacityOf: (quantity: bigint, slot: string) => bigint) =>
    intent.items.map(({ quantity }, index) => capacityOf(quantity, itemSlot(index)))
  const assignment = new Map<Maker, number>()
  let tries = 0
  /** Returns whether every order can be assigned to an item with enough units left. */
  const canAssign = ([candidate, ...others]: readonly Candidate[], left: readonly bigint[]): boolean =>
    candidate === undefined ||
    candidate.choices.some((index) => {
      const { maker } = candidate
      const after = (left[index] ?? 0n) - maker.units
      const found = after >= 0n && tries++ < maxTries && canAssign(others, left.with(index, after))
      if (found) assignment.set(maker, index)
      return found
    })
  const free = capacities((quantity, slot) => quantity - used(context, slot))
  const placed: Candidate[] = []
  for (const trade of trades) {
    const { makers, entry } = trade
    const candidates = makers.map(
      (maker): Candidate => ({
        maker,
        trade,
        choices: maker.items
          .filter((index) => keepsPrice(context, trade, maker, index, shared))
          .sort((a, b) => Number(rank(context, a) - rank(context, b))),
      }),
    )
    // An executed call keeps its claims.
    const executed = done
      .filter((item) => item.stepIndex === entry.stepIndex && item.itemIndex === entry.itemIndex)
      .flatMap(({ claims }) => claims)
    const claimed = capacities((_, slot) => unitsOf(executed, slot))
    if (canAssign(candidates, claimed)) continue
    for (const candidate of candidates) {
      if (candidate.maker.items.length === 0) continue
      placed.push(candidate)
      // Orders with the fewest choices are assigned first.
      placed.sort((a, b) => a.choices.length - b.choices.length)
      tries = 0
      if (!canAssign(placed, free)) return { assignment, failed: candidate }
    }
  }
  return { assignment }
}

/** Blocks the plan because of an order that cannot be assigned. */
function refuse(
  context: TradeContext,
  trades: readonly Trade[],
  { maker, trade, choices }: Candidate,
): undefined {
  const path = `${trade.path}#orders.${maker.order.index}`
  const tooExpensive = maker.items.find((index) => !choices.includes(index))
  const price = tooExpensive === undefined ? undefined : unitPrices(context.intent)[tooExpensive]
  if (price !== undefined)
    block(context, 'CALL_PRICE', path, priceOf(context, trade, maker), price.amount * maker.units)
  else if (trades.length + context.done.length > 1)
    block(context, 'FLOW_BUDGET', trade.entry.path, maker.units)
  else block(context, 'CALL_EXTRA_ORDER', path, maker.units)
}
