import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What one of something costs, as it was measured. */
type Cost = { readonly what: string; readonly figure: string; readonly date: string }
/** What so many of something cost. */
type Sum = { readonly what: string; readonly count: string; readonly each: string; readonly sum: string }
type Scale = {
  readonly costs: readonly Cost[]
  readonly partitions: readonly Cost[]
  readonly sums: readonly Sum[]
}

declare const data: Scale

export { data }

type Table = {
  readonly id: string
  readonly unit: string
  readonly rows: readonly {
    readonly what: string
    readonly ours: { readonly median: number }
    readonly peers?: readonly { readonly name: string; readonly figure: { readonly median: number } }[]
  }[]
}
type Results = Readonly<Record<string, { readonly date: string; readonly tables: readonly Table[] }>>

/** The market whose sums are shown. Transfers and sales are the history of its tokens; events are kept for two days. */
const market = {
  chains: 50,
  tokens: 100e6,
  orders: 50e6,
  transfers: 300e6,
  sales: 50e6,
  events: 5e6,
  listeners: 20e3,
}

const round = (value: number): string =>
  value.toLocaleString('en', value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 2 })
const size = (bytes: number): string =>
  bytes >= 1e12
    ? `${(bytes / 1e12).toFixed(2)} TB`
    : bytes >= 1e9
      ? `${round(bytes / 1e9)} GB`
      : bytes >= 1e6
        ? `${round(bytes / 1e6)} MB`
        : `${round(bytes)} bytes`
const number = (value: number): string => value.toLocaleString('en')

/** Costs and sums, from the figures that `npm run bench` wrote. */
export default {
  load: (): Scale => {
    const file = join(import.meta.dirname, '../../../bench/results.json')
    const results = JSON.parse(readFileSync(file, 'utf8')) as Results
    const measured = Object.values(results).flatMap(({ date, tables }) =>
      tables.map((table) => ({ date, ...table })),
    )
    const tableOf = (id: string) => measured.find((table) => table.id === id)
    /** A figure of the record; `undefined` where its section has not been recorded. */
    const find = (id: string, what: string) => {
      const table = tableOf(id)
      const row = table?.rows.find((one) => one.what === what)
      return table && row && { value: row.ours.median, unit: table.unit, date: table.date }
    }
    const get = (id: string, what: string) => {
      const found = find(id, what)
      if (found === undefined) throw new Error(`bench/results.json has no ${what} in ${id}.`)
      return found
    }
    const bytes = (what: string): number => get('row-bytes', what).value
    const idle = ['provider', 'Postgres'].map((part) =>
      find('idle', `each of 20 chains, a block every 2 s: ${part}`),
    )
    const [idleProvider, idlePostgres] = idle
    const stream = find('listeners-memory', 'at rest')

    const row = (what: string): Cost => {
      const indexes = bytes(`${what}: of which indexes`)
      const figure = `${size(bytes(what))}, of which ${size(indexes)} are indexes`
      return { what: `${what}, on disk`, figure, date: get('row-bytes', what).date }
    }
    const cost = (what: string, id: string, name: string): readonly Cost[] => {
      const found = find(id, name)
      return found === undefined
        ? []
        : [{ what, figure: `${round(found.value)} ${found.unit}`, date: found.date }]
    }
    const disk = (what: string, count: number, name: string) => ({
      what,
      count,
      name,
      total: count * bytes(name),
    })
    const disks = [
      disk('open orders', market.orders, 'an open order'),
      disk('tokens', market.tokens, 'a token, with six attributes'),
      disk('owners, one for each token', market.tokens, 'an owner of a token'),
      disk('transfers, three for each token', market.transfers, 'a transfer'),
      disk('sales, one for two tokens', market.sales, 'a sale'),
      disk('events', market.events, 'an event, kept for two days'),
      disk('chains without rows', market.chains, 'a chain without rows'),
    ]
    const perSecond = get('intake', 'orders').value
    const cpu = get('intake-cpu', 'provider').value + get('intake-cpu', 'Postgres').value
    return {
      costs: [
        row('an open order'),
        ...cost('an order taken in, processor of the provider', 'intake-cpu', 'provider'),
        ...cost('an order taken in, processor of Postgres', 'intake-cpu', 'Postgres'),
        row('a token, with six attributes'),
        row('an owner of a token'),
        row('a transfer'),
        row('a sale'),
        row('an event, kept for two days'),
        row('a chain without rows'),
        ...cost(
          'a chain without trades, a block every 2 s: provider',
          'idle',
          'each of 20 chains, a block every 2 s: provider',
        ),
        ...cost(
          'a chain without trades, a block every 2 s: Postgres',
          'idle',
          'each of 20 chains, a block every 2 s: Postgres',
        ),
        ...cost('a listener of events, memory of the provider', 'listeners-memory', 'at rest'),
        ...cost('an event at each listener, processor of the provider', 'listeners-cpu', 'an event'),
      ],
      partitions: (tableOf('partitions')?.rows ?? []).map(({ what, ours, peers: [single] = [] }) => ({
        what,
        figure: `${round(ours.median)} ms; in one table ${round(single?.figure.median ?? 0)} ms`,
        date: tableOf('partitions')?.date ?? '',
      })),
      sums: [
        ...disks.map(({ what, count, name, total }) => ({
          what,
          count: number(count),
          each: size(bytes(name)),
          sum: size(total),
        })),
        {
          what: 'together, on disk',
          count: '',
          each: '',
          sum: size(disks.reduce((sum, { total }) => sum + total, 0)),
        },
        {
          what: 'indexes of the open orders',
          count: number(market.orders),
          each: size(bytes('an open order: of which indexes')),
          sum: size(market.orders * bytes('an open order: of which indexes')),
        },
        {
          what: 'every order posted once, at full speed',
          count: number(market.orders),
          each: `${round(1e6 / perSecond)} µs`,
          sum: `${round(market.orders / perSecond / 3600)} hours`,
        },
        {
          what: 'processor for that',
          count: number(market.orders),
          each: `${round(cpu)} µs`,
          sum: `${round((market.orders * cpu) / 1e6 / 3600)} hours of a core`,
        },
        ...(idleProvider && idlePostgres
          ? [
              {
                what: 'chains without trades',
                count: number(market.chains),
                each: `${round(idleProvider.value + idlePostgres.value)} % of a core`,
                sum: `${round(((idleProvider.value + idlePostgres.value) * market.chains) / 100)} cores`,
              },
            ]
          : []),
        ...(stream
          ? [
              {
                what: 'listeners',
                count: number(market.listeners),
                each: `${round(stream.value)} kB`,
                sum: size(stream.value * 1000 * market.listeners),
              },
            ]
          : []),
      ],
    }
  },
}
