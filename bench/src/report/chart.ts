import type { Figure, Table } from './figures.ts'
import { formatted } from './report.ts'

/**
 * A table as a picture: one bar for each figure, from zero; figures that lie far apart are drawn on a logarithmic
 * scale.
 */

const [width, right, bar, gap, head] = [800, 150, 16, 12, 60]

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Bar = { readonly name: string; readonly kind: 'ours' | 'peer' | 'floor'; readonly figure: Figure }

const style = `
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 15px; font-weight: 600 }
.what { font-weight: 600 }
.quiet, .tick { fill: #59636e }
.ours { fill: #0b7a5b } .peer { fill: #9aa4af } .floor { fill: #c9d1d9 }
.paper { fill: #ffffff } .grid { stroke: #d1d9e0 } .spread { stroke: #1f2328 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc } .quiet, .tick { fill: #9198a1 }
  .ours { fill: #2fbf94 } .peer { fill: #59636e } .floor { fill: #3d444d }
  .paper { fill: #0d1117 } .grid { stroke: #3d444d } .spread { stroke: #f0f6fc }
}`

type Scale = {
  readonly steps: readonly number[]
  /** The position of a value, from 0 to 1. */
  readonly share: (value: number) => number
}

function evenly(most: number): Scale {
  const rough = most / 4
  const ten = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * ten).find((one) => one >= rough) ?? rough
  const end = step * Math.ceil(most / step)
  return {
    steps: Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step),
    share: (value) => Math.max(0, value) / end,
  }
}

/** Zero, and values below the first step, have no length. */
function byTens(least: number, most: number): Scale {
  const first = Math.floor(Math.log10(least))
  const last = Math.max(first + 1, Math.ceil(Math.log10(most)))
  return {
    steps: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)),
    share: (value) => Math.max(0, Math.log10(Math.max(value, 10 ** first)) - first) / (last - first),
  }
}

export function chartOf(table: Table): string {
  const groups = table.rows.map(({ what, ours, peers = [], floor }) => ({
    what,
    bars: [
      { name: 'ours', kind: 'ours' as const, figure: ours },
      ...peers.map(({ name, figure }) => ({ name, kind: 'peer' as const, figure })),
      ...(floor === undefined ? [] : [{ name: floor.name, kind: 'floor' as const, figure: floor.figure }]),
    ] satisfies Bar[],
  }))
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ name }) => name.length)))
  const left = Math.max(120, 24 + longest * 6.8)
  const room = width - left - right
  const above = groups
    .flatMap(({ bars }) => bars.flatMap(({ figure }) => [figure.low, figure.high]))
    .filter((value) => value > 0)
  const [least, most] = [Math.min(...above, 1e12), Math.max(...above, 1e-12)]
  const { steps, share } = most / least < 30 ? evenly(most) : byTens(least, most)
  const at = (value: number): number => left + room * share(value)
  const parts: string[] = []
  let y = head + 14
  for (const { what, bars } of groups) {
    parts.push(`<text class="what" x="12" y="${y + 12}">${escaped(what)}</text>`)
    y += 20
    for (const { name, kind, figure } of bars) {
      const end = at(figure.median)
      const middle = y + bar / 2
      parts.push(
        `<text class="quiet" x="${left - 8}" y="${y + 12}" text-anchor="end">${escaped(name)}</text>`,
        `<rect class="${kind}" x="${left}" y="${y}" width="${Math.max(1, end - left).toFixed(1)}" height="${bar - 4}" rx="2"/>`,
        ...(figure.high > figure.low
          ? [
              `<path class="spread" d="M${at(figure.low).toFixed(1)} ${middle - 2}H${at(figure.high).toFixed(1)}"/>`,
            ]
          : []),
        `<text x="${(Math.max(end, at(figure.high)) + 6).toFixed(1)}" y="${y + 12}">${escaped(formatted(figure))}</text>`,
      )
      y += bar
    }
    y += gap
  }
  const grid = steps.map((step) => {
    const x = at(step).toFixed(1)
    const label = step >= 1 ? step.toLocaleString('en') : String(Number(step.toPrecision(1)))
    return `<path class="grid" d="M${x} ${head + 6}V${y - gap}"/><text class="tick" x="${x}" y="${head + 2}" text-anchor="middle">${label}</text>`
  })
  const better = table.better === 'less' ? 'less is better' : 'more is better'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img" aria-label="${escaped(table.title)}">`,
    `<style>${style}</style>`,
    // A background of its own: the colors follow the system, the page around it may not.
    `<path class="paper" d="M0 0H${width}V${y}H0z"/>`,
    `<text class="title" x="12" y="22">${escaped(table.title)}</text>`,
    `<text class="quiet" x="12" y="40">${escaped(table.unit)}; ${better}</text>`,
    ...grid,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}
