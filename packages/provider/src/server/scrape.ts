import type { ChainDeps, Deps } from '../deps.ts'
import type { Admission } from '../middleware/admission.ts'
import { type Head, readHead } from '../storage/chain/blocks.ts'
import { readLease } from '../storage/chain/leases.ts'
import type { Database } from '../storage/connection/database.ts'
import type { Replica } from '../storage/connection/followReplica.ts'
import {
  type Backlog,
  type DatabaseState,
  readBacklog,
  readDatabaseState,
} from '../storage/service/backlogs.ts'

/** Parts of a process that metrics describe beside its {@link Deps}. */
export type Parts = {
  readonly admission?: Admission | undefined
  readonly replicas?: readonly Replica[]
  /** The number of connections that were rejected because their network had too many. */
  readonly rejectedConnections?: () => number
}

/** One chain at the moment of a scrape; what could not be read is absent. */
export type ChainScrape = {
  readonly chain: ChainDeps
  readonly head: Head | undefined
  /** The height that the nodes report. */
  readonly height: number | undefined
  readonly term: number | undefined
  readonly backlog: Backlog | undefined
}

/** One database at the moment of a scrape. */
export type DatabaseScrape = {
  readonly db: Database
  /** Absent for the home database. */
  readonly labels: Readonly<{ database?: string }>
  readonly state: DatabaseState | undefined
}

/** What one scrape reads, once for all metrics. */
export type Scrape = {
  readonly deps: Deps
  readonly parts: Parts
  readonly databases: readonly DatabaseScrape[]
  readonly chains: readonly ChainScrape[]
}

async function scrapeChain(chain: ChainDeps): Promise<ChainScrape> {
  const { db, config, log, reads } = chain
  const missing = (cause: unknown): undefined => {
    log.debug({ err: cause }, 'metrics of the database could not be read')
    return undefined
  }
  const [head, height, lease, backlog] = await Promise.all([
    readHead(db, config.id).catch(missing),
    reads.latestHeight.height(),
    readLease(db, config.id).catch(missing),
    readBacklog(db, config.id).catch(missing),
  ])
  return { chain, head, height, term: lease === undefined ? undefined : Number(lease.term), backlog }
}

/** The label of the metrics of a database; the home database has none. */
export const databaseLabels = (home: Database, name: string): DatabaseScrape['labels'] =>
  name === home.name ? {} : { database: name }

/**
 * Reads the values of all metrics. The values of a database that cannot be reached are left out, and the scrape does
 * not fail.
 */
export async function readScrape(deps: Deps, parts: Parts): Promise<Scrape> {
  const scrapeDatabase = async (db: Database): Promise<DatabaseScrape> => ({
    db,
    labels: databaseLabels(deps.db, db.name),
    state: await readDatabaseState(db).catch((cause: unknown) => {
      deps.log.debug({ err: cause }, 'metrics of the database could not be read')
      return undefined
    }),
  })
  const [databases, chains] = await Promise.all([
    Promise.all([...new Set([deps.db, ...deps.chains.map(({ db }) => db)])].map(scrapeDatabase)),
    Promise.all(deps.chains.map(scrapeChain)),
  ])
  return { deps, parts, databases, chains }
}
