import { topBidRoutes } from './accounts/topBids.ts'
import { userCollectionRoutes } from './accounts/userCollections.ts'
import { userTokenRoutes } from './accounts/userTokens.ts'
import { activityRoutes } from './activity/activity.ts'
import { eventRoutes } from './activity/events.ts'
import { saleRoutes } from './activity/sales.ts'
import { transactionRoutes } from './activity/transactions.ts'
import { transferRoutes } from './activity/transfers.ts'
import type { Route } from './defineRoute.ts'
import { chainHealthRoute } from './health.ts'
import { unsupportedRoutes, withEarlierNames } from './legacyRoutes.ts'
import { attributeRoutes } from './market/attributes.ts'
import { auctionRoutes } from './market/auctions.ts'
import { collectionRoutes } from './market/collections.ts'
import { currencyRoutes } from './market/currencies.ts'
import { marketplaceRoutes } from './market/marketplaces.ts'
import { orderBookRoutes } from './market/orderBook.ts'
import { refreshRoutes } from './market/refresh.ts'
import { searchRoutes } from './market/searchCollections.ts'
import { sourceRoutes } from './market/sources.ts'
import { statisticsRoutes } from './market/statistics.ts'
import { tokenRoutes } from './market/tokens.ts'
import { trendingRoutes } from './market/trending.ts'
import { openSeaRoutes } from './opensea/openSeaRoutes.ts'
import { pictureRoutes } from './pictures.ts'
import { crossPostRoutes } from './trading/crossPosts.ts'
import { executeRoutes } from './trading/execute.ts'
import { postOrderRoutes } from './trading/postOrders.ts'
import { tokenSetRoutes } from './trading/tokenSets.ts'

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
