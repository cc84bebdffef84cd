import type { ChainDeps, Deps } from '../deps.ts'
import type { Admission } from '../middleware/admission.ts'
import { type Head, readHead } from '../storage/chain/blocks.ts'
import { readLease } from '../storage/chain/leases.ts'
import type { Replica } from '../storage/connection/replica.ts'
import {
  type Backlog,
  type DatabaseState,
  readBacklog,
  readDatabaseState,
} from '../storage/service/backlogs.ts'

/** Parts of a process that metrics describe beside its {@link Deps}. */
export type Parts = {
  readonly admission?: Admission | undefined
  readonly replica?: Replica | undefined
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

/** What one scrape reads, once for all metrics. */
export type Scrape = {
  readonly deps: Deps
  readonly parts: Parts
  readonly database: DatabaseState | undefined
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

/** Reads what metrics tell. A database that cannot be reached leaves its values out, and fails no scrape. */
export async function readScrape(deps: Deps, parts: Parts): Promise<Scrape> {
  const [database, chains] = await Promise.all([
    readDatabaseState(deps.db).catch((cause: unknown) => {
      deps.log.debug({ err: cause }, 'metrics of the database could not be read')
      return undefined
    }),
    Promise.all(deps.chains.map(scrapeChain)),
  ])
  return { deps, parts, database, chains }
}
