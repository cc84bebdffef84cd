export const periods = ['1day', '7day', '30day', 'allTime'] as const
/** A period over which trade is summed. */
export type Period = (typeof periods)[number]

/** What collections are ranked by. The provider sorts by it too, so that the first row is the first of all. */
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
