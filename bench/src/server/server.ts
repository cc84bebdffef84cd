import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalChain, startProvider } from '@sluice/devnet'
import { startEmbeddedPostgres } from '@sluice/provider'
import { figureOf, once, type Row, type Table } from '../report/figures.ts'
import { fillBook, reopenBook, warmBook } from './book.ts'
import { type DatabaseRead, type HotReadRow, measureDatabaseReads, measureHotReads } from './hotReads.ts'
import { index } from './indexer/indexer.ts'
import { ponderName } from './indexer/ponder/ponder.ts'
import { intake } from './intake.ts'
import { measureMemory } from './memory.ts'
import type { Cpu } from './processes.ts'
import { type ProviderOptions, serving, withChain, withoutRecount } from './withChain.ts'

/** The provider's sections: each starts what it measures and stops it again. */

/** The processes that share the work, one row each. */
const cpuRows = (cpu: Readonly<Record<'provider' | 'postgres' | 'node', number>>): readonly Row[] => [
  { what: 'provider', ours: once(cpu.provider) },
  { what: 'Postgres', ours: once(cpu.postgres) },
  { what: 'node', ours: once(cpu.node) },
]

/** A Postgres of its own, or the server of `DATABASE_URL`. In `keep` it is kept between runs. */
export async function withPostgres<T>(work: (url: string) => Promise<T>, keep?: string): Promise<T> {
  const given = process.env.DATABASE_URL
  if (given !== undefined && given !== '') return work(given)
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'sluice-bench-pg-'))
  const postgres = await startEmbeddedPostgres(folder)
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
    if (keep === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

export async function serverIntake(): Promise<readonly Table[]> {
  const { bulk, cpu, bare, single } = await withPostgres((url) => intake(url))
  const shared = 'Chain, database and client share the machine with the provider.'
  return [
    {
      id: 'intake',
      title: 'Orders taken in',
      note: `Signed orders, checked, acknowledged and on disk: posts of 50 by eight clients. The floor is hono and pg that insert each order and check nothing. ${shared}`,
      unit: 'per second',
      better: 'more',
      rows: [{ what: 'orders', ours: once(bulk), floor: { name: 'hono + pg', figure: once(bare) } }],
    },
    {
      id: 'intake-cpu',
      title: 'Processor for each order taken in',
      note: `In the same run: the provider's own process, Postgres, and the local node. ${shared}`,
      unit: 'µs',
      better: 'less',
      rows: cpuRows(cpu),
    },
    {
      id: 'intake-single',
      title: 'One order posted',
      note: `One order a post, one after another. ${shared}`,
      unit: 'ms',
      better: 'less',
      rows: [
        { what: 'median', ours: once(single.median) },
        { what: '99th percentile', ours: once(single.p99) },
      ],
    },
  ]
}

/** `BENCH_EVENTS` names another number of events than a million, which take the node some minutes. */
export async function serverIndexer(): Promise<readonly Table[]> {
  const size = { events: Number(process.env.BENCH_EVENTS ?? 1_000_000), perBlock: 50 }
  const { rate, cpu, ponder, floor } = await withPostgres((url) => index(url, size))
  const row = (what: string, of: (one: { rate: number; cpu: Cpu }) => number): Row => ({
    what,
    ours: once(of({ rate, cpu })),
    peers: [{ name: ponderName, figure: once(of(ponder)) }],
    floor: { name: 'logs, JSON and bare COPY', figure: once(of(floor)) },
  })
  const note = `A real node holds ${size.events.toLocaleString('en')} generated events, ${size.perBlock} in a block: mints, transfers, sales and cancellations. The provider starts with an empty database and stores them with owners, holders, counts, sales by day and statuses of orders. Then ${ponderName} stores transfers, owners, sales and cancellations of the same node in the same Postgres, with an app as its guide writes one. Node and database share the machine with both. The floor is what no indexer can do without: the node returns the logs, their JSON is parsed, and their rows are copied into tables without indexes; as a speed, if two processors did nothing else.`
  return [
    {
      id: 'indexer',
      title: 'History of a chain read and stored',
      note,
      unit: 'per second',
      better: 'more',
      rows: [row('events', (one) => one.rate)],
    },
    {
      id: 'indexer-cpu',
      title: 'Processor for each event of a history',
      note,
      unit: 'µs',
      better: 'less',
      rows: [
        row('process', (one) => one.cpu.provider),
        row('Postgres', (one) => one.cpu.postgres),
        row('node', (one) => one.cpu.node),
        row('all three', (one) => one.cpu.provider + one.cpu.postgres + one.cpu.node),
      ],
    },
  ]
}

/**
 * A chain, and a database whose book has `listings` open listings. If `BENCH_FOLDER` names a folder, the book
 * is kept there: it is filled once, which takes a few minutes for each million.
 */
function withBook<T>(
  listings: number,
  work: (chain: LocalChain, options: ProviderOptions & { databaseUrl: string }) => Promise<T>,
): Promise<T> {
  const kept = process.env.BENCH_FOLDER
  return withPostgres(
    (databaseUrl) =>
      withChain({ databaseUrl, ...withoutRecount }, async (chain, options) => {
        if ((await reopenBook(databaseUrl, chain.id)) < listings) {
          // The provider creates the tables; it is restarted over the full book.
          await (await startProvider(options)).stop()
          await fillBook(databaseUrl, chain.id, { listings })
        }
        return work(chain, options)
      }),
    kept === undefined ? undefined : join(kept, `book-${listings}`),
  )
}

type Reads = { readonly routes: readonly HotReadRow[]; readonly database: readonly DatabaseRead[] }

/** Hot reads at `listings` open listings, each against its bare server, and in the database. */
const readsAt = (listings: number): Promise<Reads> =>
  withBook(listings, ({ id }, options) =>
    serving(options, async (base) => {
      const { databaseUrl } = options
      await warmBook(databaseUrl)
      const routes = await measureHotReads(base, databaseUrl, id)
      return { routes, database: await measureDatabaseReads(databaseUrl, id) }
    }),
  )

const readsTable = (id: string, title: string, rows: readonly HotReadRow[]): Table => ({
  id,
  title,
  note: '32 clients ask for the tokens, collections and makers of a book whose sizes differ as in life. The floor is hono and pg with the same query, in a process of its own.',
  unit: 'per second',
  better: 'more',
  rows: rows.map(({ name, ours, bare, p99, bareP99 }) => ({
    what: `${name}; 99th percentile ${p99.toFixed(0)} ms`,
    ours: once(ours),
    floor: { name: `hono + pg (${bareP99.toFixed(0)} ms)`, figure: once(bare) },
  })),
})

const databaseTable = (id: string, title: string, rows: readonly DatabaseRead[]): Table => ({
  id,
  title,
  note: 'The same queries with no server before them, prepared, on eight connections; the floor asks for nothing.',
  unit: 'per second',
  better: 'more',
  rows: rows.map(({ name, ours, one }) => ({
    what: name,
    ours: once(ours),
    floor: { name: 'select 1', figure: once(one) },
  })),
})

export async function serverReads(): Promise<readonly Table[]> {
  const { routes, database } = await readsAt(1_000_000)
  return [
    readsTable('reads', 'Hot reads over a million listings', routes),
    databaseTable('reads-database', 'Hot reads in the database alone', database),
  ]
}

/** Takes about 10 GB of disk and half an hour and more. */
export async function serverReads5M(): Promise<readonly Table[]> {
  const few = await readsAt(10_000)
  const one = await readsAt(1_000_000)
  const five = await readsAt(5_000_000)
  return [
    readsTable('reads-five-million', 'Hot reads over five million listings', five.routes),
    databaseTable(
      'reads-five-million-database',
      'Five million listings in the database alone',
      five.database,
    ),
    {
      id: 'growth',
      title: 'From ten thousand listings to five million',
      note: 'The same reads in the same run, over books of three sizes; the floor is the next smaller book. A maker has 25 listings in each, and there are 10,000 collections, whose pages are not full among ten thousand listings. The budget from a million to five is 1.5.',
      unit: 'per second',
      better: 'more',
      rows: one.routes.flatMap(({ name, ours }, index) => [
        {
          what: `${name}; a million`,
          ours: once(ours),
          floor: { name: 'ten thousand', figure: once(few.routes[index]?.ours ?? 0) },
        },
        {
          what: `${name}; five million`,
          ours: once(five.routes[index]?.ours ?? 0),
          floor: { name: 'a million', figure: once(ours) },
        },
      ]),
    },
  ]
}

export async function serverMemory(): Promise<readonly Table[]> {
  const listings = Number(process.env.BENCH_LISTINGS ?? 1_000_000)
  const { started, reading, replaying, events } = await withBook(listings, (chain, options) =>
    measureMemory(chain, options),
  )
  return [
    {
      id: 'memory',
      title: 'Memory of the provider’s process',
      note: `Over ${listings.toLocaleString('en')} listings, while 32 clients read and ${events.toLocaleString('en')} events are replayed; the budget is 300.`,
      unit: 'MB',
      better: 'less',
      rows: [
        { what: 'started', ours: once(started) },
        { what: 'at most while clients read', ours: once(reading) },
        { what: 'after each tenth of the events', ours: figureOf(replaying) },
      ],
    },
  ]
}
