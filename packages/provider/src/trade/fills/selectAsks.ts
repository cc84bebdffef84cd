import { splitToken } from '@sluice/wire'
import { type Address, type Hex, zeroAddress } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import type { LiveFacts, TradeContext } from '../context.ts'
import type { BuyRequest } from '../requests.ts'
import { unavailableMessage } from './availability.ts'
import { ordersOf, orLeftOut } from './candidates.ts'
import { checkOrders, namedOrder, postRawOrder } from './checkOrders.ts'
import type { Chosen } from './quote.ts'
import { createLedger, takeUnits } from './takeUnits.ts'

type Wanted = BuyRequest['items'][number]

/** The listings that an item may be bought from, the best first. */
type Candidates = {
  readonly index: number
  readonly wanted: bigint
  readonly orders: readonly StoredOrder[]
  /** The request named this very order. */
  readonly named?: Hex
  readonly tokenId?: bigint
  readonly error?: PlanError
}

/** The number of units that a preview looks for when the request does not say. */
const previewQuantity = 30

async function candidatesOf(
  context: TradeContext,
  body: BuyRequest,
  item: Wanted,
  index: number,
  wanted: bigint,
): Promise<Candidates> {
  const { taker } = body
  const excluded = (item.exclusions ?? []).map(({ orderId }) => orderId)
  const query = {
    taker,
    excluded,
    exactSource: item.exactOrderSource ?? undefined,
    preferredSource: item.preferredOrderSource ?? undefined,
    currency: body.currency ?? undefined,
    limit: Math.min(50, Math.max(8, Number(wanted) * 2)),
    normalized: body.normalizeRoyalties,
  }
  const place = `items.${index}`
  if (item.fillType === 'mint')
    throw new ApiError('other', 'Collection has no eligible mints', { field: `${place}.fillType` })
  const field = `${place}.${item.rawOrder == null ? 'orderId' : 'rawOrder'}`
  const named =
    item.rawOrder == null
      ? item.orderId
      : await postRawOrder(context, item.rawOrder, field, body.source ?? undefined)
  if (named != null) {
    const [found] = await context.book.ordersById([named])
    const order = namedOrder(found, named, field, taker, 'sell', body.allowInactiveOrderIds)
    return { index, wanted, orders: [order], named }
  }
  if (item.token != null) {
    const { contract, tokenId } = splitToken(item.token)
    const orders = await context.book.cheapestAsks({ ...query, contract, tokenId })
    return { index, wanted, orders, tokenId }
  }
  const orders = await context.book.cheapestAsks({ ...query, contract: item.collection as Address })
  return { index, wanted, orders }
}

/** Units of the listed token that an order's maker holds. */
const heldBy = (facts: LiveFacts, order: StoredOrder): bigint => {
  if (order.tokenId === undefined) return 0n
  if (order.tokenKind === 'erc1155') return facts.units(order.contract, order.tokenId, order.maker)
  return facts.owner(order.contract, order.tokenId) === order.maker ? 1n : 0n
}

/** The units on offer in all candidates; a maker's holding counts once, however often it is listed. */
function unitsOnOffer(
  candidates: Candidates,
  facts: LiveFacts,
  unitsOf: (order: StoredOrder) => bigint,
): bigint {
  const perMaker = new Map<string, bigint>()
  for (const order of candidates.orders) {
    const key = `${order.maker}|${order.tokenId ?? ''}`
    const listed = (perMaker.get(key) ?? 0n) + unitsOf(order)
    const held = heldBy(facts, order)
    perMaker.set(key, listed < held ? listed : held)
  }
  return [...perMaker.values()].reduce((sum, units) => sum + units, 0n)
}

async function rejectEmpty(
  context: TradeContext,
  body: BuyRequest,
  errors: readonly PlanError[],
  field = 'items',
): Promise<never> {
  const own = await Promise.all(
    body.items.map(async ({ token }) => {
      if (token == null) return false
      const { contract, tokenId } = splitToken(token)
      const query = { contract, tokenId, taker: zeroAddress, excluded: [], limit: 5 }
      return (await context.book.cheapestAsks(query)).some(({ maker }) => maker === body.taker)
    }),
  )
  const message = own.includes(true)
    ? 'No fillable orders (taker cannot fill own orders)'
    : 'No fillable orders'
  throw new ApiError('noFillableOrders', message, { field, errors })
}

/**
 * Selects the listings that fill every item. With `partial`, what cannot be filled is left out and named in `errors`.
 * @throws {ApiError}
 */
export async function selectAsks(context: TradeContext, body: BuyRequest) {
  const preview = body.onlyPath && body.partial && body.items.every(({ quantity }) => quantity == null)
  const gathered = await Promise.all(
    body.items.map((item, index) => {
      const wanted = BigInt(item.quantity ?? (preview ? previewQuantity : 1))
      return orLeftOut(body, item, () => candidatesOf(context, body, item, index, wanted), {
        index,
        wanted,
        orders: [],
      })
    }),
  )
  const { availability, facts } = await checkOrders(context, ordersOf(gathered))
  const ledger = createLedger((order) => heldBy(facts, order))
  const chosen: Chosen[] = []
  const errors: PlanError[] = []
  for (const one of gathered) {
    if (one.error !== undefined) errors.push(one.error)
    const choice = takeUnits(one.orders, one.wanted, one, availability, ledger)
    chosen.push(...choice.chosen)
    const [named] = one.named === undefined ? [] : one.orders
    const reason = named === undefined ? undefined : availability.get(named.id)?.reason
    if (named !== undefined && reason !== undefined) {
      const error = { message: unavailableMessage[reason], orderId: named.id }
      if (!body.partial)
        throw new ApiError('orderGone', error.message, { orderId: named.id, field: `items.${one.index}` })
      errors.push(error)
    } else if (choice.missing > 0n && !body.partial && choice.chosen.length > 0)
      throw new ApiError('quantityUnavailable', 'Unable to fill requested quantity', {
        field: `items.${one.index}.quantity`,
      })
    else if (choice.chosen.length === 0 && !body.partial)
      await rejectEmpty(context, body, errors, `items.${one.index}`)
  }
  if (chosen.length === 0) await rejectEmpty(context, body, errors)
  const unitsOf = (order: StoredOrder) => availability.get(order.id)?.units ?? 0n
  const maxQuantities = gathered.map((one) => ({
    itemIndex: one.index,
    maxQuantity: unitsOnOffer(one, facts, unitsOf).toString(),
  }))
  return { chosen, errors, maxQuantities: preview ? maxQuantities : undefined }
}
