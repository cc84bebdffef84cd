import { zeroAddress } from 'viem'
import { type Queries, type Row, type SQL, sql, texts } from '../connection/database.ts'
import { addCounts, addSales } from './collectionCounts.ts'

type At = { readonly logIndex: number; readonly txHash: string }

/** The facts of one block, as rows: amounts may be bigint. */
export type FactRows = {
  readonly transfers: readonly (At & {
    readonly batchIndex: number
    readonly contract: string
    readonly tokenId: bigint
    readonly from: string
    readonly to: string
    readonly amount: bigint
  })[]
  readonly operators: readonly (At & {
    readonly contract: string
    readonly owner: string
    readonly operator: string
    readonly approved: boolean
  })[]
  readonly fills: readonly (At & {
    readonly kind: string
    readonly orderId: string
    readonly side: string
    readonly maker: string
    readonly taker: string
    readonly contract: string
    readonly tokenId: bigint
    readonly amount: bigint
    readonly currency: string
    readonly price: bigint
  })[]
  readonly cancels: readonly (At & {
    readonly kind: string
    readonly orderId: string
    readonly maker: string
  })[]
  readonly counters: readonly (At & {
    readonly kind: string
    readonly maker: string
    readonly counter: bigint
  })[]
  readonly payers: readonly string[]
}
/** The block of facts. */
type Block = { readonly number: number; readonly hash: string; readonly timestamp: number }

/** Rows travel as one JSON parameter: a block of ten thousand transfers is one statement like any other. */
const json = (rows: readonly unknown[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? value.toString() : value))

/** One block with what it says. */
export type BlockFacts = { readonly block: Block; readonly facts: FactRows }

/** Writes the facts of blocks; those that are there already stay as they are. */
export async function insertFacts(
  tx: Queries,
  chainId: number,
  blocks: readonly BlockFacts[],
): Promise<void> {
  const rowsOf = <T extends object>(pick: (facts: FactRows) => readonly T[]): readonly object[] =>
    blocks.flatMap(({ block: { hash, number, timestamp }, facts }) =>
      pick(facts).map((row) => ({ ...row, hash, block: number, timestamp })),
    )
  const at = sql`hash text, block bigint, timestamp bigint, "txHash" text, "logIndex" int`
  const transfers = rowsOf((facts) => facts.transfers)
  if (transfers.length > 0) {
    await tx.rows(sql`
      with added as (insert into transfers (chain_id, block_hash, block, timestamp, tx_hash, log_index, batch_index, contract, token_id,
        from_address, to_address, amount)
      select ${chainId}::bigint, f.hash, f.block, f.timestamp, f."txHash", f."logIndex", f."batchIndex",
        f.contract, f."tokenId", f."from", f."to", f.amount
      from jsonb_to_recordset(${json(transfers)}::jsonb) as f (${at}, "batchIndex" int,
        contract text, "tokenId" numeric, "from" text, "to" text, amount numeric)
      on conflict do nothing returning contract, from_address)
      ${addCounts(chainId, 'mints', 1, sql`added where from_address = ${zeroAddress}`)}`)
    await tx.rows(sql`
      with added as (insert into tokens (chain_id, contract, token_id, minted_at)
      select ${chainId}::bigint, contract, token_id, min(timestamp) from transfers
      where chain_id = ${chainId} and block_hash = any(${texts(blocks.map(({ block }) => block.hash))})
      group by contract, token_id on conflict do nothing returning contract)
      ${addCounts(chainId, 'tokens', 1, sql`added`)}`)
  }
  const operators = rowsOf((facts) => facts.operators)
  if (operators.length > 0)
    await tx.rows(sql`
      insert into operators (chain_id, block_hash, block, log_index, contract, owner, operator, approved)
      select ${chainId}::bigint, f.hash, f.block, f."logIndex", f.contract, f.owner, f.operator, f.approved
      from jsonb_to_recordset(${json(operators)}::jsonb) as f (${at}, contract text, owner text,
        operator text, approved boolean)
      on conflict do nothing`)
  const fills = rowsOf((facts) => facts.fills)
  if (fills.length > 0)
    await tx.rows(sql`
      with added as (insert into fills (chain_id, block_hash, block, timestamp, tx_hash, log_index, order_id, side, maker, taker, contract,
        token_id, amount, currency, price, kind)
      select ${chainId}::bigint, f.hash, f.block, f.timestamp, f."txHash", f."logIndex", f."orderId",
        f.side, f.maker, f.taker, f.contract, f."tokenId", f.amount, f.currency, f.price, f.kind
      from jsonb_to_recordset(${json(fills)}::jsonb) as f (${at}, "orderId" text, side text,
        maker text, taker text, contract text, "tokenId" numeric, amount numeric, currency text, price numeric,
        kind text)
      on conflict do nothing returning contract, currency, timestamp, price)
      ${addSales(chainId, 1, sql`added`)}`)
  const cancels = rowsOf((facts) => facts.cancels)
  if (cancels.length > 0)
    await tx.rows(sql`
      insert into cancels (chain_id, block_hash, block, timestamp, tx_hash, log_index, order_id, maker, kind)
      select ${chainId}::bigint, f.hash, f.block, f.timestamp, f."txHash", f."logIndex", f."orderId", f.maker,
        f.kind
      from jsonb_to_recordset(${json(cancels)}::jsonb) as f (${at}, "orderId" text, maker text, kind text)
      on conflict do nothing`)
  const counters = rowsOf((facts) => facts.counters)
  if (counters.length > 0)
    await tx.rows(sql`
      insert into counters (chain_id, block_hash, block, log_index, maker, counter, kind)
      select ${chainId}::bigint, f.hash, f.block, f."logIndex", f.maker, f.counter, f.kind
      from jsonb_to_recordset(${json(counters)}::jsonb) as f (${at}, maker text, counter numeric, kind text)
      on conflict do nothing`)
  const payers = rowsOf((facts) => facts.payers.map((account) => ({ account })))
  if (payers.length > 0)
    await tx.rows(sql`
      insert into payers (chain_id, block_hash, block, account)
      select ${chainId}::bigint, f.hash, f.block, f.account
      from jsonb_to_recordset(${json(payers)}::jsonb) as f (hash text, block bigint, account text)
      where exists (select 1 from purses p where p.chain_id = ${chainId} and p.maker = f.account)
      on conflict do nothing`)
}

