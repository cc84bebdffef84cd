import {
  constantChain,
  type Database,
  keptPlan,
  type Preparing,
  type Queries,
  records,
  type SQL,
  sql,
  texts,
} from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { type NewEvent, publish } from '../service/outbox.ts'
import { namedOrders } from './namedOrders.ts'
import type { OrderStatus } from './orders.ts'
import type { FundsKey } from './readings.ts'
import { verdictOf } from './verdict.ts'

/** The event that is published when an order's status changes. */
export const statusEvent = (order: OrderStatus): NewEvent => ({
  kind: 'order',
  payload: {
    id: order.id,
    side: order.side,
    maker: order.maker,
    contract: order.contract,
    tokenId: order.token_id,
    status: order.fillability,
    approval: order.approval,
    filled: order.filled,
  },
})

/**
 * Sets the status of orders from the stored facts of the canonical chain.
 * @param ids a query of order ids.
 * @param now unix seconds.
 * @returns the changes, for the caller to publish in the same transaction.
 */
export async function derive(
  tx: Queries,
  chainId: number,
  ids: SQL,
  now: number,
): Promise<readonly NewEvent[]> {
  const changed = await tx.rows<OrderStatus>(sql`
    update orders o set filled = v.filled, fillability = v.fillability, approval = v.approval, updated_at = now()
    from (${verdictOf(chainId, namedOrders(chainId, ids), now)}) v
    where o.chain_id = ${chainId} and o.id = v.id
      and (o.filled, o.fillability, o.approval) is distinct from (v.filled, v.fillability, v.approval)
    returning o.id, o.side, o.maker, o.contract, o.token_id, o.fillability, o.approval, o.filled`)
  return changed.map(statusEvent)
}

/** Derives the status of orders by id. */
export const deriveOrders = (
  tx: Queries,
  chainId: number,
  ids: readonly string[],
  now: number,
): Promise<readonly NewEvent[]> =>
  ids.length === 0 ? Promise.resolve([]) : derive(tx, chainId, sql`select unnest(${texts(ids)})`, now)

/** Derives the status of every open order of a collection, after its past was read. */
export const deriveCollection = (
  tx: Queries,
  chainId: number,
  contract: string,
  now: number,
): Promise<readonly NewEvent[]> =>
  derive(
    tx,
    chainId,
    sql`select o.id from orders o
      where o.chain_id = ${chainId} and o.contract = ${contract} and o.fillability in ('fillable', 'no-balance')`,
    now,
  )

/** An account whose share of a token changed. */
export type Holder = { readonly account: string; readonly contract: string; readonly tokenId: string }

/** What changed on chain; each part leads to orders whose status may change. */
export type Touched = {
  readonly orders?: readonly string[]
  /** Makers whose counter changed, with its value: all their orders. */
  readonly makers?: readonly {
    readonly maker: string
    readonly kind: string
    readonly counter: string | bigint
  }[]
  /** What bids are paid from. */
  readonly makerFunds?: readonly FundsKey[]
  readonly holders?: readonly Holder[]
  readonly operated?: readonly { readonly account: string; readonly contract: string }[]
}

/**
 * Derives the status of every order that these changes may affect.
 * @param reach `open` when facts were added: of the orders that have ended, those cancelled at the maker's counter
 * open again, and expired ones may be cancelled as well. `all` when facts were removed.
 */
export function deriveTouched(
  tx: Queries,
  chainId: number,
  { orders = [], makers = [], makerFunds = [], holders = [], operated = [] }: Touched,
  reach: 'open' | 'all',
  now: number,
): Promise<readonly NewEvent[]> {
  const open = reach === 'all' ? sql`true` : sql`o.fillability in ('fillable', 'no-balance')`
  const parts: SQL[] = []
  if (orders.length > 0) parts.push(sql`select unnest(${texts(orders)})`)
  if (makers.length > 0)
    parts.push(sql`
      select o.id from orders o join jsonb_to_recordset(${records(makers)})
        as m (maker text, kind text, counter numeric) on o.maker = m.maker and o.kind = m.kind
        where o.chain_id = ${chainId} and (${open} or o.fillability = 'expired'
          or (o.fillability = 'cancelled' and o.counter = m.counter))`)
  if (makerFunds.length > 0)
    parts.push(sql`
      select o.id from orders o join jsonb_to_recordset(${records(makerFunds)})
        as p (maker text, currency text, conduit text)
        on o.maker = p.maker and o.currency = p.currency and o.conduit = p.conduit
        where o.chain_id = ${chainId} and ${open} and o.side = 'buy'`)
  if (holders.length > 0)
    parts.push(sql`
      select o.id from orders o join jsonb_to_recordset(${records(holders)})
        as h (account text, contract text, "tokenId" numeric)
        on o.maker = h.account and o.contract = h.contract and o.token_id = h."tokenId"
        where o.chain_id = ${chainId} and ${open} and o.side = 'sell'`)
  if (operated.length > 0)
    parts.push(sql`
      select o.id from orders o join jsonb_to_recordset(${records(operated)})
        as h (account text, contract text) on o.maker = h.account and o.contract = h.contract
        where o.chain_id = ${chainId} and ${open} and o.side = 'sell'`)
  return parts.length === 0 ? Promise.resolve([]) : derive(tx, chainId, sql.join(parts, sql` union `), now)
}

/** As {@link deriveTouched}, and publishes the changes. Call it last in the transaction. */
export const publishTouched = async (
  tx: Preparing,
  chainId: number,
  touched: Touched,
  reach: 'open' | 'all',
  now: number,
): Promise<unknown> => publish(tx, chainId, await deriveTouched(tx, chainId, touched, reach, now))

/** Takes the lock that the indexer takes exclusively: no facts change between reading them and writing a status. */
export const takeSharedLock = async (tx: Preparing, chainId: number): Promise<void> => {
  const lock = () => sql`select pg_advisory_xact_lock_shared(${chainId}::int, 1)`
  await tx.prepared(`shared lock|${chainId}`, lock, {})
}

/** Takes the shared lock, and one that only one writer of stored orders holds at a time. */
export const takeUpdateLock = async (tx: Preparing, chainId: number): Promise<void> => {
  await tx.rows(sql`select pg_advisory_xact_lock(${chainId}, 3)`)
  await takeSharedLock(tx, chainId)
}

/** Expires the orders whose time is over. Reads compare with the clock too, so this may come late. */
export async function expireOrders(db: Database, chainId: number, now: number): Promise<void> {
  const due = () => sql`
    select id from orders
    where chain_id = ${constantChain(chainId)} and end_time <= ${keptPlan(sql`${sql.placeholder('now')}::bigint`)}
      and fillability in ('fillable', 'no-balance')
    order by end_time limit 1000`
  const rows = await db.prepared<Columns<'orders', 'id'>>(`expired|${chainId}`, due, { now })
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await db.transaction(async (tx) => {
    await takeUpdateLock(tx, chainId)
    await publish(tx, chainId, await deriveOrders(tx, chainId, ids, now))
  })
}
