import { zeroAddress } from 'viem'
import { nowSeconds } from '../context/chainReads.ts'
import { addFinding, block } from '../context/findings.ts'
import { totalsOf } from '../model/agreedTotals.ts'
import type { ChainState } from '../model/chainState.ts'
import { horizonOf, type TimeSpan } from './amounts.ts'
import { hasMovingAmounts, type Maker } from './maker.ts'
import { boundOf, priceOf } from './prices.ts'
import { acceptedFill, type BoundTrade, type TradeContext } from './trade.ts'

/** Seconds by which the clock of a device may be ahead if no block was read. */
const unknownGap = 600

/** Returns the seconds by which the exchange may see an earlier time than the one at which prices are computed. */
const gapOf = ({ now, chainNow }: ChainState): number =>
  chainNow === undefined ? unknownGap : Math.max(0, Math.ceil((now - chainNow) / 1_000))

/**
 * Checks each price that changes with time at two further times, because the exchange computes prices by the time of the
 * block: when the latest block was made, since a device whose clock is ahead sees a later time, and when the order ends,
 * since nothing says when a call is mined. A purchase in the native coin is exempt if the value of its call bounds the
 * price.
 */
export function checkMovingPrices(context: TradeContext, trades: readonly BoundTrade[]): undefined {
  for (const trade of trades.filter((one) => acceptedFill(context, one) !== undefined))
    for (const makers of togetherFilled(trade)) {
      const isNative = makers.some(({ shape }) => shape.currency === zeroAddress)
      if ((isNative && isBoundByValue(trade)) || !makers.some(hasMovingAmounts)) continue
      const priceIn = (span: TimeSpan) => sum(makers, (maker) => priceOf(context, trade, maker, span))
      if (!getsWorse(context, trade, makers, priceIn)) checkEarlier(context, trade, makers, priceIn)
    }
}

/** Splits the orders of a call into those that are filled together or not at all, each in one currency. */
function togetherFilled({ fill, makers }: BoundTrade): readonly (readonly Maker[])[] {
  // Only `fulfillAvailableAdvancedOrders` skips an order that is gone.
  if (fill.considerationFulfillments !== undefined) return makers.map((maker) => [maker])
  const currencies = new Set(makers.map(({ shape }) => shape.currency))
  return [...currencies].map((currency) => makers.filter(({ shape }) => shape.currency === currency))
}

/**
 * Returns whether the value of a call bounds what each order costs. It does if the call fills everything or reverts. If
 * a call can skip an order, or fill only the units that are left of one, it can spend the freed value on a higher
 * price.
 */
const isBoundByValue = ({ fill, makers }: BoundTrade): boolean =>
  fill.basic || fill.fulfillments !== undefined || (makers.length === 1 && !makers.some(fillsWhatIsLeft))

/** Returns whether Seaport fills fewer units than requested if others filled the order before. */
const fillsWhatIsLeft = ({ order, units }: Maker): boolean =>
  order.components.orderType % 2 === 1 && units > 1n

/** Returns the price of orders that are filled together, at its worst in a time span. */
type PriceIn = (span: TimeSpan) => bigint

const sum = (makers: readonly Maker[], of: (maker: Maker) => bigint): bigint =>
  makers.reduce((total, maker) => total + of(maker), 0n)

/** Returns what orders may cost, or must bring, together; `undefined` if no price was agreed. */
const boundFor = (
  { intent }: TradeContext,
  { assignment }: BoundTrade,
  makers: readonly Maker[],
): bigint | undefined =>
  totalsOf(intent) && sum(makers, (maker) => boundOf(intent, maker, assignment.get(maker) ?? -1))

/** Seconds that the latest block is usually old at most. */
const usualGap = 60

/**
 * Requires a confirmation for a price that was worse, when the latest block was made, than what was agreed. Tolerated is
 * what it moves in a usual gap between two blocks, at most a hundredth: a device whose clock is ahead tolerates no more.
 */
function checkEarlier(
  context: TradeContext,
  trade: BoundTrade,
  makers: readonly Maker[],
  priceIn: PriceIn,
): undefined {
  const bound = boundFor(context, trade, makers)
  if (bound === undefined) return
  const price = priceIn(horizonOf(context, -gapOf(context.chainState)))
  const [before, now] = [priceIn(horizonOf(context, -usualGap)), priceIn(horizonOf(context))]
  const moved = before > now ? before - now : now - before
  const tolerance = moved * 100n < bound ? moved : bound / 100n
  const isWithin = context.intent.action === 'buy' ? price <= bound + tolerance : price >= bound - tolerance
  if (!isWithin) addFinding(context, 'confirm', 'PRICE_MOVES', trade.path, price, bound)
}

/**
 * Requires a confirmation for a price that gets worse than what was agreed before its order ends; if nothing was agreed,
 * worse than the one on the card. The call of a contract account can wait for the signatures of its owners for any time,
 * so there the price at the end is the price: what was agreed bounds it like any other. Returns whether it gets worse.
 */
function getsWorse(
  context: TradeContext,
  trade: BoundTrade,
  makers: readonly Maker[],
  priceIn: PriceIn,
): boolean {
  const isBuy = context.intent.action === 'buy'
  const isWorse = (price: bigint, than: bigint) => (isBuy ? price > than : price < than)
  const agreed = boundFor(context, trade, makers)
  const shown = priceIn(horizonOf(context))
  const last = lastSecond(context, trade, makers)
  const later = priceIn([last, last])
  if (!isWorse(later, shown) || !isWorse(later, agreed ?? shown)) return false
  if (agreed !== undefined && context.chainState.accountCode === 'contract')
    block(context, 'CALL_PRICE', trade.path, later, agreed)
  else addFinding(context, 'confirm', 'PRICE_MOVES', trade.path, later, agreed ?? shown)
  return true
}

/**
 * Returns the seconds from now until orders can no longer be filled. A call that skips no order reverts as soon as one of
 * its orders has ended.
 */
function lastSecond(context: TradeContext, { fill, makers }: BoundTrade, together: readonly Maker[]): number {
  const bound = fill.considerationFulfillments === undefined ? makers : together
  const ends = bound.map(({ order }) => order.components.endTime)
  const end = ends.reduce((first, time) => (time < first ? time : first))
  return Math.max(0, Number(end - nowSeconds(context)))
}
