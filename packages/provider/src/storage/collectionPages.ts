import type { Fee } from '@sluice/seaport'
import type { Address } from 'viem'
import { listOf, type Queries, type Row, type SQL, sql } from './db.ts'
import { askPrice, bidNet } from './normalizedPrice.ts'
import { orderOf, type StoredOrder } from './orders.ts'
import { escapeLike, type FloorBounds, openListing } from './tokenPages.ts'

export const volumeDays = {
  '1DayVolume': 1,
  '7DayVolume': 7,
  '30DayVolume': 30,
  allTimeVolume: 40_000,
} as const
export type CollectionSort = keyof typeof volumeDays | 'createdAt' | 'updatedAt' | 'floorAskPrice'

export type CollectionQuery = {
  readonly contracts: readonly Address[]
  /** Part of the name, in any case. */
  readonly name?: string | undefined
  /** Bounds of the floor, in the native coin's base units; what is not listed passes none. */
  readonly floorBounds?: FloorBounds | undefined
  readonly sortBy: CollectionSort
  readonly descending: boolean
  readonly limit: number
  readonly offset?: number | undefined
  /** Sort value and contract of the last collection that was seen. */
  readonly after?: readonly string[] | undefined
  readonly nativeLike: readonly Address[]
  /** Unix seconds. */
  readonly now: number
}

export type ListedCollection = {
  readonly contract: Address
  readonly kind: 'erc721' | 'erc1155'
  readonly name: string | null
  readonly symbol: string | null
  readonly image: string | null
  readonly description: string | null
  readonly royalties: readonly Fee[]
  readonly createdAt: Date
}

type CollectionRow = Row & {
  contract: Address
  kind: 'erc721' | 'erc1155'
  name: string | null
  symbol: string | null
  image: string | null
  description: string | null
  royalties: readonly Fee[]
  created_at: string | Date
  sort_value: string
}

const day = 86_400

function sortValue(query: CollectionQuery, chainId: number): SQL {
  const { sortBy, nativeLike, now } = query
  if (sortBy === 'createdAt' || sortBy === 'updatedAt')
    return sql`floor(extract(epoch from c.created_at) * 1000)::numeric`
  if (sortBy === 'floorAskPrice')
    return sql`coalesce((
      select o.unit_price from orders o
      where ${openListing(chainId, now)} and o.contract = c.contract and o.currency in ${listOf(nativeLike)}
      order by o.unit_price limit 1), ${query.descending ? '0' : '9'.repeat(78)}::numeric)`
  return sql`coalesce((
    select sum(f.price) from fills f
    where f.chain_id = ${chainId} and f.contract = c.contract and f.currency in ${listOf(nativeLike)}
      and f.timestamp >= ${now - volumeDays[sortBy] * day}), 0)`
}

/** Whether the cheapest listing in the native coin lies within bounds. */
function floorWithin({ floorBounds, nativeLike, now }: CollectionQuery, chainId: number): SQL {
  const { least, most } = floorBounds ?? {}
  if (least === undefined && most === undefined) return sql``
  return sql`and (
    select min(o.unit_price) from orders o
    where ${openListing(chainId, now)} and o.contract = c.contract and o.currency in ${listOf(nativeLike)}
  ) between ${(least ?? 0n).toString()}::numeric and ${most?.toString() ?? '9'.repeat(78)}::numeric`
}

/** A page of collections, and where the next begins when this one is full. */
export async function listCollections(
  db: Queries,
  chainId: number,
  query: CollectionQuery,
): Promise<{
  readonly collections: readonly ListedCollection[]
  readonly next: readonly string[] | undefined
}> {
  const { contracts, name, after, limit, descending } = query
  const direction = descending ? sql`desc` : sql`asc`
  const than = descending ? sql`<` : sql`>`
  const [value = '', contract = ''] = after ?? []
  const rows = await db.rows<CollectionRow>(sql`
    select * from (
      select c.*, ${sortValue(query, chainId)} as sort_value from collections c
      where c.chain_id = ${chainId}
        ${contracts.length === 0 ? sql`` : sql`and c.contract in ${listOf(contracts)}`}
        ${name === undefined ? sql`` : sql`and c.name ilike ${`%${escapeLike(name)}%`}`}
        ${floorWithin(query, chainId)}
    ) c
    where ${after === undefined ? sql`true` : sql`(c.sort_value, c.contract) ${than} (${value}::numeric, ${contract})`}
    order by c.sort_value ${direction}, c.contract ${direction}
    limit ${limit} offset ${query.offset ?? 0}`)
  const collections = rows.map((row) => ({
    contract: row.contract,
    kind: row.kind,
    name: row.name,
    symbol: row.symbol,
    image: row.image,
    description: row.description,
    royalties: row.royalties,
    createdAt: new Date(row.created_at),
  }))
  const last = rows.at(-1)
  return {
    collections,
    next: last === undefined || rows.length < limit ? undefined : [last.sort_value, last.contract],
  }
}

export type CollectionStats = {
  readonly tokens: number
  readonly onSale: number
  readonly owners: number
  readonly floor: StoredOrder | undefined
  readonly floorToken: { readonly name: string | null; readonly image: string | null } | undefined
  /** Best offer for any token of the collection. */
  readonly topBid: StoredOrder | undefined
  /** Native coin's base units sold in the last 1, 7, 30 days and ever. */
  readonly volumes: readonly [bigint, bigint, bigint, bigint]
  /** Sold in the windows before those: to compare with. Nothing precedes "ever". */
  readonly earlier: readonly [bigint, bigint, bigint]
  readonly sales: readonly [number, number, number, number]
  readonly images: readonly string[]
}

