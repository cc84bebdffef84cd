import type uPlotType from 'uplot'
import type { Drawn, Range } from './dashboard.ts'

/** What the page draws. */
export type PageData = {
  readonly title: string
  readonly note: string
  readonly variables: readonly string[]
  readonly range: Range
  readonly scheme: 'light' | 'dark'
  readonly panels: readonly Drawn[]
}

/** Draws the dashboard into an empty page that has uPlot. Runs in the browser, so it uses nothing outside of itself. */
export function drawPanels({ title, note, variables, range, scheme, panels }: PageData): void {
  const uPlot = (globalThis as unknown as { uPlot: typeof uPlotType }).uPlot
  const isDark = scheme === 'dark'
  const ink = isDark
    ? {
        page: '#111217',
        panel: '#181b1f',
        edge: '#2a2d33',
        text: '#ccccdc',
        faint: '#8e8e99',
        grid: '#26292f',
      }
    : {
        page: '#f4f5f5',
        panel: '#ffffff',
        edge: '#e0e1e6',
        text: '#24292e',
        faint: '#6b7078',
        grid: '#ebecef',
      }
  /** Grafana's classic palette. */
  const palette = [
    ...['#73bf69', '#f2cc0c', '#5794f2', '#ff780a', '#f2495c', '#b877d9', '#8ab8ff', '#fade2a', '#37872d'],
    ...['#e0b400', '#1f60c4', '#fa6400', '#c4162a', '#8f3bb8', '#96d98d', '#ffb357', '#ff7383', '#ca95e5'],
  ]
  const named: Readonly<Record<string, string>> = { green: '#73bf69', red: '#e02f44', orange: '#ff780a' }
  const [cellWidth, cellHeight, gap] = [58, 26, 6]

  const scaled = (value: number, steps: readonly (readonly [number, string])[]): string => {
    if (value === 0) return `0${steps.find(([at]) => at === 1)?.[1] ?? ''}`
    const [size, name] = steps.findLast(([at]) => Math.abs(value) >= at) ?? steps[0] ?? [1, '']
    return `${Number((value / size).toPrecision(3))}${name}`
  }
  const si = (value: number) =>
    scaled(value, [
      [1, ''],
      [1e3, ' K'],
      [1e6, ' Mil'],
    ])
  const units: Readonly<Record<string, (value: number) => string>> = {
    short: si,
    none: si,
    reqps: (value) => `${si(value)} req/s`,
    cps: (value) => `${si(value)} c/s`,
    ops: (value) => `${si(value)} ops/s`,
    percentunit: (value) => `${Number((value * 100).toPrecision(3))}%`,
    bytes: (value) =>
      scaled(value, [
        [1, ' B'],
        [1024, ' KiB'],
        [1024 ** 2, ' MiB'],
        [1024 ** 3, ' GiB'],
      ]),
    s: (value) =>
      scaled(value, [
        [1e-6, ' µs'],
        [1e-3, ' ms'],
        [1, ' s'],
        [60, ' min'],
        [3600, ' hour'],
      ]),
  }
  const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 16)

  const element = (parent: HTMLElement, css: string, text = ''): HTMLElement => {
    const made = document.createElement('div')
    made.style.cssText = css
    made.textContent = text
    parent.append(made)
    return made
  }
  document.body.style.cssText = `margin:0;padding:14px;background:${ink.page};color:${ink.text};font:12px Inter,Helvetica,Arial,sans-serif;width:${24 * cellWidth}px`
  element(document.body, 'font-size:18px;font-weight:600', title)
  element(document.body, `margin:4px 0 10px;color:${ink.faint}`, `${variables.join(' · ')} · ${note}`)
  const rows = Math.max(...panels.map(({ panel: { gridPos } }) => gridPos.y + gridPos.h))
  const grid = element(document.body, `position:relative;height:${rows * cellHeight}px`)

  const steps = Array.from(
    { length: Math.round((range.end - range.start) / range.step) + 1 },
    (_, index) => range.start + index * range.step,
  )

  const drawStates = (body: HTMLElement, series: Drawn['series'], width: number): void => {
    const names = 250
    const place = (at: number) =>
      names + ((at - range.start) / (range.end - range.start)) * (width - names - 20)
    for (const { name, points } of series) {
      const line = element(body, 'position:relative;height:17px;margin-top:3px')
      element(
        line,
        `position:absolute;left:8px;width:${names - 12}px;overflow:hidden;white-space:nowrap;font-size:11px`,
        name,
      )
      const held = points.filter(([, value]) => value > 0)
      for (const [at] of held) {
        const [left, right] = [place(at), place(Math.min(at + range.step, range.end))]
        element(
          line,
          `position:absolute;left:${left}px;width:${right - left + 0.5}px;height:15px;background:${named.red}`,
        )
      }
    }
    const axis = element(
      body,
      `position:relative;height:16px;margin-top:4px;font-size:11px;color:${ink.faint}`,
    )
    for (let at = Math.ceil(range.start / 60) * 60; at < range.end - 10; at += 60)
      element(axis, `position:absolute;left:${place(at) - 14}px`, clock(at))
  }

  const drawLines = (body: HTMLElement, { panel, series }: Drawn, width: number, height: number): void => {
    const { unit = 'short', min, max, thresholds, custom } = panel.fieldConfig?.defaults ?? {}
    const format = units[unit] ?? si
    const limits = (thresholds?.steps ?? []).flatMap(({ color, value }) =>
      value === null ? [] : [{ color, value }],
    )
    const columns = series.map(({ points }) => {
      const byTime = new Map(points)
      return steps.map((at) => {
        const value = byTime.get(at)
        return value === undefined || !Number.isFinite(value) ? null : value
      })
    })
    const greatest = Math.max(custom?.axisSoftMax ?? 0, ...columns.flat().map((value) => value ?? 0))
    const least = Math.min(...columns.flat().map((value) => value ?? Number.POSITIVE_INFINITY))
    const bottom = min ?? (Number.isFinite(least) ? least : 0)
    const lineOf = (index: number) => palette[index % palette.length] ?? ink.text
    const font = '10px Inter,Helvetica,Arial,sans-serif'
    new uPlot(
      {
        width,
        height,
        padding: [6, 8, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: true, range: [range.start, range.end] },
          y: {
            range: (_, __, top) =>
              uPlot
                .rangeNum(bottom, max ?? (Number.isFinite(top) ? Math.max(top, greatest) : 1), 0.1, true)
                .map((one, at) => (at === 0 && min !== undefined ? min : one)) as [number, number],
          },
        },
        axes: [
          {
            stroke: ink.faint,
            font,
            size: 22,
            space: 40,
            incrs: [60, 120, 300],
            grid: { stroke: ink.grid, width: 1 },
            ticks: { show: false },
            values: (_, at) => at.map((one) => clock(one)),
          },
          {
            stroke: ink.faint,
            font,
            size: 66,
            space: 26,
            grid: { stroke: ink.grid, width: 1 },
            ticks: { show: false },
            values: (_, at) => at.map(format),
          },
        ],
        series: [
          {},
          ...series.map((_, index) => ({
            stroke: lineOf(index),
            width: 1.3,
            points: { show: false },
          })),
        ],
        hooks: {
          draw: [
            (plot) => {
              for (const { color, value } of limits) {
                const y = plot.valToPos(value, 'y', true)
                const { left, top, width: wide, height: high } = plot.bbox
                if (y < top || y > top + high) continue
                plot.ctx.save()
                plot.ctx.setLineDash([6, 4])
                plot.ctx.strokeStyle = named[color] ?? color
                plot.ctx.beginPath()
                plot.ctx.moveTo(left, y)
                plot.ctx.lineTo(left + wide, y)
                plot.ctx.stroke()
                plot.ctx.restore()
              }
            },
          ],
        },
      },
      [steps, ...columns],
      body,
    )
  }

  for (const one of panels) {
    const { panel, series } = one
    const { x, y, w, h } = panel.gridPos
    const [width, height] = [w * cellWidth - gap, h * cellHeight - gap]
    const place = `position:absolute;left:${x * cellWidth}px;top:${y * cellHeight}px;width:${width}px;height:${height}px`
    if (panel.type === 'row') {
      element(grid, `${place};font-weight:600;font-size:14px;line-height:${height}px`, `⌄ ${panel.title}`)
      continue
    }
    const box = element(
      grid,
      `${place};background:${ink.panel};border:1px solid ${ink.edge};border-radius:3px;box-sizing:border-box;overflow:hidden`,
    )
    element(box, 'padding:4px 8px;font-weight:600;height:14px;white-space:nowrap', panel.title)
    if (series.length === 0) {
      element(box, `padding-top:${height / 2 - 30}px;text-align:center;color:${ink.faint}`, 'No data')
      continue
    }
    if (panel.type === 'state-timeline') {
      drawStates(element(box, ''), series, width)
      continue
    }
    const legendRows = Math.min(
      3,
      Math.max(1, Math.ceil(series.reduce((sum, { name }) => sum + name.length * 5.6 + 24, 0) / width)),
    )
    drawLines(element(box, ''), one, width - 4, height - 26 - legendRows * 14)
    const legend = element(
      box,
      `display:flex;flex-wrap:wrap;gap:0 10px;padding:0 8px;height:${legendRows * 14}px;overflow:hidden;font-size:10.5px;color:${ink.text}`,
    )
    for (const [index, { name }] of series.entries()) {
      const entry = element(legend, 'display:flex;align-items:center;gap:4px;height:14px;white-space:nowrap')
      element(entry, `width:10px;height:3px;border-radius:2px;background:${palette[index % palette.length]}`)
      element(entry, '', name)
    }
  }
}
