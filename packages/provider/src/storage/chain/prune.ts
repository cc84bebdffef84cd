import { type Queries, type SQL, sql } from '../connection/database.ts'

/** The most rows that one statement deletes within its time limit. */
const batch = 5000

type Prunable = 'outbox' | 'answers' | 'payers' | 'orders' | 'executions' | 'execution_results' | 'pictures'

/** Deletes the rows of one chain for which `old` holds, a batch at a time, until none is left or `signal`. */
export async function deleteInBatches(
  db: Queries,
  chainId: number,
  table: Prunable,
  old: SQL,
  signal?: AbortSignal,
): Promise<void> {
  const name = sql.identifier(table)
  for (let count = batch; count === batch && signal?.aborted !== true; ) {
    const [row] = await db.rows<{ count: string }>(sql`
      with gone as (
        delete from ${name} where chain_id = ${chainId} and ctid = any(array(
          select ctid from ${name} where chain_id = ${chainId} and ${old} limit ${batch}))
        returning 1)
      select count(*) as count from gone`)
    count = Number(row?.count ?? 0)
  }
}

/** Rows that are older than this. */
export const olderThan = (hours: number): SQL => sql`created_at < now() - make_interval(hours => ${hours})`

/** Rows of blocks below this one. */
export const before = (block: number): SQL => sql`block < ${block}`

/**
 * Listings of tokens that their makers never held, posted longer ago than this. A token that a maker once held may
 * return, so that its listings stay until they end.
 */
export const neverHeld = (chainId: number, hours: number): SQL => sql`
  side = 'sell' and fillability = 'no-balance' and ${olderThan(hours)} and not exists (
    select 1 from transfers t where t.chain_id = ${chainId} and t.contract = orders.contract
      and t.token_id = orders.token_id and t.to_address = orders.maker)
  and not exists (select 1 from collections c where c.chain_id = ${chainId} and c.contract = orders.contract
    and c.state = 'filling')`
