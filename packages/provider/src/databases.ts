import type { Logger } from 'pino'
import type { ChainConfig } from './chainConfig.ts'
import { type Config, StartError } from './config.ts'
import type { ChainDeps } from './deps.ts'
import { causesOf, errorCode } from './errorCauses.ts'
import { createPause } from './indexer/pause.ts'
import { createHub } from './push/hub.ts'
import type { NatsFanout } from './push/natsFanout.ts'
import { connectDatabase, type Database } from './storage/connection/database.ts'
import { followReplica, type Replica } from './storage/connection/followReplica.ts'
import { createDueWork } from './storage/service/dueWork.ts'
import type { Tracer } from './tracing/tracer.ts'

/** One database, and the chains whose tables are in it. */
export type DatabasePlace = { readonly url: string; readonly chains: readonly ChainConfig[] }

/**
 * Returns where the tables are. Every table with a `chain_id` is in the database of its chain: the one that the chain
 * names as `database`, or else the home database. `api_keys`, the only other table, is read from the home database,
 * which comes first, also where no chain is in it.
 * @param home URL of the home database.
 */
export function databasePlaces(
  chains: readonly ChainConfig[],
  home: string,
): readonly [DatabasePlace, ...DatabasePlace[]] {
  const placeOf = (url: string): DatabasePlace => ({
    url,
    chains: chains.filter(({ database = home }) => database === url),
  })
  const others = new Set(chains.flatMap(({ database = home }) => (database === home ? [] : [database])))
  return [placeOf(home), ...[...others].map(placeOf)]
}

/** Milliseconds between two attempts to start the work on a database that cannot be reached. */
const retryInterval = 1000

/** Explains in a sentence why a database cannot be used, where a setting is the cause. */
function databaseError(setting: string, cause: unknown): unknown {
  for (const at of causesOf(cause)) {
    const inner = at instanceof AggregateError ? at.errors[0] : at
    const code = String(errorCode(inner))
    if (/^(?:ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ECONNRESET|EAI_AGAIN)$/.test(code))
      return new UnreachableError(`${setting}: the database cannot be reached (${code}).`, { cause })
    if (/timeout exceeded when trying to connect|Connection terminated/.test(at.message))
      return new UnreachableError(`${setting}: the database does not answer in time.`, { cause })
    if (code === '57P03') return new UnreachableError(`${setting}: the database is starting.`, { cause })
    if (code === '3D000') return new StartError(`${setting}: there is no such database.`, { cause })
    if (code === '28P01' || code === '28000')
      return new StartError(`${setting}: the database refuses the user or the password.`, { cause })
    if (code === '53300')
      return new UnreachableError(`${setting}: the database has no connection left.`, { cause })
    if (inner instanceof Error && /extension "(?:pg_trgm|btree_gin)"/.test(inner.message))
      return new StartError(
        `${setting}: the database lacks the extensions pg_trgm and btree_gin: install the contrib modules of Postgres.`,
        { cause },
      )
  }
  return cause
}

/** A database that may be there at the next attempt. */
class UnreachableError extends StartError {}

/** The databases of one provider. */
export type Databases = {
  /** The database of everything that belongs to no chain. */
  readonly home: Database
  readonly replicas: readonly Replica[]
  /** What the deps of a chain have of its database. */
  of(chain: ChainConfig): Pick<ChainDeps, 'db' | 'dueWork' | 'hub' | 'reader'>
  /**
   * Prepares the tables of each database, and starts what works on them. A database beside the home database that
   * cannot be reached is tried again in the background: the chains of the others are served meanwhile.
   * @param work starts what works on a chain; runs once for each, after its database is prepared.
   * @param relays whether notifications of events are forwarded to NATS.
   */
  start(work: (chain: ChainConfig) => Promise<void>, relays: boolean): Promise<void>
  stop(): Promise<void>
  /** Closes the connections, after everything that uses them has stopped. */
  close(): Promise<void>
}

/** Opens the databases of a provider. They are connected to by {@link Databases.start}. */
export function openDatabases(
  { chains, readDatabaseUrl }: Pick<Config, 'chains' | 'readDatabaseUrl'>,
  homeUrl: string,
  log: Logger,
  { tracer, nats }: { readonly tracer?: Tracer | undefined; readonly nats?: NatsFanout | undefined },
): Databases {
  const stopped = new AbortController()
  const running: Promise<void>[] = []
  const undo: (() => Promise<void>)[] = []
  const open = (place: DatabasePlace) => {
    const db = connectDatabase(place.url, tracer)
    const replicas = new Map<string, Replica>()
    for (const { readDatabase = place.url === homeUrl ? readDatabaseUrl : undefined } of place.chains)
      if (readDatabase !== undefined && !replicas.has(readDatabase))
        replicas.set(readDatabase, followReplica(readDatabase, db, log, tracer))
    const dueWork = createDueWork(
      db,
      place.chains.map(({ id }) => id),
    )
    return { ...place, db, dueWork, replicas, hub: createHub(db, log, nats) }
  }
  const [homePlace, ...otherPlaces] = databasePlaces(chains, homeUrl)
  const home = open(homePlace)
  const all = [home, ...otherPlaces.map(open)]

  const startOne = async (
    { db, hub, chains: own }: typeof home,
    work: (chain: ChainConfig) => Promise<void>,
    relays: boolean,
  ): Promise<void> => {
    const relay = async (): Promise<void> => {
      const end = await nats?.relay(db)
      if (end !== undefined) undo.push(end)
    }
    const steps = [
      () => db.prepare(own.map(({ id }) => id)),
      hub.start,
      ...(relays ? [relay] : []),
      ...own.map((chain) => () => work(chain)),
    ]
    const setting =
      db === home.db ? 'DATABASE_URL' : `SLUICE_CHAINS: ${own.map(({ slug }) => slug).join(', ')}`
    const attempt = async (): Promise<void> => {
      try {
        for (let step = steps[0]; step !== undefined && !stopped.signal.aborted; step = steps[0]) {
          await step()
          steps.shift()
        }
      } catch (cause) {
        throw databaseError(setting, cause)
      }
    }
    const keepTrying = async (): Promise<void> => {
      const pause = createPause(stopped.signal)
      while (steps.length > 0 && !stopped.signal.aborted) {
        await pause.rest(retryInterval)
        await attempt().catch((cause: unknown) =>
          log.warn({ err: cause, database: db.name }, 'the database cannot be used yet; trying again'),
        )
      }
    }
    try {
      await attempt()
    } catch (cause) {
      if (db === home.db || !(cause instanceof UnreachableError)) throw cause
      log.error(
        { err: cause, database: db.name },
        'the database cannot be reached; its chains are not served',
      )
      running.push(keepTrying())
    }
  }
  return {
    home: home.db,
    replicas: all.flatMap(({ replicas }) => [...replicas.values()]),
    of: ({ id, readDatabase = readDatabaseUrl }) => {
      const part = all.find(({ chains: own }) => own.some((chain) => chain.id === id)) ?? home
      const reader = part.replicas.get(readDatabase ?? '')?.readerOf(id)
      return {
        db: part.db,
        dueWork: part.dueWork,
        hub: part.hub,
        ...(reader === undefined ? {} : { reader }),
      }
    },
    start: async (work, relays) => {
      for (const part of all) await startOne(part, work, relays)
    },
    stop: async () => {
      stopped.abort()
      await Promise.all(running)
    },
    close: async () => {
      for (const end of undo) await end()
      for (const { db, hub, replicas } of all) {
        await hub.stop()
        for (const replica of replicas.values()) await replica.close()
        await db.close()
      }
    },
  }
}
