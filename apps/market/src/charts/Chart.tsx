import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import { useMessages } from '../locale.tsx'
import type { ChartProps } from './chartProps.ts'
import { type Reading, readingOf } from './readingOf.ts'
import { spansMagnitudes } from './spansMagnitudes.ts'

const height = 240
/** Seconds of a day. */
const day = 86_400

/** A chart on a canvas, in the page's colors, with a legend. Its values are read by pointer and by arrow keys. */
export function Chart({ label, x, xKind, series, format, counts }: ChartProps): ReactNode {
  const anchor = useRef<HTMLDivElement>(null)
  const drawn = useRef<uPlot>(undefined)
  const { locale, charts } = useMessages()
  const [reading, setReading] = useState<Reading>()
  const scheme = useSyncExternalStore(onScheme, schemeOf)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas keeps the colors it was drawn in
  useEffect(() => {
    const element = anchor.current
    if (element === null) return
    const options = { x, xKind, series, format, counts, locale }
    const read = ({ cursor: { idx } }: uPlot) => setReading(readingOf(options, idx))
    const chart = new uPlot(
      optionsOf(element, options, read),
      [[...x], ...series.map(({ values }) => [...values])] as uPlot.AlignedData,
      element,
    )
    drawn.current = chart
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      drawn.current = undefined
      chart.destroy()
      setReading(undefined)
    }
  }, [x, xKind, series, format, locale, scheme, counts.x, counts.y])
  const onKey = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, drawn.current?.cursor.idx ?? undefined, x.length)
    const at = next === undefined ? undefined : x[next]
    if (drawn.current === undefined || at === undefined) return
    event.preventDefault()
    drawn.current.setCursor({ left: drawn.current.valToPos(at, 'x'), top: height / 2 })
  }
  return (
    <figure className="chart">
      <figcaption className="chart-legend">
        {series.map(({ name, shape, color }) => (
          <span key={name}>
            <i data-shape={shape} style={{ color: `var(${color})` }} />
            {name}
          </span>
        ))}
      </figcaption>
      <p className="chart-reading" aria-live="polite">
        {reading === undefined ? (
          <span className="quiet">
            {charts.keys} {isLogarithmic(series) && charts.logScale}
          </span>
        ) : (
          <Values of={reading} />
        )}
      </p>
      <div
        ref={anchor}
        className="chart-canvas"
        // Time and prices run from left to right in every language.
        dir="ltr"
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its values are read by arrow keys, too
        tabIndex={0}
        onKeyDown={onKey}
      />
    </figure>
  )
}

function Values({ of: { where, values } }: { readonly of: Reading }): ReactNode {
  return (
    <>
      <span>{where}</span>
      {values.map(({ name, value }) => (
        <span key={name}>
          {name} <strong>{value}</strong>
        </span>
      ))}
    </>
  )
}

/** The point that a key leads to; `undefined` for a key that leads to none. */
function nextIndex(key: string, index: number | undefined, count: number): number | undefined {
  const last = count - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowRight') return index === undefined ? 0 : Math.min(index + 1, last)
  if (key === 'ArrowLeft') return index === undefined ? last : Math.max(index - 1, 0)
  return undefined
}

/** Areas start at zero, and bars have a scale of their own. */
const isLogarithmic = (series: ChartProps['series']): boolean =>
  series.some(({ shape, values }) => shape === 'points' && spansMagnitudes(values))

type Drawn = Pick<ChartProps, 'x' | 'xKind' | 'series' | 'format' | 'counts'> & { readonly locale: string }

function optionsOf(element: HTMLElement, drawn: Drawn, read: (chart: uPlot) => void): uPlot.Options {
  const { x, xKind, series, format, counts, locale } = drawn
  const style = getComputedStyle(element)
  const color = (name: string, share = 100) => resolved(element, name, share)
  const axis = {
    stroke: color('--chart-soft'),
    grid: { stroke: color('--chart-rule'), width: 1 },
    ticks: { show: false },
    font: `13px ${style.fontFamily}`,
    labelFont: `13px ${style.fontFamily}`,
    labelSize: 22,
  }
  // A logarithmic axis names the powers of ten alone.
  const tickText = (tick: number | null): string => (tick === null ? '' : format(tick))
  const fromZero = series.some(({ shape }) => shape === 'area')
  return {
    width: element.clientWidth,
    height,
    cursor: { y: false, drag: { x: false, y: false } },
    legend: { show: false },
    padding: [8, 20, 0, 0],
    scales: {
      x: { time: xKind === 'time', range: () => roomAround(x[0] ?? 0, x.at(-1) ?? 0, xKind) },
      y: fromZero ? { range: (_, __, most) => [0, most * 1.08] } : isLogarithmic(series) ? { distr: 3 } : {},
      // Bars take the lowest quarter, so that they do not cover the rest.
      bars: { range: (_, __, most) => [0, most * 4] },
    },
    axes: [
      {
        ...axis,
        size: 34,
        // As wide as what is written there: a price or a day, or a day and an hour where there are few days.
        space: (_: uPlot, __: number, low: number, high: number, room: number) =>
          xKind === 'price' || ((high - low) / day) * 64 >= room ? 64 : 120,
        ...(counts.x === undefined ? {} : { label: counts.x }),
        values: (_: uPlot, ticks: number[]) =>
          ticks.map(xKind === 'price' ? format : dayFormat(locale, ticks)),
      },
      {
        ...axis,
        label: counts.y,
        size: 52,
        values: (_: uPlot, ticks: (number | null)[]) => ticks.map(tickText),
      },
    ],
    series: [
      {},
      ...series.map(({ name, shape, color: own }): uPlot.Series => {
        const stroke = color(own)
        const shared = { label: name, stroke, points: { show: shape === 'points', size: 7, fill: stroke } }
        if (shape === 'bars') {
          const paths = uPlot.paths.bars?.({ size: [0.7, 28] })
          return { ...shared, scale: 'bars', width: 0, fill: color(own, 40), ...(paths && { paths }) }
        }
        if (shape === 'area') {
          const paths = uPlot.paths.stepped?.({ align: 1 })
          return { ...shared, width: 2, fill: color(own, 14), ...(paths && { paths }) }
        }
        return { ...shared, width: shape === 'points' ? 0 : 2 }
      }),
    ],
    hooks: { setCursor: [read] },
  }
}

/** Days where the axis shows days, hours where it shows hours, with their day where there are several; unix seconds. */
function dayFormat(locale: string, ticks: readonly number[]): (tick: number) => string {
  const [first = 0, second = first + day] = ticks
  const across = (ticks.at(-1) ?? first) - first
  const format = new Intl.DateTimeFormat(locale, {
    ...(across >= day || ticks.length === 1 ? { day: 'numeric', month: 'short' } : {}),
    ...(second - first >= day ? {} : { hour: 'numeric', minute: '2-digit' }),
  })
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

/** A color variable as a canvas takes it: computed for this element and scheme, thinned to `share` percent. */
function resolved(element: HTMLElement, name: string, share: number): string {
  const probe = document.createElement('i')
  probe.style.color = `color-mix(in srgb, var(${name}) ${share}%, transparent)`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
