import type { Address } from 'viem'
import { listOf, type Queries, sql } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

export type ChainStats = {
  readonly mints: number
  readonly sales: number
  /** Native coin's base units. */
  readonly volume: bigint
}

/** What was minted and sold on a chain since a moment. `since` in unix seconds. */
export async function readStats(
  db: Queries,
  chainId: number,
  nativeLike: readonly Address[],
  since: number,
): Promise<ChainStats> {
  const [row] = await db.rows<{ mints: string; sales: string; volume: string }>(sql`
    select
      (select count(*) from transfers where chain_id = ${chainId} and timestamp >= ${since}
        and from_address = '0x0000000000000000000000000000000000000000') as mints,
      (select count(*) from fills where chain_id = ${chainId} and timestamp >= ${since}) as sales,
      (select coalesce(sum(price), 0) from fills where chain_id = ${chainId} and timestamp >= ${since}
        and currency in ${listOf(nativeLike)}) as volume`)
  return { mints: Number(row?.mints ?? 0), sales: Number(row?.sales ?? 0), volume: BigInt(row?.volume ?? 0) }
}

export type Holder = Columns<'ownerships', 'owner'> & { readonly tokens: string; readonly onSale: string }

/** Owners of a collection's tokens, most tokens first. `now` in unix seconds. */
export async function listOwners(
  db: Queries,
  chainId: number,
  query: {
    readonly contract: Address
    readonly tokenId?: bigint | undefined
    readonly offset: number
    readonly limit: number
    readonly now: number
  },
): Promise<readonly Holder[]> {
  const { contract, tokenId, offset, limit, now } = query
  return db.rows<Holder>(sql`
    select w.owner, sum(w.amount) as tokens, (
      select count(distinct o.token_id) from orders o
      where o.chain_id = ${chainId} and o.side = 'sell' and o.contract = ${contract} and o.maker = w.owner
        and o.fillability = 'fillable' and o.approval = 'approved' and o.end_time > ${now}
    ) as "onSale"
    from ownerships w
    where w.chain_id = ${chainId} and w.contract = ${contract} and w.amount > 0
      ${tokenId === undefined ? sql`` : sql`and w.token_id = ${tokenId.toString()}`}
    group by w.owner order by sum(w.amount) desc, w.owner limit ${limit} offset ${offset}`)
}
