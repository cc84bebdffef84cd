import { type SQL, sql } from 'drizzle-orm'
import { type Queries, records, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import type { Touched } from './status.ts'

/**
 * A fact that events report. The subject is the token of `held` and the operator of `operator`, whose contract is the
 * collection; of the others it is the order, and the contract is Seaport. Events report all but `signed`: whether the
 * contract that signed an order still says so.
 */
export type FactKey = Columns<'fact_readings', 'fact' | 'contract' | 'owner' | 'subject'>
/** The value of a fact on chain; 1 and 0 for yes and no. */
export type FactReading = FactKey & { readonly value: bigint }

const keyColumns = sql`contract, owner, subject, fact`
const keys = (given: readonly FactKey[]): SQL =>
  sql`jsonb_to_recordset(${records(given)}) as k (contract text, owner text, subject text, fact text, value numeric)`

/** What happened to the order of `r` up to its block: newer events are not part of the reading. */
const toOrder = (
  chainId: number,
): SQL => sql`e.chain_id = ${chainId} and e.order_id = r.subject and e.block <= r.block
    and e.kind = (select o.kind from orders o where o.chain_id = ${chainId} and o.id = r.subject)`

/** What the facts of `r` are by the stored events alone. */
export const byEvents = (chainId: number): SQL => sql`case r.fact
  when 'held' then coalesce((select w.amount from ownerships w where w.chain_id = ${chainId} and w.contract = r.contract
    and w.token_id = r.subject::numeric and w.owner = r.owner), 0)
  when 'operator' then coalesce((select p.approved::int from operators p where p.chain_id = ${chainId}
    and p.contract = r.contract and p.owner = r.owner and p.operator = r.subject
    order by p.block desc, p.log_index desc limit 1), 0)
  when 'filled' then coalesce((select sum(e.amount) from fills e where ${toOrder(chainId)}), 0)
  else (exists (select 1 from cancels e where ${toOrder(chainId)}))::int end`

/** Minutes after which a fact may rise again without an event: a contract may say something else at each block. */
const riseMinutes = 60

/**
 * Stores what was read at the stored head, where that differs from the events and from the reading before. A holding or
 * an approval is stored at once where it is less, or where events report it, and otherwise after a while.
 * @param start the first block of the chain that is read.
 * @returns those that say something new.
 */
export async function saveFactReadings(
  tx: Queries,
  chainId: number,
  readings: readonly FactReading[],
  block: number,
  start: number,
): Promise<readonly FactKey[]> {
  if (readings.length === 0) return []
  return tx.rows<FactKey>(sql`
    insert into fact_readings as r (chain_id, ${keyColumns}, value, block, walked)
    select distinct on (${keyColumns}) ${chainId}::bigint, ${keyColumns}, value, ${block}::bigint, ${start - 1}::bigint
    from ${keys(readings)} order by ${keyColumns}
    on conflict (chain_id, ${keyColumns}) do update
      set value = excluded.value, block = excluded.block, read_at = now()
      where r.fact not in ('held', 'operator') or excluded.value = 0 or excluded.value < r.value
        or excluded.value <= ${byEvents(chainId)} or r.read_at < now() - make_interval(mins => ${riseMinutes})
    returning ${keyColumns}`)
}

/** The orders that follow from these facts. */
export const touchedByReadings = (given: readonly FactKey[]): Touched => ({
  holders: given
    .filter(({ fact }) => fact === 'held')
    .map(({ owner, contract, subject }) => ({ account: owner, contract, tokenId: subject })),
  operated: given
    .filter(({ fact }) => fact === 'operator')
    .map(({ owner, contract }) => ({ account: owner, contract })),
  orders: given.filter(({ fact }) => fact !== 'held' && fact !== 'operator').map(({ subject }) => subject),
})

/** Takes back that contracts refused these orders: they signed them again. @returns the orders that were refused. */
export async function takeBackRefusals(
  tx: Queries,
  chainId: number,
  orders: readonly string[],
): Promise<readonly string[]> {
  if (orders.length === 0) return []
  const rows = await tx.rows<FactKey>(sql`
    update fact_readings set value = null
    where chain_id = ${chainId} and fact = 'signed' and value = 0 and subject = any(${texts([...orders].sort())})
    returning ${keyColumns}`)
  return rows.map(({ subject }) => subject)
}

/** Takes back what was read at this block or a later one: it is reverted. @returns the facts. */
export const revertFactReadings = (
  tx: Queries,
  chainId: number,
  block: number,
): Promise<readonly FactKey[]> =>
  tx.rows<FactKey>(sql`
    update fact_readings
    set value = null, block = ${block - 1}::bigint, walked = least(walked, ${block - 1}::bigint), read_at = '-infinity'
    where chain_id = ${chainId} and block >= ${block}::bigint returning ${keyColumns}`)

/** Which of these listings follow from what was read of the chain. */
export async function ordersWithReadings(
  db: Queries,
  chainId: number,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await db.rows<Columns<'orders', 'id'>>(sql`
    select o.id from orders o where o.chain_id = ${chainId} and o.side = 'sell' and o.id = any(${texts(ids)})
      and exists (select 1 from fact_readings r where r.chain_id = ${chainId} and r.contract = o.contract
        and r.owner = o.maker and r.subject in (o.token_id::text, o.conduit) and r.value is not null)`)
  return rows.map(({ id }) => id)
}

/** Readings that no stored order is about. */
export const withoutOrders = (chainId: number): SQL => sql`
  case when fact in ('held', 'operator') then not exists (
    select 1 from orders o where o.chain_id = ${chainId} and o.maker = fact_readings.owner
      and o.contract = fact_readings.contract)
  else not exists (select 1 from orders o where o.chain_id = ${chainId} and o.id = fact_readings.subject) end`
