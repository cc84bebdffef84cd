import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line of the capacity table. */
type Line = { readonly what: string; readonly figure: string; readonly date: string }

declare const data: readonly Line[]

export { data }

type Rows = readonly { readonly what: string; readonly ours: { readonly median: number } }[]
type Results = Readonly<
  Record<
    string,
    {
      readonly date: string
      readonly tables: readonly { readonly id: string; readonly unit: string; readonly rows: Rows }[]
    }
  >
>

/** Each table of the capacity, and what one of its figures says. */
const lines = [
  ['intake', 'intake', 'orders taken in: checked, acknowledged and on disk'],
  ['reads', 'reads', 'reads over a million listings'],
  ['reads5m', 'reads-five-million', 'reads over five million listings'],
  ['memory', 'memory', 'memory over a million listings'],
  ['push', 'push', 'from a block to a told client'],
  ['idle', 'idle', 'processor for a chain without trades'],
  ['idle', 'idle-day', 'requests to a node in a day without trades'],
  ['listeners', 'listeners-memory', 'memory of each of 20,000 live streams'],
  ['listeners', 'listeners-delay', 'from a block to the last byte at 20,000 listeners'],
  ['webhooks', 'webhooks', 'a backlog of a million events sent to webhooks'],
] as const

/** The capacity of one machine, from the figures that `npm run bench` wrote. */
export default {
  load: (): readonly Line[] => {
    const file = join(import.meta.dirname, '../../../bench/results.json')
    const results = JSON.parse(readFileSync(file, 'utf8')) as Results
    return lines.flatMap(([part, id, title]) => {
      const measured = results[part]
      // A large section may not have been run on this machine yet.
      if (measured === undefined) return []
      const { date, tables } = measured
      const table = tables.find((one) => one.id === id)
      if (table === undefined) throw new Error(`bench/results.json has no table ${id}.`)
      return table.rows.map(({ what, ours }) => ({
        what: `${title}: ${what}`,
        figure: `${ours.median.toLocaleString('en')} ${table.unit}`,
        date,
      }))
    })
  },
}
