import type { ChartProps } from './chartProps.ts'

/** What a chart shows at one place. */
export type Reading = {
  readonly where: string
  readonly values: readonly { readonly name: string; readonly value: string }[]
}

/** The values of a chart at a point of it; `undefined` where there is none. */
export function readingOf(
  of: Pick<ChartProps, 'x' | 'xKind' | 'series' | 'format'> & { readonly locale: string },
  index: number | null | undefined,
): Reading | undefined {
  const at = index == null ? undefined : of.x[index]
  if (index == null || at === undefined) return undefined
  const values = of.series.flatMap(({ name, values: all }) => {
    const value = all[index]
    return value == null ? [] : [{ name, value: of.format(value) }]
  })
  const where =
    of.xKind === 'time'
      ? new Date(at * 1_000).toLocaleString(of.locale, { dateStyle: 'medium', timeStyle: 'short' })
      : of.format(at)
  return { where, values }
}
