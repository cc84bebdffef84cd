export const periods = ['1day', '7day', '30day', 'allTime'] as const
/** A time in which trade is summed up. */
export type Period = (typeof periods)[number]

/** By what collections are ranked: only what the provider itself sorts by, so that the first row is the first of all. */
export type RankOrder = {
  readonly by: 'floor' | 'volume'
  readonly period: Period
  readonly direction: 'asc' | 'desc'
}

export const mostTraded: RankOrder = { by: 'volume', period: 'allTime', direction: 'desc' }

/** The order after a press on the head of a column: the other direction, or the column's own first one. */
export function pressed(order: RankOrder, by: RankOrder['by']): RankOrder {
  if (order.by !== by) return { ...order, by, direction: by === 'floor' ? 'asc' : 'desc' }
  return { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' }
}
