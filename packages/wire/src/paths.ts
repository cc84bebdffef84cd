/** Paths that answer with a plan (specification 7). One by one, so that a page holds only those it may use. */
export const buyPath = '/execute/buy/v7'
export const sellPath = '/execute/sell/v7'
export const listPath = '/execute/list/v5'
export const bidPath = '/execute/bid/v5'
export const cancelPath = '/execute/cancel/v3'
export const transferPath = '/execute/transfer/v1'
