import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/blocks.ts'
import { type Database, type Preparing, type Queries, type SQL, sql, texts } from '../storage/db.ts'
import type { OrderStatus } from '../storage/orders.ts'
import { type NewEvent, publish } from '../storage/outbox.ts'
import { verdictOf } from '../storage/verdict.ts'
import { recheckOffers } from './offers.ts'

/** What is pushed when an order's status changed. */
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
 * Sets the status of orders from what the canonical chain's facts say.
 * @param ids a query of order ids.
 * @param now unix seconds.
 * @returns the changes, for the caller to publish in the same transaction.
 */
async function derive(tx: Queries, chainId: number, ids: SQL, now: number): Promise<readonly NewEvent[]> {
  // Each order is looked up by its id, whatever the planner believes of the table's size.
  const named = sql`(
    select found.* from (${ids}) as asked (id) cross join lateral (
      select * from orders e where e.chain_id = ${chainId} and e.id = asked.id offset 0
    ) found)`
  const changed = await tx.rows<OrderStatus>(sql`
    update orders o set filled = v.filled, fillability = v.fillability, approval = v.approval, updated_at = now()
    from (${verdictOf(chainId, named, now)}) v
    where o.chain_id = ${chainId} and o.id = v.id
      and (o.filled, o.fillability, o.approval) is distinct from (v.filled, v.fillability, v.approval)
    returning o.id, o.side, o.maker, o.contract, o.token_id, o.fillability, o.approval, o.filled`)
  return changed.map(statusEvent)
}

/** Orders by id. */
export const deriveOrders = (
  tx: Queries,
  chainId: number,
  ids: readonly string[],
  now: number,
): Promise<readonly NewEvent[]> =>
  ids.length === 0 ? Promise.resolve([]) : derive(tx, chainId, sql`select unnest(${texts(ids)})`, now)

/** Every open order of a collection, after its past was read. */
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

/** What facts name: each part leads to the orders that it may change. */
export type Touched = {
  readonly orders: readonly string[]
  /** Makers whose counter moved: all their orders. */
  readonly makers: readonly string[]
  readonly holders: readonly {
    readonly account: string
    readonly contract: string
    readonly tokenId: string
  }[]
  readonly operated: readonly { readonly account: string; readonly contract: string }[]
}

/**
 * Every order that these facts may change.
 * @param reach `open` when facts were added, since an ended order stays ended; `all` when they were taken back.
 */
export function deriveTouched(
  tx: Queries,
  chainId: number,
  touched: Touched,
  reach: 'open' | 'all',
  now: number,
): Promise<readonly NewEvent[]> {
  if (Object.values(touched).every((part) => part.length === 0)) return Promise.resolve([])
  const within =
    reach === 'all'
      ? sql`o.chain_id = ${chainId}`
      : sql`o.chain_id = ${chainId} and o.fillability in ('fillable', 'no-balance')`
  return derive(
    tx,
    chainId,
    sql`
      select unnest(${texts(touched.orders)})
      union select o.id from orders o where ${within} and o.maker = any(${texts(touched.makers)})
      union select o.id from orders o join jsonb_to_recordset(${JSON.stringify(touched.holders)}::jsonb)
        as h (account text, contract text, "tokenId" numeric)
        on o.maker = h.account and o.contract = h.contract and o.token_id = h."tokenId"
        where ${within} and o.side = 'sell'
      union select o.id from orders o join jsonb_to_recordset(${JSON.stringify(touched.operated)}::jsonb)
        as h (account text, contract text) on o.maker = h.account and o.contract = h.contract
        where ${within} and o.side = 'sell'`,
    now,
  )
}

/** Nothing may pass between reading the facts and writing what follows: the indexer holds this lock alone. */
export const besideIndexer = async (tx: Preparing, chainId: number): Promise<void> => {
  const lock = () => sql`select pg_advisory_xact_lock_shared(${chainId}::int, 1)`
  await tx.prepared(`beside the indexer|${chainId}`, lock, {})
}

/** Beside the indexer, and one at a time among those who change orders that are there already. */
export const besideIndexerInTurn = async (tx: Preparing, chainId: number): Promise<void> => {
  await tx.rows(sql`select pg_advisory_xact_lock(${chainId}, 3)`)
  await besideIndexer(tx, chainId)
}

/** Ends the orders whose time is over. Reads look at the clock too, so this may come late. */
export async function expireOrders(db: Database, chainId: number, now: number): Promise<void> {
  const due = sql`
    select id from orders where chain_id = ${chainId} and end_time <= ${now} and fillability in ('fillable', 'no-balance')
    order by end_time limit 1000`
  const ids = (await db.rows<{ id: string }>(due)).map(({ id }) => id)
  if (ids.length === 0) return
  await db.transaction(async (tx) => {
    await besideIndexerInTurn(tx, chainId)
    await publish(tx, chainId, await deriveOrders(tx, chainId, ids, now))
  })
}

/** How often a revisit reads anew because a block came in between. */
const attempts = 3

/** Reads again what the chain says of these orders, when a live check found one stale. */
export async function revisitOrders(chain: ChainDeps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const chainId = chain.config.id
  const rows = await chain.db.rows<{ maker: string; side: string }>(
    sql`select maker, side from orders where chain_id = ${chainId} and id = any(${texts(ids)})`,
  )
  const makers = [...new Set(rows.filter(({ side }) => side === 'buy').map(({ maker }) => maker))]
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const before = await readHead(chain.db, chainId)
    const offers = await recheckOffers(chain, makers)
    const done = await chain.db.transaction(async (tx) => {
      await besideIndexerInTurn(tx, chainId)
      // What was read may be older than the block that came in between, and must not overwrite its word.
      const after = await readHead(tx, chainId)
      if (makers.length > 0 && after?.hash !== before?.hash && attempt < attempts) return false
      const touched = [...ids, ...(await offers.write(tx))]
      await publish(tx, chainId, await deriveOrders(tx, chainId, touched, Math.floor(chain.clock() / 1000)))
      return true
    })
    if (done) return
  }
}

/** Every open order of a token, for a refresh of its liquidity. */
export async function revisitToken(chain: ChainDeps, contract: string, tokenId: bigint): Promise<void> {
  const rows = await chain.db.rows<{ id: string }>(sql`
    select id from orders where chain_id = ${chain.config.id} and contract = ${contract}
      and (token_id = ${tokenId.toString()} or token_set_id = ${`contract:${contract}`})
      and fillability in ('fillable', 'no-balance') limit 500`)
  await revisitOrders(
    chain,
    rows.map(({ id }) => id),
  )
}
