import type { Placeholder } from 'drizzle-orm'
import { type SQL, sql } from 'drizzle-orm'
import {
  constantChain,
  type Database,
  keptPlan,
  type Preparing,
  type Queries,
  recordsJson,
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

/** Sets the status of orders, whose ids are a query, and returns the changed ones. @param now unix seconds. */
const deriveSql = (chainId: number, ids: SQL, now: number | Placeholder): SQL => sql`
  update orders o set filled = v.filled, fillability = v.fillability, approval = v.approval, updated_at = now()
  from (${verdictOf(chainId, namedOrders(chainId, ids), now)}) v
  where o.chain_id = ${constantChain(chainId)} and o.id = v.id
    and (o.filled, o.fillability, o.approval) is distinct from (v.filled, v.fillability, v.approval)
  returning o.id, o.side, o.maker, o.contract, o.token_id, o.fillability, o.approval, o.filled`

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
  return (await tx.rows<OrderStatus>(deriveSql(chainId, ids, now))).map(statusEvent)
}

/** Derives the status of orders by id. */
export const deriveOrders = (
  tx: Preparing,
  chainId: number,
  ids: readonly string[],
  now: number,
): Promise<readonly NewEvent[]> => deriveTouched(tx, chainId, { orders: ids }, 'open', now)

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

/** What facts may change: those that were added change open orders, those that were removed change any. */
type Reach = 'open' | 'all'

/**
 * The ids of the orders that {@link Touched} leads to. Each list is a value by its name, and may be empty: one text serves
 * every block, so that Postgres keeps its plan. Planning it takes several times as long as running it.
 */
function touchedSql(chainId: number, reach: Reach): SQL {
  const chain = constantChain(chainId)
  const open = reach === 'all' ? sql`true` : sql`o.fillability in ('fillable', 'no-balance')`
  const list = (name: keyof Touched): SQL =>
    sql`jsonb_to_recordset(${keptPlan(sql`${sql.placeholder(name)}::jsonb`)})`
  // Each row is looked up by an index: a plan that is kept must not depend on how many rows there were at first.
  const found = (condition: SQL): SQL => sql`cross join lateral (
    select o.id from orders o where o.chain_id = ${chain} and ${condition} offset 0) o`
  return sql`
    select unnest(${keptPlan(sql`${sql.placeholder('orders')}::text[]`)})
    union select o.id from ${list('makers')} as m (maker text, kind text, counter numeric)
      ${found(sql`o.maker = m.maker and o.kind = m.kind and (${open} or o.fillability = 'expired'
        or (o.fillability = 'cancelled' and o.counter = m.counter))`)}
    union select o.id from ${list('makerFunds')} as p (maker text, currency text, conduit text)
      ${found(sql`o.maker = p.maker and o.currency = p.currency and o.conduit = p.conduit
        and ${open} and o.side = 'buy'`)}
    union select o.id from ${list('holders')} as h (account text, contract text, "tokenId" numeric)
      ${found(sql`o.maker = h.account and o.contract = h.contract and o.token_id = h."tokenId"
        and ${open} and o.side = 'sell'`)}
    union select o.id from ${list('operated')} as h (account text, contract text)
      ${found(sql`o.maker = h.account and o.contract = h.contract and ${open} and o.side = 'sell'`)}`
}

/**
 * Derives the status of every order that these changes may affect.
 * @param reach `open` when facts were added: of the orders that have ended, those cancelled at the maker's counter
 * open again, and expired ones may be cancelled as well. `all` when facts were removed.
 */
export async function deriveTouched(
  tx: Preparing,
  chainId: number,
  { orders = [], makers = [], makerFunds = [], holders = [], operated = [] }: Touched,
  reach: Reach,
  now: number,
): Promise<readonly NewEvent[]> {
  if ([orders, makers, makerFunds, holders, operated].every((list) => list.length === 0)) return []
  const changed = await tx.prepared<OrderStatus>(
    `derive ${reach}|${chainId}`,
    () => deriveSql(chainId, touchedSql(chainId, reach), sql.placeholder('now')),
    {
      now,
      orders,
      makers: recordsJson(makers),
      makerFunds: recordsJson(makerFunds),
      holders: recordsJson(holders),
      operated: recordsJson(operated),
    },
  )
  return changed.map(statusEvent)
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
