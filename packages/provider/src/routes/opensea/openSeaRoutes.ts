import { openSeaCancelRoute } from './openSeaCancelRoute.ts'
import { openSeaCollectionRoutes } from './openSeaCollectionRoutes.ts'
import { openSeaEventRoutes } from './openSeaEventRoutes.ts'
import { openSeaFulfillmentRoutes } from './openSeaFulfillmentRoutes.ts'
import { openSeaNftRoutes } from './openSeaNftRoutes.ts'
import { openSeaOrderRoutes } from './openSeaOrderRoutes.ts'
import { openSeaPostRoutes } from './openSeaPostRoutes.ts'

/**
 * OpenSea's API v2, as `@opensea/sdk` calls it with `apiBaseUrl` at the chain's base path: other words for the same
 * use cases.
 */
export const openSeaRoutes = [
  ...openSeaOrderRoutes,
  ...openSeaPostRoutes,
  ...openSeaFulfillmentRoutes,
  openSeaCancelRoute,
  ...openSeaNftRoutes,
  ...openSeaCollectionRoutes,
  ...openSeaEventRoutes,
]
