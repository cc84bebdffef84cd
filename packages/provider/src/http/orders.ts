import { bulkSignature } from '@sluice/seaport'
import { orderV3Body, orderV4Body, ParseError, routes } from '@sluice/wire'
import type { Hono } from 'hono'
import type * as v from 'valibot'
import type { Hex } from 'viem'
import { OrderRefusal, type PostedOrder } from '../orders/examine.ts'
import { receiveOrders } from '../orders/receive.ts'
import { Refusal } from '../trade/refusal.ts'
import { exchangeFor } from '../trade/rules.ts'
import { querySignature, readBody } from './body.ts'
import type { Scope } from './scope.ts'

type Item = v.InferOutput<typeof orderV4Body>['items'][number]

/** The signature as Seaport takes it: a bulk signature carries the order's place in the tree. */
function signatureOf(item: Item, fromQuery: Hex | undefined): Hex {
  const own = item.order.data.signature ?? fromQuery
  if (own == null) throw new ParseError('The request', 'signature', 'is missing')
  if (item.bulkData == null) return own
  const { orderIndex, merkleProof } = item.bulkData.data
  return bulkSignature(own, orderIndex, merkleProof)
}

function postedOf(
  { trade }: Scope,
  item: Item,
  source: string | undefined,
  own: Hex | undefined,
): PostedOrder {
  if (item.orderbook !== 'reservoir') throw new Refusal({ status: 400 }, 'Unknown orderbook')
  const { signature: _, ...components } = item.order.data
  return {
    components,
    signature: signatureOf(item, own),
    version: exchangeFor(trade.chain, item.order.kind).version,
    source,
  }
}

/** `POST /order/v3` and `/order/v4`: signed orders enter the book here. A second post is a success. */
export function orderRoutes(app: Hono, scope: Scope): void {
  app.post(routes.orderV3.path, async (c) => {
    const body = await readBody(c, orderV3Body)
    const posted = postedOf(scope, body, body.source ?? undefined, querySignature(c))
    const [received] = await receiveOrders(scope.chain, [posted])
    if (received === undefined) throw new Refusal({ status: 400 }, 'invalid-format')
    if (!received.stored) throw new OrderRefusal(received.reason, received.id, received.detail)
    c.header('Deprecation', 'true')
    return c.json({ message: 'Success', orderId: received.id })
  })

  app.post(routes.orderV4.path, async (c) => {
    const body = await readBody(c, orderV4Body)
    const own = querySignature(c)
    const posted = body.items.map((item) => postedOf(scope, item, body.source ?? undefined, own))
    const received = await receiveOrders(scope.chain, posted)
    const results = received.map((one, orderIndex) => ({
      message: one.stored ? 'success' : one.reason,
      orderIndex,
      orderId: one.id,
      ...(one.stored ? {} : { detail: one.detail }),
    }))
    if (received.some(({ stored }) => stored)) return c.json({ results })
    const message = 'Could not create any order'
    return c.json({ statusCode: 400, error: 'Bad Request', message, results }, 400)
  })
}
