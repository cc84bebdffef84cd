import type { Fee } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { ApiError } from '../../apiError.ts'
import type { LiveFacts, Question } from '../../chain/live.ts'
import { royaltyUnit } from '../../chain/live.ts'
import type { Move } from '../../chain/transferRules.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import type { TradeChain, TradeContext } from '../context.ts'
import { chooseConduit, conduitOf, exchangeOf } from '../exchange.ts'
import type { BuyRequest, SellRequest } from '../requests.ts'
import {
  type Availability,
  availabilityOf,
  ownOrder,
  questionsAbout,
  type Unavailable,
  unavailableMessage,
} from './availability.ts'
import type { Chosen } from './quote.ts'

/** Which of some orders can be filled, by the chain at one block. */
export type CheckedOrders = {
  readonly availability: ReadonlyMap<Hex, Availability>
  readonly facts: LiveFacts
}

const transient: readonly (Unavailable | undefined)[] = [
  undefined,
  'not-started',
  'unsigned',
  'unreadable',
  'barred',
]

/**
 * How the order's token is moved: over the conduit of a listing's maker, or over that of whoever accepts an offer, which
 * is the chain's preferred one.
 */
function moveOf(chain: TradeChain, { side, version, contract, components }: StoredOrder): Move | undefined {
  const exchange = exchangeOf(chain, version)
  const conduit =
    side === 'sell' ? conduitOf(chain, exchange, components.conduitKey) : chooseConduit(chain, exchange)
  return conduit && { collection: contract, operator: conduit.address, zone: components.zone }
}

/**
 * Checks orders with the chain, with `more` questions in the same read. Orders that are stored as open and are not open
 * on chain are revalidated first.
 */
export async function checkOrders(
  context: TradeContext,
  orders: readonly StoredOrder[],
  more: readonly Question[] = [],
): Promise<CheckedOrders> {
  const { chain, live, book } = context
  const questions = [...orders.flatMap((order) => questionsAbout(order, chain)), ...more]
  const facts = await live.read(questions)
  const moves = new Map(orders.map((order) => [order.id, moveOf(chain, order)]))
  const rules = await live.transferRules(
    [...moves.values()].filter((move) => move !== undefined),
    facts,
  )
  const now = context.now()
  const availability = new Map<Hex, Availability>(
    orders.map((order) => {
      const move = moves.get(order.id)
      const found = availabilityOf(order, facts, chain, now)
      const isBarred = found.units > 0n && move !== undefined && !rules.allows(move)
      return [order.id, isBarred ? { units: 0n, reason: 'barred' } : found] as const
    }),
  )
  await Promise.all(
    orders
      .filter(({ id, signedBy }) => signedBy === 'contract' && (availability.get(id)?.units ?? 0n) > 0n)
      .map(async (order) => {
        if (!(await context.stillSigned(order))) availability.set(order.id, { units: 0n, reason: 'unsigned' })
      }),
  )
  const isOpen = ({ fillability, approval }: StoredOrder): boolean =>
    fillability === 'fillable' && approval === 'approved'
  await book.refuse(
    orders.filter((order) => isOpen(order) && availability.get(order.id)?.reason === 'unsigned'),
  )
  const stale = orders.filter(
    (order) => isOpen(order) && !transient.includes(availability.get(order.id)?.reason),
  )
  if (stale.length > 0) await book.revalidate(stale.map(({ id }) => id))
  const outdated = orders.filter(({ id, approval }) => {
    const found = availability.get(id)
    const isBarred = found?.reason === 'barred'
    return (isBarred || (found?.units ?? 0n) > 0n) && isBarred !== (approval === 'barred')
  })
  await book.renewRules([...new Set(outdated.map(({ contract }) => contract))])
  return { availability, facts }
}

/** Why a stored order cannot be filled; `undefined` when it can. */
function closedBecause(order: StoredOrder, allowInactive: boolean): string | undefined {
  const { fillability, approval } = order
  if (fillability === 'filled' || fillability === 'cancelled' || fillability === 'expired')
    return unavailableMessage[fillability]
  // What a transfer validator allowed when it was last read is asked again.
  const active = fillability === 'fillable' && (approval === 'approved' || approval === 'barred')
  return active || allowInactive ? undefined : unavailableMessage['no-balance']
}

/** The order that a request names in `field`, if this taker may fill it. @throws {ApiError} */
function namedOrder(
  order: StoredOrder | undefined,
  id: Hex,
  field: string,
  taker: Address,
  side: StoredOrder['side'],
  allowInactive: boolean,
): StoredOrder {
  const more = { orderId: id, field }
  if (order === undefined || order.side !== side)
    throw new ApiError('orderGone', 'The order is not available anymore', more)
  if (order.maker === taker) throw ownOrder(more)
  if (order.taker !== undefined && order.taker !== taker)
    throw new ApiError('noFillableOrders', 'No fillable orders', more)
  const closed = closedBecause(order, allowInactive)
  if (closed !== undefined) throw new ApiError('orderGone', closed, more)
  return order
}

/** Posts an order that came with the request, in `field`. @returns its id. @throws {ApiError} */
async function postRawOrder(
  context: TradeContext,
  raw: Parameters<TradeContext['postOrder']>[0],
  field: string,
  source: string | undefined,
): Promise<Hex> {
  const posted = await context.postOrder(raw, source)
  if ('id' in posted) return posted.id
  throw new ApiError('rawOrderFailed', 'Raw order failed to get processed', {
    field,
    errors: [{ message: posted.reason }],
  })
}

/**
 * The order that an item of a request names or brings, if the taker may fill it, and the field that names it.
 * @throws {ApiError}
 */
export async function orderOfItem(
  context: TradeContext,
  body: BuyRequest | SellRequest,
  { orderId, rawOrder }: Pick<SellRequest['items'][number], 'orderId' | 'rawOrder'>,
  index: number,
  side: StoredOrder['side'],
): Promise<{ readonly order: StoredOrder; readonly field: string } | undefined> {
  const field = `items.${index}.${rawOrder == null ? 'orderId' : 'rawOrder'}`
  const id =
    rawOrder == null ? orderId : await postRawOrder(context, rawOrder, field, body.source ?? undefined)
  if (id == null) return undefined
  const [found] = await context.book.ordersById([id])
  return { order: namedOrder(found, id, field, body.taker, side, body.allowInactiveOrderIds), field }
}

/** Reads the current royalties of these tokens from the chain. */
export async function royaltiesNow(
  { live }: TradeContext,
  chosen: readonly Chosen[],
): Promise<(one: Chosen) => readonly Fee[]> {
  if (chosen.length === 0) return () => []
  const facts = await live.read(
    chosen.map(({ order, tokenId }) => ({
      ask: 'royalties',
      token: order.contract,
      tokenId,
      price: royaltyUnit,
    })),
  )
  return ({ order, tokenId }) => facts.royalties(order.contract, tokenId, royaltyUnit)
}
