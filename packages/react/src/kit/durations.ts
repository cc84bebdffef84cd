import type { DurationName } from '../locales/codes.ts'

const day = 86_400

/** Seconds for which a listing or an offer is valid. */
export const durations: Readonly<Record<DurationName, number>> = {
  hour: 3_600,
  day,
  threeDays: 3 * day,
  week: 7 * day,
  month: 30 * day,
  threeMonths: 90 * day,
  sixMonths: 180 * day,
}

/**
 * When an order that is made now ends, in unix seconds, as the provider takes them. Never later than the user chose: days
 * end on the full hour before, an hour on the full minute. So an order that is entered in two tabs is the same order, and
 * the second tab is told that it is under way.
 */
export function endOf(seconds: number, now = Date.now()): string {
  const grain = seconds < day ? 60 : 3_600
  return String(Math.floor((Math.floor(now / 1_000) + seconds) / grain) * grain)
}
