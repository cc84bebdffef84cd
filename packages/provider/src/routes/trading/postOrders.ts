import { bulkSignature } from '@sluice/seaport'
import { executeCode, orderV3Body, orderV4Body, ParseError, type PostedItem, routes } from '@sluice/wire'
import type { Hono } from 'hono'
import type { Hex } from 'viem'
import { Refusal } from '../../apiError.ts'
import { querySignature, readBody } from '../../http/body.ts'
import { encodeContinuation, part, readQuery } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import { checkOrder, type Received, receiveOrders } from '../../orders/postOrders.ts'
import { OrderRefusal, type PostedOrder } from '../../orders/validateOrder.ts'
import { type CrossPost, listCrossPosts, saveCrossPost } from '../../storage/orders/crossPosts.ts'
import { exchangeFor } from '../../trade/exchanges.ts'
import { otherBook, ownBook } from '../../trade/otherBooks.ts'

/** The signature as Seaport takes it: a bulk signature carries the order's place in the tree. */
function signatureOf(item: PostedItem, fromQuery: Hex | undefined): Hex {
  const own = item.order.data.signature ?? fromQuery
  if (own == null) throw new ParseError('The request', 'signature', 'is missing')
  if (item.bulkData == null) return own
  const { orderIndex, merkleProof } = item.bulkData.data
  return bulkSignature(own, orderIndex, merkleProof)
}

function postedOf(
  { trade }: Scope,
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

/** What became of one posted order, whichever book it was for. */
type Outcome = Received & { readonly crossPost?: CrossPost }

const crossView = ({ crossPost }: Outcome) =>
  crossPost === undefined
    ? {}
    : { crossPostingOrderId: String(crossPost.id), crossPostingOrderStatus: crossPost.status }

/** Checks an order as if it were for our own book, and leaves it to be taken to another one. */
async function sendElsewhere({ chain }: Scope, posted: PostedOrder, item: PostedItem): Promise<Outcome> {
  try {
    const { id, version, components, signature } = await checkOrder(chain, posted)
    const crossPost = await saveCrossPost(chain.db, chain.config.id, {
      orderId: id,
      orderbook: item.orderbook,
      version,
      components,
      signature,
      apiKey: item.orderbookApiKey ?? undefined,
    })
    return { id, stored: true, crossPost }
  } catch (cause) {
    if (!(cause instanceof OrderRefusal)) throw cause
    const { orderId: id, reason, field, message: detail } = cause
    return { id, stored: false, reason, field, detail }
  }
}

/** Takes every order to its book: ours all at once, others one by one. Answers in order of input. */
async function take(
  scope: Scope,
  items: readonly PostedItem[],
  places: readonly string[],
  source: string | undefined,
  signature: Hex | undefined,
): Promise<readonly Outcome[]> {
  const isOwn = ({ orderbook }: PostedItem) => orderbook === ownBook
  const unknown = items.findIndex((item) => !isOwn(item) && !otherBook(scope.trade.chain, item.orderbook))
  if (unknown !== -1)
    throw new Refusal('other', 'Unknown orderbook', { field: `${places[unknown] ?? ''}orderbook` })
  const posted = items.map((item) => postedOf(scope, item, source, signature))
  const lines = items.map((item, index) => ({ item, one: posted[index] as PostedOrder }))
  const own = lines.filter(({ item }) => isOwn(item)).map(({ one }) => one)
  const received = (own.length === 0 ? [] : await receiveOrders(scope.chain, own)).values()
  const outcomes: Outcome[] = []
  for (const { item, one } of lines) {
    const kept = isOwn(item) ? received.next().value : await sendElsewhere(scope, one, item)
    if (kept !== undefined) outcomes.push(kept)
  }
  return outcomes
}

/** What of a post is wrong, where its order stands at `place`: the signature may have come in the query. */
function fieldOf(item: PostedItem | undefined, place: string, field: string): string {
  if (field === 'signature' && item?.order.data.signature == null) return field
  if (field === 'kind') return `${place}order.kind`
  return field === '' ? `${place}order` : `${place}order.data.${field}`
}

/** `POST /order/v3` and `/order/v4`: signed orders enter a book here. A second post is a success. */
export function orderRoutes(app: Hono, scope: Scope): void {
  app.post(routes.orderV3.path, async (c) => {
    const body = await readBody(c, orderV3Body)
    await c.get('countOrders')?.(1)
    const [received] = await take(scope, [body], [''], body.source ?? undefined, querySignature(c))
    if (received === undefined) throw new Error('An order was posted, and nothing became of it.')
    if (!received.stored) {
      const { reason, id, field, detail } = received
      throw new OrderRefusal(reason, id, fieldOf(body, '', field), detail)
    }
    c.header('Deprecation', 'true')
    return c.json({ message: 'Success', orderId: received.id, ...crossView(received) })
  })

  app.post(routes.orderV4.path, async (c) => {
    const { items, source } = await readBody(c, orderV4Body)
    await c.get('countOrders')?.(items.length)
    const places = items.map((_, index) => `items.${index}.`)
    const received = await take(scope, items, places, source ?? undefined, querySignature(c))
    const results = received.map((one, orderIndex) => ({
      message: one.stored ? 'success' : one.reason,
      orderIndex,
      orderId: one.id,
      ...(one.stored
        ? crossView(one)
        : { detail: one.detail, field: fieldOf(items[orderIndex], places[orderIndex] ?? '', one.field) }),
    }))
    if (received.some(({ stored }) => stored)) return c.json({ results })
    const message = 'Could not create any order'
    const { code } = executeCode.noOrdersCreated
    return c.json({ statusCode: 400, error: 'Bad Request', message, code, field: 'items', results }, 400)
  })

  app.get('/cross-posting-orders/v1', async (c) => {
    const query = readQuery(c)
    const [after] = query.continuation(part.signed) ?? []
    const { posts, next } = await listCrossPosts(scope.chain.db, scope.chain.config.id, {
      ids: query.wholes('ids').map(String),
      limit: query.limit(50, 50),
      after,
    })
    const orders = posts.map(({ id, orderId, orderbook, status, reason, createdAt, updatedAt }) => ({
      id,
      orderId,
      orderbook,
      status,
      statusReason: reason,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }))
    return c.json({ orders, continuation: encodeContinuation(next) })
  })
}
