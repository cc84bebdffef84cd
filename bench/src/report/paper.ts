import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chartOf } from './chart.ts'
import type { Recorded } from './record.ts'
import { asMarkdown } from './report.ts'

/** What was recorded, as a page of the papers with a picture for each table, and as a part of the README. */

const root = resolve(import.meta.dirname, '../../..')
const page = join(root, 'apps/docs/bench/index.md')
const pictures = join(root, 'apps/docs/public/bench')
const readme = join(root, 'README.md')

/** The pictures that the README shows, by the names of their tables. */
const shown: readonly string[] = ['waits', 'dialogs', 'bulk']

const marks = ['<!-- bench: written by `npm run bench -- --draw` -->', '<!-- /bench -->'] as const

export function writePapers(recorded: Recorded): void {
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
  const part = tables
    .filter(({ id }) => shown.includes(id))
    .map((table) => `![${table.title}](apps/docs/public/bench/${table.id}.svg)`)
  const days = [...new Set(sections.map(({ date }) => date))].sort()
  const body = [
    `Measured beside the published packages of others, ${days.join(' and ')} ([every table, with machine and spread](apps/docs/bench/index.md)):`,
    ...part,
  ].join('\n\n')
  writeFileSync(readme, `${text.slice(0, start)}${marks[0]}\n\n${body}\n\n${text.slice(end)}`)
}
