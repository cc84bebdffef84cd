import { type Maker, paid, sumOver } from './fill.ts'
import { block, used } from './judgement.ts'
import { type Assignment, itemSlot, type Trade, type TradeJudgement, unitsOf } from './trade.ts'
import type { Claim } from './verdict.ts'

/** An item of a purchase, or of a sale into offers. */
type Item = {
  readonly quantity: bigint
  readonly maxPrice?: bigint | undefined
  readonly target?: { readonly kind: string }
}
/** An order that is to be placed: among the items whose price it keeps. */
type Seat = { readonly maker: Maker; readonly choices: readonly number[] }

const endless = 1n << 256n
/** Items that few orders can serve come first, then those of the lowest price: the others stay for other orders. */
const rank = ({ maxPrice = endless, target }: Item): bigint =>
  target?.kind === 'collection' ? maxPrice + endless : maxPrice

/** Places that are tried until one order more has its own: more than an honest plan needs. */
const mostTries = 10_000

/**
 * What each order of the flow claims, where some may stand for several items or items have prices of their own:
 * what serves the items within their prices is looked for until it is found, in whichever order a plan names them.
 * An order without a place is too dear for its items, or one too many.
 */
export function assign(judgement: TradeJudgement, trades: readonly Trade[]): Assignment {
  const { intent, policy, done } = judgement
  const items: readonly Item[] = intent.items
  const roomsOf = (roomOf: (item: Item, slot: string) => bigint) =>
    items.map((item, index) => roomOf(item, itemSlot(index)))
  const costOf = (maker: Maker) =>
    sumOver(judgement, maker, paid(maker), 'most', [0, policy.fills.horizonSeconds])
  // A bare number is a price in one currency only.
  const isKept = (maker: Maker, { maxPrice }: Item): boolean =>
    maxPrice === undefined ||
    ('limits' in intent && intent.limits?.size === 1 && costOf(maker) <= maxPrice * maker.units)
  const assignment = new Map<Maker, readonly Claim[]>()
  let tries = 0
  /** Whether there is a place for each. */
  const place = ([seat, ...others]: readonly Seat[], rooms: readonly bigint[]): boolean =>
    seat === undefined ||
    seat.choices.some((index) => {
      const { maker } = seat
      const room = (rooms[index] as bigint) - maker.units
      const found = room >= 0n && tries++ < mostTries && place(others, rooms.with(index, room))
      if (found) assignment.set(maker, [{ slot: itemSlot(index), units: maker.units }])
      return found
    })
  const free = roomsOf(({ quantity }, slot) => quantity - used(judgement, slot))
  const placed: Seat[] = []
  for (const { makers, entry, path } of trades) {
    const seats = makers.map((maker): Seat => {
      const choices = maker.items.filter((index) => isKept(maker, items[index] as Item))
      return {
        maker,
        choices: choices.sort((a, b) => Number(rank(items[a] as Item) - rank(items[b] as Item))),
      }
    })
    // What was executed at a place keeps what it claimed then.
    const here = done
      .filter((item) => item.stepIndex === entry.stepIndex && item.itemIndex === entry.itemIndex)
      .flatMap(({ claims }) => claims)
    const before = roomsOf((_, slot) => unitsOf(here, slot))
    if (place(seats, before)) continue
    for (const seat of seats) {
      const { maker, choices } = seat
      if (maker.items.length === 0) continue
      placed.push(seat)
      // Those of the fewest choices are placed first.
      placed.sort((a, b) => a.choices.length - b.choices.length)
      tries = 0
      if (place(placed, free)) continue
      const at = `${path}#orders.${maker.order.index}`
      const dear = maker.items.find((index) => !choices.includes(index))
      if (dear !== undefined)
        block(judgement, 'CALL_PRICE', at, costOf(maker), (items[dear]?.maxPrice ?? 0n) * maker.units)
      else if (trades.length + done.length > 1) block(judgement, 'FLOW_BUDGET', entry.path, maker.units)
      else block(judgement, 'CALL_EXTRA_ORDER', at, maker.units)
      return assignment
    }
  }
  return assignment
}
