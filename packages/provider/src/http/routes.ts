import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createTradeContext } from '../trade/createContext.ts'
import { activityRoutes } from './activity.ts'
import { collectionRoutes } from './collections.ts'
import { executeRoutes, type Planners } from './execute.ts'
import { chainHealthRoutes, healthRoutes } from './health.ts'
import { marketwideRoutes } from './marketwide.ts'
import { notHereRoutes } from './notHere.ts'
import { offer } from './offered.ts'
import { openApiRoutes } from './openApi.ts'
import { orderBookRoutes } from './orderBook.ts'
import { orderRoutes } from './orders.ts'
import { createPlaces } from './places.ts'
import { redirectRoutes } from './redirects.ts'
import { refreshRoutes } from './refresh.ts'
import { repeats } from './repeats.ts'
import { sourceRoutes } from './sources.ts'
import { streamRoutes } from './stream.ts'
import { tokenSetRoutes } from './tokenSets.ts'
import { tokenRoutes } from './tokens.ts'
import { topBidRoutes } from './topBids.ts'
import { transactionRoutes } from './transactions.ts'
import { userRoutes } from './users.ts'

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
