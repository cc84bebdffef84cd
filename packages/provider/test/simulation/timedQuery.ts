import pg from 'pg'

/** The part of the driver's connection that a query is sent with. */
type Connection = {
  readonly parsedStatements: Readonly<Record<string, string>>
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

const clock = 'sim_clock'
/** The connections to which the statement that sets the clock is known. */
const told = new WeakSet<Connection>()

/** A query that sets the clock of its connection first, with one class for all of them: so the engine knows their shape. */
class TimedQuery extends (pg.Query as unknown as QueryClass) {
  #isTold = false
  readonly #now: string
  constructor(config: pg.QueryConfig, now: string) {
    super(config)
    this.#now = now
  }
  override prepare(connection: Connection): void {
    if (!told.has(connection))
      connection.parse({ text: `select set_config('sim.now', $1, false)`, name: clock })
    told.add(connection)
    connection.bind({ portal: '', statement: clock, values: [this.#now] })
    connection.execute({ portal: '' })
    super.prepare(connection)
  }
  override handleDataRow(row: unknown): void {
    if (this.#isTold) super.handleDataRow(row)
  }
  override handleCommandComplete(end: unknown, connection: Connection): void {
    if (this.#isTold) super.handleCommandComplete(end, connection)
    this.#isTold = true
  }
}

/**
 * A prepared query that sets the world's clock on its connection first: both are sent at once, so that the clock costs no
 * round trip of its own.
 */
export function timedQuery(
  config: pg.QueryConfig,
  now: string,
  callback: (fault: Error | undefined, answer: pg.QueryResult) => void,
): pg.Submittable {
  const query = new TimedQuery(config, now)
  query.callback = callback
  return query as unknown as pg.Submittable
}
