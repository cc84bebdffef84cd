import {
  basicData,
  type Filler,
  type FillOrder,
  type OrderComponents,
  type OrderShape,
  readFill,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { checkCurrency, isMoney } from '../context/currencies.ts'
import { block } from '../context/findings.ts'
import type { TransactionEntry } from '../context/guardContext.ts'
import { readCanonical } from '../context/readCanonical.ts'
import { spenderOf } from '../context/spenders.ts'
import { unitPrices } from '../model/agreedTotals.ts'
import { hasBlocked } from '../model/finding.ts'
import { itemSlot } from '../model/slots.ts'
import { assign } from './assignItems.ts'
import { checkMaker, readMakerOrder } from './checkMaker.ts'
import { checkRepeats } from './checkRepeats.ts'
import { tipClaims } from './feesOnTop.ts'
import { checkGroups, writeGroups } from './groupedFills.ts'
import type { Maker } from './maker.ts'
import { checkResolvers, writeAdvanced } from './partialFills.ts'
import { type Assignment, type BoundTrade, paysOnTop, type Trade, type TradeContext } from './trade.ts'

/** Returns the agreed items that an order may fill. Blocks the plan if there are none. */
type ItemsOf<TContext> = (context: TContext, maker: Omit<Maker, 'items'>, path: string) => readonly number[]

/** The largest size of a call without its orders, in bytes. */
const callBytes = 4_096

/** The largest size of an order in a call, in bytes. Contract signatures and the data for a zone are the largest parts. */
const orderBytes = 12_288

/** Returns whether all orders are open at some common time. A match fills all of its orders or none. */
function areOpenTogether(orders: readonly FillOrder[]): boolean {
  const latestStart = orders.map(({ components }) => components.startTime).reduce((a, b) => (a > b ? a : b))
  return orders.every(({ components }) => latestStart < components.endTime)
}

/** Decodes a call to Seaport as a fill, and checks its orders and the conduit of the account. */
function openTrade<TContext extends TradeContext>(
  context: TContext,
  entry: TransactionEntry,
  shapeOf: (order: OrderComponents) => OrderShape | undefined,
  itemsOf: ItemsOf<TContext>,
): Trade | undefined {
  const path = `${entry.path}.data.data`
  const seaport = entry.data.to
  const fill = readCanonical(context, entry, () =>
    readFill(entry.data.data, context.policy.fills.suffixBytes),
  )
  if (fill === undefined) return undefined
  const { orders, fulfillments } = fill
  // Every byte costs gas, so a call must not be larger than its signatures, proofs and zones need.
  if (entry.data.data.length > 2 * (callBytes + orders.length * orderBytes))
    return block(context, 'CALL_SIZE', path, entry.data.data.length / 2)
  if (orders.length === 0 || orders.length > 100)
    return block(context, 'CALL_EXTRA_ORDER', path, orders.length)
  if (!fill.basic) checkResolvers(context, fill, path)
  const mirrors = orders.filter(
    ({ components }) => fulfillments !== undefined && components.offerer === context.intent.account,
  )
  const conduitKey = fill.conduitKey ?? mirrors[0]?.components.conduitKey
  const spender =
    conduitKey &&
    mirrors.every(({ components }) => components.conduitKey === conduitKey) &&
    spenderOf(context, conduitKey, seaport)
  if (fill.considerationFulfillments !== undefined) checkGroups(context, fill, path)
  const others = orders.filter((order) => !mirrors.includes(order))
  // A call that would skip all of its orders reverts.
  const isSkipped =
    context.intent.partial &&
    fill.considerationFulfillments !== undefined &&
    others.some((order) => readMakerOrder(context, order, seaport).end === undefined)
  const makers = others.flatMap((order) => {
    const maker = checkMaker(context, order, shapeOf, fill, seaport, path, isSkipped)
    return maker ? { ...maker, items: itemsOf(context, maker, `${path}#orders.${order.index}`) } : []
  })
  if (!conduitKey || !spender) return block(context, 'CALL_CONDUIT', path, conduitKey)
  if (makers.length < others.length) return undefined
  if (makers.length === 0) return block(context, 'CALL_ORDER_ITEM', path)
  if (fulfillments !== undefined && !areOpenTogether(orders)) block(context, 'CALL_EXPIRED', path)
  const failed = () => hasBlocked(context.findings.filter((one) => one.path.startsWith(entry.path)))
  return { fill, entry, path, makers, mirrors, conduitKey, spender, failed }
}

/** Encodes the same fill from the checked orders. The caller encodes a match. */
export function writeFill({ fill, makers }: Trade, filler: Filler): Hex {
  const [first] = makers as [Maker]
  const { components, signature, tips } = first.order
  if (fill.considerationFulfillments !== undefined) return writeGroups(makers, filler)
  if (!fill.basic) return writeAdvanced(first, filler)
  return basicData(components, first.shape, tips, signature, filler)
}

/** Returns whether an order can be assigned without a search: it fits at most one item, which has no own price. */
const isPlain = ({ intent }: TradeContext, { items, units }: Maker): boolean =>
  items.length < 2 &&
  items.every(
    (index) => (intent.items[index]?.quantity ?? 0n) >= units && unitPrices(intent)[index] === undefined,
  )

/**
 * Decodes calls to Seaport as fills, applies the rules that purchases and sales share, and assigns their orders to agreed
 * items.
 * @param bounds The agreed totals per currency.
 */
export function openTrades<TContext extends TradeContext>(
  context: TContext,
  entries: readonly TransactionEntry[],
  bounds: ReadonlyMap<Address, bigint> | undefined,
  shapeOf: (order: OrderComponents) => OrderShape | undefined,
  itemsOf: ItemsOf<TContext>,
): readonly BoundTrade[] {
  const trades = entries.flatMap((entry) => openTrade(context, entry, shapeOf, itemsOf) ?? [])
  const makers = trades.flatMap((trade) => trade.makers)
  checkRepeats(context, trades)
  const assignment: Assignment =
    makers.length + context.done.length + context.items.length < 2 &&
    makers.every((maker) => isPlain(context, maker))
      ? new Map(makers.flatMap((maker) => maker.items.map((index) => [maker, index] as const)))
      : assign(context, trades)
  return trades.map((trade) => ({
    ...trade,
    assignment,
    claims: trade.makers.flatMap((maker) => {
      const { units, order } = maker
      const [tip] = order.tips
      const { currency } = maker.shape
      if (!bounds?.has(currency) || !isMoney(context, currency))
        checkCurrency(context, currency, bounds, trade.path)
      const path = `${trade.path}#orders.${order.index}.tips`
      const tips = paysOnTop(context)
        ? tipClaims(context, maker, path)
        : tip && block(context, 'CALL_TIP', path, tip.recipient)
      const index = assignment.get(maker)
      return [
        ...(tips ?? []),
        ...(index === undefined
          ? []
          : [{ slot: itemSlot(index), units, ...(maker.provenId && { order: maker.provenId }) }]),
      ]
    }),
  }))
}
