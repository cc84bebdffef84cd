import { bulkSignature } from '@sluice/seaport'
import {
  executeCode,
  orderAnswer,
  orderV3Body,
  orderV4Body,
  ParseError,
  type PostedItem,
  routes,
} from '@sluice/wire'
import type { Hex } from 'viem'
import { ApiError } from '../../apiError.ts'
import { errorBodyOf } from '../../http/errorResponse.ts'
import { param } from '../../http/parameters.ts'
import { type PostResult, postOrders, verifyOrder } from '../../orders/postOrders.ts'
import { isRejected, OrderError } from '../../orders/rejectedOrder.ts'
import type { PostedOrder } from '../../orders/validateOrder.ts'
import { type CrossPost, saveCrossPost } from '../../storage/orders/crossPosts.ts'
import { exchangeFor } from '../../trade/exchange.ts'
import { otherBook, ownBook } from '../../trade/otherBooks.ts'
import { defineRoute } from '../defineRoute.ts'
import type { RouteContext } from '../routeContexts.ts'

/** The signature as Seaport takes it: a bulk signature carries the order's place in the tree. */
function signatureOf(item: PostedItem, fromQuery: Hex | undefined): Hex {
  const own = item.order.data.signature ?? fromQuery
  if (own == null) throw new ParseError('The request', 'signature', 'is missing')
  if (item.bulkData == null) return own
  const { orderIndex, merkleProof } = item.bulkData.data
  return bulkSignature(own, orderIndex, merkleProof)
}

function postedOf(
  { trade }: RouteContext,
  item: PostedItem,
  source: string | undefined,
  own: Hex | undefined,
): PostedOrder {
  const { signature: _, ...components } = item.order.data
  return {
    components,
    signature: signatureOf(item, own),
    version: exchangeFor(trade.chain, item.order.kind).version,
    source,
  }
}

/** The result of one posted order, for any book. */
type Outcome = PostResult & { readonly crossPost?: CrossPost }

const crossPostView = ({ crossPost }: Outcome) =>
  crossPost === undefined
    ? {}
    : { crossPostingOrderId: String(crossPost.id), crossPostingOrderStatus: crossPost.status }

/** Checks an order as one for our own book, and stores it to be posted to another one. */
async function postElsewhere(
  { chain }: RouteContext,
  posted: PostedOrder,
  item: PostedItem,
): Promise<Outcome> {
  const verified = await verifyOrder(chain, posted)
  if (isRejected(verified)) return verified
  const { id, version, components, signature } = verified
  const crossPost = await saveCrossPost(chain.db, chain.config.id, {
    orderId: id,
    orderbook: item.orderbook,
    version,
    components,
    signature,
    apiKey: item.orderbookApiKey ?? undefined,
  })
  return { id, stored: true, crossPost }
}

/** Posts every order to its book: to ours all at once, to others one by one. Returns results in order of input. */
async function post(
  context: RouteContext,
  items: readonly PostedItem[],
  places: readonly string[],
  source: string | undefined,
  signature: Hex | undefined,
): Promise<readonly Outcome[]> {
  const isOwn = ({ orderbook }: PostedItem) => orderbook === ownBook
  const unknown = items.findIndex((item) => !isOwn(item) && !otherBook(context.trade.chain, item.orderbook))
  if (unknown !== -1)
    throw new ApiError('other', 'Unknown orderbook', { field: `${places[unknown] ?? ''}orderbook` })
  const posted = items.map((item) => postedOf(context, item, source, signature))
  const lines = items.map((item, index) => ({ item, one: posted[index] as PostedOrder }))
  const own = lines.filter(({ item }) => isOwn(item)).map(({ one }) => one)
  const received = (own.length === 0 ? [] : await postOrders(context.chain, own)).values()
  const outcomes: Outcome[] = []
  for (const { item, one } of lines) {
    const kept = isOwn(item) ? received.next().value : await postElsewhere(context, one, item)
    if (kept !== undefined) outcomes.push(kept)
  }
  return outcomes
}

/** The field of a post that is wrong, with its order at `place`: the signature may have come in the query. */
function fieldOf(item: PostedItem | undefined, place: string, field: string): string {
  if (field === 'signature' && item?.order.data.signature == null) return field
  if (field === 'kind') return `${place}order.kind`
  return field === '' ? `${place}order` : `${place}order.data.${field}`
}

/** Posts of signed orders. A second post of the same order is a success. */
export const postOrderRoutes = [
  defineRoute({
    method: 'POST',
    path: routes.orderV3.path,
    summary: 'Posts a signed order.',
    answer: orderAnswer,
    query: { signature: param.signature },
    body: orderV3Body,
    maxBodyBytes: 1024 * 1024,
    handler: async ({ query: { signature }, body, context, c }) => {
      await c.get('countOrders')?.(1)
      const [posted] = await post(context, [body], [''], body.source ?? undefined, signature)
      if (posted === undefined) throw new Error('A posted order has no result.')
      if (!posted.stored) {
        const { reason, id, field, detail } = posted
        throw new OrderError(reason, id, fieldOf(body, '', field), detail)
      }
      return { message: 'Success', orderId: posted.id, ...crossPostView(posted) }
    },
  }),
  defineRoute({
    method: 'POST',
    path: routes.orderV4.path,
    summary: 'Posts signed orders, many under one signature.',
    answer: orderAnswer,
    query: { signature: param.signature },
    body: orderV4Body,
    // A thousand orders under one signature, the most that one plan of listings contains.
    maxBodyBytes: 4 * 1024 * 1024,
    handler: async ({ query: { signature }, body: { items, source }, context, c }) => {
      await c.get('countOrders')?.(items.length)
      const places = items.map((_, index) => `items.${index}.`)
      const posted = await post(context, items, places, source ?? undefined, signature)
      const results = posted.map((one, orderIndex) => ({
        message: one.stored ? 'success' : one.reason,
        orderIndex,
        orderId: one.id,
        ...(one.stored
          ? crossPostView(one)
          : { detail: one.detail, field: fieldOf(items[orderIndex], places[orderIndex] ?? '', one.field) }),
      }))
      if (posted.some(({ stored }) => stored)) return { results }
      const body = errorBodyOf(executeCode.noOrdersCreated, 'Could not create any order', {
        statusCode: 400,
        field: 'items',
      })
      return c.json({ ...body, results }, 400)
    },
  }),
]