/**
 * Notes whose bids were checked at a block: what a maker can pay was read there, and what put the money there may be
 * gone when that block is, or one before it. Events of before the first bid are in no row of `payers`.
 */
export const insertBidders = (
  tx: Queries,
  chainId: number,
  { number, hash }: { readonly number: number; readonly hash: string },
  makers: readonly string[],
): Promise<unknown> =>
  tx.rows(sql`
    insert into payers (chain_id, block_hash, block, account)
    select distinct ${chainId}::bigint, ${hash}, ${number}::bigint, f.account
    from unnest(${texts(makers)}) as f (account)
    on conflict do nothing`)

/** What a block's facts were about, when they are taken back. */
export type GoneFacts = {
  readonly transfers: readonly {
    readonly contract: string
    readonly tokenId: string
    readonly from: string
    readonly to: string
  }[]
  readonly operators: readonly { readonly account: string; readonly contract: string }[]
  /** Ids of orders that were filled or cancelled. */
  readonly orders: readonly string[]
  /** Accounts whose money or allowance had moved, or had been read at the block. */
  readonly payers: readonly string[]
  /** Makers whose counter had moved. */
  readonly makers: readonly { readonly maker: string; readonly kind: string; readonly counter: string }[]
}

/** Deletes the facts of a block that is no longer part of the chain. */
export async function deleteFacts(tx: Queries, chainId: number, hash: string): Promise<GoneFacts> {
  const gone = <T extends Row>(table: string, columns: string, counted?: SQL): Promise<T[]> =>
    tx.rows<T>(sql`
      with gone as (delete from ${sql.identifier(table)} where chain_id = ${chainId} and block_hash = ${hash} returning *)
      ${counted === undefined ? sql`` : sql`, counted as (${counted})`}
      select ${sql.raw(columns)} from gone`)
  const transfers = await gone<{ contract: string; tokenId: string; from: string; to: string }>(
    'transfers',
    'contract, token_id as "tokenId", from_address as "from", to_address as "to"',
    addCounts(chainId, 'mints', -1, sql`gone where from_address = ${zeroAddress}`),
  )
  const operators = await gone<{ account: string; contract: string }>(
    'operators',
    'owner as account, contract',
  )
  const orders = [
    ...(await gone<{ id: string }>('fills', 'order_id as id', addSales(chainId, -1, sql`gone`))),
    ...(await gone<{ id: string }>('cancels', 'order_id as id')),
  ]
  const makers = await gone<GoneFacts['makers'][number]>('counters', 'maker, kind, counter')
  const payers = await gone<{ account: string }>('payers', 'account')
  if (transfers.length > 0) await forgetUnminted(tx, chainId, transfers)
  return {
    transfers,
    operators,
    orders: orders.map(({ id }) => id),
    makers,
    payers: payers.map(({ account }) => account),
  }
}

/** Tokens that no transfer speaks of any more were never minted. */
async function forgetUnminted(
  tx: Queries,
  chainId: number,
  tokens: readonly { readonly contract: string; readonly tokenId: string }[],
): Promise<void> {
  const keys = sql`jsonb_to_recordset(${JSON.stringify(tokens)}::jsonb) as k (contract text, "tokenId" numeric)`
  const unminted = (table: 'tokens' | 'token_attributes'): SQL => sql`
    delete from ${sql.identifier(table)} o using ${keys}
    where o.chain_id = ${chainId} and o.contract = k.contract and o.token_id = k."tokenId" and not exists (
      select 1 from transfers t
      where t.chain_id = ${chainId} and t.contract = k.contract and t.token_id = k."tokenId")`
  await tx.rows(sql`
    with gone as (${unminted('tokens')} returning o.contract)
    ${addCounts(chainId, 'tokens', -1, sql`gone`)}`)
  await tx.rows(unminted('token_attributes'))
}
