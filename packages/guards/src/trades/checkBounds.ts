import type { Address } from 'viem'
import { claimedPath, used } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import { totalsOf } from '../model/agreedTotals.ts'
import { itemSlot } from '../model/slots.ts'
import { addTo } from '../model/summed.ts'
import type { AssetDelta, OrderTrade } from '../model/verdict.ts'
import { checkMovingPrices } from './checkMovingPrices.ts'
import { checkTips } from './feesOnTop.ts'
import { shareOf, type UnpricedItems, unpricedItemsOf } from './prices.ts'
import { acceptedFill, type BoundTrade, paysOnTop, type TradeContext } from './trade.ts'

/*
 * The bounds of purchases and sales. A plan may happen only in part: later calls may never be sent, a call that fills
 * several available orders skips those that are gone, and any of several calls may be the only one that is mined. So it
 * is not enough to check the sum. Each part that can happen alone must be within what was agreed for its items; then
 * every combination of parts is, too.
 */

/** A part of the plan that can happen alone: orders that are filled together or not at all, or one mint. */
export type Part = {
  readonly path: string
  readonly orders: readonly Pick<OrderTrade, 'item' | 'token' | 'price'>[]
}

/** Splits the fills that are still to be sent into the parts that can each happen alone. */
function partsOf(context: TradeContext, trades: readonly BoundTrade[]): readonly Part[] {
  return trades.flatMap((trade): readonly Part[] => {
    const { fill, path, makers } = trade
    const orders = acceptedFill(context, trade)?.effects.trades ?? []
    // Only `fulfillAvailableAdvancedOrders` skips an order that is gone. Any other call reverts because of it.
    return fill.considerationFulfillments === undefined
      ? [{ path, orders }]
      : orders.map((order, index) => ({
          path: `${path}#orders.${makers[index]?.order.index}`,
          orders: [order],
        }))
  })
}

/**
 * Returns whether the units without a price of their own are interchangeable, so that each has an equal share of the
 * total. They are if they are units of one token, ERC-721 tokens of one collection, or any tokens of a collection. For an
 * item that names an order id, the token is known once the order is in the plan.
 */
function areInterchangeable({ intent, policy, done, items }: TradeContext, unpriced: UnpricedItems): boolean {
  const trades = [...done, ...items]
    .flatMap(({ effects }) => effects.trades ?? [])
    .filter(({ item }) => unpriced.items.includes(item))
  const agreed =
    intent.action === 'sell'
      ? intent.items.map(({ contract, tokenId }) => [`${contract}:${tokenId}`, contract] as const)
      : intent.items.map(({ target }, index) => {
          if (target.kind === 'collection') return [`${target.contract}:any`, target.contract] as const
          if (target.kind === 'token')
            return [`${target.contract}:${target.tokenId}`, target.contract] as const
          const token = trades.find(({ item }) => item === index)?.token
          return [`${token?.contract}:${token?.tokenId}`, token?.contract] as const
        })
  const tokens = unpriced.items.map((index) => agreed[index])
  const [first] = tokens
  const contract = first?.[1]
  if (contract === undefined || tokens.some((token) => token?.[1] !== contract)) return false
  return (
    tokens.every((token) => token?.[0] === first?.[0]) ||
    (trades.every(({ token }) => token.kind === 'erc721') && !policy.sharedContracts.includes(contract))
  )
}

/** Requires a confirmation for each part that costs more, or brings less, than the share of its items. */
function checkParts(context: TradeContext, parts: readonly Part[], unpriced: UnpricedItems): undefined {
  const { intent } = context
  // If minimums were agreed in several currencies, no part has a share of them, because an offer pays in only one.
  const due = [...unpriced.remainingTotals.values()].filter((least) => least > 0n).length
  const interchangeable = areInterchangeable(context, unpriced) && (intent.action === 'buy' || due < 2)
  for (const { path, orders } of parts) {
    const filled = orders.filter(({ item }) => unpriced.items.includes(item))
    const count = filled.reduce((sum, { token }) => sum + token.amount, 0n)
    if (count === 0n) continue
    const sums = new Map<Address, bigint>()
    // Every currency with an agreed minimum is due, no matter in which the offer pays.
    if (intent.action === 'sell')
      for (const currency of unpriced.remainingTotals.keys()) sums.set(currency, 0n)
    for (const { price } of filled) addTo(sums, price.contract, price.amount)
    for (const [currency, amount] of sums) {
      const all = unpriced.remainingTotals.get(currency) ?? 0n
      const share = shareOf(intent, unpriced, currency, count)
      const within =
        intent.action === 'buy'
          ? amount <= (count === unpriced.units ? all : interchangeable ? share : 0n)
          : amount >= (interchangeable ? share : all)
      if (!within) addFinding(context, 'confirm', 'NO_ITEM_PRICE', path, amount, share)
    }
  }
}

