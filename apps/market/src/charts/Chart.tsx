import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import { useMessages } from '../locale.tsx'

export type Series = {
  readonly name: string
  readonly values: readonly (number | null)[]
  readonly shape: 'line' | 'points' | 'area'
  /** A CSS color variable of the page. */
  readonly color: string
}

export type ChartProps = {
  /** Said to those who cannot see it. */
  readonly label: string
  readonly x: readonly number[]
  /** `time`: unix seconds; `price`: whole units. */
  readonly xKind: 'time' | 'price'
  readonly series: readonly Series[]
  readonly format: (value: number) => string
  /** What the axes count, written along them; none along a time. */
  readonly counts: { readonly x?: string; readonly y: string }
}

const height = 260

/** A chart on a canvas, in the page's colors. */
export function Chart({ label, x, xKind, series, format, counts }: ChartProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const { locale } = useMessages()
  const scheme = useSyncExternalStore(onScheme, schemeOf)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas keeps the colors it was drawn in
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const style = getComputedStyle(element)
    const read = (name: string, share = 100) => resolved(element, name, share)
    const grid = { stroke: read('--chart-rule'), width: 1 }
    const axis = {
      stroke: read('--chart-soft'),
      grid,
      ticks: { show: false },
      font: `13px ${style.fontFamily}`,
      labelFont: `13px ${style.fontFamily}`,
      labelSize: 22,
    }
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height,
        cursor: { y: false, drag: { x: false, y: false } },
        legend: { show: false },
        scales: { x: { time: xKind === 'time', range: () => roomAround(x[0] ?? 0, x.at(-1) ?? 0, xKind) } },
        axes: [
          {
            ...axis,
            ...(counts.x === undefined ? {} : { label: counts.x }),
            values: (_: uPlot, ticks: number[]) =>
              ticks.map(xKind === 'price' ? format : dayFormat(locale, ticks)),
          },
          { ...axis, label: counts.y, size: 60, values: (_: uPlot, ticks: number[]) => ticks.map(format) },
        ],
        series: [
          {},
          ...series.map(({ name, shape, color }) => {
            const stroke = read(color)
            const fill = read(color, 14)
            return {
              label: name,
              stroke,
              width: shape === 'points' ? 0 : 2,
              points: { show: shape === 'points', size: 7, fill: stroke },
              ...(shape === 'area' ? { fill, paths: uPlot.paths.stepped?.({ align: 1 }) } : {}),
            } as uPlot.Series
          }),
        ],
        hooks: { setCursor: [(self) => showTip(self, series, xKind, format, locale)] },
      },
      [[...x], ...series.map(({ values }) => [...values])] as uPlot.AlignedData,
      element,
    )
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [x, xKind, series, format, locale, scheme, counts.x, counts.y])
  return <div ref={place} className="chart" role="img" aria-label={label} />
}

/** Days where the axis shows days, hours where it shows hours; ticks in unix seconds. */
function dayFormat(locale: string, ticks: readonly number[]): (tick: number) => string {
  const apart = (ticks[1] ?? 0) - (ticks[0] ?? 0)
  const format = new Intl.DateTimeFormat(
    locale,
    apart >= 86_400 ? { day: 'numeric', month: 'short' } : { hour: 'numeric', minute: '2-digit' },
  )
  return (tick) => format.format(tick * 1_000)
}

const schemeOf = (): string => document.documentElement.dataset.scheme ?? ''

function onScheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-scheme'] })
  return () => observer.disconnect()
}

/** Room beside the first and the last point; an hour at least where time goes by. */
function roomAround(low: number, high: number, xKind: ChartProps['xKind']): [number, number] {
  const room = Math.max((high - low) * 0.04, xKind === 'time' ? 1_800 : 0)
  return [low - room, high + room]
}

/** A color variable as a canvas takes it: computed for this place and scheme, thinned to `share` percent. */
function resolved(place: HTMLElement, name: string, share: number): string {
  const probe = document.createElement('i')
  probe.style.color = `color-mix(in srgb, var(${name}) ${share}%, transparent)`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** What stands under the pointer, written above the chart. */
function showTip(
  chart: uPlot,
  series: readonly Series[],
  xKind: ChartProps['xKind'],
  format: (value: number) => string,
  locale: string,
): void {
  const { idx } = chart.cursor
  const at = idx == null ? undefined : chart.data[0][idx]
  const values = series.flatMap(({ name }, index) => {
    const value = idx == null ? undefined : chart.data[index + 1]?.[idx]
    return value == null ? [] : [`${name} ${format(value)}`]
  })
  const where =
    at === undefined
      ? ''
      : xKind === 'time'
        ? new Date(at * 1_000).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
        : format(at)
  chart.root.dataset.tip = at === undefined ? '' : [where, ...values].join('  ·  ')
}
