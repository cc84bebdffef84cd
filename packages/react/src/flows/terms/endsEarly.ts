import { durations, endOf } from '../../kit/durations.ts'
import type { DurationName } from '../../locales/codes.ts'

/** What the seller needs to accept an offer once the auction is over, in seconds. */
const timeToAccept = 2 * 86_400

/** Whether an offer that is made now ends before the seller of an auction can accept it. `endsAt` in unix seconds. */
export const endsEarly = (duration: DurationName, endsAt: number, now = Date.now()): boolean =>
  Number(endOf(durations[duration], now)) < endsAt + timeToAccept

/** The shortest duration with which the seller of an auction can accept an offer, or the longest one. */
export function longEnough(endsAt: number, now = Date.now()): DurationName {
  const names = Object.keys(durations) as DurationName[]
  return names.find((name) => !endsEarly(name, endsAt, now)) ?? 'sixMonths'
}
