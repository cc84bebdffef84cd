import { buyTokens } from '../../src/actions/buyTokens.ts'
import {
  balance,
  type Context,
  common,
  isActive,
  isFalling,
  low,
  nowOf,
  type Plan,
  show,
  somebody,
} from './plan.ts'
import { NotPossible } from './seededRandom.ts'
import { asksFor } from './takes.ts'
import { type Entry, isWhole, moneyOf, sizeOf, statusOf, takerOf, tokenOf, unitsLeft } from './truth.ts'

/** Of what is wanted some is gone: what is there is bought, and the rest is said to be missing. */
export function buyPartly(context: Context): Plan {
  const { floor, random, note, world } = context
  const index = somebody(context)
  const account = floor.watched.traders[index]!
  const at = nowOf(world)
  const fixed = asksFor(context, index).filter((entry) => !isFalling(entry) && takerOf(entry) === undefined)
  const used = new Set<string>()
  const there = random.some(fixed, 4).filter((entry) => {
    const holding = `${entry.order.offerer}|${tokenOf(entry)}`
    return !used.has(holding) && used.add(holding)
  })
  const gone = random.some(
    [...floor.book.values()].filter(
      (entry) =>
        entry.side === 'sell' &&
        entry.order.offerer !== account &&
        !isActive(context, entry) &&
        // Whose end is near may be there or not.
        (entry.order.endTime > at + 20n || entry.order.endTime < at - 5n) &&
        ['inactive', 'cancelled', 'filled', 'expired'].includes(statusOf(entry, world, at)),
    ),
    3,
  )
  if (there.length === 0 || gone.length === 0) throw new NotPossible()
  const wanted = there.map((entry) => {
    const left = unitsLeft(entry, world)
    return { entry, units: isWhole(entry) ? left : 1n + BigInt(random.below(Number(left))) }
  })
  const costs = (entry: Entry, units: bigint) =>
    entry.order.consideration.reduce(
      (sum, item) => sum + (item.itemType <= 1 ? (item.startAmount * units) / sizeOf(entry) : 0n),
      0n,
    )
  const expected = new Map<string, bigint>()
  const add = (entry: Entry, units: bigint) => {
    const money = low(moneyOf(entry).token)
    expected.set(money, (expected.get(money) ?? 0n) + costs(entry, units))
  }
  for (const { entry, units } of wanted) add(entry, units)
  const poor = [...expected].some(([money, amount]) => balance(context, index, money) < amount)
  // What is agreed is for all of it, or for what there is.
  if (random.odds(0.5)) for (const entry of gone) add(entry, sizeOf(entry))
  const all = [
    ...wanted.map(({ entry, units }) => ({ orderId: entry.id, quantity: Number(units) })),
    ...gone.map((entry) => ({ orderId: entry.id, quantity: Number(sizeOf(entry)) })),
  ]
  const items = random.odds(0.5) ? all : all.reverse()
  const setup = common(context, index)
  note(show({ items, expected: [...expected], gone: gone.map((entry) => statusOf(entry, world, at)) }))
  return {
    kind: 'buy what there is',
    start: () => [
      buyTokens(floor.client, {
        ...setup,
        items,
        expectedPrice: Object.fromEntries([...expected].map(([money, raw]) => [money, { raw }])),
        options: { partial: true },
      }),
    ],
    ends: poor ? ['provider_error', 'insufficient_funds'] : ['complete'],
    touched: [...there, ...gone].map(tokenOf),
    settle: (_ledger, mined, ends) => {
      const [end] = ends
      if (end?.status !== 'complete') return []
      const bought = wanted.flatMap(({ entry, units }) => {
        const filled = mined.fills
          .filter((fill) => fill.entry.id === entry.id)
          .reduce((sum, fill) => sum + fill.units, 0n)
        return filled === units ? [] : [`${entry.id} was filled by ${filled}, not by ${units}`]
      })
      const told = new Set(end.problems.map(({ orderId }) => orderId))
      return [
        ...bought,
        ...gone.flatMap(({ id }) => (told.has(id) ? [] : [`nobody was told that ${id} is gone`])),
      ]
    },
  }
}
