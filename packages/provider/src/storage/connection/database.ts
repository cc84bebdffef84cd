import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { stringify } from 'viem'
import { databaseName } from '../../databaseName.ts'
import type { Tracer } from '../../tracing/tracer.ts'
import { partitionedTables } from '../schema.ts'
import { copyLines } from './copy.ts'
import { batchReads, type Cells, inTurn, preparer, type SharedRead } from './hotQueries.ts'
import { listenOn } from './listenOn.ts'
import { traceQueries } from './traceQueries.ts'

/** One row as the driver returns it: numeric and bigint as text. */
export type Row = Record<string, unknown>

/** Runs SQL: a pool, or one transaction of it. Values travel as bind parameters only. */
export type Queries = {
  rows<T extends Row>(query: SQL): Promise<T[]>
}

/** Queries whose plans are kept. */
export type Preparing = Queries & {
  /**
   * As `rows`, for hot queries: the text is built once for each `shape`, and Postgres keeps its plan.
   * Values stand in `build` as `sql.placeholder(name)`; lists travel as one array.
   */
  prepared<T extends Row>(
    shape: string,
    build: () => SQL,
    values: Readonly<Record<string, unknown>>,
  ): Promise<T[]>
}

/** Queries of one transaction. */
export type Transaction = Preparing & {
  /** Copies rows into a table, as Postgres writes them: lines of values between tabs. */
  copy(table: string, columns: readonly string[], lines: string): Promise<void>
}

export type Reader = Preparing & {
  /** For lists under load: reads of one shape that wait for a connection are sent as one statement. */
  shared(read: SharedRead): Promise<readonly Cells[]>
  close(): Promise<void>
}

export type Database = Reader & {
  /** `host:port/database`, without the user and the password of its URL. */
  readonly name: string
  /** Migrates the tables, and creates the partitions of chains. */
  prepare(chainIds: readonly number[]): Promise<void>
  /** Runs `work` in a transaction. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Listens on a Postgres channel with a connection of its own, which is opened again when it breaks. `onReconnect` is
   * called then, since notifications may have been missed. Resolves to the function that stops listening.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>
  /** A connection of its own, whose locks are held while it is open. */
  session(): Promise<Session>
  /** Connections of the pool, and queries that wait for one. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number }
}

/** A connection of its own. Its locks end when `ended` aborts: it was closed, or the server or the network failed. */
export type Session = Preparing & { readonly ended: AbortSignal; end(): Promise<void> }

/**
 * A chain's number as a constant of a prepared query's text, whose shape has to name the chain. With a parameter Postgres
 * would plan such a query again each time: a plan for the partitions of all chains costs more.
 */
export const constantChain = (chainId: number): SQL => sql.raw(String(chainId))

/**
 * A value that does not change how a prepared query is planned. With the value itself, a plan for it may look cheaper than
 * the one that is kept, and Postgres plans again each time.
 */
export const keptPlan = (value: SQL): SQL => sql`(select ${value})`

type Executor = Pick<NodePgDatabase, 'execute'>
/** @param executor created when it is first needed: prepared queries go without. */
function queriesOf(executor: () => Executor): Queries {
  let made: Executor | undefined
  return {
    rows: async <T extends Row>(query: SQL) => {
      made ??= executor()
      return (await made.execute(query)).rows as T[]
    },
  }
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    statement_timeout: 10_000,
    // A process that hangs in the middle of a transaction must not keep its locks.
    idle_in_transaction_session_timeout: 5000,
    connectionTimeoutMillis: 5000,
    // A new connection plans every query again: those that rest between two bursts are kept.
    idleTimeoutMillis: 600_000,
    // The server's own settings may write times in another format.
    onConnect: async (client) => {
      await client.query(`set datestyle = 'ISO'; set timezone = 'UTC'`)
    },
  })
  // An idle connection that breaks is replaced at its next use; the query itself reports the failure.
  pool.on('error', () => {})
  // A connection that breaks in the middle of a transaction is reported by its query as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Opens a database for reading; it connects at the first query. */
export function openReader(url: string, tracer?: Tracer): Reader {
  const pool = openPool(url)
  const on = askingOf(pool, tracer)
  return {
    ...queriesOf(() => drizzle(on)),
    prepared: preparer()(on),
    shared: batchReads(on, inTurn()),
    close: () => pool.end(),
  }
}

