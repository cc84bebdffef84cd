import { type SQL, sql } from 'drizzle-orm'
import { nextAfter, oneOf, type Queries, type Row } from '../connection/database.ts'
import { askPrice } from '../orders/normalizedPrice.ts'
import {
  comparable,
  filters,
  hasBounds,
  type KeyRow,
  namedTokens,
  openListing,
  otherListings,
  scanLimit,
  type TokenPage,
  type TokenPageQuery,
  within,
} from './tokenFilters.ts'

/** A part of the scan over tokens by their floors. */
type Walk = {
  readonly query: TokenPageQuery
  readonly chainId: number
  /** Listed in the native coin, listed in other currencies, not listed. */
  readonly phase: number
  /** Price and id of the last token of the previous page in this phase. */
  readonly after: readonly string[] | undefined
  readonly limit: number
  /** Maximum of rows to scan; no limit when absent. */
  readonly most: number | undefined
}

const sides = ({ descending }: TokenPageQuery) =>
  descending ? { direction: sql`desc`, than: sql`<` } : { direction: sql`asc`, than: sql`>` }

/**
 * Listings of a phase in the order of their prices. All columns are in the index of prices, so that skipped rows need no
 * read of the table.
 */
function listings({ query, chainId, phase, after, most }: Walk): SQL {
  const { direction, than } = sides(query)
  const [price = '', id = ''] = after ?? []
  return sql`(
    select o.token_id, o.unit_price, o.id from orders o
    where ${openListing(chainId, query.now)} and o.contract = ${query.contract} and ${comparable(query, phase === 0)}
      and ${within(query, sql`o.unit_price`)}
      ${after === undefined ? sql`` : sql`and (o.unit_price, o.token_id) ${than} (${price}::numeric, ${id}::numeric)`}
    ${most === undefined ? sql`` : sql`order by o.unit_price ${direction}, o.token_id ${direction} limit ${most}`})`
}

/**
 * Tokens with a listing in one group of currencies, by the price of their cheapest. The scan follows the
 * price index and stops at the page's end; a token is counted at its cheapest listing only.
 */
function listed(db: Queries, walk: Walk): Promise<readonly KeyRow[]> {
  const { query, chainId, phase, limit } = walk
  const { direction } = sides(query)
  const native = oneOf(sql`c.currency`, query.nativeLike)
  const cheaper = sql`(c.unit_price, c.id) < (o.unit_price, o.id)`
  const better = phase === 0 ? sql`${native} and ${cheaper}` : sql`(${native} or ${cheaper})`
  return db.rows<KeyRow>(sql`
    select o.token_id, o.unit_price as sort_value from ${listings(walk)} o
    where not exists (${otherListings(query, chainId)} and ${better})
      and exists (select 1 from tokens t where t.token_id = o.token_id and ${filters(query, chainId)})
    order by o.unit_price ${direction}, o.token_id ${direction} limit ${limit}`)
}

/** As {@link listed}, by the prices of listings with the royalties that they leave out: every listing is read. */
function listedNormalized(
  db: Queries,
  { query, chainId, phase, after, limit }: Walk,
): Promise<readonly KeyRow[]> {
  const { contract, now } = query
  const { direction, than } = sides(query)
  const [price = '', id = ''] = after ?? []
  const elsewhere =
    phase === 0
      ? sql``
      : sql`and not exists (${otherListings(query, chainId)} and ${oneOf(sql`c.currency`, query.nativeLike)})`
  return db.rows<KeyRow>(sql`
    select l.token_id, l.price as sort_value from (
      select o.token_id, min(${askPrice(true)}) as price from orders o
      where ${openListing(chainId, now)} and o.contract = ${contract} and ${comparable(query, phase === 0)} ${elsewhere}
      group by o.token_id
    ) l
    where ${within(query, sql`l.price`)}
      and exists (select 1 from tokens t where t.token_id = l.token_id and ${filters(query, chainId)})
      ${after === undefined ? sql`` : sql`and (l.price, l.token_id) ${than} (${price}::numeric, ${id}::numeric)`}
    order by l.price ${direction}, l.token_id ${direction} limit ${limit}`)
}

/** Tokens of a collection by their ids. */
function tokens({ query, chainId, after, most }: Walk): SQL {
  const [, id = ''] = after ?? []
  return sql`(
    select * from tokens t where t.chain_id = ${chainId} and t.contract = ${query.contract}
      ${after === undefined ? sql`` : sql`and t.token_id > ${id}::numeric`}
    ${most === undefined ? sql`` : sql`order by t.token_id limit ${most}`})`
}

