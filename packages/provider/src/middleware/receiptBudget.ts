import { createMinuteBudget, type MinuteBudget } from '../chain/minuteBudget.ts'

/** Transactions that the node is asked about in a minute beyond the first of each request: of one caller, and of all. */
export const receiptsPerMinute = { each: 600, all: 6000 }

/** Makes the budget of one chain. A caller is its API key or its network. */
export const createReceiptBudget = (clock: () => number): MinuteBudget =>
  createMinuteBudget(clock, receiptsPerMinute)