/** The queries of a connection or a pool, traced where there is a tracer. */
const askingOf = <T extends pg.Pool | pg.PoolClient>(on: T, tracer: Tracer | undefined): T =>
  tracer === undefined ? on : (traceQueries(on, tracer) as T)

/** Opens the database, migrates its tables, and creates the partitions of `chainIds`. */
export async function openDatabase(url: string, chainIds: readonly number[]): Promise<Database> {
  const db = connectDatabase(url)
  await db.prepare(chainIds)
  return db
}

/**
 * Opens a database, which connects at the first query. {@link Database.prepare} comes first.
 * @param tracer records the queries of traced requests.
 */
export function connectDatabase(url: string, tracer?: Tracer): Database {
  const pool = openPool(url)
  const prepared = preparer()
  const turn = inTurn()
  const on = askingOf(pool, tracer)
  const hot = prepared(on)
  return {
    name: databaseName(url),
    prepare: (chainIds) => prepare(pool, chainIds),
    ...queriesOf(() => drizzle(on)),
    prepared: (shape, build, values) => turn(() => hot(shape, build, values)),
    shared: batchReads(on, turn),
    transaction: (work) =>
      transact(pool, (connection) => {
        const client = askingOf(connection, tracer)
        return work({
          ...queriesOf(() => drizzle(client)),
          prepared: prepared(client),
          copy: (table, columns, lines) => copyLines(connection, table, columns, lines),
        })
      }),
    listen: (channel, onNotify, onReconnect) => listenOn(url, channel, onNotify, onReconnect),
    session: () => openSession(url),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

/** Runs `work` in a transaction, on one connection. */
async function transact<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (cause) {
    // A connection that is lost ends the transaction with it, and the pool drops it.
    await client.query('rollback').catch(() => undefined)
    throw cause
  } finally {
    client.release()
  }
}

/** Seconds until a server notices that the machine of a session is gone: 5, then 3 probes 2 apart. */
const probes = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

async function openSession(url: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
    keepAlive: true,
    options: probes,
  })
  const ended = new AbortController()
  client.on('error', () => ended.abort())
  client.on('end', () => ended.abort())
  await client.connect()
  return {
    ...queriesOf(() => drizzle(client)),
    prepared: preparer()(client),
    ended: ended.signal,
    end: () => client.end(),
  }
}

/** Migrates the tables; one process at a time, by an advisory lock. */
async function prepare(pool: pg.Pool, chainIds: readonly number[]): Promise<void> {
  const lock = await pool.connect()
  try {
    // Creating an index of a large table takes long, and another process may be creating one.
    await lock.query('set statement_timeout = 0')
    await lock.query('select pg_advisory_lock(7311)')
    const db = drizzle(lock)
    await migrate(db, { migrationsFolder: join(import.meta.dirname, '../migrations') })
    for (const chainId of chainIds)
      for (const table of partitionedTables)
        await db.execute(
          sql`create table if not exists ${sql.identifier(`${table}_${chainId}`)} partition of ${sql.identifier(table)} for values in (${sql.raw(String(Number(chainId)))})`,
        )
  } finally {
    // Closing the connection releases the lock.
    lock.release(true)
  }
}

/** Texts as one array parameter, for `= any(…)` and `unnest(…)`. */
export const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`

/** Whether a column has one of the values. One value is an equality, so that an index keeps its order. */
export const oneOf = (column: SQL, values: readonly string[]): SQL =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${texts(values)})`

/** Whether a column has none of the values. */
export const noneOf = (column: SQL, values: readonly string[]): SQL => sql`${column} <> all(${texts(values)})`

/** Rows as JSON text, for `jsonb_to_recordset`; bigints travel as text. */
export const recordsJson = (rows: readonly object[]): string => stringify(rows)

/** As {@link recordsJson}, as one parameter. */
export const records = (rows: readonly object[]): SQL => sql`${recordsJson(rows)}::jsonb`

/** The start of the next page, by the last row of this one; `undefined` if this page is not full. */
export function nextAfter<T>(
  rows: readonly T[],
  limit: number,
  placeOf: (last: T) => readonly string[],
): readonly string[] | undefined {
  const last = rows.at(-1)
  return last === undefined || rows.length < limit ? undefined : placeOf(last)
}
