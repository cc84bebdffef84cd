import type { ChainDeps } from '../deps.ts'
import type { ConcurrencyLimit } from '../middleware/concurrencyLimit.ts'
import type { TradeContext } from '../trade/context.ts'
import { createTradeContext } from '../trade/createTradeContext.ts'
import { planners as ownPlanners, type Planners } from '../trade/planners.ts'
import { createPriceViews, type PriceViews } from '../views/priceView.ts'
import { createEventStreams, type EventStreams } from './activity/eventStreams.ts'
import { createReceipts, type Receipts } from './activity/receipts.ts'
import { createRefreshLimits, type RefreshLimits } from './market/refreshLimits.ts'
import { createSourceList, type SourceList } from './market/sourceList.ts'

/** What the routes of one chain work with. */
export type RouteContext = {
  readonly chain: ChainDeps
  readonly trade: TradeContext
  readonly prices: PriceViews
  readonly receipts: Receipts
  readonly planners: Planners
  readonly refreshLimits: RefreshLimits
  readonly sources: SourceList
  readonly eventStreams: EventStreams
}

/**
 * The contexts of one chain: over the database, and over its replica where there is one.
 * @param streamLimit bounds the event streams that one caller holds open.
 */
export function createRouteContexts(
  chain: ChainDeps,
  streamLimit: ConcurrencyLimit,
  planners: Planners = ownPlanners,
): { readonly primary: RouteContext; readonly replica: RouteContext } {
  const trade = createTradeContext(chain)
  const reader = { ...chain, db: chain.reader ?? chain.db }
  const receipts = createReceipts(chain)
  const primary = {
    chain,
    trade,
    prices: createPriceViews(trade.chain, chain.rates),
    receipts,
    planners,
    refreshLimits: createRefreshLimits(chain.clock),
    sources: createSourceList(reader),
    eventStreams: createEventStreams(chain, receipts, streamLimit),
  }
  return { primary, replica: { ...primary, chain: reader } }
}
