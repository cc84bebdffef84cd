import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createPlaces } from '../middleware/concurrencyLimit.ts'
import { repeats } from '../middleware/idempotency.ts'
import { createTradeContext } from '../trade/createTradeContext.ts'
import { topBidRoutes } from './accounts/topBids.ts'
import { userRoutes } from './accounts/users.ts'
import { activityRoutes } from './activity/activity.ts'
import { streamRoutes } from './activity/events.ts'
import { transactionRoutes } from './activity/transactions.ts'
import { chainHealthRoutes, healthRoutes } from './health.ts'
import { collectionRoutes } from './market/collections.ts'
import { marketwideRoutes } from './market/marketwide.ts'
import { orderBookRoutes } from './market/orderBook.ts'
import { refreshRoutes } from './market/refresh.ts'
import { sourceRoutes } from './market/sources.ts'
import { tokenRoutes } from './market/tokens.ts'
import { offer } from './offered.ts'
import { openApiRoutes } from './openApi.ts'
import { redirectRoutes } from './redirects.ts'
import { executeRoutes, type Planners } from './trading/execute.ts'
import { orderRoutes } from './trading/postOrders.ts'
import { tokenSetRoutes } from './trading/tokenSets.ts'
import { notHereRoutes } from './trading/unsupported.ts'

/** Mounts every route: each chain under `/<slug>`, health and the description of all routes at the root. */
export function registerRoutes(app: Hono, deps: Deps, planners?: Planners): void {
  healthRoutes(app, deps)
  openApiRoutes(app, deps)
  // A process that only follows the chains tells how it does, and nothing else.
  if (deps.config.role === 'indexer') return
  const { limits } = deps.config
  const streams = createPlaces(
    limits.streams,
    `At most ${limits.streams} streams of events may be open at once.`,
  )
  for (const chain of deps.chains) {
    const scope = { chain, trade: createTradeContext(chain) }
    const own = new Hono()
    // Whoever is counted has one turn among others at the nodes; what is not counted has one for each request.
    own.use((c, next) => {
      const caller = c.get('caller')
      return chain.reads.nodes.asCaller(caller === undefined || caller.free ? randomUUID() : caller.who, next)
    })
    offer(own)
    own.use(repeats(scope))
    chainHealthRoutes(own, chain)
    executeRoutes(own, scope, planners)
    notHereRoutes(own)
    orderRoutes(own, scope)
    tokenSetRoutes(own, scope)
    transactionRoutes(own, scope)
    refreshRoutes(own, scope)
    streamRoutes(own, scope, streams)
    redirectRoutes(own, scope)
    const lists = { ...scope, chain: { ...chain, db: chain.reader ?? chain.db } }
    orderBookRoutes(own, lists)
    topBidRoutes(own, lists)
    tokenRoutes(own, lists)
    collectionRoutes(own, lists)
    userRoutes(own, lists)
    activityRoutes(own, lists)
    sourceRoutes(own, lists)
    marketwideRoutes(own, lists)
    app.route(`/${chain.config.slug}`, own)
  }
}
