import type { OrderComponents, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { listOf, type Queries, type Row, sql } from './db.ts'

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
  readonly unitPrice: bigint
  /** What the seller keeps per unit. */
  readonly unitNet: bigint
  readonly quantity: bigint
  readonly filled: bigint
  readonly conduit: Address
  readonly feeBps: number
  readonly fees: readonly {
    readonly recipient: Address
    readonly bps: number
    readonly kind: 'royalty' | 'marketplace'
  }[]
  readonly source: string | undefined
  readonly components: OrderComponents
  readonly signature: Hex
  readonly fillability: string
  readonly approval: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewOrder = Omit<StoredOrder, 'filled' | 'createdAt' | 'updatedAt'> & { readonly payable: boolean }

/** Components as JSON: bigint as decimal strings. */
export const componentsJson = (components: OrderComponents): string =>
  JSON.stringify(components, (_, value) => (typeof value === 'bigint' ? value.toString() : value))

type RawItem = {
  itemType: number
  token: string
  identifierOrCriteria: string
  startAmount: string
  endAmount: string
  recipient?: string
}
type RawComponents = Record<string, unknown> & { offer: RawItem[]; consideration: RawItem[] }

/** Our own JSON back into components: the row was written by {@link componentsJson}. */
function componentsOf(raw: RawComponents): OrderComponents {
  const item = (one: RawItem) => ({
    ...one,
    identifierOrCriteria: BigInt(one.identifierOrCriteria),
    startAmount: BigInt(one.startAmount),
    endAmount: BigInt(one.endAmount),
  })
  return {
    ...raw,
    offer: raw.offer.map(item),
    consideration: raw.consideration.map(item),
    startTime: BigInt(raw.startTime as string),
    endTime: BigInt(raw.endTime as string),
    salt: BigInt(raw.salt as string),
    counter: BigInt(raw.counter as string),
  } as unknown as OrderComponents
}

/** A row of `orders` as an order. */
export function orderOf(row: Row): StoredOrder {
  const big = (key: string) => BigInt(row[key] as string)
  return {
    id: row.id as Hex,
    side: row.side as StoredOrder['side'],
    version: row.kind === 'seaport-v1.5' ? '1.5' : '1.6',
    maker: row.maker as Address,
    taker: (row.taker as Address | null) ?? undefined,
    contract: row.contract as Address,
    tokenId: row.token_id === null ? undefined : big('token_id'),
    tokenKind: row.token_kind as StoredOrder['tokenKind'],
    tokenSetId: row.token_set_id as string,
    currency: row.currency as Address,
    gross: big('gross'),
    unitPrice: big('unit_price'),
    unitNet: big('unit_net'),
    quantity: big('quantity'),
    filled: big('filled'),
    conduit: row.conduit as Address,
    feeBps: row.fee_bps as number,
    fees: row.fees as StoredOrder['fees'],
    source: (row.source as string | null) ?? undefined,
    components: componentsOf(row.components as RawComponents),
    signature: row.signature as Hex,
    fillability: row.fillability as string,
    approval: row.approval as string,
    createdAt: new Date(row.created_at as string),
    updatedAt: new Date(row.updated_at as string),
  }
}

/** Inserts orders; one that is there already stays as it is. Answers the ids that are new. */
export async function insertOrders(
  tx: Queries,
  chainId: number,
  orders: readonly NewOrder[],
): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set()
  const values = orders.map(
    (
      o,
    ) => sql`(${chainId}, ${o.id}, ${o.side}, ${`seaport-v${o.version}`}, ${o.maker}, ${o.taker ?? null}, ${o.contract},
      ${o.tokenId?.toString() ?? null}, ${o.tokenKind}, ${o.tokenSetId}, ${o.currency}, ${o.gross.toString()},
      ${o.unitPrice.toString()}, ${o.unitNet.toString()}, ${o.quantity.toString()}, ${o.components.startTime.toString()},
      ${o.components.endTime.toString()}, ${o.components.counter.toString()}, ${o.conduit}, ${o.components.zone},
      ${o.feeBps}, ${JSON.stringify(o.fees)}, ${o.source ?? null}, ${componentsJson(o.components)}, ${o.signature},
      ${o.fillability}, ${o.approval}, ${o.payable})`,
  )
  const rows = await tx.rows<{ id: string }>(sql`
    insert into orders (chain_id, id, side, kind, maker, taker, contract, token_id, token_kind, token_set_id, currency,
      gross, unit_price, unit_net, quantity, start_time, end_time, counter, conduit, zone, fee_bps, fees, source,
      components, signature, fillability, approval, payable)
    values ${sql.join(values, sql`, `)}
    on conflict do nothing returning id`)
  return new Set(rows.map(({ id }) => id))
}

export async function readOrders(
  db: Queries,
  chainId: number,
  ids: readonly string[],
): Promise<readonly StoredOrder[]> {
  const rows = await db.rows(sql`select * from orders where chain_id = ${chainId} and id in ${listOf(ids)}`)
  return rows.map(orderOf)
}

/** Active listings of one token, cheapest first. `now` in unix seconds; private ones only for `taker`. */
export async function cheapestListings(
  db: Queries,
  chainId: number,
  target: { readonly contract: string; readonly tokenId?: bigint | undefined },
  taker: string,
  now: number,
  limit: number,
): Promise<readonly StoredOrder[]> {
  const token = target.tokenId === undefined ? sql`true` : sql`token_id = ${target.tokenId.toString()}`
  const rows = await db.rows(sql`
    select * from orders
    where chain_id = ${chainId} and side = 'sell' and fillability = 'fillable' and approval = 'approved'
      and contract = ${target.contract} and ${token}
      and (taker is null or taker = ${taker}) and maker <> ${taker}
      and start_time <= ${now} and end_time > ${now}
    order by unit_price, id limit ${limit}`)
  return rows.map(orderOf)
}

/** Active offers that a token satisfies, best first: for the token itself or for its whole collection. */
export async function bestOffers(
  db: Queries,
  chainId: number,
  target: { readonly contract: string; readonly tokenId: bigint },
  taker: string,
  now: number,
  limit: number,
): Promise<readonly StoredOrder[]> {
  const rows = await db.rows(sql`
    select * from orders
    where chain_id = ${chainId} and side = 'buy' and fillability = 'fillable' and approval = 'approved'
      and token_set_id in ${listOf([`token:${target.contract}:${target.tokenId}`, `contract:${target.contract}`])}
      and maker <> ${taker} and start_time <= ${now} and end_time > ${now}
    order by unit_net desc, id limit ${limit}`)
  return rows.map(orderOf)
}
