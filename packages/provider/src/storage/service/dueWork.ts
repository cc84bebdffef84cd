import { setTimeout as pause } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { unchecked } from '../chain/blocks.ts'
import { constantChain, keptPlan, type Preparing } from '../connection/database.ts'
import { outdatedRoyalties } from '../metadata/royalties.ts'

/** The work of the follower that waits in the tables of a chain, by the name of its job. */
const waiting = (chainId: number, now: SQL): Readonly<Record<string, SQL>> => {
  const own = sql`chain_id = ${constantChain(chainId)}`
  return {
    check: sql`select 1 from blocks where ${unchecked(constantChain(chainId))}`,
    expire: sql`
      select 1 from orders where ${own} and end_time <= ${now} and fillability in ('fillable', 'no-balance')`,
    describe: sql`
      select 1 from tokens where ${own} and metadata_state = 'new'
      union all select 1 from tokens where ${own} and metadata_state = 'failed' and metadata_due <= now()
      union all select 1 from collections where ${own} and document_due <= now()`,
    fill: sql`select 1 from collections where ${own} and state = 'filling'`,
    forget: sql`select 1 from forgotten_collections where ${own}`,
    stats: sql`
      select 1 from stale_collections where ${own}
      union all select 1 from collection_stats where ${own} and due <= ${now}`,
    royalties: sql`select 1 from collections where ${own} and ${outdatedRoyalties}`,
    webhooks: sql`
      select 1 from webhooks where ${own} and next_at <= now()
        and seq < (select seq from outbox where ${own} order by seq desc limit 1)`,
    'cross-posts': sql`select 1 from cross_posts where ${own} and status = 'pending' and next_at <= now()`,
    settle: sql`
      select 1 from purses where ${own} and not settled
      union all select 1 from counter_readings where ${own} and not settled`,
  }
}

/** Reads which jobs of a chain have something to do. `now` in unix seconds. */
export type DueWork = (chainId: number, now: number) => Promise<readonly string[]>

/** Milliseconds in which the questions of several chains become one query. */
const gathering = 10

/** Jobs that have something to do, by the number of their chain. */
type DueByChain = ReadonlyMap<number, readonly string[]>

/** Reads the jobs of chains that have something to do: from indexes alone, in one query. */
async function readDueWork(db: Preparing, chainIds: readonly number[], now: number): Promise<DueByChain> {
  const dueOf = (chainId: number): SQL => {
    const jobs = Object.entries(waiting(chainId, keptPlan(sql`${sql.placeholder('now')}::bigint`)))
    const found = jobs.map(([job, some]) => sql`case when exists (${some}) then ${job}::text end`)
    return sql`array_remove(array[${sql.join(found, sql`, `)}], null) as ${sql.identifier(String(chainId))}`
  }
  const build = (): SQL => sql`select ${sql.join(chainIds.map(dueOf), sql`, `)}`
  const [row] = await db.prepared<Record<string, readonly string[]>>(`due|${chainIds}`, build, { now })
  return new Map(chainIds.map((chainId) => [chainId, row?.[chainId] ?? []]))
}

/**
 * Makes the reader of due work of the chains in a database. Chains that ask in the same moment share one query: most of what
 * it costs to follow a quiet chain are the queries that find nothing.
 * @param chainIds all chains of the database.
 */
export function createDueWork(db: Preparing, chainIds: readonly number[]): DueWork {
  let together: Promise<DueByChain> | undefined
  const asking = new Set<number>()
  const readTogether = async (now: number): Promise<DueByChain> => {
    await pause(chainIds.length > 1 ? gathering : 0)
    const asked = [...asking]
    together = undefined
    asking.clear()
    // All chains or each alone, since every other set of them would be a query of its own to prepare.
    const groups = asked.length * 2 > chainIds.length ? [chainIds] : asked.map((chainId) => [chainId])
    const found = await Promise.all(groups.map((group) => readDueWork(db, group, now)))
    return new Map(found.flatMap((some) => [...some]))
  }
  return async (chainId, now) => {
    asking.add(chainId)
    together ??= readTogether(now)
    return (await together).get(chainId) ?? []
  }
}
