import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { listByMints, type Market } from './collectionStats.ts'

/** Marketplaces of this chain's orders, by domain. */
export async function listSources(db: Queries, chainId: number, limit: number): Promise<readonly string[]> {
  const rows = await db.rows<{ source: string }>(sql`
    select distinct source from orders where chain_id = ${chainId} and source is not null order by source limit ${limit}`)
  return rows.map(({ source }) => source)
}

/** Whether an order for this very token names the marketplace. */
export async function isSourceOf(
  db: Queries,
  chainId: number,
  domain: string,
  contract: Address,
  tokenId: bigint,
): Promise<boolean> {
  const rows = await db.rows(sql`
    select 1 from orders
    where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId.toString()} and source = ${domain}
    limit 1`)
  return rows.length > 0
}

/** Collections by how many of their tokens were minted since a time (unix seconds), most first. */
export async function listMinted(
  db: Queries,
  market: Market,
  since: number,
  limit: number,
): Promise<readonly { readonly contract: Address; readonly mints: number }[]> {
  const { chainId, now } = market
  const days = ([1, 7, 30] as const).find((one) => now - one * 86_400 === since)
  if (days !== undefined) return listByMints(db, market, days, limit)
  const rows = await db.rows<Columns<'collection_counts', 'contract' | 'mints'>>(
    since <= 0
      ? sql`select contract, mints from collection_counts where chain_id = ${chainId} and mints > 0
          order by mints desc, contract limit ${limit}`
      : sql`select contract, count(*) as mints from transfers
          where chain_id = ${chainId} and timestamp >= ${since}
            and from_address = '0x0000000000000000000000000000000000000000'
          group by contract order by count(*) desc, contract limit ${limit}`,
  )
  return rows.map((row) => ({ ...row, mints: Number(row.mints) }))
}
