import type { DurationName } from '../words/words.ts'

const day = 86_400

/** Seconds that a listing or an offer stands. */
export const durations: Readonly<Record<DurationName, number>> = {
  hour: 3_600,
  day,
  threeDays: 3 * day,
  week: 7 * day,
  month: 30 * day,
  threeMonths: 90 * day,
  sixMonths: 180 * day,
}

/** Unix seconds, as the provider takes them: ten digits. */
export const endOf = (seconds: number, now = Date.now()): string => String(Math.floor(now / 1000) + seconds)
