import { type SQL, sql } from 'drizzle-orm'
import { constantChain, keptPlan, type Preparing } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { namedOrders } from './namedOrders.ts'
import { verdictOf } from './verdict.ts'

/** A stored order with the status that its facts give it. */
export type ComparedOrder = Columns<
  'orders',
  | ('id' | 'kind' | 'side' | 'maker' | 'contract' | 'token_id' | 'token_kind' | 'currency' | 'conduit')
  | ('quantity' | 'counter' | 'filled' | 'fillability' | 'approval' | 'signature' | 'signed_by')
> & {
  readonly late: boolean
  readonly zone_cancelled: boolean
  /** The maker's balance or counter is to be read again at the head: it may be of a later block. */
  readonly unsettled: boolean
  readonly verdict_filled: string
  readonly verdict: string
  readonly verdict_approval: string
  readonly believed_counter: string
  readonly cancelled: boolean
  readonly refused: boolean
  readonly held: string
  readonly operated: boolean
  readonly funds: string
  readonly allowed: string
}

/** Seconds that may pass before an order whose time is over is stored as expired. */
const expiryTolerance = 60

/** Some orders after an id, in the order of their ids, or the orders of some ids. */
export type Batch = { readonly after: string; readonly limit: number } | { readonly ids: readonly string[] }

/** Orders in the order of their ids. @param now unix seconds. */
export const readComparedOrders = (
  tx: Preparing,
  chainId: number,
  batch: Batch,
  now: number,
): Promise<ComparedOrder[]> =>
  'ids' in batch
    ? tx.prepared<ComparedOrder>(`compare ids|${chainId}`, () => comparedSql(chainId, named(chainId)), {
        ids: batch.ids,
        now,
      })
    : tx.prepared<ComparedOrder>(
        `compare ${batch.limit}|${chainId}`,
        () => comparedSql(chainId, following(chainId, batch.limit)),
        { after: batch.after, now },
      )

const named = (chainId: number): SQL =>
  namedOrders(chainId, sql`select distinct unnest(${keptPlan(sql`${sql.placeholder('ids')}::text[]`)})`)
/** @param limit a constant of the text: few orders are looked up otherwise than very many. */
const following = (chainId: number, limit: number): SQL => sql`(
  select * from orders where chain_id = ${constantChain(chainId)}
    and id > ${keptPlan(sql`${sql.placeholder('after')}::text`)} order by id limit ${sql.raw(String(limit))})`

function comparedSql(chainId: number, chosen: SQL): SQL {
  const [chain, now] = [constantChain(chainId), sql`${sql.placeholder('now')}::bigint`]
  // Materialized: a nested loop over both would compute each verdict once for every order of the batch.
  return sql`
    with batch as materialized (select * from ${chosen} chosen),
      verdicts as materialized (${verdictOf(chainId, sql`batch`, sql.placeholder('now'))})
    select o.id, o.kind, o.side, o.maker, o.contract, o.token_id, o.token_kind, o.currency, o.conduit, o.quantity,
      o.counter, o.filled, o.fillability, o.approval, o.signature, o.signed_by,
      (o.end_time <= ${now} and o.end_time > ${now} - ${sql.raw(String(expiryTolerance))}) as late,
      exists (select 1 from zone_cancels z where z.chain_id = ${chain} and z.order_id = o.id) as zone_cancelled,
      exists (select 1 from purses p where p.chain_id = ${chain} and p.maker = o.maker and not p.settled)
        or exists (select 1 from counter_readings r where r.chain_id = ${chain} and r.maker = o.maker and not r.settled)
        as unsettled,
      v.filled as verdict_filled, v.fillability as verdict, v.approval as verdict_approval,
      v.counter as believed_counter, v.cancelled, v.refused, v.held, v.operated, v.funds, v.allowed
    from batch o join verdicts v on v.id = o.id order by o.id`
}
