import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { type Queries, records, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/**
 * Minutes for which a collection's royalties and trading rules are valid after they were read: in general, and where its
 * transfer validator limits who moves tokens, which its owner may change in any block.
 */
const freshness = { open: 60, limited: 5 } as const
/** Collections that are read at once. */
const page = 100

/** What the chain says of sales of a collection. */
export type SaleTerms = Columns<'collections', 'contract' | 'royalties' | 'trading'>

/** Whether the royalties of a row of `collections` are out of date. */
export const outdatedRoyalties = sql`royalties_at < now()
  - make_interval(mins => case trading when 'open' then ${freshness.open}::int else ${freshness.limited}::int end)`

/** Collections whose royalties are out of date, those that were read longest ago first. */
export async function oldestRoyalties(db: Queries, chainId: number): Promise<readonly Address[]> {
  const rows = await db.rows<Columns<'collections', 'contract'>>(sql`
    select contract from collections
    where chain_id = ${chainId} and ${outdatedRoyalties}
    order by royalties_at, contract limit ${page}`)
  return rows.map(({ contract }) => contract)
}

export async function saveRoyalties(
  db: Queries,
  chainId: number,
  found: readonly SaleTerms[],
): Promise<void> {
  await db.rows(sql`
    update collections c set royalties = f.royalties, trading = f.trading, royalties_at = now()
    from jsonb_to_recordset(${records(found)}) as f(contract text, royalties jsonb, trading text)
    where c.chain_id = ${chainId} and c.contract = f.contract`)
}

/** How orders of one collection move its tokens; an offer is accepted over the chain's conduit, whichever its maker uses. */
export type OrderMove = Columns<'barred_moves', 'contract' | 'side' | 'conduit' | 'zone'>

/** The different ways in which the open orders of these collections move tokens. */
export const movesOfOpenOrders = (
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
): Promise<OrderMove[]> =>
  contracts.length === 0
    ? Promise.resolve([])
    : db.rows<OrderMove>(sql`
        select distinct contract, side, conduit, zone from orders
        where chain_id = ${chainId} and contract = any(${texts(contracts)})
          and fillability in ('fillable', 'no-balance')`)

/**
 * Replaces what is stored about the barred moves of these collections.
 * @returns the collections for which something changed.
 */
export async function saveBarredMoves(
  tx: Queries,
  chainId: number,
  contracts: readonly Address[],
  barred: readonly OrderMove[],
): Promise<readonly Address[]> {
  const rows = await tx.rows<Columns<'barred_moves', 'contract'>>(sql`
    with given as (
      select * from jsonb_to_recordset(${records(barred)}) as g (contract text, side text, conduit text, zone text)
    ), allowed as (
      delete from barred_moves b where b.chain_id = ${chainId} and b.contract = any(${texts(contracts)})
        and (b.contract, b.side, b.conduit, b.zone) not in (select contract, side, conduit, zone from given)
      returning b.contract
    ), added as (
      insert into barred_moves (chain_id, contract, side, conduit, zone)
      select ${chainId}::bigint, contract, side, conduit, zone from given
      on conflict do nothing returning contract
    )
    select contract from allowed union select contract from added`)
  return rows.map(({ contract }) => contract)
}

/** Marks the royalties and trading rules of collections to be read again soon. */
export async function requestRoyalties(
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
): Promise<void> {
  if (contracts.length === 0) return
  await db.rows(sql`
    update collections set royalties_at = 'epoch'
    where chain_id = ${chainId} and contract = any(${texts(contracts)})`)
}
