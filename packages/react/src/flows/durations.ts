const day = 86_400

/** Seconds that a listing or an offer stands. */
import type { DurationName } from '../locales/codes.ts'
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
 * When an order that is made now ends, in unix seconds of ten digits, as the provider takes them. Never later than
 * was said: days end on the full hour before, an hour on the full minute. So the same order, typed in two tabs, is
 * the same order, and the second is told that it is under way.
 */
export function endOf(seconds: number, now = Date.now()): string {
  const grain = seconds < day ? 60 : 3_600
  return String(Math.floor((Math.floor(now / 1_000) + seconds) / grain) * grain)
}
