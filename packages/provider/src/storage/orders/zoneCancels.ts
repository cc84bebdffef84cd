import type { Hex } from 'viem'
import { type Queries, records, sql, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** Stores that these orders were canceled without gas. */
export async function cancelInZone(tx: Queries, chainId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.rows(sql`
    insert into zone_cancels (chain_id, order_id) select ${chainId}::bigint, unnest(${texts([...ids].sort())})
    on conflict do nothing`)
}

/** Which of these orders may still be filled; their rows are locked until the transaction ends. */
export async function lockOpenZoneOrders(
  tx: Queries,
  chainId: number,
  ids: readonly Hex[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<Columns<'orders', 'id'>>(sql`
    select o.id from orders o
    where o.chain_id = ${chainId} and o.id = any(${texts([...ids].sort())}) and o.fillability in ('fillable', 'no-balance')
      and not exists (select 1 from zone_cancels z where z.chain_id = o.chain_id and z.order_id = o.id)
    order by o.id for share of o`)
  return new Set(rows.map(({ id }) => id))
}

/** Orders that a new one of the same maker and zone replaces: its salt is their id. */
export async function replacedBy(
  tx: Queries,
  chainId: number,
  orders: readonly { readonly salt: string; readonly maker: string; readonly zone: string }[],
): Promise<readonly string[]> {
  if (orders.length === 0) return []
  const rows = await tx.rows<Columns<'orders', 'id'>>(sql`
    select o.id from orders o
    join jsonb_to_recordset(${records(orders)}) as n (salt text, maker text, zone text)
      on o.id = n.salt and o.maker = n.maker and o.zone = n.zone
    where o.chain_id = ${chainId} order by o.id`)
  return rows.map(({ id }) => id)
}
