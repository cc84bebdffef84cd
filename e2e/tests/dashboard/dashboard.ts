import { readFileSync } from 'node:fs'

/** What we read of a Grafana dashboard's file. */
export type Target = { readonly expr: string; readonly legendFormat: string }
export type Panel = {
  readonly type: 'row' | 'timeseries' | 'state-timeline'
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly Target[]
  readonly fieldConfig?: {
    readonly defaults: {
      readonly unit?: string
      readonly min?: number
      readonly max?: number
      readonly custom?: { readonly axisSoftMax?: number }
      readonly thresholds?: {
        readonly steps: readonly { readonly color: string; readonly value: number | null }[]
      }
    }
  }
}
type Variable = {
  readonly name: string
  readonly type: string
  readonly query: string | { readonly query: string }
  readonly includeAll?: boolean
  readonly allValue?: string
}
export type Dashboard = {
  readonly title: string
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly Variable[] }
  readonly annotations: {
    readonly list: readonly { readonly expr?: string; readonly titleFormat?: string }[]
  }
}

/** Points of one series: unix seconds and value. */
export type Series = { readonly name: string; readonly points: readonly (readonly [number, number])[] }
export type Range = { readonly start: number; readonly end: number; readonly step: number }
/** Asks Prometheus's HTTP API. @returns its `data`. @throws with its sentence. */
export type Ask = (path: string, query: Readonly<Record<string, string>>) => Promise<unknown>

export const readDashboard = (file: string): Dashboard => JSON.parse(readFileSync(file, 'utf8')) as Dashboard

/** Grafana's default for the scrape interval of a Prometheus data source, in seconds. */
const scrapeInterval = 15

/** The variables that Grafana computes from the range, as it does. */
export function builtIns({ start, end, step }: Range): Readonly<Record<string, string>> {
  return {
    __interval: `${step}s`,
    __rate_interval: `${Math.max(step + scrapeInterval, 4 * scrapeInterval)}s`,
    __range: `${end - start}s`,
  }
}

/** Puts values in place of `$name` and `${name}`. @throws for a variable that has none. */
export function fillIn(query: string, values: Readonly<Record<string, string>>): string {
  return query.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? ''
    const value = values[name]
    if (value === undefined) throw new Error(`the query uses $${name}, which is no variable of the dashboard`)
    return value
  })
}

/** The values that Grafana chooses when the dashboard is opened: of each variable "All", or else the first one. */
export async function chooseVariables(
  dashboard: Dashboard,
  range: Range,
  ask: Ask,
): Promise<Record<string, string>> {
  const values: Record<string, string> = { ...builtIns(range) }
  for (const { name, type, query, includeAll, allValue } of dashboard.templating.list) {
    if (type === 'datasource') continue
    const text = typeof query === 'string' ? query : query.query
    const [, selector, label] = /^label_values\((.+), *(\w+)\)$/.exec(text) ?? []
    if (selector === undefined || label === undefined)
      throw new Error(`The variable ${name} is no label_values(…): ${text}`)
    const found = (await ask(`label/${label}/values`, {
      'match[]': fillIn(selector, values),
      start: String(range.start),
      end: String(range.end),
    })) as readonly string[]
    const [first] = [...found].sort()
    if (first === undefined) throw new Error(`The variable ${name} has no values: ${text}`)
    values[name] = includeAll === true ? (allValue ?? found.join('|')) : first
  }
  return values
}

type Matrix = {
  readonly result: readonly {
    readonly metric: Readonly<Record<string, string>>
    readonly values: readonly (readonly [number, string])[]
  }[]
}

/** The series of one query over the range, named by its legend. */
export async function seriesOf(
  { expr, legendFormat }: Target,
  values: Readonly<Record<string, string>>,
  { start, end, step }: Range,
  ask: Ask,
): Promise<readonly Series[]> {
  const query = fillIn(expr, values)
  const data = await ask('query_range', { query, start: String(start), end: String(end), step: String(step) })
  return (data as Matrix).result.map(({ metric, values: points }) => ({
    name: legendFormat.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => metric[label] ?? ''),
    points: points.map(([at, value]) => [at, Number(value)] as const),
  }))
}

/** A panel with the series of its queries. */
export type Drawn = { readonly panel: Panel; readonly series: readonly Series[] }

/**
 * Evaluates every query of every panel.
 * @param absent panels of features that the run has off, with the reason.
 * @returns the panels, and one sentence for each query that fails or finds nothing.
 */
export async function evaluate(
  dashboard: Dashboard,
  values: Readonly<Record<string, string>>,
  range: Range,
  ask: Ask,
  absent: Readonly<Record<string, string>>,
): Promise<{ readonly drawn: readonly Drawn[]; readonly problems: readonly string[] }> {
  const drawn: Drawn[] = []
  const problems: string[] = []
  for (const panel of dashboard.panels) {
    const series: Series[] = []
    for (const target of panel.targets ?? []) {
      const place = `The panel "${panel.title}"`
      try {
        const found = await seriesOf(target, values, range, ask)
        const isEmpty = !found.some(({ points }) => points.some(([, value]) => Number.isFinite(value)))
        if (isEmpty && absent[panel.title] === undefined)
          problems.push(`${place} shows nothing over the run: ${target.expr}`)
        if (!isEmpty && absent[panel.title] !== undefined)
          problems.push(`${place} is listed as empty (${absent[panel.title]}) and is not: ${target.expr}`)
        series.push(...found)
      } catch (cause) {
        problems.push(
          `${place} fails: ${cause instanceof Error ? cause.message : String(cause)}: ${target.expr}`,
        )
      }
    }
    drawn.push({ panel, series })
  }
  const unknown = Object.keys(absent).filter(
    (title) => !dashboard.panels.some((panel) => panel.title === title),
  )
  problems.push(...unknown.map((title) => `There is no panel "${title}", which is listed as empty.`))
  return { drawn, problems }
}
