import type { Address } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { listOf, type Queries, type SQL, sql } from '../storage/db.ts'
import { publish } from '../storage/outbox.ts'
import { recheckOffers } from './offers.ts'

type Changed = {
  id: string
  side: string
  maker: string
  contract: string
  token_id: string | null
  fillability: string
  approval: string
  filled: string
}

/**
 * Sets the status of orders from what the canonical chain's facts say: the same facts give the same status,
 * so a rollback only has to delete facts and ask again. Every change is published in the same transaction.
 * @param where which orders, over the alias `o`.
 * @param now unix seconds.
 */
async function recomputeWhere(tx: Queries, chainId: number, where: SQL, now: number): Promise<number> {
  const changed = await tx.rows<Changed>(sql`
    with facts as (
      select o.id, o.quantity, o.end_time, o.side, o.payable, o.counter as own_counter,
        coalesce((select sum(f.amount) from fills f where f.chain_id = o.chain_id and f.order_id = o.id), 0) as filled,
        exists (select 1 from cancels c where c.chain_id = o.chain_id and c.order_id = o.id) as cancelled,
        coalesce((select c.counter from counters c where c.chain_id = o.chain_id and c.maker = o.maker
          order by c.block desc, c.log_index desc limit 1), o.counter) as counter,
        coalesce((select w.amount from ownerships w where w.chain_id = o.chain_id and w.contract = o.contract
          and w.token_id = o.token_id and w.owner = o.maker), 0) as held,
        coalesce((select p.approved from operators p where p.chain_id = o.chain_id and p.contract = o.contract
          and p.owner = o.maker and p.operator = o.conduit
          order by p.block desc, p.log_index desc limit 1), false) as operated,
        o.approval as approval_before
      from orders o where o.chain_id = ${chainId} and ${where}
    ), verdict as (
      select id, least(filled, quantity) as filled,
        case
          when cancelled or counter <> own_counter then 'cancelled'
          when filled >= quantity then 'filled'
          when end_time <= ${now} then 'expired'
          when side = 'sell' and held < quantity - filled then 'no-balance'
          when side = 'buy' and not payable then 'no-balance'
          else 'fillable'
        end as fillability,
        case when side = 'buy' then approval_before when operated then 'approved' else 'no-approval' end as approval
      from facts
    )
    update orders o set filled = v.filled, fillability = v.fillability, approval = v.approval, updated_at = now()
    from verdict v
    where o.chain_id = ${chainId} and o.id = v.id
      and (o.filled, o.fillability, o.approval) is distinct from (v.filled, v.fillability, v.approval)
    returning o.id, o.side, o.maker, o.contract, o.token_id, o.fillability, o.approval, o.filled`)
  for (const order of changed)
    await publish(tx, chainId, 'order', {
      id: order.id,
      side: order.side,
      maker: order.maker,
      contract: order.contract,
      tokenId: order.token_id,
      status: order.fillability,
      approval: order.approval,
      filled: order.filled,
    })
  return changed.length
}

/** Orders by id. */
export const recomputeOrders = (
  tx: Queries,
  chainId: number,
  ids: readonly string[],
  now: number,
): Promise<number> =>
  ids.length === 0 ? Promise.resolve(0) : recomputeWhere(tx, chainId, sql`o.id in ${listOf(ids)}`, now)

/** Every open order of these makers: after a counter, a transfer or an approval. */
export const recomputeMakers = (
  tx: Queries,
  chainId: number,
  makers: readonly string[],
  now: number,
): Promise<number> =>
  makers.length === 0
    ? Promise.resolve(0)
    : recomputeWhere(tx, chainId, sql`o.maker in ${listOf(makers)}`, now)

/** Orders whose time is over. */
export const recomputeExpired = (tx: Queries, chainId: number, now: number): Promise<number> =>
  recomputeWhere(tx, chainId, sql`o.end_time <= ${now} and o.fillability in ('fillable', 'no-balance')`, now)

/** Reads again what the chain says of these orders, when a live check found one stale. */
export async function revisitOrders(chain: ChainDeps, ids: readonly string[]): Promise<void> {
  const rows = await chain.db.rows<{ id: string; maker: Address; side: string }>(
    sql`select id, maker, side from orders where chain_id = ${chain.config.id} and id in ${listOf(ids)}`,
  )
  const offers = await recheckOffers(
    chain,
    rows.filter(({ side }) => side === 'buy').map(({ maker }) => maker),
  )
  await chain.db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock_shared(${chain.config.id}, 1)`)
    await offers.write(tx)
    await recomputeOrders(
      tx,
      chain.config.id,
      rows.map(({ id }) => id),
      Math.floor(chain.clock() / 1000),
    )
  })
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
