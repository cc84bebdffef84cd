import { type SQL, sql } from 'drizzle-orm'
import { nextAfter, type Queries } from '../connection/database.ts'
import { askPrice } from '../orders/normalizedPrice.ts'
import { listByFloor } from './listByFloor.ts'
import {
  comparable,
  filters,
  hasBounds,
  type KeyRow,
  namedTokens,
  openListing,
  scanLimit,
  type TokenPage,
  type TokenPageQuery,
  within,
} from './tokenFilters.ts'

/** Tokens by id or by last change: one index scan. */
async function byColumn(db: Queries, chainId: number, query: TokenPageQuery): Promise<TokenPage> {
  const { descending, limit, after, sortBy } = query
  const direction = descending ? sql`desc` : sql`asc`
  const than = descending ? sql`<` : sql`>`
  const [value = '', id = ''] = after ?? []
  const recent = sortBy === 'updatedAt'
  const beyond =
    after === undefined
      ? sql`true`
      : recent
        ? sql`(t.updated_at, t.token_id) ${than} (${value}::timestamp at time zone 'utc', ${id}::numeric)`
        : sql`t.token_id ${than} ${id}::numeric`
  const order = recent
    ? sql`t.updated_at ${direction}, t.token_id ${direction}`
    : sql`t.token_id ${direction}`
  const floorWithin = hasBounds(query)
    ? within(
        query,
        sql`(select min(${askPrice(query.normalized)}) from orders o where ${openListing(chainId, query.now)}
          and o.contract = t.contract and o.token_id = t.token_id and ${comparable(query, true)})`,
      )
    : sql`true`
  const wanted = sql`${filters(query, chainId)} and ${floorWithin} and ${beyond}`
  const among = (tokens: SQL): Promise<KeyRow[]> =>
    db.rows<KeyRow>(sql`
    select t.token_id, to_char(t.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US') as sort_value
    from ${tokens} t where ${wanted} order by ${order} limit ${limit}`)
  const first = (condition: SQL, count: number): SQL =>
    sql`(select * from tokens t where ${condition} order by ${order} limit ${count})`
  // Tokens that were only minted so far are not in the index of changes. They are few, and have an index of their own.
  const nearest = (condition: SQL, count: number): SQL =>
    recent
      ? sql`(${first(sql`${condition} and t.metadata_state <> 'new'`, count)} union all
          ${first(sql`${condition} and t.metadata_state = 'new'`, count)})`
      : first(condition, count)
  const own = sql`t.chain_id = ${chainId} and t.contract = ${query.contract}`
  const most = scanLimit(query)
  const near = await among(
    most === undefined ? nearest(wanted, limit) : nearest(sql`${own} and ${beyond}`, most),
  )
  const isWhole = most === undefined || near.length === limit
  const rows = isWhole ? near : await among(namedTokens(query, chainId))
  return {
    keys: rows.map((row) => ({ contract: query.contract, tokenId: BigInt(row.token_id) })),
    next: nextAfter(rows, limit, (last) => [last.sort_value, last.token_id]),
  }
}

/** A page of a collection's tokens. */
export const listTokens = (db: Queries, chainId: number, query: TokenPageQuery): Promise<TokenPage> =>
  query.sortBy === 'floorAskPrice' ? listByFloor(db, chainId, query) : byColumn(db, chainId, query)
