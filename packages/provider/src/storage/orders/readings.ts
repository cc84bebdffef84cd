import { sql } from 'drizzle-orm'
import { type Queries, records, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { counterOf } from './verdict.ts'

/** What pays the bids of one maker: a balance, and the allowance of one conduit. */
export type FundsKey = Columns<'purses', 'maker' | 'currency' | 'conduit'>
/** A balance and its allowance on chain, in base units. */
export type FundsReading = FundsKey & { readonly funds: bigint; readonly allowed: bigint }
/** The owner of a counter, and its Seaport. */
export type Signer = Columns<'counter_readings', 'maker' | 'kind'>
export type CounterReading = Signer & { readonly counter: bigint }

/** What pays the bids of these makers. */
export const readFundsKeys = (
  db: Queries,
  chainId: number,
  makers: readonly string[],
): Promise<FundsKey[]> =>
  makers.length === 0
    ? Promise.resolve([])
    : db.rows<FundsKey>(sql`
        select maker, currency, conduit from purses where chain_id = ${chainId} and maker = any(${texts(makers)})`)

/**
 * Stores readings of balances and allowances.
 * @param settled whether it was read at the stored head; otherwise it is read again there.
 * @returns those that changed, new ones included.
 */
export async function saveFunds(
  tx: Queries,
  chainId: number,
  readings: readonly FundsReading[],
  settled: boolean,
): Promise<readonly FundsKey[]> {
  if (readings.length === 0) return []
  return tx.rows<FundsKey>(sql`
    with given as (
      select distinct on (maker, currency, conduit) *
      from jsonb_to_recordset(${records(readings)})
        as k (maker text, currency text, conduit text, funds numeric, allowed numeric)
      order by maker, currency, conduit
    ), before as materialized (
      select p.* from purses p join given k using (maker, currency, conduit) where p.chain_id = ${chainId}
    ), written as (
      insert into purses as p (chain_id, maker, currency, conduit, funds, allowed, settled)
      select ${chainId}::bigint, maker, currency, conduit, funds, allowed, ${settled} from given
      order by maker, currency, conduit
      on conflict (chain_id, maker, currency, conduit) do update
        set funds = excluded.funds, allowed = excluded.allowed,
          settled = excluded.settled or (p.settled and (p.funds, p.allowed) = (excluded.funds, excluded.allowed))
      returning 1
    )
    select k.maker, k.currency, k.conduit from given k
    left join before b using (maker, currency, conduit)
    where (b.funds, b.allowed) is distinct from (k.funds, k.allowed)`)
}

/**
 * Stores counters of Seaport that are higher than the known ones.
 * @returns those that were stored.
 */
export async function raiseCounters(
  tx: Queries,
  chainId: number,
  readings: readonly CounterReading[],
): Promise<readonly CounterReading[]> {
  const raised = readings.filter(({ counter }) => counter > 0n)
  if (raised.length === 0) return []
  const rows = await tx.rows<Columns<'counter_readings', 'maker' | 'kind' | 'counter'>>(sql`
    insert into counter_readings as r (chain_id, kind, maker, counter)
    select ${chainId}::bigint, o.kind, o.maker, max(o.counter)
    from jsonb_to_recordset(${records(raised)}) as o (maker text, kind text, counter numeric)
    where o.counter > ${counterOf(chainId)}
    group by o.kind, o.maker order by o.kind, o.maker
    on conflict (chain_id, kind, maker) do update
      set counter = greatest(r.counter, excluded.counter), settled = false
    returning r.maker, r.kind, r.counter`)
  return rows.map((row) => ({ ...row, counter: BigInt(row.counter) }))
}

/**
 * Stores counters that were read at the stored head.
 * @returns those that differ from the stored ones.
 */
export async function settleCounters(
  tx: Queries,
  chainId: number,
  readings: readonly CounterReading[],
): Promise<readonly CounterReading[]> {
  if (readings.length === 0) return []
  const rows = await tx.rows<Columns<'counter_readings', 'maker' | 'kind' | 'counter'>>(sql`
    with given as (
      select * from jsonb_to_recordset(${records(readings)}) as k (maker text, kind text, counter numeric)
    ), before as materialized (
      select o.maker, o.kind, o.counter, ${counterOf(chainId)} as believed from given o
    ), written as (
      insert into counter_readings as r (chain_id, kind, maker, counter, settled)
      select ${chainId}::bigint, kind, maker, counter, true from given order by kind, maker
      on conflict (chain_id, kind, maker) do update set counter = excluded.counter, settled = true
      returning 1
    )
    select maker, kind, counter from before where counter <> believed`)
  return rows.map((row) => ({ ...row, counter: BigInt(row.counter) }))
}

/** Marks balances, allowances and counters to be read again, because a block was reverted. */
export async function unsettle(
  tx: Queries,
  chainId: number,
  payers: readonly string[],
  signers: readonly { readonly maker: string; readonly kind: string }[],
): Promise<void> {
  if (payers.length > 0)
    await tx.rows(sql`
      update purses set settled = false
      where chain_id = ${chainId} and maker = any(${texts([...payers].sort())}) and settled`)
  if (signers.length > 0)
    await tx.rows(sql`
      insert into counter_readings (chain_id, kind, maker, counter)
      select distinct ${chainId}::bigint, k.kind, k.maker, 0
      from jsonb_to_recordset(${records(signers)}) as k (maker text, kind text) order by k.kind, k.maker
      on conflict (chain_id, kind, maker) do update set settled = false`)
}

/** Readings that were not taken at the stored head, at most `limit` of each kind. */
export async function readUnsettled(
  db: Queries,
  chainId: number,
  limit: number,
): Promise<{ readonly makerFunds: readonly FundsKey[]; readonly signers: readonly Signer[] }> {
  const [makerFunds, signers] = await Promise.all([
    db.rows<FundsKey>(sql`
      select maker, currency, conduit from purses where chain_id = ${chainId} and not settled
      order by maker limit ${limit}`),
    db.rows<Signer>(sql`
      select maker, kind from counter_readings where chain_id = ${chainId} and not settled
      order by maker limit ${limit}`),
  ])
  return { makerFunds, signers }
}

/**
 * What the open offers of a maker need, in base units, keyed `currency|conduit`.
 * @param replaced ids of offers that are not counted.
 * @param now unix seconds.
 */
export async function promisedBy(
  db: Queries,
  chainId: number,
  maker: string,
  replaced: readonly string[],
  now: bigint,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.rows<Columns<'orders', 'currency' | 'conduit'> & { due: string }>(sql`
    select o.currency, o.conduit, sum(ceil(o.need * (o.quantity - o.filled) / o.quantity))::numeric(78) as due
    from orders o
    where o.chain_id = ${chainId} and o.maker = ${maker} and o.side = 'buy'
      and o.fillability in ('fillable', 'no-balance') and o.end_time > ${now.toString()}::bigint
      and not o.id = any(${texts(replaced)})
    group by o.currency, o.conduit`)
  return new Map(rows.map(({ currency, conduit, due }) => [`${currency}|${conduit}`, BigInt(due)]))
}
