import type { OfferItem, OrderComponents, SeaportVersion } from '@sluice/seaport'
import { type SQL, sql } from 'drizzle-orm'
import { type Address, type Hex, zeroAddress, zeroHash } from 'viem'
import { type Preparing, type Queries, records, texts } from '../connection/database.ts'
import type { Columns, RowOf } from '../schema.ts'
import { namedOrders } from './namedOrders.ts'
import { verdictOf } from './verdict.ts'

export type StoredOrder = {
  readonly id: Hex
  readonly side: 'sell' | 'buy'
  readonly version: SeaportVersion
  readonly maker: Address
  readonly taker: Address | undefined
  readonly contract: Address
  readonly tokenId: bigint | undefined
  readonly tokenKind: 'erc721' | 'erc1155'
  readonly tokenSetId: string
  readonly currency: Address
  /** Total for all units. */
  readonly gross: bigint
  /** Of a listing whose price moves: when it was last computed, at most some seconds ago. */
  readonly unitPrice: bigint
  /** What the seller keeps per unit. */
  readonly unitNet: bigint
  /** Basis points of royalties that the order leaves out, where a request has them added to its price. */
  readonly addedRoyaltyBps?: number
  readonly quantity: bigint
  readonly filled: bigint
  readonly conduit: Address
  readonly feeBps: number
  readonly fees: OrderRow['fees']
  readonly source: string | undefined
  readonly components: OrderComponents
  readonly signature: Hex
  /**
   * Who signed: an account's key, or a contract that may revoke its signature (EIP-1271). `book` where the order book
   * that the order comes from keeps the signature until a fill; it is verified then, and `signature` is `0x`.
   */
  readonly signedBy: 'key' | 'contract' | 'book'
  readonly fillability: string
  readonly approval: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A new order; its status is derived from the facts in the transaction that stores it. */
export type NewOrder = Omit<
  StoredOrder,
  'filled' | 'fillability' | 'approval' | 'createdAt' | 'updatedAt'
> & {
  /** A bid's whole price, and its maker's balance and allowance when it was posted. */
  readonly need: bigint
  readonly funds: bigint
  readonly allowed: bigint
}

/** As {@link componentsJson} writes them; rows of earlier versions hold every field. */
type RawItem = {
  itemType: number
  token?: string
  identifierOrCriteria?: string
  startAmount: string
  endAmount?: string
  recipient?: string
}
export type RawComponents = Record<string, unknown> & { offer: RawItem[]; consideration: RawItem[] }

/** Our own JSON back into components: the row was written by {@link insertOrders}. */
export function componentsOf(raw: RawComponents): OrderComponents {
  const item = ({ recipient, ...one }: RawItem) => ({
    itemType: one.itemType,
    token: one.token ?? zeroAddress,
    identifierOrCriteria: BigInt(one.identifierOrCriteria ?? 0),
    startAmount: BigInt(one.startAmount),
    endAmount: BigInt(one.endAmount ?? one.startAmount),
    ...(recipient === undefined ? {} : { recipient }),
  })
  return {
    ...raw,
    zone: raw.zone ?? zeroAddress,
    offer: raw.offer.map(item),
    consideration: raw.consideration.map(item),
    startTime: BigInt(raw.startTime as string),
    endTime: BigInt(raw.endTime as string),
    zoneHash: raw.zoneHash ?? zeroHash,
    salt: BigInt(raw.salt as string),
    counter: BigInt((raw.counter as string | undefined) ?? 0),
  } as unknown as OrderComponents
}

export type OrderRow = RowOf<'orders'>

export const orderOf = (row: OrderRow): StoredOrder => ({
  id: row.id,
  side: row.side,
  version: row.kind === 'seaport-v1.5' ? '1.5' : '1.6',
  maker: row.maker,
  taker: row.taker ?? undefined,
  contract: row.contract,
  tokenId: row.token_id === null ? undefined : BigInt(row.token_id),
  tokenKind: row.token_kind,
  tokenSetId: row.token_set_id,
  currency: row.currency,
  gross: BigInt(row.gross),
  unitPrice: BigInt(row.unit_price),
  unitNet: BigInt(row.unit_net),
  quantity: BigInt(row.quantity),
  filled: BigInt(row.filled),
  conduit: row.conduit,
  feeBps: row.fee_bps,
  fees: row.fees,
  source: row.source ?? undefined,
  components: componentsOf(row.components as RawComponents),
  signature: row.signature,
  signedBy: row.signed_by,
  fillability: row.fillability,
  approval: row.approval,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
})

/** Omitted: the zero address, the number 0, and an end amount that equals the start amount. */
const itemJson = ({ itemType, token, identifierOrCriteria, startAmount, endAmount }: OfferItem): string =>
  `"itemType":${itemType},${token === zeroAddress ? '' : `"token":"${token}",`}${
    identifierOrCriteria === 0n ? '' : `"identifierOrCriteria":"${identifierOrCriteria}",`
  }${endAmount === startAmount ? '' : `"endAmount":"${endAmount}",`}"startAmount":"${startAmount}"`

/**
 * Components as {@link orderOf} reads them, short enough to be stored within the row. Every value is checked hex or
 * a number, so nothing needs escaping.
 */
export const componentsJson = (order: OrderComponents): string =>
  `{"offerer":"${order.offerer}",${order.zone === zeroAddress ? '' : `"zone":"${order.zone}",`}"offer":[${order.offer
    .map((item) => `{${itemJson(item)}}`)
    .join(',')}],"consideration":[${order.consideration
    .map((item) => `{${itemJson(item)},"recipient":"${item.recipient}"}`)
    .join(
      ',',
    )}],"orderType":${order.orderType},"startTime":"${order.startTime}","endTime":"${order.endTime}",${
    order.zoneHash === zeroHash ? '' : `"zoneHash":"${order.zoneHash}",`
  }"salt":"${order.salt}",${order.counter === 0n ? '' : `"counter":"${order.counter}",`}"conduitKey":"${order.conduitKey}"}`

/** The largest time of the table; an order without an end has a later one. */
const never = (1n << 63n) - 1n

/** How a column's values are sent: hex, numbers and fixed words unescaped, other text escaped by the driver. */
type Column = readonly [
  name: string,
  type: string,
  of: (order: NewOrder) => string | null,
  form?: 'text' | 'json',
]

/** One parameter per column: Postgres inserts a thousand orders with one statement, whose plan it keeps. */
const columns: readonly Column[] = [
  ['id', 'text', (order) => order.id],
  ['side', 'text', (order) => order.side],
  ['kind', 'text', (order) => `seaport-v${order.version}`],
  ['maker', 'text', (order) => order.maker],
  ['taker', 'text', (order) => order.taker ?? null],
  ['contract', 'text', (order) => order.contract],
  ['token_id', 'numeric', (order) => order.tokenId?.toString() ?? null],
  ['token_kind', 'text', (order) => order.tokenKind],
  ['token_set_id', 'text', (order) => order.tokenSetId],
  ['currency', 'text', (order) => order.currency],
  ['gross', 'numeric', (order) => order.gross.toString()],
  ['unit_price', 'numeric', (order) => order.unitPrice.toString()],
  ['unit_net', 'numeric', (order) => order.unitNet.toString()],
  ['quantity', 'numeric', (order) => order.quantity.toString()],
  ['start_time', 'bigint', ({ components }) => components.startTime.toString()],
  ['end_time', 'bigint', ({ components: { endTime } }) => String(endTime < never ? endTime : never)],
  ['counter', 'numeric', ({ components }) => components.counter.toString()],
  ['conduit', 'text', (order) => order.conduit],
  ['zone', 'text', ({ components }) => components.zone],
  ['fee_bps', 'int', (order) => String(order.feeBps)],
  ['fees', 'jsonb', (order) => JSON.stringify(order.fees), 'json'],
  ['source', 'text', (order) => order.source ?? null, 'text'],
  ['components', 'jsonb', ({ components }) => componentsJson(components), 'json'],
  ['signature', 'text', (order) => order.signature],
  ['signed_by', 'text', (order) => order.signedBy],
  ['need', 'numeric', (order) => order.need.toString()],
]

/** The column's values as one parameter: an array, or one JSON text for values that are JSON themselves. */
function parameterOf([, , of, form]: Column, orders: readonly NewOrder[]): unknown {
  const values = orders.map(of)
  if (form === 'text') return values
  return form === 'json' ? `[${values.join(',')}]` : `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/** A column of the rows that are inserted. As columns of a `select`, the lists are read in step, and none is copied. */
const columnOf = ([name, type, , form]: Column): SQL => {
  const value = sql.placeholder(name)
  const list =
    form === 'json' ? sql`jsonb_array_elements(${value}::jsonb)` : sql`unnest(${value}::${sql.raw(type)}[])`
  return sql`${list} as ${sql.identifier(name)}`
}

const given = sql.raw(columns.map(([name]) => name).join(', '))

/** An order's state as stored. */
export type OrderStatus = Columns<
  'orders',
  'id' | 'side' | 'maker' | 'contract' | 'token_id' | 'fillability' | 'approval' | 'filled'
>

/**
 * Inserts orders with the status that follows from the facts; existing ones stay as they are.
 * @param now unix seconds.
 * @returns the new ones.
 */
export async function insertOrders(
  tx: Preparing,
  chainId: number,
  orders: readonly NewOrder[],
  now: number,
): Promise<readonly OrderStatus[]> {
  if (orders.length === 0) return []
  // Ordered by id, so that two writers of the same orders never deadlock.
  const sorted = [...orders].sort((a, b) => (a.id < b.id ? -1 : 1))
  const values = Object.fromEntries(columns.map((column) => [column[0], parameterOf(column, sorted)]))
  const fresh = await tx.prepared<Pick<OrderStatus, 'id' | 'fillability' | 'approval' | 'filled'>>(
    `insert orders|${chainId}`,
    () => insertSql(chainId),
    { ...values, now },
  )
  const given = new Map<string, NewOrder>(fresh.length === 0 ? [] : sorted.map((order) => [order.id, order]))
  return fresh.flatMap((row) => {
    const order = given.get(row.id)
    if (order === undefined) return []
    const { side, maker, contract, tokenId } = order
    return [{ ...row, side, maker, contract, token_id: tokenId?.toString() ?? null }]
  })
}

/**
 * Stores the newest signatures of orders that exist already, where a contract may no longer accept the first one. A
 * signature for another Seaport replaces none.
 */
export async function renewSignatures(
  tx: Queries,
  chainId: number,
  orders: readonly NewOrder[],
): Promise<void> {
  const signatures = orders
    .filter(({ signedBy }) => signedBy === 'contract')
    .map(({ id, version, signature }) => ({ id, version, signature }))
  await saveSignatures(tx, chainId, 'contract', signatures, ['contract'])
}

/**
 * Stores verified signatures of orders whose signature is replaced, or was not known.
 * @param replaced who signed what is replaced, as the order says until now.
 */
export async function saveSignatures(
  tx: Queries,
  chainId: number,
  signedBy: 'key' | 'contract',
  signatures: readonly Pick<NewOrder, 'id' | 'version' | 'signature'>[],
  replaced: readonly StoredOrder['signedBy'][] = [signedBy, 'book'],
): Promise<void> {
  if (signatures.length === 0) return
  const sorted = signatures
    .map(({ id, version, signature }) => ({ id, kind: `seaport-v${version}`, signature }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  await tx.rows(sql`
    update orders o set signature = w.signature, signed_by = ${signedBy}
    from jsonb_to_recordset(${records(sorted)}) as w (id text, kind text, signature text)
    where o.chain_id = ${chainId} and o.id = w.id and o.kind = w.kind and o.signed_by = any(${texts(replaced)})
      and o.signature <> w.signature`)
}

const insertSql = (chainId: number): SQL => sql`
  with posted as materialized (
    select ${sql.join(columns.map(columnOf), sql`, `)}
  )
  insert into orders (chain_id, ${given}, filled, fillability, approval)
  select ${chainId}::bigint, ${sql.raw(columns.map(([name]) => `p.${name}`).join(', '))},
    v.filled, v.fillability, v.approval
  from posted p join (${verdictOf(chainId, sql`posted`, sql.placeholder('now'))}) v on v.id = p.id
  order by p.id
  on conflict do nothing
  returning id, fillability, approval, filled`

export async function readOrders(
  db: Queries,
  chainId: number,
  ids: readonly string[],
): Promise<readonly StoredOrder[]> {
  const rows = await db.rows<OrderRow>(
    sql`select * from ${namedOrders(chainId, sql`select unnest(${texts([...new Set(ids)])})`)} o`,
  )
  return rows.map(orderOf)
}
