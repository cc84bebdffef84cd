import { zeroAddress } from 'viem'
import { addFinding } from '../context/findings.ts'
import type { ChainState } from '../model/chainState.ts'
import { isMoving, type Maker, paid } from './maker.ts'
import { boundOf, priceOf } from './prices.ts'
import { acceptedFill, type BoundTrade, type TradeContext } from './trade.ts'

/** Seconds by which the clock of a device may be ahead where no block tells the time of the chain. */
const unknownGap = 600

/** Returns the seconds by which the exchange may see an earlier time than the one at which prices are computed. */
const gapOf = ({ now, chainNow }: ChainState): number =>
  chainNow === undefined ? unknownGap : Math.max(0, Math.ceil((now - chainNow) / 1_000))

/**
 * Requires a confirmation for each price that changes with time and was, when the latest block was made, more than a
 * hundredth worse than what was agreed. The exchange computes prices by the time of the block: a device whose clock is
 * ahead sees a later one. What a purchase in the native coin costs is bounded by what is sent.
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

function checkTogether(
  context: TradeContext,
  trade: BoundTrade,
  makers: readonly Maker[],
  gap: number,
): undefined {
  const { intent } = context
  const isSent = intent.action === 'buy' && makers.some(({ shape }) => shape.currency === zeroAddress)
  if (isSent || !makers.some(changes)) return
  const sum = (of: (maker: Maker) => bigint) => makers.reduce((total, maker) => total + of(maker), 0n)
  const price = sum((maker) => priceOf(context, trade, maker, -gap))
  const bound = sum((maker) => boundOf(intent, maker, trade.assignment.get(maker) ?? -1))
  const isWithin = intent.action === 'buy' ? price * 100n <= bound * 101n : price * 100n >= bound * 99n
  if (!isWithin) addFinding(context, 'confirm', 'PRICE_MOVES', trade.path, price, bound)
}

const changes = (maker: Maker): boolean => [...paid(maker), ...maker.order.components.offer].some(isMoving)
