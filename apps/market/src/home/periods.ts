export const periods = ['1day', '7day', '30day', 'allTime'] as const
/** A time in which trade is summed up. */
export type Period = (typeof periods)[number]
