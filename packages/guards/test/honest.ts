import { BID, BID_C, BID_T } from './honest/bids.ts'
import { CXL, CXL_ALL, CXL_O } from './honest/cancellations.ts'
import { LIST, LIST_A, LIST_B, LIST_D, LIST_E, LIST_P, LIST_Z } from './honest/listings.ts'
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
} from './honest/purchases.ts'
import { SELL_A, SELL_B, SELL_X, SELL_Z } from './honest/sales.ts'
import { XFER, XFER_B } from './honest/transfers.ts'

export * from './answer.ts'
export * from './honest/bids.ts'
export * from './honest/cancellations.ts'
export type { Fixture } from './honest/fixture.ts'
export * from './honest/listings.ts'
export * from './honest/purchases.ts'
export * from './honest/sales.ts'
export * from './honest/transfers.ts'

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
