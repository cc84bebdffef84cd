import type { ReactNode } from 'react'

const steps: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [60, 'second'],
  [3_600, 'minute'],
  [86_400, 'hour'],
  [30 * 86_400, 'day'],
  [365 * 86_400, 'month'],
  [Number.POSITIVE_INFINITY, 'year'],
]
const sizes: Partial<Record<Intl.RelativeTimeFormatUnit, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  month: 30 * 86_400,
  year: 365 * 86_400,
}

/** Unix seconds as a distance from now; the moment itself on pointing. */
export function Ago({ seconds }: { readonly seconds: number }): ReactNode {
  const distance = seconds - Math.floor(Date.now() / 1000)
  const [, unit] = steps.find(([limit]) => Math.abs(distance) < limit) ?? [0, 'day' as const]
  const text = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' }).format(
    Math.trunc(distance / (sizes[unit] ?? 1)),
    unit,
  )
  const date = new Date(seconds * 1000)
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString('en')}>
      {text}
    </time>
  )
}
