export type Series = {
  readonly name: string
  /** `undefined` where only another series has a value, `null` where a value is missing. */
  readonly values: readonly (number | null | undefined)[]
  /** `bars` are at the bottom of the chart and have their own scale. */
  readonly shape: 'line' | 'points' | 'area' | 'bars'
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
