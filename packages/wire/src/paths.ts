/**
 * Paths that trading uses (specification 7). They are separate exports, so that a bundle contains only those that it
 * uses.
 */
export const buyPath = '/execute/buy/v7'
export const sellPath = '/execute/sell/v7'
export const listPath = '/execute/list/v5'
export const bidPath = '/execute/bid/v5'
export const cancelPath = '/execute/cancel/v3'
export const transferPath = '/execute/transfer/v1'
export const resultsPath = '/execute/results/v1'
export const refreshTokenPath = '/tokens/refresh/v1'
export const syncedPath = '/transactions/{txHash}/synced/v1'
export const transfersPath = '/transfers/bulk/v1'
export const asksPath = '/orders/asks/v5'
export const bidsPath = '/orders/bids/v6'
export const auctionsPath = '/auctions/v1'
export const auctionWithdrawalPath = '/auctions/withdraw/v1'
export const eventsPath = '/events'
