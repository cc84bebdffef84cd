'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { everyInterval } from '../kit/everyInterval.ts'
import { createFormats, momentText } from '../kit/formats.ts'
import { useKit } from '../kit/SluiceProvider.tsx'

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * A moment as people say it, such as "3 minutes ago" or "in 2 days"; within a minute it is "now", for clocks
 * differ. Of what remains, the last part of an hour counts as a full day, and the last two minutes as a full hour. `at` and `now` in milliseconds.
 *
 * @example
 * relativeTime(Date.now() - 180_000, Date.now(), 'en') // '3 minutes ago'
 */
export function relativeTime(
  at: number,
  now: number,
  locale: string,
  formats = createFormats(locale),
): string {
  const seconds = Math.round((at - now) / 1_000)
  // What remains of "1 week" is 7 days: the end of an order is the full hour before, or the full minute.
  const roundedBy = (size: number) => (seconds < 0 ? 0 : size >= 86_400 ? 3_600 : size === 3_600 ? 120 : 0)
  const step = steps.find(([, size]) => Math.abs(seconds) + roundedBy(size) >= size)
  if (step === undefined) return formats.now()
  const [unit, size] = step
  return formats.relative().format(Math.trunc((seconds + roundedBy(size)) / size), unit)
}

/** Milliseconds between two looks at the clock; minutes are what is shown. */
const pace = 30_000
const everyPace = everyInterval(pace)
const paced = () => Math.floor(Date.now() / pace) * pace

/**
 * How long ago, or how soon; the exact time on pointing, and a link if there is one. `at` in milliseconds; beyond any
 * date, its seconds as they are.
 *
 * @param at The time in milliseconds.
 * @param href Where a click leads, such as the transaction in an explorer.
 * @example
 * <When at={(activity.timestamp ?? 0) * 1_000} href={transactionUrl(chain, activity.txHash ?? '')} />
 */
export function When(props: { readonly at: number; readonly href?: string | undefined }): ReactNode {
  const { messages, formats } = useKit()
  const now = useSyncExternalStore(everyPace, paced, () => props.at)
  const date = new Date(props.at)
  const time = Number.isNaN(date.getTime()) ? (
    momentText(formats, props.at / 1_000)
  ) : (
    <time dateTime={date.toISOString()} title={formats.moment().format(date)}>
      {relativeTime(props.at, Math.max(now, 0), messages.locale, formats)}
    </time>
  )
  if (props.href === undefined || !/^https?:\/\//.test(props.href)) return time
  return (
    <a className="sluice-quiet-link" href={props.href} target="_blank" rel="noopener noreferrer">
      {time}
    </a>
  )
}
