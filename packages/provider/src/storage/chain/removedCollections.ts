import { type SQL, sql } from 'drizzle-orm'
import { type Address, zeroAddress } from 'viem'
import type { Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { addCounts } from './collectionCounts.ts'

/**
 * What was read of collections that are no longer followed. It is deleted in small transactions, which writers of orders
 * do not wait for. A process that is killed in between leaves the mark of the collection, and the next one goes on.
 */

/** The most rows that one transaction deletes. */
const batch = 2000

/**
 * The tables that may have very many rows of a collection, in the order in which they are deleted: a reorg derives
 * ownerships from transfers, and attributes are written for stored tokens.
 */
export const largeTables = ['transfers', 'ownerships', 'tokens', 'token_attributes'] as const
export type LargeTable = (typeof largeTables)[number]

/** Collections of which there may be something left. */
export async function readRemovedCollections(db: Queries, chainId: number): Promise<readonly Address[]> {
  const rows = await db.rows<Columns<'forgotten_collections', 'contract'>>(
    sql`select contract from forgotten_collections where chain_id = ${chainId} order by contract`,
  )
  return rows.map(({ contract }) => contract)
}

const isFollowed = (chainId: number, contract: Address): SQL =>
  sql`exists (select 1 from collections c where c.chain_id = ${chainId} and c.contract = ${contract})`

/** The counts of a collection always match its rows: it may be followed again before all of them are deleted. */
function subtractCounts(chainId: number, table: LargeTable): SQL {
  if (table === 'transfers')
    return sql`, counted as (${addCounts(chainId, 'mints', -1, sql`gone where from_address = ${zeroAddress}`)})`
  return table === 'tokens' ? sql`, counted as (${addCounts(chainId, 'tokens', -1, sql`gone`)})` : sql``
}

/**
 * Deletes some rows of a collection, unless it is followed again. Call it while sharing the lock of the chain's facts.
 * @returns whether there may be more.
 */
export async function deleteRowsOfRemoved(
  tx: Queries,
  chainId: number,
  contract: Address,
  table: LargeTable,
  most = batch,
): Promise<boolean> {
  const name = sql.identifier(table)
  // Counts what was found, not what was deleted: another process may have deleted the same rows meanwhile.
  const [row] = await tx.rows<{ count: string }>(sql`
    with found as materialized (
      select o.ctid as place from ${name} o
      where o.chain_id = ${chainId} and o.contract = ${contract} and not ${isFollowed(chainId, contract)} limit ${most}
    ), gone as (
      delete from ${name} where chain_id = ${chainId} and ctid = any(array(select place from found)) returning *
    ) ${subtractCounts(chainId, table)}
    select count(*) as count from found`)
  return Number(row?.count ?? 0) > 0
}

/**
 * Deletes the sums and the mark of a collection without rows. Call it while sharing the lock of the chain's facts, and
 * while no stats are refreshed.
 */
export async function finishRemoval(tx: Queries, chainId: number, contract: Address): Promise<void> {
  const own = sql`chain_id = ${chainId} and contract = ${contract}`
  for (const table of ['collection_counts', 'collection_stats', 'mint_days', 'stale_collections'])
    await tx.rows(
      sql`delete from ${sql.identifier(table)} where ${own} and not ${isFollowed(chainId, contract)}`,
    )
  await tx.rows(sql`delete from forgotten_collections where ${own}`)
}
