import { splitToken } from '@sluice/wire'
import { type Address, zeroAddress } from 'viem'
import type { PlanError } from '../../apiError.ts'
import type { LiveFacts } from '../../chain/live.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import type { TradeContext } from '../context.ts'
import type { BuyRequest } from '../requests.ts'
import { ownOrder } from './availability.ts'
import {
  exclusionsFor,
  gatherFillable,
  type ItemCandidates,
  nothingFillable,
  orSkip,
  pageSize,
  takeForAll,
} from './candidates.ts'
import { orderOfItem } from './checkOrders.ts'
import { createLedger } from './takeUnits.ts'
import type { Skipped } from './withBookFills.ts'

type Wanted = BuyRequest['items'][number]

/** The number of units that a preview looks for when the request does not say. */
const previewQuantity = 30

/** Whether a request only asks how much there is: a partial quote without a quantity. */
const isPreview = ({ onlyPath, partial, items }: BuyRequest): boolean =>
  onlyPath && partial && items.every(({ quantity }) => quantity == null)

/** The units that an item of a request asks for. */
export const wantedOf = (body: BuyRequest, { quantity }: Wanted): bigint =>
  BigInt(quantity ?? (isPreview(body) ? previewQuantity : 1))

async function candidatesOf(
  context: TradeContext,
  body: BuyRequest,
  item: Wanted,
  index: number,
  wanted: bigint,
  skipped: Skipped,
  page: number,
): Promise<ItemCandidates> {
  const { taker } = body
  const limit = pageSize(Number(wanted), page)
  const query = {
    taker,
    ...exclusionsFor(context, item, skipped),
    exactSource: item.exactOrderSource ?? undefined,
    preferredSource: item.preferredOrderSource ?? undefined,
    currency: body.currency ?? undefined,
    limit,
    normalized: body.normalizeRoyalties,
  }
  const named = await orderOfItem(context, body, item, index, 'sell')
  if (named !== undefined) return { index, wanted, orders: [named.order], named: true }
  if (item.token != null) {
    const { contract, tokenId } = splitToken(item.token)
    const orders = await context.book.cheapestAsks({ ...query, contract, tokenId })
    return { index, wanted, orders, named: false, tokenId, hasMore: orders.length >= limit }
  }
  const orders = await context.book.cheapestAsks({ ...query, contract: item.collection as Address })
  return { index, wanted, orders, named: false, hasMore: orders.length >= limit }
}

/** Units of the listed token that an order's maker holds. */
const heldBy = (facts: LiveFacts, { tokenKind, contract, tokenId, maker }: StoredOrder): bigint =>
  tokenId === undefined ? 0n : facts.held(tokenKind, contract, tokenId, maker)

/** The units on offer in all candidates; a maker's holding counts once, however often it is listed. */
function unitsOnOffer(
  candidates: ItemCandidates,
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
  field: string,
): Promise<never> {
  const own = await Promise.all(
    body.items.map(async ({ token }) => {
      if (token == null) return false
      const { contract, tokenId } = splitToken(token)
      const query = { contract, tokenId, taker: zeroAddress, excluded: [], limit: 5 }
      return (await context.book.cheapestAsks(query)).some(({ maker }) => maker === body.taker)
    }),
  )
  const contracts = body.items.flatMap(({ token, collection }) =>
    token == null ? (collection ?? []) : splitToken(token).contract,
  )
  const collections = await Promise.all([...new Set(contracts)].map(context.book.collection))
  throw own.includes(true) ? ownOrder({ field, errors }) : nothingFillable(collections, { field, errors })
}

/**
 * Selects the listings that fill every item, beside what is minted for it. With `partial`, what cannot be filled is left
 * out and named in `errors`.
 * @param minted units that are minted, by the index of their item.
 * @throws {ApiError}
 */
export async function selectAsks(
  context: TradeContext,
  body: BuyRequest,
  skipped: Skipped,
  minted: ReadonlyMap<number, bigint> = new Map(),
) {
  const gather = (without: Skipped, page: number): Promise<readonly ItemCandidates[]> =>
    Promise.all(
      body.items.map((item, index) => {
        const wanted = item.fillType === 'mint' ? 0n : wantedOf(body, item) - (minted.get(index) ?? 0n)
        const none = { index, wanted, orders: [], named: false }
        if (wanted <= 0n) return none
        return orSkip(body, item, () => candidatesOf(context, body, item, index, wanted, without, page), none)
      }),
    )
  const { gathered, availability, facts } = await gatherFillable(context, skipped, gather)
  const ledger = createLedger((order) => heldBy(facts, order))
  const { chosen, errors } = await takeForAll(
    gathered,
    availability,
    ledger,
    body.partial,
    async (errors, field) => {
      if (minted.size === 0) await rejectEmpty(context, body, errors, field)
    },
  )
  const unitsOf = (order: StoredOrder) => availability.get(order.id)?.units ?? 0n
  const maxQuantities = gathered.map((one) => ({
    itemIndex: one.index,
    maxQuantity: (unitsOnOffer(one, facts, unitsOf) + (minted.get(one.index) ?? 0n)).toString(),
  }))
  return { chosen, errors, maxQuantities: isPreview(body) ? maxQuantities : undefined }
}
