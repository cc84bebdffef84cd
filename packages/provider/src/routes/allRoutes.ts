import { topBidRoutes } from './accounts/topBidRoutes.ts'
import { userCollectionRoutes } from './accounts/userCollectionRoutes.ts'
import { userTokenRoutes } from './accounts/userTokenRoutes.ts'
import { activityRoutes } from './activity/activityRoutes.ts'
import { eventRoutes } from './activity/eventRoutes.ts'
import { saleRoutes } from './activity/saleRoutes.ts'
import { transactionRoutes } from './activity/transactionRoutes.ts'
import { transferRoutes } from './activity/transferRoutes.ts'
import type { Route } from './defineRoute.ts'
import { chainHealthRoute } from './healthRoutes.ts'
import { unsupportedRoutes, withEarlierNames } from './legacyRoutes.ts'
import { attributeRoutes } from './market/attributeRoutes.ts'
import { auctionRoutes } from './market/auctionRoutes.ts'
import { collectionRoutes } from './market/collectionRoutes.ts'
import { currencyRoutes } from './market/currencyRoutes.ts'
import { marketplaceRoutes } from './market/marketplaceRoutes.ts'
import { orderBookRoutes } from './market/orderBookRoutes.ts'
import { refreshRoutes } from './market/refreshRoutes.ts'
import { searchRoutes } from './market/searchRoutes.ts'
import { sourceRoutes } from './market/sourceRoutes.ts'
import { statisticsRoutes } from './market/statisticsRoutes.ts'
import { tokenRoutes } from './market/tokenRoutes.ts'
import { trendingRoutes } from './market/trendingRoutes.ts'
import { openSeaRoutes } from './opensea/openSeaRoutes.ts'
import { pictureRoutes } from './pictureRoutes.ts'
import { crossPostRoutes } from './trading/crossPostRoutes.ts'
import { executeRoutes } from './trading/executeRoutes.ts'
import { postOrderRoutes } from './trading/postOrderRoutes.ts'
import { tokenSetRoutes } from './trading/tokenSetRoutes.ts'

/** Every route of a chain, in the order of the documentation. */
export const allRoutes: readonly Route[] = withEarlierNames([
  ...executeRoutes,
  ...postOrderRoutes,
  ...crossPostRoutes,
  ...tokenSetRoutes,
  ...auctionRoutes,
  ...tokenRoutes,
  ...collectionRoutes,
  ...attributeRoutes,
  ...marketplaceRoutes,
  ...orderBookRoutes,
  ...userTokenRoutes,
  ...userCollectionRoutes,
  ...topBidRoutes,
  ...activityRoutes,
  ...saleRoutes,
  ...transferRoutes,
  ...transactionRoutes,
  ...eventRoutes,
  ...searchRoutes,
  ...trendingRoutes,
  ...statisticsRoutes,
  ...sourceRoutes,
  ...currencyRoutes,
  ...pictureRoutes,
  ...refreshRoutes,
  ...openSeaRoutes,
  ...unsupportedRoutes,
  chainHealthRoute,
])
