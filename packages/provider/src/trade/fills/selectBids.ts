import { splitToken } from '@sluice/wire'
import type { Address } from 'viem'
import { ApiError } from '../../apiError.ts'
import { holdingQuestion, type LiveFacts } from '../../chain/live.ts'
import type { StoredCollection } from '../../storage/chain/collections.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import { addTo } from '../addTo.ts'
import type { TradeContext } from '../context.ts'
import { conduitOf, exchangeOf } from '../exchange.ts'
import type { SellRequest } from '../requests.ts'
import { needsProof } from './availability.ts'
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
import type { Chosen } from './quote.ts'
import { createLedger } from './takeUnits.ts'
import { createTokenLists, type TokenLists } from './tokenLists.ts'
import type { Skipped } from './withBookFills.ts'

type Sold = SellRequest['items'][number]
type Candidates = ItemCandidates & { readonly tokenId: bigint }

/** Whether a bid can be filled with this token. */
async function accepts(
  lists: TokenLists,
  bid: StoredOrder,
  contract: Address,
  tokenId: bigint,
): Promise<boolean> {
  if (bid.contract !== contract) return false
  if (bid.tokenId !== undefined) return bid.tokenId === tokenId
  if (!bid.tokenSetId.startsWith('list:')) return true
  return lists.has(bid.tokenSetId, tokenId)
}

async function candidatesOf(
  context: TradeContext,
  lists: TokenLists,
  body: SellRequest,
  item: Sold,
  index: number,
  skipped: Skipped,
  page: number,
): Promise<Candidates> {
  const { contract, tokenId } = splitToken(item.token)
  const base = { index, tokenId, wanted: BigInt(item.quantity) }
  if (await context.book.isFlagged(contract, tokenId))
    throw new ApiError(
      'flagged',
      'This NFT cannot accept offers right now because it is flagged or recently transferred',
      { field: `items.${index}.token` },
    )
  const named = await orderOfItem(context, body, item, index, 'buy')
  if (named !== undefined) {
    const { order, field } = named
    if (!(await accepts(lists, order, contract, tokenId)))
      throw new ApiError('noFillableOrders', 'No fillable orders', { orderId: order.id, field })
    return { ...base, orders: [order], named: true }
  }
  const limit = pageSize(item.quantity, page)
  const orders = await context.book.bestBids({
    contract,
    tokenId,
    taker: body.taker,
    exactSource: item.exactOrderSource ?? undefined,
    ...exclusionsFor(context, item, skipped),
    currency: body.currency ?? undefined,
    limit,
    normalized: body.normalizeRoyalties,
  })
  return { ...base, orders, named: false, hasMore: orders.length >= limit }
}

/** @throws {ApiError} when the taker does not hold all that the request sells. */
function checkHoldings(
  body: SellRequest,
  collections: ReadonlyMap<string, StoredCollection>,
  facts: LiveFacts,
): void {
  const sold = new Map<string, bigint>()
  for (const { token, quantity } of body.items) addTo(sold, token, BigInt(quantity))
  for (const [token, units] of sold) {
    const { contract, tokenId } = splitToken(token)
    const kind = collections.get(contract)?.kind ?? 'erc721'
    if (facts.held(kind, contract, tokenId, body.taker) < units) {
      const field = `items.${body.items.findIndex((item) => item.token === token)}.token`
      throw new ApiError('notOwner', 'Taker is not the owner of the token to sell', { field })
    }
  }
}

/** The bidder's balance that Seaport can move. */
const fundsOf =
  (context: TradeContext, facts: LiveFacts) =>
  (order: StoredOrder): bigint => {
    const exchange = exchangeOf(context.chain, order.version)
    const operator = conduitOf(context.chain, exchange, order.components.conduitKey)?.address
    if (operator === undefined) return 0n
    const balance = facts.balance(order.currency, order.maker)
    const allowed = facts.allowance(order.currency, order.maker, operator)
    return balance < allowed ? balance : allowed
  }

async function withProof(lists: TokenLists, chosen: Chosen): Promise<Chosen> {
  if (!needsProof(chosen.order)) return chosen
  return { ...chosen, proof: await lists.proof(chosen.order.tokenSetId, chosen.tokenId) }
}

/**
 * Selects the offers that buy every item. With `partial`, what cannot be sold is left out and named in `errors`.
 * @throws {ApiError}
 */
export async function selectBids(
  context: TradeContext,
  body: SellRequest,
  collections: ReadonlyMap<string, StoredCollection>,
  skipped: Skipped,
) {
  const lists = createTokenLists(context.book, context.keccak)
  const gather = (without: Skipped, page: number): Promise<readonly Candidates[]> =>
    Promise.all(
      body.items.map((item, index) => {
        const { tokenId } = splitToken(item.token)
        const none = { index, tokenId, wanted: 0n, orders: [], named: false }
        return orSkip(body, item, () => candidatesOf(context, lists, body, item, index, without, page), none)
      }),
    )
  const holdings = body.items.map(({ token }) => {
    const { contract, tokenId } = splitToken(token)
    return holdingQuestion(collections.get(contract)?.kind ?? 'erc721', contract, tokenId, body.taker)
  })
  const { gathered, availability, facts } = await gatherFillable(context, skipped, gather, holdings)
  checkHoldings(body, collections, facts)
  const ledger = createLedger(fundsOf(context, facts))
  const { chosen, errors } = await takeForAll(
    gathered,
    availability,
    ledger,
    body.partial,
    (errors, field) => {
      throw nothingFillable([...collections.values()], { field, errors })
    },
  )
  return { chosen: await Promise.all(chosen.map((one) => withProof(lists, one))), errors }
}
