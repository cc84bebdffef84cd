import { type Queries, records, type SQL, sql, texts } from '../connection/database.ts'
import type { Columns, RowOf } from '../schema.ts'
import type { Touched } from './status.ts'

/**
 * A fact that events tell of. The subject is the token of `held` and the operator of `operator`, whose contract is the
 * collection; of the others it is the order, and the contract is Seaport.
 */
export type FactKey = Columns<'fact_readings', 'fact' | 'contract' | 'owner' | 'subject'>
/** What the chain said of a fact; 1 and 0 for yes and no. */
export type FactReading = FactKey & { readonly value: bigint }

const keyColumns = sql`contract, owner, subject, fact`
const keys = (given: readonly FactKey[]): SQL =>
  sql`jsonb_to_recordset(${records(given)}) as k (contract text, owner text, subject text, fact text, value numeric)`

/** What the facts of `r` are by the stored events alone. */
const byEvents = (chainId: number): SQL => sql`case r.fact
  when 'held' then coalesce((select w.amount from ownerships w where w.chain_id = ${chainId} and w.contract = r.contract
    and w.token_id = r.subject::numeric and w.owner = r.owner), 0)
  when 'operator' then coalesce((select p.approved::int from operators p where p.chain_id = ${chainId}
    and p.contract = r.contract and p.owner = r.owner and p.operator = r.subject
    order by p.block desc, p.log_index desc limit 1), 0)
  when 'filled' then coalesce((select sum(f.amount) from fills f where f.chain_id = ${chainId}
    and f.order_id = r.subject), 0)
  else (exists (select 1 from cancels c where c.chain_id = ${chainId} and c.order_id = r.subject))::int end`

/** Minutes after which a fact may rise again without an event: a contract may say something else at each block. */
const riseMinutes = 60

/**
 * Stores what the chain said at the stored head. The same value of a sale or a cancellation says nothing new; a holding or
 * an approval that is read again is stored at once where it is less, or the events tell of it, and otherwise after a while.
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
      where case when r.fact in ('held', 'operator')
        then excluded.value = 0 or excluded.value < r.value or excluded.value <= ${byEvents(chainId)}
          or r.read_at < now() - make_interval(mins => ${riseMinutes})
        else r.value is distinct from excluded.value end
    returning ${keyColumns}`)
}

/** The orders that follow from these facts of tokens. */
export const touchedByReadings = (given: readonly FactKey[]): Touched => ({
  holders: given
    .filter(({ fact }) => fact === 'held')
    .map(({ owner, contract, subject }) => ({ account: owner, contract, tokenId: subject })),
  operated: given
    .filter(({ fact }) => fact === 'operator')
    .map(({ owner, contract }) => ({ account: owner, contract })),
})

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

/** A reading whose events are to be searched, up to its block. */
export type UnwalkedReading = FactKey & {
  readonly kind: RowOf<'collections'>['kind'] | undefined
  readonly from: number
  readonly to: number
}

/** Minutes after which a search that failed is tried again. */
const retryMinutes = 15

/**
 * The reading whose events are to be searched next. Of a collection whose history is still being read, none: that may
 * explain it.
 */
export async function nextUnwalked(db: Queries, chainId: number): Promise<UnwalkedReading | undefined> {
  const [row] = await db.rows<
    FactKey & {
      readonly kind: RowOf<'collections'>['kind'] | null
      readonly from: string
      readonly to: string
    }
  >(sql`
    select r.contract, r.owner, r.subject, r.fact, c.kind, r.walked + 1 as "from", r.block as "to"
    from fact_readings r left join collections c on c.chain_id = ${chainId} and c.contract = r.contract
    where r.chain_id = ${chainId} and r.walked < r.block and r.value is not null and c.state is distinct from 'filling'
      and r.tried_at < now() - make_interval(mins => ${retryMinutes})
    order by r.tried_at limit 1`)
  if (row === undefined) return undefined
  return { ...row, kind: row.kind ?? undefined, from: Number(row.from), to: Number(row.to) }
}

const isKey = ({ contract, owner, subject, fact }: FactKey): SQL =>
  sql`r.contract = ${contract} and r.owner = ${owner} and r.subject = ${subject} and r.fact = ${fact}`

/** Notes that the events of a fact were searched up to a block. */
export const saveWalked = (db: Queries, chainId: number, key: FactKey, walked: number): Promise<unknown> =>
  db.rows(sql`
    update fact_readings r set walked = greatest(r.walked, least(r.block, ${walked}::bigint))
    where r.chain_id = ${chainId} and ${isKey(key)}`)

/** Puts a reading behind the others, and off for a while: its events could not be searched. */
export const postponeWalk = (db: Queries, chainId: number, key: FactKey): Promise<unknown> =>
  db.rows(sql`update fact_readings r set tried_at = now() where r.chain_id = ${chainId} and ${isKey(key)}`)

/** Takes back a reading that the stored events say as well: they decide alone again. @returns whether they do. */
export async function takeBackExplained(db: Queries, chainId: number, key: FactKey): Promise<boolean> {
  const explained = await db.rows(sql`
    update fact_readings r set value = null
    where r.chain_id = ${chainId} and ${isKey(key)} and r.value = ${byEvents(chainId)} returning 1`)
  return explained.length > 0
}

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
