import { clearTimeout as clearRealTimeout, setTimeout as setRealTimeout } from 'node:timers'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Timing, timedQuery } from './timedQuery.ts'

/** A query as the driver takes it. */
export type Query = {
  readonly text: string
  readonly values?: unknown[]
  /** The rows of a copy. */
  readonly copied?: Buffer
  readonly [option: string]: unknown
}
export type Answer = { readonly rows: Record<string, unknown>[]; readonly rowCount: number | null }
/** What became of a statement; `blocked` while a lock that another connection holds keeps it. */
export type Outcome =
  | { readonly answer: Answer }
  | { readonly fault: Error }
  | { readonly blocked: () => Promise<Outcome> }

/** A connection to the real server. */
export type Backend = {
  /** @param timing the clock that the statement sees, where it looks at it, and the transaction that it begins. */
  run(query: Query, timing?: Timing): Promise<Outcome>
  /** Ends the statement that waits for a lock. */
  cancel(): Promise<void>
}

/** Real connections to one database, which simulated ones use one after another. */
export type Backends = {
  take(): Promise<Backend>
  /** Takes back a connection that holds no transaction and no lock. */
  give(backend: Backend): void
  /** Ends the transaction of a connection and all of its locks, and takes it back. */
  reset(backend: Backend): Promise<void>
  /** Makes all connections that are free as new ones, for the next seed. */
  renew(): Promise<void>
  /** Runs a statement outside of the world. */
  admin(text: string, values?: unknown[]): Promise<Answer>
  close(): Promise<void>
}

/** Copies rows into a table. */
const copy = (client: pg.Client, text: string, rows: Buffer): Promise<Outcome> =>
  new Promise((done) => {
    const stream = client.query(from(text))
    stream.on('error', (fault) => done({ fault }))
    stream.on('finish', () => done({ answer: { rows: [], rowCount: stream.rowCount } }))
    stream.end(rows)
  })

/** Ends what a connection began. Chance must not depend on what an earlier seed drew on it. */
const fresh = 'rollback; select pg_advisory_unlock_all(); select setseed(0.5)'

/** Milliseconds of real time after which the server is first asked whether a statement waits for a lock. */
const patience = 4

const later = (milliseconds: number): { readonly passed: Promise<'passed'>; end(): void } => {
  let end = (): void => {}
  const passed = new Promise<'passed'>((done) => {
    const timer = setRealTimeout(() => done('passed'), milliseconds)
    end = () => clearRealTimeout(timer)
  })
  return { passed, end }
}

/**
 * Opens connections to a database whose clock and chance are `sim.now()` and a seed. A statement that waits for a lock
 * is told apart from a slow one by asking the server: how fast the machine is changes nothing.
 */
export async function openBackends(url: string): Promise<Backends> {
  const { Client } = pg
  const admin = new Client({ connectionString: url })
  await admin.connect()
  const taken = new Set<Backend>()
  const clients = new Map<Backend, pg.Client>()
  /** The server plans each text once for a connection. */
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    return name
  }
  const open = async (): Promise<Backend> => {
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    await client.query(fresh)
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const { pid } = rows[0] as { pid: number }
    const isBlocked = async (): Promise<boolean> =>
      (await admin.query('select cardinality(pg_blocking_pids($1)) > 0 as held', [pid])).rows[0]?.held ===
      true
    const waitFor = async (asked: Promise<Outcome>): Promise<Outcome> => {
      for (let wait = patience; ; wait *= 2) {
        const timer = later(wait)
        const first = await Promise.race([asked, timer.passed])
        timer.end()
        if (first !== 'passed') return first
        if (await isBlocked()) return { blocked: () => waitAgain(asked) }
      }
    }
    // Who commits hands its locks over before it answers: what still waits then is known at once.
    const waitAgain = async (asked: Promise<Outcome>): Promise<Outcome> =>
      (await isBlocked()) ? { blocked: () => waitAgain(asked) } : waitFor(asked)
    const backend: Backend = {
      run: async ({ text, values, copied, name: given, ...options }, timing) => {
        if (copied !== undefined) {
          // Rows cannot follow other statements at once.
          if (timing?.begin !== undefined) await backend.run({ text: timing.begin }, { now: timing.now })
          return waitFor(copy(client, text, copied))
        }
        // The name that a provider gave is unique among its own connections, and this one has served others.
        const isPlain = (values ?? []).length === 0 && given === undefined && timing === undefined
        const query = { ...options, text, ...(isPlain ? {} : { values: values ?? [], name: nameOf(text) }) }
        const asked = new Promise<Outcome>((done) => {
          const end = (fault: Error | null | undefined, answer: pg.QueryResult | pg.QueryResult[]): void =>
            done(fault ? { fault } : { answer: (Array.isArray(answer) ? answer.at(-1) : answer) as Answer })
          if (timing === undefined) client.query(query as pg.QueryConfig, end)
          else client.query(timedQuery(query as pg.QueryConfig, timing, end))
        })
        return waitFor(asked)
      },
      cancel: async () => {
        await admin.query('select pg_cancel_backend($1)', [pid])
      },
    }
    clients.set(backend, client)
    return backend
  }
  const refresh = async (backend: Backend): Promise<void> => {
    await clients.get(backend)?.query(fresh)
  }
  const give: Backends['give'] = (backend) => void taken.delete(backend)
  return {
    // The first that is free: the server plans each statement for as few connections as can be.
    take: async () => {
      const backend = [...clients.keys()].find((one) => !taken.has(one)) ?? (await open())
      taken.add(backend)
      return backend
    },
    give,
    reset: async (backend) => {
      await refresh(backend)
      give(backend)
    },
    renew: async () => {
      for (const backend of clients.keys()) if (!taken.has(backend)) await refresh(backend)
    },
    admin: (text, values) => admin.query(text, values),
    close: async () => {
      for (const client of clients.values()) await client.end()
      await admin.end()
    },
  }
}

/** Functions that stand before those of Postgres, so that its clock is the one of the world. */
export const virtualClock = `
  create schema sim;
  create function sim.now() returns timestamptz language sql stable as
    $$ select to_timestamp(current_setting('sim.now')::float8 / 1000) $$;
  create function sim.clock_timestamp() returns timestamptz language sql stable as $$ select sim.now() $$;
  create function sim.gen_random_uuid() returns uuid language sql volatile as
    $$ select md5(random()::text)::uuid $$;`
