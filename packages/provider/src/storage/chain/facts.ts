import { type SQL, sql } from 'drizzle-orm'
import { type Address, type Hex, zeroAddress } from 'viem'
import { chunksOf } from '../connection/chunksOf.ts'
import {
  constantChain,
  keptPlan,
  type Preparing,
  type Queries,
  type Row,
  records,
  texts,
} from '../connection/database.ts'
import { manyRows } from '../connection/longWork.ts'
import { type RowOf, storedAs, tables } from '../schema.ts'
import { addCounts, addSales } from './collectionCounts.ts'

/** The log of a fact. */
export type LogPlace = { readonly logIndex: number; readonly txHash: Hex }
type OrderKind = RowOf<'orders'>['kind']

/** The facts of one block. */
export type BlockFacts = {
  readonly transfers: readonly (LogPlace & {
    readonly batchIndex: number
    readonly contract: Address
    readonly tokenId: bigint
    readonly from: Address
    readonly to: Address
    readonly amount: bigint
  })[]
  readonly operators: readonly (LogPlace & {
    readonly contract: Address
    readonly owner: Address
    readonly operator: Address
    readonly approved: boolean
  })[]
  readonly fills: readonly (LogPlace & {
    readonly kind: OrderKind
    readonly orderId: Hex
    readonly side: 'sell' | 'buy'
    readonly maker: Address
    readonly taker: Address
    readonly contract: Address
    readonly tokenId: bigint
    readonly amount: bigint
    readonly currency: Address
    readonly price: bigint
    /** False for one of two orders that were matched with each other: the fill of the other one is the sale. */
    readonly sale: boolean
  })[]
  readonly cancels: readonly (LogPlace & {
    readonly kind: OrderKind
    readonly orderId: Hex
    readonly maker: Address
  })[]
  readonly counters: readonly (LogPlace & {
    readonly kind: OrderKind
    readonly maker: Address
    readonly counter: bigint
  })[]
  /** Accounts whose balance or allowance changed, which may affect their offers. */
  readonly payers: readonly Address[]
}
type Block = { readonly number: number; readonly hash: string; readonly timestamp: number }

/** The columns that hold a field of the block. */
const blockFields: Readonly<Record<string, keyof Block>> = {
  block_hash: 'hash',
  block: 'number',
  timestamp: 'timestamp',
}
/** The fields that are named otherwise than their columns. */
const renamed: Readonly<Record<string, string>> = { from_address: 'from', to_address: 'to' }
const fieldOf = (column: string): string =>
  renamed[column] ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

type BlocksFacts = readonly { readonly block: Block; readonly facts: BlockFacts }[]
type Fact = Readonly<Record<string, unknown>>
/** A fact beside its block, not copied into one object: thousands of wide copies would outlive several collections. */
type FactInBlock = { readonly block: Block; readonly fact: Fact }

/** The columns of a table of facts with their types, in the order of the schema. */
function columnsOf(table: keyof BlockFacts): readonly (readonly [column: string, type: string])[] {
  const { chain_id: _, ...types } = tables[table] as Readonly<Record<string, string>>
  return Object.entries(types)
}

/**
 * The statement that inserts rows `f` of one table. Each column is one parameter, an array: ten thousand transfers are one
 * statement, and Postgres reads arrays in a third of the time of JSON.
 */
function insertSql(chainId: number, table: keyof BlockFacts, condition: SQL = sql`true`): SQL {
  const columns = sql.raw(
    columnsOf(table)
      .map(([column]) => column)
      .join(', '),
  )
  const arrays = columnsOf(table).map(([column, type]) => {
    const array = sql.raw(`${storedAs[type] ?? type}[]`)
    return keptPlan(sql`${sql.placeholder(column)}::text[]::${array}`)
  })
  return sql`insert into ${sql.identifier(table)} (chain_id, ${columns})
    select ${constantChain(chainId)}::bigint, ${columns} from unnest(${sql.join(arrays, sql`, `)}) f (${columns})
    where ${condition} on conflict do nothing`
}

/** The values of each column, by its name. */
function valuesOf(
  table: keyof BlockFacts,
  rows: readonly FactInBlock[],
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    columnsOf(table).map(([column]) => {
      const ofBlock = blockFields[column]
      const field = fieldOf(column)
      const values = rows.map(({ block, fact }) => {
        const value = ofBlock === undefined ? fact[field] : block[ofBlock]
        if (value === undefined || value === null) throw new Error(`A fact of ${table} has no ${field}.`)
        return String(value)
      })
      return [column, values]
    }),
  )
}

/** The facts of one kind of all blocks, each beside its block. */
const factsIn = (blocks: BlocksFacts, pick: (facts: BlockFacts) => readonly Fact[]): readonly FactInBlock[] =>
  blocks.flatMap(({ block, facts }) => pick(facts).map((fact) => ({ block, fact })))

