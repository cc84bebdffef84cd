import type { Logic } from './logic.ts'

/** What was agreed for one item: its units, and the price of one unit where it has a price of its own. */
export type AgreedItem<N, B> = {
  readonly quantity: N
  readonly isPriced: B
  readonly price: N
  readonly currency: N
}

/** What was agreed in all, per currency. `isAgreed`: whether the currency may be used at all. */
export type AgreedTotal<N, B> = { readonly currency: N; readonly isAgreed: B; readonly amount: N }

/** One order of a plan: the item that it serves, its units, and what all of them cost or bring after fees. */
export type PlannedOrder<N, B> = {
  readonly item: N
  readonly units: N
  readonly amount: N
  readonly currency: N
  /** The part of the plan that it is filled with, or not at all: orders of one part happen together. */
  readonly part: N
  /** Whether a wallet sent it before: it counts, and no longer needs a price. */
  readonly isDone: B
  /** Whether the plan has it; a slot for an order may stay empty. */
  readonly isThere: B
}

export type Budget<N, B> = {
  readonly action: 'buy' | 'sell'
  readonly items: readonly AgreedItem<N, B>[]
  readonly totals: readonly AgreedTotal<N, B>[]
  readonly orders: readonly PlannedOrder<N, B>[]
  /** Names of the parts. */
  readonly parts: readonly N[]
  /** Whether the units of the items without a price are interchangeable. */
  readonly isAlike: B
  /** Of a sale: whether the totals are due only once everything is sold. */
  readonly isPartial: B
}

/** Sums and comparisons that the rules and the theorem about them are both written with. */
function sumsOf<N, B>(logic: Logic<N, B>, { items, totals, action }: Budget<N, B>) {
  const { number, plus, minus, times, divide, atMost, same, all, any, not, choose } = logic
  const zero = number(0n)
  const sum = <T>(list: readonly T[], when: (one: T) => B, amount: (one: T) => N): N =>
    plus(zero, ...list.map((one) => choose(when(one), amount(one), zero)))
  const isOf = (order: PlannedOrder<N, B>, index: number): B =>
    all(order.isThere, same(order.item, number(BigInt(index))))
  /** Whether an order serves an item without a price of its own. */
  const isRest = (order: PlannedOrder<N, B>): B =>
    any(...items.map((item, index) => all(isOf(order, index), not(item.isPriced))))
  const restUnits = sum(
    items,
    ({ isPriced }) => not(isPriced),
    ({ quantity }) => quantity,
  )
  /** What the items with prices leave of a total. */
  const leftOf = (total: AgreedTotal<N, B>): N => {
    const own = sum(
      items,
      (item) => all(item.isPriced, same(item.currency, total.currency)),
      ({ price, quantity }) => times(price, quantity),
    )
    return choose(all(total.isAgreed, atMost(own, total.amount)), minus(total.amount, own), zero)
  }
  /** The equal share of a number of units: rounded up if it is paid, rounded down if it is received. */
  const shareOf = (left: N, units: N): N =>
    choose(
      same(restUnits, zero),
      zero,
      divide(
        action === 'buy' ? plus(times(left, units), minus(restUnits, number(1n))) : times(left, units),
        choose(same(restUnits, zero), number(1n), restUnits),
      ),
    )
  const due = sum(
    totals,
    (total) => not(atMost(leftOf(total), zero)),
    () => number(1n),
  )
  return { zero, sum, isOf, isRest, restUnits, leftOf, shareOf, severalDue: not(atMost(due, number(1n))) }
}

/**
 * The rules of money, each as what has to hold. A plan that breaks `FLOW_BUDGET` or `CALL_PRICE` is refused; about
 * `NO_ITEM_PRICE` the user is asked.
 */
