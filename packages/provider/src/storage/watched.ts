import type { Address } from 'viem'
import { type Queries, sql } from './db.ts'

/**
 * Collections whose events are read as the chain grows; the count tells whether the list has changed. An `idle` one
 * is known and not followed.
 */
export async function readWatched(
  db: Queries,
  chainId: number,
): Promise<{ readonly contracts: readonly Address[]; readonly count: number }> {
  const rows = await db.rows<{ contract: Address }>(
    sql`select contract from collections where chain_id = ${chainId} and state <> 'idle' order by contract`,
  )
  return { contracts: rows.map(({ contract }) => contract), count: rows.length }
}

export const countWatched = async (tx: Queries, chainId: number): Promise<number> => {
  const [row] = await tx.rows<{ count: string }>(
    sql`select count(*) as count from collections where chain_id = ${chainId} and state <> 'idle'`,
  )
  return Number(row?.count ?? 0)
}

/** A collection whose past is being read: blocks from `next` to `end` are left. */
export type Filling = { readonly contract: Address; readonly next: number; readonly end: number }

/** The collection that waits longest for the next piece of its past. */
export async function nextFilling(db: Queries, chainId: number): Promise<Filling | undefined> {
  const [row] = await db.rows<{ contract: Address; fill_next: string; fill_end: string }>(sql`
    select contract, fill_next, fill_end from collections
    where chain_id = ${chainId} and state = 'filling' order by fill_next limit 1`)
  return row === undefined
    ? undefined
    : { contract: row.contract, next: Number(row.fill_next), end: Number(row.fill_end) }
}

/** Writes down how far a collection's past is read. Answers false when somebody else has been there. */
export async function advanceFilling(
  tx: Queries,
  chainId: number,
  { contract, next }: Filling,
  to: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update collections set fill_next = ${to}, state = case when ${to}::bigint > fill_end then 'followed' else state end
    where chain_id = ${chainId} and contract = ${contract} and state = 'filling' and fill_next = ${next} returning 1`)
  return rows.length > 0
}
