import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { oneOf, type Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

export type ChainStats = {
  readonly mints: number
  readonly sales: number
  /** Native coin's base units. */
  readonly volume: bigint
}

const hour = 3600

/** Mints and sales on a chain since a time, by whole hours and the facts before them. `since` in unix seconds. */
export async function readStats(
  db: Queries,
  chainId: number,
  nativeLike: readonly Address[],
  since: number,
): Promise<ChainStats> {
  const first = Math.ceil(since / hour)
  const edge = sql`timestamp >= ${since} and timestamp < ${first * hour}`
  const native = oneOf(sql`currency`, nativeLike)
  const [row] = await db.rows<{ mints: string; sales: string; volume: string }>(sql`
    select coalesce(sum(mints), 0) as mints, coalesce(sum(sales), 0) as sales,
      coalesce(sum(volume) filter (where ${native}), 0) as volume
    from (
      select currency, mints, sales, volume from chain_hours where chain_id = ${chainId} and hour >= ${first}
      union all
      select currency, 0, 1, price from fills where chain_id = ${chainId} and sale and ${edge}
      union all
      select '', 1, 0, 0 from transfers
      where chain_id = ${chainId} and from_address = '0x0000000000000000000000000000000000000000' and ${edge}
    ) counted`)
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
  // A single token has few holders; those of a whole collection are stored in the order of their units.
  const holders =
    tokenId === undefined
      ? sql`select owner, tokens from holders where chain_id = ${chainId} and contract = ${contract} and tokens > 0`
      : sql`select owner, amount as tokens from ownerships
          where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId.toString()} and amount > 0`
  return db.rows<Holder>(sql`
    select w.owner, w.tokens, (
      select count(distinct o.token_id) from orders o
      where o.chain_id = ${chainId} and o.side = 'sell' and o.contract = ${contract} and o.maker = w.owner
        and o.fillability = 'fillable' and o.approval = 'approved' and o.end_time > ${now}
    ) as "onSale"
    from (${holders} order by tokens desc, owner limit ${limit} offset ${offset}) w
    order by w.tokens desc, w.owner`)
}
