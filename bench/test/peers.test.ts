import { expect, test } from 'vitest'
import { chartOf } from '../src/report/chart.ts'
import { figureOf, lead, type Table } from '../src/report/figures.ts'
import { readRecord } from '../src/report/record.ts'
import { asMarkdown, asText, daysOf, linesOf } from '../src/report/report.ts'

const table: Table = {
  id: 'made',
  title: 'Made & shown',
  note: 'Made up.',
  unit: 'ms',
  better: 'less',
  rows: [
    {
      what: 'one <trade>',
      ours: figureOf([3, 1, 2]),
      peers: [
        { name: 'slow', figure: figureOf([4_000]) },
        { name: 'quick', figure: figureOf([1]) },
      ],
      floor: { name: 'least', figure: figureOf([0]) },
    },
  ],
}

test('a figure is the median of its rounds with their spread', () => {
  expect(figureOf([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3, rounds: 3 })
  expect(figureOf([4, 1, 2, 3]).median).toBe(2.5)
  expect(() => figureOf([])).toThrow('Nothing was measured')
})

test('a ratio says how many times better the first is, whichever way is better', () => {
  const [two, eight] = [figureOf([2]), figureOf([8])]
  expect(lead({ better: 'less' }, two, eight)).toBe(4)
  expect(lead({ better: 'more' }, two, eight)).toBe(0.25)
})

test('each peer has a line with its ratio, below 1 where it leads', () => {
  expect(linesOf(table).map(({ peer, overPeer }) => [peer, overPeer])).toEqual([
    ['slow: 4,000', '2,000×'],
    ['quick: 1', '0.5×'],
  ])
  expect(asText(table)).toContain('2 (1–3)')
  expect(asMarkdown(table).split('\n')).toHaveLength(4)
})

test('a chart has every figure, and escapes the text of a table', () => {
  const svg = chartOf(table)
  expect(svg.match(/<rect/g)).toHaveLength(4)
  expect(svg).toContain('one &lt;trade&gt;')
  expect(svg).toContain('Made &amp; shown')
})

test('the recorded waits and dialog sizes are ahead of every peer', () => {
  const rows = Object.values(readRecord())
    .flatMap(({ tables }) => tables)
    .filter(({ id }) => ['waits', 'dialogs'].includes(id))
    .flatMap((one) =>
      one.rows.flatMap(({ what, ours, peers = [] }) =>
        peers.map(({ name, figure }) => ({ what, name, ahead: lead(one, ours, figure) })),
      ),
    )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ ahead }) => ahead < 1)).toEqual([])
})

test('the days of a record are its day, or the first and the last', () => {
  const on = (...dates: readonly string[]) => daysOf(dates.map((date) => ({ date })))
  expect(on('2026-11-22', '2026-11-22')).toBe('on 2026-11-22')
  expect(on('2026-11-23', '2026-11-21', '2026-11-27')).toBe('between 2026-11-21 and 2026-11-27')
})