/** Inserts rows of one table, if there are any. @param build the statement that inserts them. */
async function insertRows(
  tx: Preparing,
  chainId: number,
  table: keyof BlockFacts,
  rows: readonly FactInBlock[],
  build: () => SQL = () => insertSql(chainId, table),
): Promise<void> {
  // The values of one part at a time are in memory, and other work has its turns between them.
  for (const part of chunksOf(rows, manyRows))
    await tx.prepared(`insert ${table}|${chainId}`, build, valuesOf(table, part))
}

/** The transfers of blocks, as a relation: their hashes are the value `blocks` of a prepared query. */
export const transfersOf = (chainId: number): SQL => sql`(
  select found.* from unnest(${keptPlan(sql`${sql.placeholder('blocks')}::text[]`)}) as asked (hash) cross join lateral (
    select * from transfers f where f.chain_id = ${constantChain(chainId)} and f.block_hash = asked.hash offset 0
  ) found)`

const insertTransfersSql = (chainId: number): SQL => sql`
  with added as (${insertSql(chainId, 'transfers')} returning contract, from_address)
  ${addCounts(chainId, 'mints', 1, sql`added where from_address = ${zeroAddress}`)}`

/** Inserts the tokens that these blocks are the first to show, and counts them. */
const insertTokensSql = (chainId: number): SQL => sql`
  with added as (insert into tokens (chain_id, contract, token_id, minted_at)
    select ${constantChain(chainId)}::bigint, contract, token_id, min(timestamp) from ${transfersOf(chainId)} t
    group by contract, token_id on conflict do nothing returning contract)
  ${addCounts(chainId, 'tokens', 1, sql`added`)}`

const insertFillsSql = (chainId: number): SQL => sql`
  with added as (${insertSql(chainId, 'fills')} returning contract, currency, timestamp, price, sale)
  ${addSales(chainId, 1, sql`added`)}`

/** Inserts the facts of blocks; stored ones stay as they are. */
export async function insertFacts(tx: Preparing, chainId: number, blocks: BlocksFacts): Promise<void> {
  const transfers = factsIn(blocks, (facts) => facts.transfers)
  await insertRows(tx, chainId, 'transfers', transfers, () => insertTransfersSql(chainId))
  if (transfers.length > 0)
    await tx.prepared(`insert tokens|${chainId}`, () => insertTokensSql(chainId), {
      blocks: blocks.map(({ block }) => block.hash),
    })
  const fills = factsIn(blocks, (facts) => facts.fills)
  await insertRows(tx, chainId, 'fills', fills, () => insertFillsSql(chainId))
  for (const table of ['operators', 'cancels', 'counters'] as const)
    await insertRows(
      tx,
      chainId,
      table,
      factsIn(blocks, (facts) => facts[table]),
    )
  await insertPayers(tx, chainId, blocks)
}

/** Inserts the accounts whose money or allowance changed, as far as bids are paid from them. */
export async function insertPayers(tx: Preparing, chainId: number, blocks: BlocksFacts): Promise<void> {
  const accounts = factsIn(blocks, ({ payers }) => payers.map((account) => ({ account })))
  const hasFunds = sql`exists (
    select 1 from purses p where p.chain_id = ${constantChain(chainId)} and p.maker = f.account)`
  await insertRows(tx, chainId, 'payers', accounts, () => insertSql(chainId, 'payers', hasFunds))
}

/**
 * Records whose bids were checked at a block: a maker's funds were read there, and may be gone when that block, or one
 * before it, is replaced. Events from before the first bid are in no row of `payers`.
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

/** What a block's facts were about, when the block is reverted. */
export type RevertedFacts = {
  readonly transfers: readonly {
    readonly contract: string
    readonly tokenId: string
    readonly from: string
    readonly to: string
  }[]
  readonly operators: readonly { readonly account: string; readonly contract: string }[]
  /** Ids of orders that were filled or cancelled. */
  readonly orders: readonly string[]
  /** Accounts whose money or allowance had changed, or had been read at the block. */
  readonly payers: readonly string[]
  /** Makers whose counter had moved. */
  readonly makers: readonly { readonly maker: string; readonly kind: string; readonly counter: string }[]
}

/** Deletes the facts of a block that is no longer part of the chain. */
export async function deleteFacts(tx: Queries, chainId: number, hash: string): Promise<RevertedFacts> {
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
  const makers = await gone<RevertedFacts['makers'][number]>('counters', 'maker, kind, counter')
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

/** Deletes tokens without transfers: they were never minted. */
async function forgetUnminted(
  tx: Queries,
  chainId: number,
  tokens: readonly { readonly contract: string; readonly tokenId: string }[],
): Promise<void> {
  const keys = sql`jsonb_to_recordset(${records(tokens)}) as k (contract text, "tokenId" numeric)`
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
