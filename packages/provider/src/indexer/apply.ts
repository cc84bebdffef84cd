import { zeroAddress } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { recheckOffers } from '../orders/offers.ts'
import { recomputeMakers, recomputeOrders } from '../orders/status.ts'
import { listOf, type Queries, type SQL, sql } from '../storage/db.ts'
import { publish } from '../storage/outbox.ts'
import type { Facts } from './facts.ts'

export type BlockHead = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: number
}

const values = (rows: readonly SQL[]): SQL => sql.join([...rows], sql`, `)

/** Writes a block and all that follows from it in one transaction. A block that is there already changes nothing. */
export async function applyBlock(
  chain: ChainDeps,
  block: BlockHead,
  facts: Facts,
  transactions: readonly string[],
): Promise<void> {
  const chainId = chain.config.id
  const offers = await recheckOffers(chain, facts.payers)
  await chain.db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${chainId}, 1)`)
    const fresh = await tx.rows(sql`
      insert into blocks (chain_id, number, hash, parent_hash, timestamp)
      values (${chainId}, ${block.number}, ${block.hash}, ${block.parentHash}, ${block.timestamp})
      on conflict do nothing returning number`)
    if (fresh.length === 0) return
    await writeFacts(tx, chainId, block, facts)
    await rebuildOwnerships(tx, chainId, facts.transfers)
    await offers.write(tx)
    await settle(chain, tx, facts)
    await publish(tx, chainId, 'block', { number: block.number, hash: block.hash, transactions })
  })
}

/** Takes the newest block back: its facts go, and everything that followed from them is derived again. */
export async function undoBlock(chain: ChainDeps, block: BlockHead): Promise<void> {
  const chainId = chain.config.id
  await chain.db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${chainId}, 1)`)
    const gone = async <T extends Record<string, unknown>>(table: string, columns: string): Promise<T[]> =>
      tx.rows<T>(
        sql`delete from ${sql.identifier(table)} where chain_id = ${chainId} and block_hash = ${block.hash} returning ${sql.raw(columns)}`,
      )
    const transfers = await gone<{
      contract: string
      token_id: string
      from_address: string
      to_address: string
    }>('transfers', 'contract, token_id, from_address, to_address')
    const operators = await gone<{ owner: string }>('operators', 'owner')
    const fills = await gone<{ order_id: string }>('fills', 'order_id')
    const cancels = await gone<{ order_id: string }>('cancels', 'order_id')
    const counters = await gone<{ maker: string }>('counters', 'maker')
    await tx.rows(
      sql`delete from blocks where chain_id = ${chainId} and number = ${block.number} and hash = ${block.hash}`,
    )
    await rebuildOwnerships(
      tx,
      chainId,
      transfers.map((row) => ({ contract: row.contract, tokenId: BigInt(row.token_id) })),
    )
    const now = Math.floor(chain.clock() / 1000)
    const makers = [
      ...transfers.flatMap((row) => [row.from_address, row.to_address]),
      ...operators.map((row) => row.owner),
      ...counters.map((row) => row.maker),
    ]
    await recomputeMakers(tx, chainId, unique(makers), now)
    await recomputeOrders(tx, chainId, unique([...fills, ...cancels].map((row) => row.order_id)), now)
    await publish(tx, chainId, 'reorg', { number: block.number, hash: block.hash })
  })
}

const unique = (items: readonly string[]): readonly string[] =>
  [...new Set(items)].filter((item) => item !== zeroAddress)