const unlisted = (db: Queries, walk: Walk): Promise<readonly KeyRow[]> =>
  db.rows<KeyRow>(sql`
    select t.token_id, '0' as sort_value from ${tokens(walk)} t
    where ${filters(walk.query, walk.chainId)}
      and not exists (
        select 1 from orders o where ${openListing(walk.chainId, walk.query.now)}
          and o.contract = ${walk.query.contract} and o.token_id = t.token_id)
    order by t.token_id limit ${walk.limit}`)

/** Whether a scan that found fewer than it needed has read everything. */
async function hasSeenAll(db: Queries, walk: Walk): Promise<boolean> {
  const { most, phase, query } = walk
  if (most === undefined || (phase < 2 && query.normalized === true)) return true
  const [row] = await db.rows<Row & { count: string }>(
    sql`select count(*) as count from ${phase === 2 ? tokens(walk) : listings(walk)} l`,
  )
  return Number(row?.count ?? 0) < most
}

type FloorRow = KeyRow & { readonly phase: number }

/**
 * Listed in the native coin, listed in other currencies, not listed: three scans, one after the other.
 * @param most rows that each of them scans; no limit when absent.
 * @returns `undefined` if that was too little for a page.
 */
async function walkFloors(
  db: Queries,
  chainId: number,
  query: TokenPageQuery,
  most?: number,
): Promise<readonly FloorRow[] | undefined> {
  const [first = '0', ...cursor] = query.after ?? []
  const rows: FloorRow[] = []
  // Bounds in the native coin exclude prices in other currencies, and tokens without a price.
  const phases = hasBounds(query) ? 0 : query.listed === true ? 1 : 2
  for (let phase = Number(first); phase <= phases && rows.length < query.limit; phase += 1) {
    const after = query.after !== undefined && phase === Number(first) ? cursor : undefined
    const walk = { query, chainId, phase, after, limit: query.limit - rows.length, most }
    const step = phase === 2 ? unlisted : query.normalized === true ? listedNormalized : listed
    const found = await step(db, walk)
    if (found.length < walk.limit && !(await hasSeenAll(db, walk))) return undefined
    rows.push(...found.map((row) => ({ ...row, phase })))
  }
  return rows
}

/** The page of {@link walkFloors} from the tokens with the query's name, each with the phase that it is in. */
async function namedByFloor(
  db: Queries,
  chainId: number,
  query: TokenPageQuery,
): Promise<readonly FloorRow[]> {
  const { after, limit, now } = query
  const { direction, than } = sides(query)
  const [phase = '0', value = '0', id = '0'] = after ?? []
  const price = askPrice(query.normalized)
  const behind = sql`f.phase > ${phase}::int or (f.phase = ${phase}::int and case
    when f.phase = 2 then f.token_id > ${id}::numeric
    else (f.sort_value, f.token_id) ${than} (${value}::numeric, ${id}::numeric) end)`
  const rows = await db.rows<KeyRow & { phase: string | number }>(sql`
    select * from (
      select t.token_id, coalesce(l.price, 0) as sort_value,
        case when l.price is null then 2 when l.native then 0 else 1 end as phase
      from ${namedTokens(query, chainId)} t left join lateral (
        select ${price} as price, ${comparable(query, true)} as native from orders o
        where ${openListing(chainId, now)} and o.contract = ${query.contract} and o.token_id = t.token_id
        order by (${comparable(query, false)}), ${price} limit 1
      ) l on true
      where ${filters(query, chainId)} ${hasBounds(query) ? sql`and l.native and ${within(query, sql`l.price`)}` : sql``}
    ) f
    ${after === undefined ? sql`` : sql`where ${behind}`}
    order by f.phase, case when f.phase < 2 then f.sort_value end ${direction},
      case when f.phase < 2 then f.token_id end ${direction}, f.token_id
    limit ${limit}`)
  return rows.map((row) => ({ ...row, phase: Number(row.phase) }))
}

/** A page of tokens by their floors: listed in the native coin, listed in other currencies, not listed. */
export async function listByFloor(db: Queries, chainId: number, query: TokenPageQuery): Promise<TokenPage> {
  const rows =
    (await walkFloors(db, chainId, query, scanLimit(query))) ?? (await namedByFloor(db, chainId, query))
  return {
    keys: rows.map((row) => ({ contract: query.contract, tokenId: BigInt(row.token_id) })),
    next: nextAfter(rows, query.limit, (last) => [String(last.phase), last.sort_value, last.token_id]),
  }
}
