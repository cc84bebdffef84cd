/** Asks the chain for nothing; a test adds what it reads. */
export const noReads = {
  counters: [],
  makerCounters: [],
  kinds: [],
  allowances: [],
  operators: [],
  balances: [],
  holdings: [],
  royalties: [],
  orderStatus: [],
  tokenApprovals: [],
  codes: [],
  seaports: [],
  currencies: [],
  accountCode: false,
} as const
