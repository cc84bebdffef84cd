import { bidPath, buyPath, cancelPath, listPath, sellPath, transferPath } from './paths.ts'

/** Every route that the client calls or the provider serves for it, by the name used in code. */
export const routes = {
  buy: { method: 'POST', path: buyPath },
  sell: { method: 'POST', path: sellPath },
  list: { method: 'POST', path: listPath },
  bid: { method: 'POST', path: bidPath },
  cancel: { method: 'POST', path: cancelPath },
  transfer: { method: 'POST', path: transferPath },
  cancelSignature: { method: 'POST', path: '/execute/cancel-signature/v1' },
  results: { method: 'POST', path: '/execute/results/v1' },
  orderV3: { method: 'POST', path: '/order/v3' },
  orderV4: { method: 'POST', path: '/order/v4' },
  refreshToken: { method: 'POST', path: '/tokens/refresh/v1' },
  synced: { method: 'GET', path: '/transactions/{txHash}/synced/v1' },
  transfers: { method: 'GET', path: '/transfers/bulk/v1' },
  tokens: { method: 'GET', path: '/tokens/v7' },
  collections: { method: 'GET', path: '/collections/v7' },
  asks: { method: 'GET', path: '/orders/asks/v5' },
  bids: { method: 'GET', path: '/orders/bids/v6' },
  userTokens: { method: 'GET', path: '/users/{user}/tokens/v10' },
  userAsks: { method: 'GET', path: '/users/{user}/asks/v1' },
  userBids: { method: 'GET', path: '/users/{user}/bids/v1' },
  attributes: { method: 'GET', path: '/collections/{collection}/attributes/all/v4' },
  marketplaceConfigurations: {
    method: 'GET',
    path: '/collections/{collection}/marketplace-configurations/v2',
  },
  tokenActivity: { method: 'GET', path: '/tokens/{token}/activity/v5' },
  collectionActivity: { method: 'GET', path: '/collections/activity/v6' },
  userActivity: { method: 'GET', path: '/users/activity/v6' },
  events: { method: 'GET', path: '/events' },
  health: { method: 'GET', path: '/health' },
} as const
export type RouteName = keyof typeof routes