async function writeFacts(tx: Queries, chainId: number, block: BlockHead, facts: Facts): Promise<void> {
  const { transfers, operators, fills, cancels, counters } = facts
  const { hash, number, timestamp } = block
  if (transfers.length > 0) {
    await tx.rows(sql`
      insert into transfers (chain_id, block_hash, log_index, batch_index, block, tx_hash, timestamp, contract, token_id, from_address, to_address, amount)
      values ${values(transfers.map((t) => sql`(${chainId}, ${hash}, ${t.logIndex}, ${t.batchIndex}, ${number}, ${t.txHash}, ${timestamp}, ${t.contract}, ${t.tokenId.toString()}, ${t.from}, ${t.to}, ${t.amount.toString()})`))}
      on conflict do nothing`)
    await tx.rows(sql`
      insert into tokens (chain_id, contract, token_id, minted_at)
      select distinct on (contract, token_id) ${chainId}::bigint, contract, token_id, ${timestamp}::bigint from transfers
      where chain_id = ${chainId} and block_hash = ${hash} on conflict do nothing`)
  }
  if (operators.length > 0)
    await tx.rows(sql`
      insert into operators (chain_id, block_hash, log_index, block, contract, owner, operator, approved)
      values ${values(operators.map((o) => sql`(${chainId}, ${hash}, ${o.logIndex}, ${number}, ${o.contract}, ${o.owner}, ${o.operator}, ${o.approved})`))}
      on conflict do nothing`)
  if (fills.length > 0)
    await tx.rows(sql`
      insert into fills (chain_id, block_hash, log_index, block, tx_hash, timestamp, order_id, side, maker, taker, contract, token_id, amount, currency, price)
      values ${values(fills.map((f) => sql`(${chainId}, ${hash}, ${f.logIndex}, ${number}, ${f.txHash}, ${timestamp}, ${f.orderId}, ${f.side}, ${f.maker}, ${f.taker}, ${f.contract}, ${f.tokenId.toString()}, ${f.amount.toString()}, ${f.currency}, ${f.price.toString()})`))}
      on conflict do nothing`)
  if (cancels.length > 0)
    await tx.rows(sql`
      insert into cancels (chain_id, block_hash, log_index, block, tx_hash, timestamp, order_id, maker)
      values ${values(cancels.map((c) => sql`(${chainId}, ${hash}, ${c.logIndex}, ${number}, ${c.txHash}, ${timestamp}, ${c.orderId}, ${c.maker})`))}
      on conflict do nothing`)
  if (counters.length > 0)
    await tx.rows(sql`
      insert into counters (chain_id, block_hash, log_index, block, maker, counter)
      values ${values(counters.map((c) => sql`(${chainId}, ${hash}, ${c.logIndex}, ${number}, ${c.maker}, ${c.counter.toString()})`))}
      on conflict do nothing`)
}

/** Who holds what follows from the transfers alone, forwards and after a reorg alike. */
async function rebuildOwnerships(
  tx: Queries,
  chainId: number,
  touched: readonly { readonly contract: string; readonly tokenId: bigint }[],
): Promise<void> {
  const keys = [...new Set(touched.map(({ contract, tokenId }) => `${contract}:${tokenId}`))]
  if (keys.length === 0) return
  const pairs = values(keys.map((key) => sql`(${key.split(':')[0]}::text, ${key.split(':')[1]}::numeric)`))
  await tx.rows(sql`
    delete from ownerships w using (values ${pairs}) as k (contract, token_id)
    where w.chain_id = ${chainId} and w.contract = k.contract and w.token_id = k.token_id`)
  await tx.rows(sql`
    insert into ownerships (chain_id, contract, token_id, owner, amount, acquired_at)
    select ${chainId}::bigint, moved.contract, moved.token_id, moved.owner, sum(moved.amount), max(moved.timestamp)
    from (
      select t.contract, t.token_id, t.to_address as owner, t.amount, t.timestamp from transfers t
      join (values ${pairs}) as k (contract, token_id) on t.contract = k.contract and t.token_id = k.token_id
      where t.chain_id = ${chainId}
      union all
      select t.contract, t.token_id, t.from_address, -t.amount, 0 from transfers t
      join (values ${pairs}) as k (contract, token_id) on t.contract = k.contract and t.token_id = k.token_id
      where t.chain_id = ${chainId}
    ) moved
    where moved.owner <> ${zeroAddress}
    group by moved.contract, moved.token_id, moved.owner having sum(moved.amount) > 0`)
}

/** Brings every order that the facts touch up to date, and tells of sales and transfers. */
async function settle(chain: ChainDeps, tx: Queries, facts: Facts): Promise<void> {
  const chainId = chain.config.id
  const now = Math.floor(chain.clock() / 1000)
  const makers = [
    ...facts.transfers.flatMap(({ from, to }) => [from, to]),
    ...facts.operators.map(({ owner }) => owner),
    ...facts.counters.map(({ maker }) => maker),
    ...facts.payers,
  ]
  const open = await tx.rows<{ maker: string }>(
    sql`select distinct maker from orders where chain_id = ${chainId} and maker in ${listOf(unique(makers))} and fillability in ('fillable', 'no-balance')`,
  )
  await recomputeMakers(
    tx,
    chainId,
    open.map(({ maker }) => maker),
    now,
  )
  await recomputeOrders(
    tx,
    chainId,
    unique([...facts.fills, ...facts.cancels].map(({ orderId }) => orderId)),
    now,
  )
  for (const fill of facts.fills)
    await publish(tx, chainId, 'sale', {
      orderId: fill.orderId,
      txHash: fill.txHash,
      contract: fill.contract,
      tokenId: fill.tokenId.toString(),
      price: fill.price.toString(),
      currency: fill.currency,
      maker: fill.maker,
      taker: fill.taker,
    })
  for (const moved of facts.transfers)
    await publish(tx, chainId, 'transfer', {
      txHash: moved.txHash,
      contract: moved.contract,
      tokenId: moved.tokenId.toString(),
      from: moved.from,
      to: moved.to,
      amount: moved.amount.toString(),
    })
}
