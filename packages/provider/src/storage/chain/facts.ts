import { type Address, type Hex, zeroAddress } from 'viem'
import { chunksOf } from '../connection/chunksOf.ts'
import { type Queries, type Row, records, type SQL, sql, texts } from '../connection/database.ts'
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

/**
 * Makes the statements that insert the facts of one kind, none if there are no such facts. Each column is one parameter,
 * an array: ten thousand transfers are one statement, and Postgres reads arrays in a third of the time of JSON.
 */
const inserter =
  (chainId: number, blocks: BlocksFacts) =>
  (
    table: keyof BlockFacts,
    pick: (facts: BlockFacts) => readonly Fact[],
    condition: SQL = sql`true`,
  ): readonly (() => SQL)[] => {
    const rows = blocks.flatMap(({ block, facts }) =>
      pick(facts).map((fact): FactInBlock => ({ block, fact })),
    )
    const { chain_id: _, ...types } = tables[table] as Readonly<Record<string, string>>
    const columns = sql.raw(Object.keys(types).join(', '))
    const arraysOf = (part: readonly FactInBlock[]): readonly SQL[] =>
      Object.entries(types).map(([column, type]) => {
        const ofBlock = blockFields[column]
        const field = fieldOf(column)
        const values = part.map(({ block, fact }) => {
          const value = ofBlock === undefined ? fact[field] : block[ofBlock]
          if (value === undefined || value === null) throw new Error(`A fact of ${table} has no ${field}.`)
          return String(value)
        })
        return sql`${texts(values)}::${sql.raw(`${storedAs[type] ?? type}[]`)}`
      })
    // Each is made when its turn comes: other work has its turns between them, and one at a time is in memory.
    return chunksOf(rows, manyRows).map(
      (part) => () =>
        sql`insert into ${sql.identifier(table)} (chain_id, ${columns})
        select ${chainId}::bigint, ${columns} from unnest(${sql.join([...arraysOf(part)], sql`, `)}) f (${columns})
        where ${condition} on conflict do nothing`,
    )
  }

/** Inserts the facts of blocks; stored ones stay as they are. */
export async function insertFacts(tx: Queries, chainId: number, blocks: BlocksFacts): Promise<void> {
  const insert = inserter(chainId, blocks)
  const transfers = insert('transfers', (facts) => facts.transfers)
  for (const statement of transfers)
    await tx.rows(sql`with added as (${statement()} returning contract, from_address)
      ${addCounts(chainId, 'mints', 1, sql`added where from_address = ${zeroAddress}`)}`)
  if (transfers.length > 0)
    await tx.rows(sql`
      with added as (insert into tokens (chain_id, contract, token_id, minted_at)
      select ${chainId}::bigint, contract, token_id, min(timestamp) from transfers
      where chain_id = ${chainId} and block_hash = any(${texts(blocks.map(({ block }) => block.hash))})
      group by contract, token_id on conflict do nothing returning contract)
      ${addCounts(chainId, 'tokens', 1, sql`added`)}`)
  for (const statement of insert('fills', (facts) => facts.fills))
    await tx.rows(sql`with added as (${statement()} returning contract, currency, timestamp, price, sale)
      ${addSales(chainId, 1, sql`added`)}`)
  for (const statement of [
    ...insert('operators', (facts) => facts.operators),
    ...insert('cancels', (facts) => facts.cancels),
    ...insert('counters', (facts) => facts.counters),
  ])
    await tx.rows(statement())
  await insertPayers(tx, chainId, blocks)
}

/** Inserts the accounts whose money or allowance changed, as far as bids are paid from them. */
export async function insertPayers(tx: Queries, chainId: number, blocks: BlocksFacts): Promise<void> {
  const hasFunds = sql`exists (select 1 from purses p where p.chain_id = ${chainId} and p.maker = f.account)`
  const accounts = (facts: BlockFacts) => facts.payers.map((account) => ({ account }))
  for (const statement of inserter(chainId, blocks)('payers', accounts, hasFunds)) await tx.rows(statement())
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
