import { type Address, zeroAddress } from 'viem'
import { block, find, used } from '../context/judgement.ts'
import { type BuyIntent, type SellIntent, unitPrices } from '../model/intent.ts'
import type { AssetDelta, OrderTrade } from '../model/verdict.ts'
import { type Maker, paid, sumOver } from './fill.ts'
import {
  type BoundTrade,
  checkWhole,
  currencyDelta,
  itemSlot,
  nftDelta,
  type Trade,
  type TradeJudgement,
} from './trade.ts'

/*
 * The bounds of purchases and sales. A plan is not one act: later calls may never happen, a call that fills several
 * orders each by itself skips those that are gone, and of several calls any may reach a block. So a plan is not
 * judged by its sum alone: each part that can happen without the others stays within what was agreed for what it
 * brings, and then so does every selection of parts.
 */

type TradeIntent = BuyIntent | SellIntent

const totalsOf = (intent: TradeIntent): ReadonlyMap<Address, bigint> | undefined =>
  intent.action === 'buy' ? intent.limits : intent.minimums

/**
 * What a call that brings everything at once may cost, or must bring, per currency: the totals, and where each item
 * has a price of its own also no more, or no less, than those come to.
 */
export function wholeTotals(intent: TradeIntent): ReadonlyMap<Address, bigint> | undefined {
  const totals = totalsOf(intent)
  const prices = unitPrices(intent)
  if (totals === undefined || prices.includes(undefined)) return totals
  return new Map(
    [...totals].map(([currency, total]) => {
      const own = ownSum(intent, currency)
      return [currency, own < total === (intent.action === 'buy') ? own : total]
    }),
  )
}

/** What the items with a price of their own come to in a currency. */
const ownSum = (intent: TradeIntent, currency: Address): bigint =>
  unitPrices(intent).reduce(
    (sum, price, index) =>
      price?.currency === currency ? sum + price.amount * (intent.items[index]?.quantity ?? 0n) : sum,
    0n,
  )

/** Items without a price of their own, and what is left of the totals for them. */
type Rest = {
  readonly items: readonly number[]
  readonly units: bigint
  readonly left: ReadonlyMap<Address, bigint>
}

function restOf(intent: TradeIntent): Rest {
  const prices = unitPrices(intent)
  const quantityOf = (index: number) => intent.items[index]?.quantity ?? 0n
  const items = prices.flatMap((price, index) => (price === undefined ? [index] : []))
  const left = [...(totalsOf(intent) ?? [])].map(([currency, total]) => {
    const own = ownSum(intent, currency)
    return [currency, total > own ? total - own : 0n] as const
  })
  return { items, units: items.reduce((sum, index) => sum + quantityOf(index), 0n), left: new Map(left) }
}

/** The part of `left` that `units` of the rest may cost (rounded up), or must bring (rounded down). */
const shareOf = ({ action }: TradeIntent, rest: Rest, currency: Address, units: bigint): bigint => {
  const product = (rest.left.get(currency) ?? 0n) * units
  return (action === 'buy' ? product + rest.units - 1n : product) / rest.units
}

/**
 * What the units of a maker's order cost with all payments and fees on top (buy), or bring less all fees (sell), in
 * base units of its currency, at the worst moment within the policy's horizon.
 */
export function priceOf(judgement: TradeJudgement, trade: Trade, maker: Maker): bigint {
  const { intent, policy } = judgement
  const window = [0, policy.fills.horizonSeconds] as const
  if (intent.action === 'buy') return sumOver(judgement, maker, paid(maker), 'most', window)
  // A match puts the fees on top into the seller's own orders, each with the offer that pays it.
  const mirror = trade.mirrors[trade.makers.indexOf(maker)]
  const outside = [...(mirror?.components.consideration ?? []), ...(mirror?.tips ?? [])]
  return (
    sumOver(judgement, maker, maker.order.components.offer, 'least', window, 'offer') -
    sumOver(judgement, maker, maker.shape.payments, 'most', window) -
    sumOver(judgement, maker, maker.order.tips, 'most', window) -
    outside.reduce((sum, item) => (item.recipient === intent.account ? sum : sum + item.startAmount), 0n)
  )
}

