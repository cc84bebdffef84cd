import { BID, BID_C, BID_T } from './bids.ts'
import { CXL, CXL_ALL, CXL_O } from './cancellations.ts'
import { LIST, LIST_A, LIST_B, LIST_D, LIST_E, LIST_P, LIST_Z } from './listings.ts'
import {
  BUY_1155,
  BUY_A,
  BUY_B,
  BUY_CRITERIA,
  BUY_E,
  BUY_M,
  BUY_MINT,
  BUY_N,
  BUY_O,
  BUY_TIP,
  BUY_X,
  BUY_Z,
} from './purchases.ts'
import { SELL_A, SELL_B, SELL_X, SELL_Z } from './sales.ts'
import { XFER, XFER_B } from './transfers.ts'

export * from '../support/answer.ts'
export * from './bids.ts'
export * from './cancellations.ts'
export type { Fixture } from './fixture.ts'
export * from './listings.ts'
export * from './purchases.ts'
export * from './sales.ts'
export * from './transfers.ts'

/** Every kind of plan that an honest provider sends, each with what the user agreed to. */
export const honest = [
  LIST,
  LIST_A,
  LIST_B,
  LIST_E,
  LIST_D,
  LIST_P,
  LIST_Z,
  BID,
  BID_C,
  BID_T,
  BUY_B,
  BUY_A,
  BUY_TIP,
  BUY_M,
  BUY_N,
  BUY_E,
  BUY_X,
  BUY_1155,
  BUY_O,
  BUY_CRITERIA,
  BUY_MINT,
  BUY_Z,
  SELL_A,
  SELL_B,
  SELL_X,
  SELL_Z,
  CXL,
  CXL_ALL,
  CXL_O,
  XFER,
  XFER_B,
]
