import { zeroAddress } from 'viem'
import { addFinding } from '../context/findings.ts'
import type { ChainState } from '../model/chainState.ts'
import { isMoving, type Maker, paid } from './maker.ts'
import { boundOf, priceOf } from './prices.ts'
import { acceptedFill, type BoundTrade, type TradeContext } from './trade.ts'

/** Seconds by which the clock of a device may be ahead if no block was read. */
const unknownGap = 600

/** Returns the seconds by which the exchange may see an earlier time than the one at which prices are computed. */
const gapOf = ({ now, chainNow }: ChainState): number =>
  chainNow === undefined ? unknownGap : Math.max(0, Math.ceil((now - chainNow) / 1_000))

/**
 * Requires a confirmation for each price that changes with time and was, when the latest block was made, more than a
 * hundredth worse than what was agreed. The exchange computes prices by the time of the block: a device whose clock is
 * ahead sees a later one. A purchase in the native coin is exempt if the value of its call bounds the price.
 */
export function checkMovingPrices(context: TradeContext, trades: readonly BoundTrade[]): undefined {
  const gap = gapOf(context.chainState)
  for (const trade of trades.filter((one) => acceptedFill(context, one) !== undefined))
    for (const makers of togetherFilled(trade)) checkTogether(context, trade, makers, gap)
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

function checkTogether(
  context: TradeContext,
  trade: BoundTrade,
  makers: readonly Maker[],
  gap: number,
): undefined {
  const { intent } = context
  const isNative = makers.some(({ shape }) => shape.currency === zeroAddress)
  if ((isNative && isBoundByValue(trade)) || !makers.some(changes)) return
  const sum = (of: (maker: Maker) => bigint) => makers.reduce((total, maker) => total + of(maker), 0n)
  const price = sum((maker) => priceOf(context, trade, maker, -gap))
  const bound = sum((maker) => boundOf(intent, maker, trade.assignment.get(maker) ?? -1))
  const isWithin = intent.action === 'buy' ? price * 100n <= bound * 101n : price * 100n >= bound * 99n
  if (!isWithin) addFinding(context, 'confirm', 'PRICE_MOVES', trade.path, price, bound)
}

const changes = (maker: Maker): boolean => [...paid(maker), ...maker.order.components.offer].some(isMoving)