/**
 * Whether an order may serve an item: it keeps the item's own price, and, where `shared`, the equal share of an
 * item that has none.
 */
export function keepsPrice(
  judgement: TradeJudgement,
  trade: Trade,
  maker: Maker,
  index: number,
  shared: boolean,
): boolean {
  const { intent } = judgement
  const own = unitPrices(intent)[index]
  if (own === undefined && (!shared || totalsOf(intent) === undefined)) return true
  const { currency } = maker.shape
  if (own !== undefined && own.currency !== currency) return false
  const bound =
    own === undefined ? shareOf(intent, restOf(intent), currency, maker.units) : own.amount * maker.units
  const price = priceOf(judgement, trade, maker)
  return intent.action === 'buy' ? price <= bound : price >= bound
}

/** What an order of an accepted call costs or brings: for the card, and for what is judged after it. */
export const orderTrade = (judgement: TradeJudgement, trade: BoundTrade, maker: Maker): OrderTrade => {
  const { currency } = maker.shape
  return {
    orderId: maker.orderId,
    item: trade.serves.get(maker) ?? -1,
    token: nftDelta(maker),
    price: currencyDelta(currency, currency === zeroAddress ? 0 : 1, priceOf(judgement, trade, maker)),
  }
}

/** Orders that are filled together or not at all. */
type Unit = { readonly path: string; readonly orders: readonly OrderTrade[] }

/** The parts of what is still to be done that can happen each without the others. */
function unitsOfPlan({ items }: TradeJudgement, trades: readonly BoundTrade[]): readonly Unit[] {
  return trades.flatMap(({ entry, fill, path, makers }): readonly Unit[] => {
    const accepted = items.find(
      ({ stepIndex, itemIndex, effects }) =>
        stepIndex === entry.stepIndex && itemIndex === entry.itemIndex && effects.trades !== undefined,
    )
    const orders = accepted?.effects.trades ?? []
    // Such a call skips an order that is gone, whatever was agreed; every other fails with it.
    return fill.considerationFulfillments === undefined
      ? [{ path, orders }]
      : orders.map((order, at) => ({ path: `${path}#orders.${makers[at]?.order.index}`, orders: [order] }))
  })
}

/**
 * Whether one unit of the rest is as good as another, so that each has an equal share: units of one token, ERC-721
 * tokens of one collection, or whatever of a collection comes. What an order brings that was agreed on by its id alone
 * is known once it is in the plan.
 */
function isAlike({ intent, policy, done, items }: TradeJudgement, rest: Rest): boolean {
  const trades = [...done, ...items]
    .flatMap(({ effects }) => effects.trades ?? [])
    .filter(({ item }) => rest.items.includes(item))
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
  const mine = rest.items.map((index) => agreed[index])
  const [first] = mine
  const contract = first?.[1]
  if (contract === undefined || mine.some((one) => one?.[1] !== contract)) return false
  return (
    mine.every((one) => one?.[0] === first?.[0]) ||
    (trades.every(({ token }) => token.kind === 'erc721') && !policy.sharedContracts.includes(contract))
  )
}

