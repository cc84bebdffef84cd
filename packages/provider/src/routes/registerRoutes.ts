import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createConcurrencyLimit } from '../middleware/concurrencyLimit.ts'
import type { Planners } from '../trade/planners.ts'
import { allRoutes } from './allRoutes.ts'
import { healthRoutes } from './healthRoutes.ts'
import { mountRoute } from './mountRoute.ts'
import { openApiRoutes } from './openApi.ts'
import { refuseOtherCalls } from './opensea/refuseOtherCalls.ts'
import { createRouteContexts } from './routeContexts.ts'

/** Mounts every route: those of each chain under `/<slug>`, health and documentation at the root. */
export function registerRoutes(app: Hono, deps: Deps, planners?: Planners): void {
  healthRoutes(app, deps)
  openApiRoutes(app, deps)
  // A process that only follows the chains serves nothing else.
  if (deps.config.role === 'indexer') return
  const { streams } = deps.config.limits
  const streamLimit = createConcurrencyLimit(
    streams,
    `At most ${streams} streams of events may be open at once.`,
    'streams',
  )
  for (const chain of deps.chains) {
    const chainApp = new Hono()
    const { primary, replica } = createRouteContexts(chain, streamLimit, planners)
    refuseOtherCalls(chainApp, () => {
      for (const route of allRoutes)
        mountRoute(chainApp, route, route.fromReplica === true ? replica : primary)
    })
    app.route(`/${chain.config.slug}`, chainApp)
  }
}
