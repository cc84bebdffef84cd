import { mergeEffects, noEffects } from '../model/effects.ts'
import type { Intent } from '../model/intent.ts'
import { summed } from '../model/summed.ts'
import type { AssetDelta, CheckedItem, Effects, OrderTrade } from '../model/verdict.ts'
import { type Change, keyOf, movementsOf } from './simulation.ts'

type Call = Extract<CheckedItem, { kind: 'transaction' }>

/** The effects of calls as far as their orders were filled, and whether any order of a call with orders was. */
export type Filled = { readonly effects: Effects; readonly isAny: boolean }

/**
 * Returns what calls must have done, given the units that a simulation shows to have moved: each unit of a purchase that
 * arrived may have cost its price, and each unit of a sale that left must have brought its price. Calls of `calls` that
 * are not in `parts` count as a whole. If orders for one token have different prices, the worst prices count.
 */
export function filledEffects(
  calls: readonly Call[],
  parts: readonly Call[],
  changes: readonly Change[],
  intent: Intent,
): Filled {
  const isPart = (call: Call): boolean => parts.includes(call)
  const whole = mergeEffects(calls.filter((call) => !isPart(call)).map(({ effects }) => effects))
  const trades = parts.flatMap(({ effects }) => effects.trades ?? [])
  const isBuy = intent.action === 'buy'
  const recipient =
    intent.action === 'buy' && intent.recipient !== intent.account ? intent.recipient : undefined
  const tokens: AssetDelta[] = []
  const money: AssetDelta[] = []
  for (const key of new Set(trades.map(({ token }) => keyOf(token)))) {
    const orders = trades.filter(({ token }) => keyOf(token) === key)
    const total = sumOf(orders, ({ token }) => token.amount)
    const units = movedUnits(key, whole, changes, intent, total)
    money.push(...pricesOf(orders, units, total, isBuy))
    const [{ token }] = orders as [OrderTrade]
    if (units > 0n) tokens.push({ ...token, amount: units, ...(recipient && { counterparty: recipient }) })
  }
  const filled: Effects = isBuy
    ? { ...noEffects, give: summed(money).map((paid) => withMost(paid, parts)), get: tokens }
    : { ...noEffects, give: tokens, get: money }
  return { effects: mergeEffects([whole, filled]), isAny: trades.length === 0 || tokens.length > 0 }
}

const sumOf = <T>(list: readonly T[], of: (one: T) => bigint): bigint =>
  list.reduce((sum, one) => sum + of(one), 0n)

/** Returns the units of a token that orders moved: of those that arrived or left, the ones that no other call moves. */
function movedUnits(
  key: string,
  { give, get }: Effects,
  changes: readonly Change[],
  intent: Intent,
  total: bigint,
): bigint {
  const isBuy = intent.action === 'buy'
  const holder = isBuy ? intent.recipient : intent.account
  const moved = movementsOf(changes, holder).find((movement) => keyOf(movement) === key)?.amount ?? 0n
  const others = sumOf(
    (isBuy ? get : give).filter((delta) => keyOf(delta) === key),
    ({ amount }) => amount,
  )
  const units = (isBuy ? moved : -moved) - others
  return units < 0n ? 0n : units > total ? total : units
}

/**
 * Returns the most that some units of one token may have cost, or the least that they must have brought. If only some
 * were moved and the orders are in several currencies, it is not known which were filled: then nothing may have been
 * paid, or everything must have arrived.
 */
function pricesOf(
  orders: readonly OrderTrade[],
  units: bigint,
  total: bigint,
  isBuy: boolean,
): readonly AssetDelta[] {
  if (units === 0n) return []
  const prices = orders.map(({ price }) => price)
  const isMixed = new Set(prices.map(keyOf)).size > 1
  if (units === total || (isMixed && !isBuy)) return prices
  if (isMixed) return []
  const worstFirst = orders.toSorted((a, b) => {
    const difference = a.price.amount * b.token.amount - b.price.amount * a.token.amount
    return difference === 0n ? 0 : difference > 0n === isBuy ? -1 : 1
  })
  let left = units
  return worstFirst.flatMap(({ token, price }) => {
    const taken = left < token.amount ? left : token.amount
    left -= taken
    const share = price.amount * taken
    return taken === 0n
      ? []
      : [{ ...price, amount: (isBuy ? share + token.amount - 1n : share) / token.amount }]
  })
}

/** Returns what is paid, with as much more as the calls may pay because their prices fall. */
function withMost(paid: AssetDelta, parts: readonly Call[]): AssetDelta {
  const given = parts.flatMap(({ effects }) => effects.give).filter((delta) => keyOf(delta) === keyOf(paid))
  const spare = sumOf(given, ({ amount, most }) => (most ?? amount) - amount)
  return spare === 0n ? paid : { ...paid, most: paid.amount + spare }
}