type CountRow = Row & { tokens: string; on_sale: string; owners: string; images: string[] | null }
type SalesRow = Row & { readonly [key: string]: string | null }

async function counts(
  db: Queries,
  chainId: number,
  contract: Address,
  now: number,
): Promise<CountRow | undefined> {
  const [row] = await db.rows<CountRow>(sql`
    select
      (select count(*) from tokens t where t.chain_id = ${chainId} and t.contract = ${contract}) as tokens,
      (select count(distinct o.token_id) from orders o
        where ${openListing(chainId, now)} and o.contract = ${contract}) as on_sale,
      (select count(distinct w.owner) from ownerships w
        where w.chain_id = ${chainId} and w.contract = ${contract} and w.amount > 0) as owners,
      (select array_agg(s.image) from (
        select t.image from tokens t
        where t.chain_id = ${chainId} and t.contract = ${contract} and t.image is not null
        order by t.token_id limit 4) s) as images`)
  return row
}

async function salesOf(
  db: Queries,
  chainId: number,
  contract: Address,
  nativeLike: readonly Address[],
  now: number,
): Promise<Pick<CollectionStats, 'volumes' | 'earlier' | 'sales'>> {
  const since = (days: number) => sql`f.timestamp >= ${now - days * day}`
  const before = (days: number) =>
    sql`f.timestamp >= ${now - 2 * days * day} and f.timestamp < ${now - days * day}`
  const [row] = await db.rows<SalesRow>(sql`
    select coalesce(sum(f.price) filter (where ${since(1)}), 0) as v1, coalesce(sum(f.price) filter (where ${since(7)}), 0) as v7,
      coalesce(sum(f.price) filter (where ${since(30)}), 0) as v30, coalesce(sum(f.price), 0) as v,
      coalesce(sum(f.price) filter (where ${before(1)}), 0) as e1, coalesce(sum(f.price) filter (where ${before(7)}), 0) as e7,
      coalesce(sum(f.price) filter (where ${before(30)}), 0) as e30,
      count(*) filter (where ${since(1)}) as n1, count(*) filter (where ${since(7)}) as n7,
      count(*) filter (where ${since(30)}) as n30, count(*) as n
    from fills f
    where f.chain_id = ${chainId} and f.contract = ${contract} and f.currency in ${listOf(nativeLike)}`)
  const big = (key: string) => BigInt(row?.[key] ?? '0')
  const number = (key: string) => Number(row?.[key] ?? '0')
  return {
    volumes: [big('v1'), big('v7'), big('v30'), big('v')],
    earlier: [big('e1'), big('e7'), big('e30')],
    sales: [number('n1'), number('n7'), number('n30'), number('n')],
  }
}

async function floorOf(
  db: Queries,
  chainId: number,
  contract: Address,
  nativeLike: readonly Address[],
  now: number,
  normalized: boolean,
): Promise<(Row & { token_name: string | null; token_image: string | null }) | undefined> {
  const among = (condition: SQL) => sql`
    select o.*, t.name as token_name, t.image as token_image from (
      select * from orders o where ${openListing(chainId, now)} and o.contract = ${contract} and ${condition}
      order by ${askPrice(normalized)}, o.id limit 1
    ) o
    left join tokens t on t.chain_id = o.chain_id and t.contract = o.contract and t.token_id = o.token_id`
  const [native] = await db.rows<Row & { token_name: string | null; token_image: string | null }>(
    among(sql`o.currency in ${listOf(nativeLike)}`),
  )
  if (native !== undefined) return native
  const [other] = await db.rows<Row & { token_name: string | null; token_image: string | null }>(
    among(sql`o.currency not in ${listOf(nativeLike)}`),
  )
  return other
}

/** The cheapest open listing of a collection; a native price before any other. */
export async function readCollectionFloor(
  db: Queries,
  chainId: number,
  contract: Address,
  nativeLike: readonly Address[],
  now: number,
  normalized = false,
): Promise<StoredOrder | undefined> {
  const row = await floorOf(db, chainId, contract, nativeLike, now, normalized)
  return row === undefined ? undefined : orderOf(row)
}

async function topBidOf(
  db: Queries,
  chainId: number,
  contract: Address,
  nativeLike: readonly Address[],
  now: number,
  normalized: boolean,
): Promise<StoredOrder | undefined> {
  const [row] = await db.rows(sql`
    select * from orders o
    where o.chain_id = ${chainId} and o.side = 'buy' and o.fillability = 'fillable' and o.approval = 'approved'
      and o.token_set_id = ${`contract:${contract}`} and o.start_time <= ${now} and o.end_time > ${now}
    order by (o.currency not in ${listOf(nativeLike)}), ${bidNet(normalized)} desc, o.id limit 1`)
  return row === undefined ? undefined : orderOf(row)
}

/** What the market says of one collection. */
export async function readCollectionStats(
  db: Queries,
  chainId: number,
  contract: Address,
  nativeLike: readonly Address[],
  now: number,
  normalized = false,
): Promise<CollectionStats> {
  const [count, floor, topBid, sales] = await Promise.all([
    counts(db, chainId, contract, now),
    floorOf(db, chainId, contract, nativeLike, now, normalized),
    topBidOf(db, chainId, contract, nativeLike, now, normalized),
    salesOf(db, chainId, contract, nativeLike, now),
  ])
  return {
    tokens: Number(count?.tokens ?? 0),
    onSale: Number(count?.on_sale ?? 0),
    owners: Number(count?.owners ?? 0),
    images: count?.images ?? [],
    floor: floor === undefined ? undefined : orderOf(floor),
    floorToken: floor === undefined ? undefined : { name: floor.token_name, image: floor.token_image },
    topBid,
    ...sales,
  }
}
