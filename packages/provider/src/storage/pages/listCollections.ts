import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { nextAfter, oneOf, type Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import {
  freshOrLive,
  liveFloor,
  liveValue,
  type Market,
  noFloor,
  type StatSort,
  staleTable,
  storedSortValue,
} from './collectionStats.ts'
import { escapeLike, type FloorBounds } from './tokenFilters.ts'

export type CollectionSort = StatSort | 'createdAt' | 'updatedAt'

export type CollectionQuery = {
  readonly contracts: readonly Address[]
  /** Part of the name, in any case. */
  readonly name?: string | undefined
  /** Bounds of the floor, in the native coin's base units; collections without a listing are left out. */
  readonly floorBounds?: FloorBounds | undefined
  readonly sortBy: CollectionSort
  readonly descending: boolean
  readonly limit: number
  readonly offset?: number | undefined
  /** Sort value and contract of the last collection of the previous page. */
  readonly after?: readonly string[] | undefined
  readonly nativeLike: readonly Address[]
  /** Unix seconds. */
  readonly now: number
}

type ListedColumn =
  | 'contract'
  | 'kind'
  | 'name'
  | 'symbol'
  | 'image'
  | 'banner'
  | 'description'
  | 'royalties'
  | 'trading'
export type ListedCollection = Columns<'collections', ListedColumn> & { readonly createdAt: Date }
type CollectionRow = Columns<'collections', ListedColumn | 'created_at'> & { readonly sort_value: string }

const createdAt = sql`floor(extract(epoch from c.created_at at time zone 'utc') * 1000)`

/** A query, and the common table expressions that it needs. */
type Listing = {
  readonly query: CollectionQuery
  readonly market: Market
  /** The sort value of a collection `c`. */
  readonly value: SQL
}

function listingOf(query: CollectionQuery, chainId: number): Listing {
  const market = { chainId, nativeLike: query.nativeLike, now: query.now }
  const { sortBy, descending } = query
  const contract = sql`c.contract`
  const value =
    sortBy === 'createdAt' || sortBy === 'updatedAt'
      ? createdAt
      : freshOrLive(
          market,
          contract,
          storedSortValue(sortBy, descending),
          liveValue(market, sortBy, descending, contract),
        )
  return { query, market, value }
}

/** The bounds of the floor as SQL, or `undefined`. */
function boundsOf({ floorBounds: { least, most } = {} }: CollectionQuery): SQL | undefined {
  if (least === undefined && most === undefined) return undefined
  return sql`between ${(least ?? 0n).toString()}::numeric and ${most?.toString() ?? noFloor}::numeric`
}

/** The filters of a collection `c`, without its position. */
function filters({ query, market }: Listing): SQL {
  const { contracts, name } = query
  const bounds = boundsOf(query)
  const floor = freshOrLive(market, sql`c.contract`, sql`m.floor`, liveFloor(market, sql`c.contract`))
  return sql.join([
    contracts.length === 0 ? sql`` : sql` and ${oneOf(sql`c.contract`, contracts)}`,
    name === undefined ? sql`` : sql` and c.name ilike ${`%${escapeLike(name)}%`}`,
    bounds === undefined ? sql`` : sql` and ${floor} ${bounds}`,
  ])
}

/** Whether a position is after the last collection of the previous page. */
function beyond({ after, descending }: CollectionQuery, value: SQL, contract: SQL): SQL {
  const [lastValue, lastContract] = after ?? []
  if (lastValue === undefined || lastContract === undefined) return sql`true`
  return sql`(${value}, ${contract}) ${descending ? sql`<` : sql`>`} (${lastValue}::numeric, ${lastContract})`
}

const inOrder = (descending: boolean, value: SQL, contract: SQL): SQL => {
  const direction = descending ? sql`desc` : sql`asc`
  return sql`order by ${value} ${direction}, ${contract} ${direction}`
}

/**
 * The first collections `c` after the previous page, `most` of them or more, with their `sort_value`: by the index of
 * the sort value, with the stale ones among them at their current positions.
 */
function walk({ query, market, value }: Listing, most: number): SQL {
  const { sortBy, descending } = query
  const { chainId } = market
  const contract = sql`c.contract`
  if (sortBy === 'createdAt' || sortBy === 'updatedAt')
    return sql`select c.*, ${value} as sort_value from collections c
      where c.chain_id = ${chainId} and ${beyond(query, value, contract)}
      ${inOrder(descending, value, contract)} limit ${most}`
  const kept = storedSortValue(sortBy, descending)
  const live = liveValue(market, sortBy, descending, contract)
  const place = sql`c.sort_value, c.contract`
  // After the last one of the index there may be others, before some of the stale ones.
  return sql`
    with walked as materialized (
      select c.*, ${kept} as sort_value from collection_stats m
      cross join lateral (
        select * from collections c where c.chain_id = ${chainId} and c.contract = m.contract offset 0) c
      where m.chain_id = ${chainId} and m.contract not in (select contract from stale)
        and ${beyond(query, kept, sql`m.contract`)}
      ${inOrder(descending, kept, sql`m.contract`)} limit ${most})
    select * from walked union all select * from (
      select c.*, ${live} as sort_value from stale
      join collections c on c.chain_id = ${chainId} and c.contract = stale.contract
    ) c where (select count(*) from walked) < ${most} or (${place}) ${descending ? sql`>` : sql`<`} (
      select ${place} from walked c ${inOrder(!descending, sql`c.sort_value`, contract)} limit 1)`
}

/** Collections that a selective filter leaves, each looked up by itself, with their `sort_value`. */
function narrowed(listing: Listing): SQL {
  const { query, market, value } = listing
  const { chainId } = market
  const bounds = boundsOf(query)
  const isRange = bounds !== undefined && query.contracts.length === 0 && query.name === undefined
  const source = isRange
    ? sql`(
        select m.contract from collection_stats m where m.chain_id = ${chainId} and coalesce(m.floor, 0) ${bounds}
        union select contract from stale
      ) k cross join lateral (
        select * from collections c where c.chain_id = ${chainId} and c.contract = k.contract offset 0) c`
    : sql`collections c`
  return sql`select c.*, ${value} as sort_value from (
    select c.* from ${source} where c.chain_id = ${chainId} ${filters(listing)} offset 0) c`
}

/** Collections scanned in order for each one that is wanted, before a filter is looked up instead. */
const tries = 5

/** A page of collections, and the start of the next one if this one is full. */
export async function listCollections(
  db: Queries,
  chainId: number,
  query: CollectionQuery,
): Promise<{
  readonly collections: readonly ListedCollection[]
  readonly next: readonly string[] | undefined
}> {
  const { contracts, name, limit, offset = 0 } = query
  const listing = listingOf(query, chainId)
  const place = [sql`c.sort_value`, sql`c.contract`] as const
  const page = (source: SQL, filter: SQL): Promise<CollectionRow[]> =>
    db.rows<CollectionRow>(sql`
      with ${staleTable(listing.market)}
      select * from (${source}) c where ${beyond(query, ...place)} ${filter}
      ${inOrder(query.descending, ...place)} limit ${limit} offset ${offset}`)
  const isFiltered = name !== undefined || boundsOf(query) !== undefined
  const wanted = (offset + limit) * (isFiltered ? tries : 1)
  // Frequent matches are found soon by a scan in order; rare ones are not, and are looked up.
  const near = contracts.length > 0 ? [] : await page(walk(listing, wanted), filters(listing))
  const isWhole = contracts.length === 0 && (!isFiltered || near.length === limit)
  const rows = isWhole ? near : await page(narrowed(listing), sql``)
  return {
    collections: rows.map(({ created_at: createdAt, ...row }) => ({
      ...row,
      createdAt: new Date(createdAt),
    })),
    next: nextAfter(rows, limit, (last) => [last.sort_value, last.contract]),
  }
}
