import { bid } from './actions/bid.ts'
import { buy } from './actions/buy.ts'
import { cancel } from './actions/cancel.ts'
import { list } from './actions/list.ts'
import { sell } from './actions/sell.ts'
import { transfer } from './actions/transfer.ts'

/** Plans each kind of trade; tests replace one to see its mistakes caught. */
export const planners = { buy, sell, list, bid, cancel, transfer } as const
export type Planners = typeof planners
