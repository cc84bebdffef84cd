import type { Address } from 'viem'
import { type Queries, records, sql } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** Hours for which a collection's royalties are valid after they were read, and collections that are read at once. */
const [freshness, page] = [1, 100]

/** What the chain says of sales of a collection. */
export type SaleTerms = Columns<'collections', 'contract' | 'royalties' | 'trading'>

/** Collections whose royalties are out of date, those that were read longest ago first. */
export async function oldestRoyalties(db: Queries, chainId: number): Promise<readonly Address[]> {
  const rows = await db.rows<Columns<'collections', 'contract'>>(sql`
    select contract from collections
    where chain_id = ${chainId} and royalties_at < now() - make_interval(hours => ${freshness})
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

/** Marks a collection's royalties to be read again soon. */
export async function requestRoyalties(db: Queries, chainId: number, contract: Address): Promise<void> {
  await db.rows(
    sql`update collections set royalties_at = 'epoch' where chain_id = ${chainId} and contract = ${contract}`,
  )
}
