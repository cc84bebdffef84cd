import type { Arith, Bool, Context } from 'z3-solver'
import { type Budget, budgetRules, isWithinIntent, type PlannedOrder } from '../src/budget.ts'
import type { Logic } from '../src/logic.ts'

/**
 * The budget theorem over every plan of a bounded size, for an SMT solver: if the rules let a plan through without a
 * question, and later another plan for what is left, then every state that the chain can reach is within the intent.
 *
 * Bounded: items of at most two units, two currencies, so many orders of each item in each plan. Not bounded: prices,
 * totals and amounts, which are any natural numbers.
 */

type Num = Arith<'proof'>
type Truth = Bool<'proof'>

/** The arithmetic of the rules as terms of the solver. Counts are small, so that every term stays linear. */
export function termsOf(z3: Context<'proof'>, mostCount: number): Logic<Num, Truth> {
  const number = (value: bigint): Num => z3.Int.val(value)
  const choose = (condition: Truth, a: Num, b: Num): Num => z3.If(condition, a, b) as Num
  const counts = Array.from({ length: mostCount }, (_, index) => BigInt(index + 1))
  const byCount = (count: Num, of: (count: bigint) => Num): Num =>
    counts.reduceRight<Num>((rest, each) => choose(count.eq(number(each)), of(each), rest), number(0n))
  return {
    number,
    choose,
    plus: (...terms) => terms.reduce((sum, term) => sum.add(term)),
    minus: (a, b) => a.sub(b),
    times: (a, count) => byCount(count, (each) => a.mul(number(each))),
    divide: (a, count) => byCount(count, (each) => a.div(number(each))),
    atMost: (a, b) => a.le(b),
    same: (a, b) => a.eq(b),
    all: (...terms) => z3.And(z3.Bool.val(true), ...terms),
    any: (...terms) => z3.Or(z3.Bool.val(false), ...terms),
    not: (term) => z3.Not(term),
  }
}

/** An item of the intent: its units, the units of each order that a plan can have for it, and its own price's currency. */
export type ItemShape = {
  readonly quantity: bigint
  readonly orders: readonly bigint[]
  readonly pricedIn: bigint | undefined
}

export type ProofSize = {
  readonly action: 'buy' | 'sell'
  readonly items: readonly ItemShape[]
  /** Whether a part of the plan is carried out and another plan follows. */
  readonly isReplanned: boolean
  /** Leaves a rule out, to see that the theorem then fails. */
  readonly without?: string
}

/** Returns the claim that the theorem is wrong: the solver has to find it unsatisfiable. */
export function counterexample(z3: Context<'proof'>, size: ProofSize): readonly Truth[] {
  const { action, without } = size
  const count = BigInt(size.items.reduce((sum, { orders }) => sum + orders.length, 0))
  const logic = termsOf(z3, Number(count) * (size.isReplanned ? 2 : 1))
  const { number, all, any, same, not } = logic
  const assumptions: Truth[] = []
  const natural = (name: string, most?: bigint): Num => {
    const value = z3.Int.const(name)
    assumptions.push(value.ge(number(0n)))
    if (most !== undefined) assumptions.push(value.le(number(most)))
    return value
  }
  const truth = (name: string): Truth => z3.Bool.const(name)

  const items = size.items.map(({ quantity, pricedIn }, index) => ({
    quantity: number(quantity),
    isPriced: z3.Bool.val(pricedIn !== undefined) as Truth,
    price: pricedIn === undefined ? number(0n) : natural(`price ${index}`),
    currency: number(pricedIn ?? 0n),
  }))
  const totals = [0n, 1n].map((currency) => ({
    currency: number(currency),
    isAgreed: truth(`agreed ${currency}`),
    amount: natural(`total ${currency}`),
  }))
  const plan = (name: string) =>
    size.items.flatMap(({ orders }, index) =>
      orders.map((units, at) => {
        const order = `${name} ${index}.${at}`
        return {
          item: number(BigInt(index)),
          units: number(units),
          amount: natural(`amount ${order}`),
          currency: natural(`currency ${order}`, 1n),
          part: natural(`part ${order}`, count - 1n),
          isDone: z3.Bool.val(false) as Truth,
          isThere: truth(`there ${order}`),
          happens: truth(`happens ${order}`),
        }
      }),
    )
  type Slot = ReturnType<typeof plan>[number]
  const isAlike = truth('alike')
  const isPartial = truth('partial')
  const partNames = Array.from({ length: Number(count) * (size.isReplanned ? 2 : 1) }, (_, index) =>
    number(BigInt(index)),
  )
  const budget = (orders: readonly PlannedOrder<Num, Truth>[]): Budget<Num, Truth> => ({
    action,
    items,
    totals,
    orders,
    parts: partNames,
    isAlike,
    isPartial,
  })
  const isLetThrough = (orders: readonly PlannedOrder<Num, Truth>[]): Truth =>
    all(
      ...Object.entries(budgetRules(logic, budget(orders)))
        .filter(([code]) => code !== without)
        .map(([, rule]) => rule),
    )
  /** Orders of one part happen together or not at all. */
  const together = (orders: readonly Slot[]) =>
    orders.flatMap((a, index) =>
      orders.slice(index + 1).map((b) => any(not(same(a.part, b.part)), same1(a.happens, b.happens))),
    )
  const same1 = (a: Truth, b: Truth): Truth => any(all(a, b), all(not(a), not(b)))

  const first = plan('first')
  assumptions.push(...together(first), isLetThrough(first))
  // A sale brings the agreed total only when all of it is done, whichever part of it is checked before.
  if (!size.isReplanned) {
    const happened = first.map((order) => ({ ...order, isThere: all(order.isThere, order.happens) }))
    return [...assumptions, not(isWithinIntent(logic, budget(happened), ({ isThere }) => isThere))]
  }
  const second = plan('second').map((order) => ({ ...order, part: order.part.add(number(count)) }))
  // What was sent stays as it is and counts in full, also where an order was skipped; the rest is planned anew.
  const sent = first.map((order, index) => {
    const isSent = truth(`sent ${index}`)
    assumptions.push(any(isSent, not(order.happens)))
    return { ...order, isThere: all(order.isThere, isSent), isDone: z3.Bool.val(true) as Truth }
  })
  const both = [...sent, ...second]
  assumptions.push(...together(second), isLetThrough(both))
  const happened = both.map((order) => ({ ...order, isThere: all(order.isThere, order.happens) }))
  return [...assumptions, not(isWithinIntent(logic, budget(happened), ({ isThere }) => isThere))]
}
