import { sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { type Preparing, type Queries, records, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { namedOrders } from './namedOrders.ts'
import type { NewOrder } from './orders.ts'

/** Stores that these orders were canceled without gas. */
export async function cancelInZone(tx: Queries, chainId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.rows(sql`
    insert into zone_cancels (chain_id, order_id) select ${chainId}::bigint, unnest(${texts([...ids].sort())})
    on conflict do nothing`)
}

/** Removes the cancellation of these orders: the zone's book offers them again. */
export async function restoreInZone(tx: Queries, chainId: number, ids: readonly string[]): Promise<void> {
  await tx.rows(
    sql`delete from zone_cancels where chain_id = ${chainId} and order_id = any(${texts([...ids].sort())})`,
  )
}

/** What is known of a stored order when it arrives again. */
export type KnownOrder = {
  readonly isCanceled: boolean
  readonly signedBy: NewOrder['signedBy']
  readonly kind: Columns<'orders', 'kind'>['kind']
}

/** Reads which of these orders are stored, for which Seaport, who signed them, and whether they were canceled without gas. */
export async function readKnownOrders(
  db: Preparing,
  chainId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownOrder>> {
  if (ids.length === 0) return new Map()
  const rows = await db.prepared<Columns<'orders', 'id' | 'kind' | 'signed_by'> & { canceled: boolean }>(
    `known orders|${chainId}`,
    () => sql`
      select o.id, o.kind, o.signed_by,
        exists (select 1 from zone_cancels z where z.chain_id = ${chainId} and z.order_id = o.id) as canceled
      from ${namedOrders(chainId, sql`select unnest(${sql.placeholder('ids')}::text[])`)} o`,
    { ids },
  )
  return new Map(
    rows.map(({ id, kind, canceled, signed_by }) => [
      id,
      { isCanceled: canceled, signedBy: signed_by, kind },
    ]),
  )
}

/**
 * Open orders that cannot be filled without another book: it authorizes them in one of its zones, or keeps their
 * signatures.
 * @param among only these; all of `contract` when absent.
 */
export async function ordersOfBook(
  db: Queries,
  chainId: number,
  book: { readonly domain: string; readonly zones: readonly Address[] },
  of: { readonly contract: Address } | { readonly among: readonly string[] },
): Promise<readonly Columns<'orders', 'id' | 'kind'>[]> {
  return db.rows(sql`
    select id, kind from orders where chain_id = ${chainId} and source = ${book.domain}
      and (signed_by = 'book' or zone = any(${texts(book.zones)}))
      and fillability in ('fillable', 'no-balance')
      and ${'contract' in of ? sql`contract = ${of.contract}` : sql`id = any(${texts(of.among)})`}`)
}

/**
 * Stores signature and source of orders whose signature another book kept until now.
 * @returns those that changed, with their zones.
 */
export async function takeOver(
  tx: Queries,
  chainId: number,
  orders: readonly Pick<NewOrder, 'id' | 'version' | 'signature' | 'signedBy' | 'source'>[],
): Promise<readonly Columns<'orders', 'id' | 'zone'>[]> {
  const given = orders.map(({ id, version, signature, signedBy, source }) => {
    return { id, kind: `seaport-v${version}`, signature, signedBy, source }
  })
  return tx.rows(sql`
    update orders o set signature = w.signature, signed_by = w."signedBy", source = w.source, updated_at = now()
    from jsonb_to_recordset(${records(given)}) as w (id text, kind text, signature text, "signedBy" text, source text)
    where o.chain_id = ${chainId} and o.id = w.id and o.kind = w.kind and o.signed_by = 'book' and w."signedBy" <> 'book'
    returning o.id, o.zone`)
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
