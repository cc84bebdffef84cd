import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import { param } from '../../http/parameters.ts'
import { paged } from '../../http/sharedParameters.ts'
import { listCrossPosts } from '../../storage/orders/crossPosts.ts'
import { crossPost, pageOf } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'

export const crossPostRoutes = [
  defineRoute({
    method: 'GET',
    path: '/cross-posting-orders/v1',
    summary: 'Status of orders that were posted for another order book.',
    answer: pageOf('orders', crossPost),
    query: { ids: param.integers, ...paged(50, 50) },
    handler: async ({ query: { ids, limit, continuation }, context: { chain } }) => {
      const [after] = readContinuation(continuation, part.signed) ?? []
      const { posts, next } = await listCrossPosts(chain.db, chain.config.id, {
        ids: ids.map(String),
        limit,
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
      return { orders, continuation: encodeContinuation(next) }
    },
  }),
]