/** Returns whether the plan and the executed items together fill every item of the intent completely. */
const isWhole = (context: TradeContext): boolean =>
  context.intent.items.every(({ quantity }, index) => used(context, itemSlot(index)) >= quantity)

/** Returns the sum of the amounts by contract. */
const sumOf = (deltas: readonly AssetDelta[]): ReadonlyMap<Address, bigint> => {
  const sums = new Map<Address, bigint>()
  for (const { contract, amount } of deltas) addTo(sums, contract, amount)
  return sums
}

/**
 * Checks the whole trade, executed items included: nothing is missing and no fee is added (`checkWhole`), each part is
 * within what was agreed for its items, and the sum is within the totals.
 */
export function checkBounds(
  context: TradeContext,
  trades: readonly BoundTrade[],
  mints: readonly Part[] = [],
): undefined {
  const { intent, pending } = context
  const traded = [...context.done, ...context.items].filter(({ purpose }) => purpose === intent.action)
  const sums = sumOf(traded.flatMap(({ effects }) => (intent.action === 'buy' ? effects.give : effects.get)))
  checkWhole(context, sums.keys())
  if (traded.length === 0) return
  checkMovingPrices(context, trades)
  const totals = totalsOf(intent)
  // No price was agreed, so the user must confirm the decoded one on the card.
  if (totals === undefined) return void addFinding(context, 'confirm', 'NO_PRICE_BOUND', 'steps')
  const unpriced = unpricedItemsOf(intent)
  if (unpriced.items.length > 0) checkParts(context, [...partsOf(context, trades), ...mints], unpriced)
  if (intent.action === 'buy') {
    for (const [currency, amount] of sums) {
      const limit = totals.get(currency)
      if (limit === undefined || amount > limit) block(context, 'CALL_PRICE', 'steps', amount, limit ?? 0n)
    }
    checkEarlierSum(
      context,
      totals,
      traded.flatMap(({ effects }) => effects.give),
    )
    if (unpriced.items.length > 0 && totals.size > 1 && (sums.size > 1 || !isWhole(context)))
      addFinding(context, 'info', 'CALL_CURRENCIES', 'steps', sums.size, totals.size)
    return
  }
  // The whole minimum is due at once, even if another part has no data yet, because that part may never come. Less is
  // enough only if the user agreed to a partial trade, or if each item has a price of its own.
  if (!isWhole(context) && (intent.partial || (pending && unpriced.items.length === 0))) return
  for (const [currency, least] of totals) {
    const amount = sums.get(currency) ?? 0n
    if (amount < least) block(context, 'CALL_PRICE', 'steps', amount, least)
  }
}

/** Requires a confirmation where falling prices of several calls, each of an earlier block, exceed a total together. */
function checkEarlierSum(
  context: TradeContext,
  totals: ReadonlyMap<Address, bigint>,
  given: readonly AssetDelta[],
): undefined {
  const earlier = sumOf(given.map((delta) => ({ ...delta, amount: delta.most ?? delta.amount })))
  for (const [currency, amount] of earlier) {
    const limit = totals.get(currency)
    if (limit !== undefined && amount > limit)
      addFinding(context, 'confirm', 'PRICE_MOVES', 'steps', amount, limit)
  }
}

/** Checks that every agreed item is bought or sold, unless the user agreed to a partial trade. Also checks the tips. */
function checkWhole(context: TradeContext, currencies: Iterable<Address>): undefined {
  const { items, partial } = context.intent
  const missing = items.findIndex(({ quantity }, index) => used(context, itemSlot(index)) < quantity)
  const whole = missing < 0
  const some = items.some((_, index) => used(context, itemSlot(index)) > 0n)
  if (!whole && !context.pending && !(partial && some)) {
    block(context, 'FLOW_FALSE_COMPLETE', claimedPath(context, 'transaction'), undefined, itemSlot(missing))
  }
  if (paysOnTop(context)) checkTips(context, currencies, whole && !context.pending)
}
