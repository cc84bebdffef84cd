import { unchecked } from '../chain/blocks.ts'
import { constantChain, keptPlan, type Preparing, type SQL, sql } from '../connection/database.ts'
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

/**
 * Jobs of a chain that have something to do, from indexes alone: one query instead of one for each job.
 * @param now unix seconds.
 */
export async function readDueWork(db: Preparing, chainId: number, now: number): Promise<readonly string[]> {
  const build = (): SQL => {
    const jobs = Object.entries(waiting(chainId, keptPlan(sql`${sql.placeholder('now')}::bigint`)))
    return sql`select array_remove(array[${sql.join(
      jobs.map(([job, found]) => sql`case when exists (${found}) then ${job}::text end`),
      sql`, `,
    )}], null) as due`
  }
  const [row] = await db.prepared<{ due: readonly string[] }>(`due|${chainId}`, build, { now })
  return row?.due ?? []
}
