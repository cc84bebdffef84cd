import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { constantChain, type Preparing, type Queries, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** A checksum of the collections of a chain that changes with the list, even if its length does not. */
export const watchedMark = (chainId: number): SQL =>
  sql`(select coalesce(sum(hashtextextended(contract, 0)), 0)::text from collections where chain_id = ${constantChain(chainId)} and state <> 'idle')`

/**
 * Collections whose events are read as the chain grows, and the mark of the list. An `idle` one is known and not
 * followed.
 */
export async function readWatched(
  db: Preparing,
  chainId: number,
): Promise<{ readonly contracts: readonly Address[]; readonly mark: string }> {
  const [row] = await db.prepared<{ contracts: Address[]; mark: string }>(
    `watched|${chainId}`,
    () => sql`
      select ${watchedMark(chainId)} as mark, array(
        select contract from collections
        where chain_id = ${constantChain(chainId)} and state <> 'idle' order by contract) as contracts`,
    {},
  )
  return { contracts: row?.contracts ?? [], mark: row?.mark ?? '0' }
}

export const countWatched = async (tx: Queries, chainId: number): Promise<number> => {
  const [row] = await tx.rows<{ count: string }>(
    sql`select count(*) as count from collections where chain_id = ${chainId} and state <> 'idle'`,
  )
  return Number(row?.count ?? 0)
}

/** A collection whose history is being read: blocks from `next` to `end` are left. */
export type Filling = { readonly contract: Address; readonly next: number; readonly end: number }

/** The collection that has waited longest for the next part of its history. */
export async function nextFilling(db: Preparing, chainId: number): Promise<Filling | undefined> {
  const [row] = await db.prepared<Columns<'collections', 'contract' | 'fill_next' | 'fill_end'>>(
    `next filling|${chainId}`,
    () => sql`
      select contract, fill_next, fill_end from collections
      where chain_id = ${constantChain(chainId)} and state = 'filling' order by fill_next limit 1`,
    {},
  )
  return row === undefined
    ? undefined
    : { contract: row.contract, next: Number(row.fill_next), end: Number(row.fill_end) }
}

/** Stores how far a collection's history is read. Returns false if another process has advanced it. */
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

/** Stores that collections were requested. */
export const touchCollections = (
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
): Promise<unknown> =>
  db.rows(
    sql`update collections set used_at = now() where chain_id = ${chainId} and contract = any(${texts(contracts)})`,
  )

/**
 * Removes the collections that were requested longest ago, among those without orders and sales: they are no longer
 * followed, and what was read of them is deleted later (`removedCollections.ts`). Call it while holding the lock of the chain's
 * facts.
 * @param kept collections that stay in any case.
 * @returns those; none if fewer than `count` can be removed, as all others are traded or kept.
 */
export async function removeUnusedCollections(
  tx: Queries,
  chainId: number,
  kept: readonly Address[],
  count: number,
): Promise<readonly Address[]> {
  // Each collection is looked up in the indexes: writers wait meanwhile, and there may be very many orders.
  const none = (table: 'orders' | 'fills'): SQL => sql`not exists (
    select 1 from ${sql.identifier(table)} o where o.chain_id = ${chainId} and o.contract = c.contract offset 0)`
  const unused = await tx.rows<Columns<'collections', 'contract'>>(sql`
    select c.contract from collections c
    where c.chain_id = ${chainId} and c.state <> 'idle' and not c.contract = any(${texts(kept)})
      and ${none('orders')} and ${none('fills')}
    order by c.used_at, c.contract limit ${count}`)
  if (unused.length < count) return []
  const contracts = unused.map(({ contract }) => contract)
  await tx.rows(sql`
    with gone as (
      delete from collections where chain_id = ${chainId} and contract = any(${texts(contracts)}) returning contract)
    insert into forgotten_collections (chain_id, contract) select ${chainId}::bigint, contract from gone
    on conflict do nothing`)
  return contracts
}
