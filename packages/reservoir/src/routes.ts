import type { paths } from './paths.ts'

const known: Readonly<Record<keyof paths, true>> = {
  '/tokens/v7': true,
  '/collections/v7': true,
  '/orders/asks/v5': true,
  '/orders/bids/v6': true,
  '/users/{user}/asks/v1': true,
  '/users/{user}/bids/v1': true,
  '/users/{user}/tokens/v10': true,
  '/collections/{collection}/attributes/all/v4': true,
  '/collections/{collection}/marketplace-configurations/v2': true,
  '/tokens/{token}/activity/v5': true,
  '/collections/activity/v6': true,
  '/users/activity/v6': true,
  '/transfers/bulk/v1': true,
  '/transactions/{txHash}/synced/v1': true,
  '/execute/buy/v7': true,
  '/execute/sell/v7': true,
  '/execute/list/v5': true,
  '/execute/bid/v5': true,
  '/execute/cancel/v3': true,
  '/execute/transfer/v1': true,
  '/execute/results/v1': true,
  '/tokens/refresh/v1': true,
}

/** The paths that {@link paths} describes; reservoir-sdk named every path its server ever had. */
export const routes: readonly string[] = Object.keys(known)
