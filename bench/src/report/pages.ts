import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chartOf } from './chart.ts'
import type { Table } from './figures.ts'
import type { Recorded } from './record.ts'
import { asMarkdown, daysOf, digits } from './report.ts'

/** Writes the record as a page of the docs with a picture for each table, and as a part of the README. */

const root = resolve(import.meta.dirname, '../../..')
const page = join(root, 'apps/docs/bench/index.md')
const pictures = join(root, 'apps/docs/public/bench')
const readme = join(root, 'README.md')

/** The rows that the README shows, including those where a peer leads: the table, the start of the row's name, its label. */
const shown: readonly (readonly [table: string, row: string, what: string])[] = [
  ['clients', 'the page at its start', 'client, as a page starts'],
  ['clients', 'all that a purchase loads', 'client, all that a purchase loads (ours with its guards)'],
  ['dialogs', 'BuyDialog', 'dialog to buy, with everything it may load'],
  ['waits-without-push', '2 s blocks, with a node', 'wait after a trade, 2 s blocks, provider without push'],
  ['executions-cpu', 'one execution', 'CPU of one purchase'],
  ['bulk', '24 listings', '24 listings, one signature: CPU before the wallet'],
]

/** One row of the README's table, with every peer of the row. */
function readmeRow(tables: readonly Table[], [id, begins, what]: (typeof shown)[number]): string {
  const table = tables.find((one) => one.id === id)
  const row = table?.rows.find((one) => one.what.startsWith(begins))
  if (table === undefined || row === undefined) throw new Error(`Nothing is recorded of ${id}: ${begins}.`)
  const unit = table.unit.replace(/ of CPU$/, '')
  const peers = (row.peers ?? []).map(
    ({ name, figure }) => `${name.replace(/,.* at the mean.*$/, '')}: ${digits(figure.median)}`,
  )
  return `| ${what} | ${digits(row.ours.median)} ${unit} | ${peers.join('; ')} |`
}

const marks = ['<!-- bench: written by `npm run bench -- --draw` -->', '<!-- /bench -->'] as const

export function writePages(recorded: Recorded): void {
  const sections = Object.values(recorded)
  const tables = sections.flatMap(({ tables }) => tables)
  rmSync(pictures, { recursive: true, force: true })
  mkdirSync(pictures, { recursive: true })
  for (const table of tables) writeFileSync(join(pictures, `${table.id}.svg`), chartOf(table))
  mkdirSync(join(page, '..'), { recursive: true })
  writeFileSync(
    page,
    `${[
      '---\noutline: [2, 2]\n---',
      '# Measured beside the peers',
      'One command, `npm run bench`, measures us and the published packages of others in the same run, on the same machine, against the same scripted provider. Figures are medians with their spread; **we lead** says how many times better ours is (under 1×, the peer leads), **of the floor** how far ours is from the least that is possible. Times depend on the machine: ratios are what to read. Bars begin at zero; where figures lie far apart, each step of the scale is a factor of ten.',
      ...sections.flatMap(({ date, machine, tables: some }) =>
        some.flatMap((table) => [
          `## ${table.title}`,
          table.note,
          `![${table.title}](/bench/${table.id}.svg)`,
          asMarkdown(table),
          `*Measured on ${date}: ${machine}.*`,
        ]),
      ),
    ].join('\n\n')}\n`,
  )
  const text = readFileSync(readme, 'utf8')
  const [start, end] = marks.map((mark) => text.indexOf(mark)) as [number, number]
  if (start < 0 || end < start) throw new Error('README.md has no place for the figures.')
  const body = [
    [
      '| | Sluice | published packages |',
      '|---|---:|---|',
      ...shown.map((row) => readmeRow(tables, row)),
    ].join('\n'),
    `Measured ${daysOf(sections)} by \`npm run bench\`: [every table, with machine and spread](apps/docs/bench/index.md).`,
  ].join('\n\n')
  writeFileSync(readme, `${text.slice(0, start)}${marks[0]}\n\n${body}\n\n${text.slice(end)}`)
}
