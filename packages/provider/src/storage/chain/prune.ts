import { type SQL, sql } from 'drizzle-orm'
import { type Queries, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** The most rows that one statement deletes within its time limit. */
const batch = 5000

type Prunable =
  | ('outbox' | 'answers' | 'payers' | 'orders' | 'executions' | 'execution_results' | 'pictures')
  | 'fact_readings'

/** Deletes the rows of one chain for which `old` holds, a batch at a time, until none is left or `signal`. */
export async function deleteInBatches(
  db: Queries,
  chainId: number,
  table: Prunable,
  old: SQL,
  signal?: AbortSignal,
  size = batch,
): Promise<void> {
  const name = sql.identifier(table)
  for (let count = size; count === size && signal?.aborted !== true; ) {
    const [row] = await db.rows<{ count: string }>(sql`
      with gone as (
        delete from ${name} where chain_id = ${chainId} and ctid = any(array(
          select ctid from ${name} where chain_id = ${chainId} and ${old} limit ${size}))
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
const neverHeld = (chainId: number, hours: number): SQL => sql`
  side = 'sell' and fillability = 'no-balance' and ${olderThan(hours)} and not exists (
    select 1 from transfers t where t.chain_id = ${chainId} and t.contract = orders.contract
      and t.token_id = orders.token_id and t.to_address = orders.maker)
  and not exists (
    select 1 from fact_readings r where r.chain_id = ${chainId} and r.contract = orders.contract and r.owner = orders.maker
      and r.subject = orders.token_id::text and r.fact = 'held' and r.value > 0)
  and not exists (select 1 from collections c where c.chain_id = ${chainId} and c.contract = orders.contract
    and c.state = 'filling')`

/** Ids of some orders for which {@link neverHeld} holds. */
export async function readNeverHeld(
  db: Queries,
  chainId: number,
  hours: number,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.rows<Columns<'orders', 'id'>>(sql`
    select id from orders where chain_id = ${chainId} and ${neverHeld(chainId, hours)} limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Deletes those of these orders for which {@link neverHeld} still holds. */
export const deleteNeverHeld = (
  db: Queries,
  chainId: number,
  hours: number,
  ids: readonly string[],
): Promise<unknown> =>
  db.rows(sql`
    delete from orders where chain_id = ${chainId} and id = any(${texts(ids)}) and ${neverHeld(chainId, hours)}`)
