import type { MarketOrder } from '@sluice/wire'

/** Statuses of an order that nobody can fill any more, and that can be neither changed nor canceled. */
const endedStatuses: ReadonlySet<string | null | undefined> = new Set(['cancelled', 'filled', 'expired'])

/**
 * Returns whether an order is over, as the provider shows it: canceled, filled or expired. One that cannot be filled for
 * now, such as an offer that is not covered, is not.
 *
 * @param order The order, of which the status alone is read.
 * @example
 * ```ts
 * const { items } = await getListings(client, { maker })
 * const open = items.filter((order) => !isEnded(order))
 * ```
 */
export const isEnded = ({ status }: Pick<MarketOrder, 'status'>): boolean => endedStatuses.has(status)
