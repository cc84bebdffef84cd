import { type Figure, lead, type Rival, type Table } from './figures.ts'

/** A table as text: lines for a terminal, rows for a page. */

/** A number with two or three significant digits. */
export const digits = (value: number): string =>
  value === 0
    ? '0'
    : Math.abs(value) >= 100
      ? Math.round(value).toLocaleString('en')
      : String(Number(value.toPrecision(value >= 10 ? 3 : 2)))

/** The median, and its spread if rounds differ. */
export const formatted = ({ median, low, high }: Figure): string =>
  digits(low) === digits(high) ? digits(median) : `${digits(median)} (${digits(low)}–${digits(high)})`

const times = (ratio: number): string => (Number.isFinite(ratio) ? `${digits(ratio)}×` : '∞')

export type Line = {
  readonly what: string
  readonly ours: string
  readonly peer: string
  readonly floor: string
  /** How many times we lead the peer; under 1, it leads us. */
  readonly overPeer: string
  /** The ratio to the floor. */
  readonly overFloor: string
}

/** One line for each peer of each row; cells that repeat the line above are empty. */
export function linesOf(table: Table): readonly Line[] {
  return table.rows.flatMap(({ what, ours, peers = [], floor }) => {
    const rivals: readonly (Rival | undefined)[] = peers.length === 0 ? [undefined] : peers
    return rivals.map((peer, index) => ({
      what: index === 0 ? what : '',
      ours: index === 0 ? formatted(ours) : '',
      peer: peer === undefined ? '' : `${peer.name}: ${formatted(peer.figure)}`,
      overPeer: peer === undefined ? '' : times(lead(table, ours, peer.figure)),
      floor: index > 0 || floor === undefined ? '' : `${floor.name}: ${formatted(floor.figure)}`,
      overFloor: index > 0 || floor === undefined ? '' : times(lead(table, floor.figure, ours)),
    }))
  })
}

const columns = ['what', 'ours', 'peer', 'overPeer', 'floor', 'overFloor'] as const
const heads: Readonly<Record<(typeof columns)[number], string>> = {
  what: '',
  ours: 'ours',
  peer: 'peer',
  overPeer: 'we lead',
  floor: 'floor',
  overFloor: 'of the floor',
}

/** For the terminal: columns as wide as necessary. */
export function asText(table: Table): string {
  const lines = linesOf(table)
  const used = columns.filter((column) => lines.some((line) => line[column] !== ''))
  const wide = (column: (typeof columns)[number]) =>
    Math.max(heads[column].length, ...lines.map((line) => line[column].length))
  const row = (cells: Readonly<Record<string, string>>) =>
    `  ${used.map((column) => (cells[column] ?? '').padEnd(wide(column))).join('   ')}`.trimEnd()
  return [`\n${table.title} [${table.unit}]`, row(heads), ...lines.map(row)].join('\n')
}

/** For pages: a table in Markdown. */
export function asMarkdown(table: Table): string {
  const lines = linesOf(table)
  const used = columns.filter((column) => lines.some((line) => line[column] !== ''))
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(used.map((column) => (column === 'ours' ? `ours, ${table.unit}` : heads[column]))),
    row(used.map((column) => (column === 'what' ? '---' : '---:'))),
    ...lines.map((line) => row(used.map((column) => line[column].replaceAll('|', '\\|')))),
  ].join('\n')
}

/** When the sections of a record were measured: one day, or the first and the last. */
export function daysOf(sections: readonly { readonly date: string }[]): string {
  const days = sections.map(({ date }) => date).sort()
  const [first, last] = [days[0], days.at(-1)]
  return first === last ? `on ${first}` : `between ${first} and ${last}`
}
