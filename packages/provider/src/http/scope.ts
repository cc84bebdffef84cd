import type { ChainDeps } from '../deps.ts'
import type { TradeContext } from '../trade/context.ts'

/** What the routes of one chain work with. */
export type Scope = { readonly chain: ChainDeps; readonly trade: TradeContext }
