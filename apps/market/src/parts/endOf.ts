import type { MarketOrder } from '@sluice/core'

/** Returns when an order ends, in milliseconds; `undefined` if it never does, which the provider may write as 0. */
export const endOf = ({ validUntil }: Pick<MarketOrder, 'validUntil'>): number | undefined =>
  validUntil ? validUntil * 1_000 : undefined
