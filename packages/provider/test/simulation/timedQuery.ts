import pg from 'pg'

/** The part of the driver's connection that a query is sent with. */
type Connection = {
  parse(statement: { readonly text: string; readonly name: string }): void
  bind(portal: {
    readonly portal: string
    readonly statement: string
    readonly values: readonly string[]
  }): void
  execute(portal: { readonly portal: string }): void
}
/** What the driver has and its types do not tell. */
type OpenQuery = {
  prepare(connection: Connection): void
  handleDataRow(row: unknown): void
  handleCommandComplete(end: unknown, connection: Connection): void
}
type QueryClass = new (config: pg.QueryConfig) => OpenQuery & { callback: unknown }

/** A statement that is sent before a query. */
type Before = { readonly text: string; readonly name: string; readonly values: readonly string[] }

/** What a statement sees of the world's time, and what comes before it. */
export type Timing = {
  /** Milliseconds since 1970 that `sim.now()` tells. */
  readonly now: string
  /** The statement that begins the transaction of this one. */
  readonly begin?: string | undefined
}

/** The statements that are known to a connection. */
const told = new WeakMap<Connection, Set<string>>()

/** A query that is sent together with statements before it, whose answers it skips. */
class TimedQuery extends (pg.Query as unknown as QueryClass) {
  readonly #before: readonly Before[]
  #ended = 0
  constructor(config: pg.QueryConfig, before: readonly Before[]) {
    super(config)
    this.#before = before
  }
  override prepare(connection: Connection): void {
    const known = told.get(connection) ?? new Set()
    told.set(connection, known)
    for (const { text, name, values } of this.#before) {
      if (!known.has(name)) connection.parse({ text, name })
      known.add(name)
      connection.bind({ portal: '', statement: name, values })
      connection.execute({ portal: '' })
    }
    super.prepare(connection)
  }
  override handleDataRow(row: unknown): void {
    if (this.#ended >= this.#before.length) super.handleDataRow(row)
  }
  override handleCommandComplete(end: unknown, connection: Connection): void {
    if (this.#ended >= this.#before.length) super.handleCommandComplete(end, connection)
    this.#ended += 1
  }
}

/**
 * A prepared query that sets the world's clock on its connection first, and begins its transaction where it is the first
 * one of it: all of them are sent at once, so that they cost no round trips of their own.
 */
export function timedQuery(
  config: pg.QueryConfig,
  { now, begin }: Timing,
  callback: (fault: Error | undefined, answer: pg.QueryResult) => void,
): pg.Submittable {
  const clock = { text: `select set_config('sim.now', $1, false)`, name: 'sim_clock', values: [now] }
  const begins = begin === undefined ? [] : [{ text: begin, name: `sim ${begin}`, values: [] }]
  const query = new TimedQuery(config, [clock, ...begins])
  query.callback = callback
  return query as unknown as pg.Submittable
}
