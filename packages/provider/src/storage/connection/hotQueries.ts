import { availableParallelism } from 'node:os'
import { is, Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { errorCode } from '../../errorCauses.ts'

type Row = Record<string, unknown>
type Values = Readonly<Record<string, unknown>>
type Asking = Pick<pg.Pool | pg.PoolClient, 'query'>

/** A value of a query by its name: a parameter if the query runs alone, a column if several run as one statement. */
export type ValueOf = (name: string) => SQL
/** A row in the text format of Postgres: its columns in their order, each as text. */
export type Cells = readonly (string | null)[]

/** A read that is requested often and concurrently. */
export type SharedRead = {
  /** The name of the query's text, which depends on the fields and filters, never on the values. */
  readonly shape: string
  readonly build: (value: ValueOf) => SQL
  /** The Postgres type of each value that `build` names; absent if one is a list, so that the query always runs alone. */
  readonly types?: Readonly<Record<string, string>> | undefined
  readonly values: Values
}

const dialect = new PgDialect()

type Kept = {
  readonly name: string | undefined
  readonly text: string
  /** The source of each parameter: a value by its name, or the value itself. */
  readonly params: readonly ({ readonly name: string } | { readonly value: unknown })[]
}

/** Maximum of kept plans of lists per connection: callers choose among filters, and must not fill the server with plans. */
const maxLists = 500
/** The same for everything else, whose texts differ by chain alone: about twenty for each. */
const maxPrepared = 2000

/** Gives each text one name for all connections; each of them prepares it at its first use. */
function createTexts(most: number) {
  const known = new Map<string, Kept>()
  return (shape: string, build: () => SQL): Kept => {
    const before = known.get(shape)
    if (before !== undefined) return before
    const { sql: text, params } = dialect.sqlToQuery(build())
    const kept = known.size < most
    const query = {
      name: kept ? `hot${known.size}` : undefined,
      text,
      params: params.map((one) => (is(one, Placeholder) ? { name: one.name } : { value: one })),
    }
    if (kept) known.set(shape, query)
    return query
  }
}

function configOf({ name, text, params }: Kept, values: Values): pg.QueryConfig {
  const given = params.map((one) => {
    if ('value' in one) return one.value
    if (!Object.hasOwn(values, one.name)) throw new Error(`No value was provided for ${one.name}.`)
    return values[one.name]
  })
  return name === undefined ? { text, values: given } : { name, text, values: given }
}

export type Prepared = <T extends Row>(shape: string, build: () => SQL, values: Values) => Promise<T[]>

/** The prepared queries of one database, on any of its connections. */
export function preparer(): (on: Asking) => Prepared {
  const textOf = createTexts(maxPrepared)
  return (on) =>
    async <T extends Row>(shape: string, build: () => SQL, values: Values): Promise<T[]> =>
      (await on.query<T>(configOf(textOf(shape, build), values))).rows
}

/** Maximum of concurrent hot queries: more than the cores handle would only slow each other, and us. */
const atOnce = Math.max(4, 2 * availableParallelism())
/** Milliseconds after which a queued query runs in any case, behind slow ones. */
const queueTimeout = 100

export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** Lets so many run at once, first come, first served. */
export function inTurn(most: number = atOnce): Turn {
  const waiting = new Set<() => void>()
  let running = 0
  const turn = (): Promise<void> =>
    new Promise((go) => {
      const begin = (): void => {
        waiting.delete(begin)
        clearTimeout(timer)
        running += 1
        go()
      }
      const timer = setTimeout(begin, queueTimeout)
      waiting.add(begin)
    })
  return async (work) => {
    if (running >= most) await turn()
    else running += 1
    try {
      return await work()
    } finally {
      running -= 1
      const [next] = waiting
      if (running < most) next?.()
    }
  }
}

/** Maximum of reads of one shape in one statement. */
const maxTogether = 32

type Asked = {
  readonly values: Values
  readonly done: (rows: readonly Cells[]) => void
  readonly fail: (cause: unknown) => void
}

const placesName = 'place of the reader'
const places = sql`${sql.placeholder(placesName)}::int[]`

/** The query for every row of `asked`; each row of the result ends with the index of its read. */
function together({ build, types = {} }: SharedRead): SQL {
  const names = new Set<string>()
  const found = build((name) => {
    names.add(name)
    return sql`asked.${sql.identifier(name)}`
  })
  const lists = [...names].map((name) => {
    const type = types[name]
    if (type === undefined) throw new Error(`The value ${name} has no type.`)
    return sql`${sql.placeholder(name)}::${sql.raw(type)}[]`
  })
  const columns = [...names].map((name) => sql.identifier(name))
  // The indexes are a list too: a page of everything has no value that shows how many reads there are.
  return sql`select found.*, asked.place from unnest(${sql.join([places, ...lists], sql`, `)})
    as asked (${sql.join([sql`place`, ...columns], sql`, `)}) cross join lateral (${found}) found`
}

const asText = { getTypeParser: () => (text: string | Buffer) => text }

/** Whether one read may have failed all of a statement: by a value that Postgres rejects, or by its run time. */
const isOfOne = (cause: unknown): boolean => /^(?:22...|57014)$/.test(String(errorCode(cause)))

/**
 * Waiting reads of one shape are sent as one statement, which saves each of them most of the cost of a query. A loop
 * over the rows of `asked` keeps the order of each read's own rows.
 */
export function batchReads(on: Asking, turn: Turn): (read: SharedRead) => Promise<readonly Cells[]> {
  const [aloneOf, togetherOf] = [createTexts(maxLists), createTexts(maxLists)]
  const gathering = new Map<string, Asked[]>()

  const run = async (query: Kept, name: string, values: Values): Promise<readonly Cells[]> => {
    const config = configOf(query, values)
    const named = config.name === undefined ? {} : { name: `${name}-${config.name}` }
    return (await on.query({ ...config, ...named, rowMode: 'array', types: asText })).rows
  }
  const alone = async ({ shape, build }: SharedRead, values: Values): Promise<readonly Cells[]> => {
    const query = aloneOf(shape, () => build((name) => sql`${sql.placeholder(name)}`))
    return run(query, 'one', values)
  }
  const each = async (read: SharedRead, group: readonly Asked[]): Promise<void> => {
    await Promise.all(group.map(({ values, done, fail }) => alone(read, values).then(done, fail)))
  }
  const all = async (read: SharedRead, group: readonly Asked[]): Promise<void> => {
    const query = togetherOf(read.shape, () => together(read))
    const lists = Object.fromEntries(
      query.params.flatMap((one) =>
        'name' in one ? [[one.name, group.map(({ values }) => values[one.name] ?? null)]] : [],
      ),
    )
    const answers: Cells[][] = group.map(() => [])
    const asked = { ...lists, [placesName]: [...group.keys()] }
    for (const cells of await run(query, 'all', asked)) answers[Number(cells.at(-1))]?.push(cells)
    for (const [index, { done }] of group.entries()) done(answers[index] ?? [])
  }
  const ask = async (read: SharedRead, group: readonly Asked[]): Promise<void> => {
    if (group.length === 1) return each(read, group)
    try {
      await all(read, group)
    } catch (cause) {
      if (isOfOne(cause)) return each(read, group)
      for (const { fail } of group) fail(cause)
    }
  }
  return (read) =>
    new Promise((done, fail) => {
      const asked = { values: read.values, done, fail }
      const others = gathering.get(read.shape)
      if (others !== undefined && others.length < maxTogether) {
        others.push(asked)
        return
      }
      const group = [asked]
      if (read.types !== undefined) gathering.set(read.shape, group)
      const work = (): Promise<void> => {
        if (gathering.get(read.shape) === group) gathering.delete(read.shape)
        return ask(read, group)
      }
      turn(work).catch(fail)
    })
}