export function budgetRules<N, B>(logic: Logic<N, B>, budget: Budget<N, B>): Readonly<Record<string, B>> {
  const { number, times, atMost, same, all, any, not, choose, plus } = logic
  const { action, items, totals, orders, parts, isAlike, isPartial } = budget
  const { zero, sum, isOf, isRest, restUnits, leftOf, shareOf, severalDue } = sumsOf(logic, budget)
  const within = (amount: N, bound: N): B =>
    action === 'buy' ? atMost(amount, bound) : atMost(bound, amount)
  const unitsOf = (index: number): N =>
    sum(
      orders,
      (one) => isOf(one, index),
      ({ units }) => units,
    )

  const noMoreUnits = all(...items.map(({ quantity }, index) => atMost(unitsOf(index), quantity)))

  const ownPrices = all(
    ...orders.flatMap((order) =>
      items.map((item, index) =>
        any(
          not(all(isOf(order, index), item.isPriced)),
          all(same(order.currency, item.currency), within(order.amount, times(item.price, order.units))),
        ),
      ),
    ),
  )

  const isWhole = all(...items.map(({ quantity }, index) => same(unitsOf(index), quantity)))
  const isOfTotal = (order: PlannedOrder<N, B>, { currency }: AgreedTotal<N, B>) =>
    all(order.isThere, same(order.currency, currency))
  const inTotals = all(
    ...totals.map((total) => {
      const spent = sum(
        orders,
        (order) => isOfTotal(order, total),
        ({ amount }) => amount,
      )
      if (action === 'buy') return atMost(spent, choose(total.isAgreed, total.amount, zero))
      return any(all(isPartial, not(isWhole)), not(total.isAgreed), atMost(total.amount, spent))
    }),
  )

  const alike = action === 'buy' ? isAlike : all(isAlike, not(severalDue))
  const partsAreWithin = all(
    ...parts.flatMap((part) => {
      const mine = (order: PlannedOrder<N, B>) =>
        all(isRest(order), not(order.isDone), same(order.part, part))
      const units = sum(orders, mine, (order) => order.units)
      return totals.map((total) => {
        const left = leftOf(total)
        const amount = sum(
          orders,
          (one) => all(mine(one), same(one.currency, total.currency)),
          (one) => one.amount,
        )
        const bound =
          action === 'buy'
            ? choose(same(units, restUnits), left, choose(alike, shareOf(left, units), zero))
            : choose(alike, shareOf(left, units), left)
        return any(same(units, zero), within(amount, bound))
      })
    }),
  )
  const count = plus(number(0n), ...orders.map(({ isThere }) => choose(isThere, number(1n), zero)))
  return {
    FLOW_BUDGET: noMoreUnits,
    CALL_PRICE: any(same(count, zero), all(ownPrices, inTotals)),
    NO_ITEM_PRICE: partsAreWithin,
  }
}

/**
 * What has to hold of a state of the chain, said without the rules: of the orders that happened, whichever they are, an
 * item with a price has not cost more (brought less) than that price for each unit, all together are within the totals,
 * and the items without a price cost no more (brought no less) than the share of their units. A share is rounded to a
 * whole base unit once for each part.
 */
export function isWithinIntent<N, B>(
  logic: Logic<N, B>,
  budget: Budget<N, B>,
  happened: (order: PlannedOrder<N, B>) => B,
): B {
  const { number, plus, minus, times, atMost, same, all, any, not, choose } = logic
  const { action, items, totals, orders, parts, isAlike } = budget
  const { zero, sum, isOf, isRest, restUnits, leftOf, severalDue } = sumsOf(logic, budget)
  const at = (order: PlannedOrder<N, B>, index: number) => all(happened(order), isOf(order, index))
  const unitsAt = (index: number) =>
    sum(
      orders,
      (order) => at(order, index),
      (order) => order.units,
    )
  const quantities = items.map(({ quantity }, index) => atMost(unitsAt(index), quantity))
  const everything = all(...items.map(({ quantity }, index) => same(unitsAt(index), quantity)))
  const prices = items.map((item, index) => {
    const foreign = sum(
      orders,
      (order) => all(at(order, index), not(same(order.currency, item.currency))),
      () => number(1n),
    )
    const amount = sum(
      orders,
      (order) => at(order, index),
      (order) => order.amount,
    )
    const bound = times(item.price, unitsAt(index))
    const kept = action === 'buy' ? atMost(amount, bound) : atMost(bound, amount)
    return any(not(item.isPriced), all(same(foreign, zero), kept))
  })
  const alike = action === 'buy' ? isAlike : all(isAlike, not(severalDue))
  const rest = (order: PlannedOrder<N, B>) => all(happened(order), isRest(order))
  const units = sum(orders, rest, (order) => order.units)
  const several = sum(
    parts,
    (part) => any(...orders.map((order) => all(rest(order), same(order.part, part)))),
    () => number(1n),
  )
  const slack = times(choose(same(restUnits, zero), zero, minus(restUnits, number(1n))), several)
  const money = totals.flatMap((total) => {
    const ofTotal = (order: PlannedOrder<N, B>) => all(happened(order), same(order.currency, total.currency))
    const left = leftOf(total)
    const amount = sum(
      orders,
      (order) => all(rest(order), ofTotal(order)),
      (order) => order.amount,
    )
    if (action === 'buy') {
      const shared = atMost(times(amount, restUnits), plus(times(left, units), slack))
      const spent = sum(orders, ofTotal, (order) => order.amount)
      return [
        atMost(spent, choose(total.isAgreed, total.amount, zero)),
        any(all(alike, shared), all(not(alike), any(same(amount, zero), same(units, restUnits)))),
      ]
    }
    const shared = atMost(times(left, units), plus(times(amount, restUnits), slack))
    const brought = sum(orders, ofTotal, (order) => order.amount)
    return [
      any(same(units, zero), all(alike, shared), all(not(alike), atMost(left, amount))),
      any(not(everything), not(total.isAgreed), atMost(total.amount, brought)),
    ]
  })
  return all(...quantities, ...prices, ...money)
}