/** Asks about each part that costs more, or brings less, than was agreed for what it brings. */
function checkUnits(judgement: TradeJudgement, trades: readonly BoundTrade[], rest: Rest): undefined {
  const { intent } = judgement
  // Of a least in several currencies no part has a share: an offer pays one of them.
  const due = [...rest.left.values()].filter((least) => least > 0n).length
  const alike = isAlike(judgement, rest) && (intent.action === 'buy' || due < 2)
  for (const { path, orders } of unitsOfPlan(judgement, trades)) {
    const mine = orders.filter(({ item }) => rest.items.includes(item))
    const units = mine.reduce((sum, { token }) => sum + token.amount, 0n)
    if (units === 0n) continue
    const sums = new Map<Address, bigint>()
    // Every currency of which a least was agreed is due, whichever the offer pays.
    if (intent.action === 'sell') for (const currency of rest.left.keys()) sums.set(currency, 0n)
    for (const { price } of mine) sums.set(price.contract, (sums.get(price.contract) ?? 0n) + price.amount)
    for (const [currency, amount] of sums) {
      const all = rest.left.get(currency) ?? 0n
      const share = shareOf(intent, rest, currency, units)
      const within =
        intent.action === 'buy'
          ? amount <= (units === rest.units ? all : alike ? share : 0n)
          : amount >= (alike ? share : all)
      if (!within) find(judgement, 'ask', 'NO_ITEM_PRICE', path, amount, share)
    }
  }
}

/** Whether the plan, with what was done before, serves every item in full. */
const isWhole = (judgement: TradeJudgement): boolean =>
  judgement.intent.items.every(({ quantity }, index) => used(judgement, itemSlot(index)) >= quantity)

const sumOf = (deltas: readonly AssetDelta[]): ReadonlyMap<Address, bigint> => {
  const sums = new Map<Address, bigint>()
  for (const { contract, amount } of deltas) sums.set(contract, (sums.get(contract) ?? 0n) + amount)
  return sums
}

/**
 * The whole trade, what was done before included, against what was agreed: nothing missing and no fee too many
 * (`checkWhole`), each part within what was agreed for what it brings, and all of it within the totals.
 */
export function checkBounds(judgement: TradeJudgement, trades: readonly BoundTrade[]): undefined {
  const { intent, pending } = judgement
  const traded = [...judgement.done, ...judgement.items].filter(({ purpose }) => purpose === intent.action)
  const sums = sumOf(traded.flatMap(({ effects }) => (intent.action === 'buy' ? effects.give : effects.get)))
  checkWhole(judgement, sums.keys())
  if (traded.length === 0) return
  const totals = totalsOf(intent)
  // The decoded price must be confirmed on the card.
  if (totals === undefined) return void find(judgement, 'ask', 'NO_PRICE_BOUND', 'steps')
  const rest = restOf(intent)
  if (rest.items.length > 0) checkUnits(judgement, trades, rest)
  if (intent.action === 'buy') {
    for (const [currency, amount] of sums) {
      const limit = totals.get(currency)
      if (limit === undefined || amount > limit) block(judgement, 'CALL_PRICE', 'steps', amount, limit ?? 0n)
    }
    if (rest.items.length > 0 && totals.size > 1 && (sums.size > 1 || !isWhole(judgement)))
      find(judgement, 'info', 'CALL_CURRENCIES', 'steps', sums.size, totals.size)
    return
  }
  // The least of all is due at once, even while a part is awaited that may never come: less only where the user agreed
  // to a part, or where each item has a price of its own.
  if (!isWhole(judgement) && (intent.partial || (pending && rest.items.length === 0))) return
  for (const [currency, least] of totals) {
    const amount = sums.get(currency) ?? 0n
    if (amount < least) block(judgement, 'CALL_PRICE', 'steps', amount, least)
  }
}

/**
 * The most that a call may cost by what was agreed for the items that it serves; `undefined` where nothing was.
 * Their own prices, and of the rest the equal share.
 */
export function mostAgreed(
  { intent }: TradeJudgement,
  { makers, serves }: BoundTrade,
  currency: Address,
): bigint | undefined {
  const rest = restOf(intent)
  const prices = unitPrices(intent)
  let units = 0n
  let own = 0n
  for (const maker of makers) {
    const price = prices[serves.get(maker) ?? -1]
    if (price === undefined) units += maker.units
    else own += price.amount * maker.units
  }
  if (units === 0n) return own
  return totalsOf(intent) && own + shareOf(intent, rest, currency, units)
}
