import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { type Preparing, type Queries, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { namedOrders } from './namedOrders.ts'

/** Open orders of makers, whether or not they can be filled at the moment, by collection. */
export async function countOpenOrders(
  db: Preparing,
  chainId: number,
  makers: readonly Address[],
): Promise<readonly { readonly maker: Address; readonly contract: Address; readonly count: number }[]> {
  const rows = await db.prepared<Columns<'orders', 'maker' | 'contract'> & { count: string }>(
    `open orders|${chainId}`,
    () => sql`
      select maker, contract, count(*) as count from orders
      where chain_id = ${chainId} and maker = any(${sql.placeholder('makers')}::text[])
        and fillability in ('fillable', 'no-balance') and signed_by <> 'book'
      group by maker, contract`,
    { makers },
  )
  return rows.map(({ maker, contract, count }) => ({ maker, contract, count: Number(count) }))
}

/** Which of these orders are in the book already. */
export async function storedIds(db: Queries, chainId: number, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.rows<Columns<'orders', 'id'>>(
    sql`select id from ${namedOrders(chainId, sql`select unnest(${texts(ids)})`)} o`,
  )
  return new Set(rows.map(({ id }) => id))
}
