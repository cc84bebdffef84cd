import type { Address } from 'viem'
import { listOf, type Queries, type Row, type SQL, sql, texts } from '../connection/database.ts'
import { askPrice } from '../orders/normalizedPrice.ts'

export type TokenKey = { readonly contract: Address; readonly tokenId: bigint }

/** Inclusive. */
export type FloorBounds = { readonly least?: bigint | undefined; readonly most?: bigint | undefined }

export type TokenPageQuery = {
  readonly contract: Address
  /** Only members of this list, by the id of its set. */
  readonly set?: string | undefined
  /** Tokens that carry one of the values of every key. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** Part of the name, in any case. */
  readonly name?: string | undefined
  /** Only tokens with an open listing of one of these marketplaces, or in one of these currencies. */
  readonly sources?: readonly string[]
  readonly currencies?: readonly Address[]
  /** Only flagged tokens, or only others. */
  readonly flagged?: boolean | undefined
  /** Bounds of the cheapest listing's price, in the native coin's base units; what is not listed passes none. */
  readonly floorBounds?: FloorBounds | undefined
  readonly sortBy: 'floorAskPrice' | 'tokenId' | 'updatedAt'
  readonly descending: boolean
  /** Whether listings are compared with the royalties that they leave out. */
  readonly normalized?: boolean
  readonly limit: number
  readonly after?: readonly string[] | undefined
  /** Currencies whose prices compare with the native coin's; other listings come after these. */
  readonly nativeLike: readonly Address[]
  /** Unix seconds. */
  readonly now: number
}

export type TokenPage = {
  readonly keys: readonly TokenKey[]
  /** Where the next page begins, when this one is full. */
  readonly next: readonly string[] | undefined
}

type KeyRow = Row & { token_id: string; sort_value: string }

/** Open to everybody at `now`; over the alias `o`. */
export const openListing = (chainId: number, now: number): SQL =>
  sql`o.chain_id = ${chainId} and ${openOf(sql`o`, now)}`

const openOf = (alias: SQL, now: number): SQL => sql`${alias}.side = 'sell'
  and ${alias}.fillability = 'fillable' and ${alias}.approval = 'approved' and ${alias}.taker is null
  and ${alias}.start_time <= ${now} and ${alias}.end_time > ${now}`

/** Other open listings `c` of the token that `o` lists: a cheaper one hides it. */
const besideIt = (now: number): SQL => sql`select 1 from orders c
  where c.chain_id = o.chain_id and c.contract = o.contract and c.token_id = o.token_id and ${openOf(sql`c`, now)}`

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (char) => `\\${char}`)

function filters(query: TokenPageQuery, chainId: number): SQL {
  const { contract, attributes, name, sources = [], currencies = [], now } = query
  const having = [...attributes].map(
    ([key, values]) => sql`and exists (
      select 1 from token_attributes a
      where a.chain_id = ${chainId} and a.contract = ${contract} and a.token_id = t.token_id
        and a.key = ${key} and a.value in ${listOf(values)})`,
  )
  const named = name === undefined ? sql`` : sql`and t.name ilike ${`%${escapeLike(name)}%`}`
  const market = sql.join([
    sources.length === 0 ? sql`` : sql` and o.source = any(${texts(sources)})`,
    currencies.length === 0 ? sql`` : sql` and o.currency = any(${texts(currencies)})`,
  ])
  const listedThere =
    sources.length + currencies.length === 0
      ? sql``
      : sql`and exists (select 1 from orders o where ${openListing(chainId, now)}
          and o.contract = t.contract and o.token_id = t.token_id ${market})`
  const member =
    query.set === undefined
      ? sql``
      : sql`and t.token_id in (select unnest(s.token_ids) from token_sets s where s.chain_id = ${chainId} and s.id = ${query.set})`
  const flagged = query.flagged === undefined ? sql`` : sql`and t.flagged = ${query.flagged}`
  return sql`t.chain_id = ${chainId} and t.contract = ${contract} ${sql.join([...having, member, named, listedThere, flagged], sql` `)}`
}

const comparable = (query: TokenPageQuery, yes: boolean): SQL =>
  yes ? sql`o.currency in ${listOf(query.nativeLike)}` : sql`o.currency not in ${listOf(query.nativeLike)}`

/** The price within the query's bounds; `true` where it has none. */
const within = ({ floorBounds }: TokenPageQuery, price: SQL): SQL => {
  const least =
    floorBounds?.least === undefined ? sql`` : sql`and ${price} >= ${floorBounds.least.toString()}::numeric`
  const most =
    floorBounds?.most === undefined ? sql`` : sql`and ${price} <= ${floorBounds.most.toString()}::numeric`
  return sql`true ${least} ${most}`
}

const hasBounds = ({ floorBounds }: TokenPageQuery): boolean =>
  floorBounds?.least !== undefined || floorBounds?.most !== undefined

/** Tokens by id or by last change: one index walk. */
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
  const rows = await db.rows<KeyRow>(sql`
    select t.token_id, to_char(t.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US') as sort_value
    from tokens t where ${filters(query, chainId)} and ${floorWithin} and ${beyond} order by ${order} limit ${limit}`)
  const last = rows.at(-1)
  return {
    keys: rows.map((row) => ({ contract: query.contract, tokenId: BigInt(row.token_id) })),
    next: last === undefined || rows.length < limit ? undefined : [last.sort_value, last.token_id],
  }
}

/**
 * Tokens with a listing in one group of currencies, by the price of their cheapest. The walk follows the
 * price index and stops at the page's end; a token is taken at its cheapest listing only.
 */
async function listed(
  db: Queries,
  chainId: number,
  query: TokenPageQuery,
  native: boolean,
  after: readonly string[] | undefined,
  limit: number,
): Promise<readonly KeyRow[]> {
  const { contract, descending, now } = query
  const direction = descending ? sql`desc` : sql`asc`
  const than = descending ? sql`<` : sql`>`
  const [price = '', id = ''] = after ?? []
  if (query.normalized === true) return listedNormalized(db, chainId, query, native, after, limit)
  const better = native
    ? sql`c.currency in ${listOf(query.nativeLike)} and (c.unit_price, c.id) < (o.unit_price, o.id)`
    : sql`(c.currency in ${listOf(query.nativeLike)} or (c.unit_price, c.id) < (o.unit_price, o.id))`
  return db.rows<KeyRow>(sql`
    select o.token_id, o.unit_price as sort_value from orders o
    where ${openListing(chainId, now)} and o.contract = ${contract} and ${comparable(query, native)} and ${within(query, sql`o.unit_price`)}
      and not exists (${besideIt(now)} and ${better})
      and exists (select 1 from tokens t where t.token_id = o.token_id and ${filters(query, chainId)})
      ${after === undefined ? sql`` : sql`and (o.unit_price, o.token_id) ${than} (${price}::numeric, ${id}::numeric)`}
    order by o.unit_price ${direction}, o.token_id ${direction} limit ${limit}`)
}

/** As {@link listed}, by what listings cost with the royalties that they leave out: every one of them is looked at. */
async function listedNormalized(
  db: Queries,
  chainId: number,
  query: TokenPageQuery,
  native: boolean,
  after: readonly string[] | undefined,
  limit: number,
): Promise<readonly KeyRow[]> {
  const { contract, descending, now } = query
  const direction = descending ? sql`desc` : sql`asc`
  const than = descending ? sql`<` : sql`>`
  const [price = '', id = ''] = after ?? []
  const elsewhere = native
    ? sql``
    : sql`and not exists (${besideIt(now)} and c.currency in ${listOf(query.nativeLike)})`
  return db.rows<KeyRow>(sql`
    select l.token_id, l.price as sort_value from (
      select o.token_id, min(${askPrice(true)}) as price from orders o
      where ${openListing(chainId, now)} and o.contract = ${contract} and ${comparable(query, native)} ${elsewhere}
      group by o.token_id
    ) l
    where ${within(query, sql`l.price`)}
      and exists (select 1 from tokens t where t.token_id = l.token_id and ${filters(query, chainId)})
      ${after === undefined ? sql`` : sql`and (l.price, l.token_id) ${than} (${price}::numeric, ${id}::numeric)`}
    order by l.price ${direction}, l.token_id ${direction} limit ${limit}`)
}

async function unlisted(
  db: Queries,
  chainId: number,
  query: TokenPageQuery,
  after: readonly string[] | undefined,
  limit: number,
): Promise<readonly KeyRow[]> {
  const [, id = ''] = after ?? []
  return db.rows<KeyRow>(sql`
    select t.token_id, '0' as sort_value from tokens t
    where ${filters(query, chainId)}
      and not exists (
        select 1 from orders o where ${openListing(chainId, query.now)}
          and o.contract = t.contract and o.token_id = t.token_id)
      ${after === undefined ? sql`` : sql`and t.token_id > ${id}::numeric`}
    order by t.token_id limit ${limit}`)
}

/** Listed in the native coin, listed in other currencies, not listed: three walks, one after the other. */
async function byFloor(db: Queries, chainId: number, query: TokenPageQuery): Promise<TokenPage> {
  const [first = '0', ...cursor] = query.after ?? []
  const rows: (KeyRow & { phase: number })[] = []
  // Prices in other currencies have no place between bounds in the native coin, nor has no price.
  const phases = hasBounds(query) ? 0 : 2
  for (let phase = Number(first); phase <= phases && rows.length < query.limit; phase += 1) {
    const after = query.after !== undefined && phase === Number(first) ? cursor : undefined
    const missing = query.limit - rows.length
    const found =
      phase === 2
        ? await unlisted(db, chainId, query, after, missing)
        : await listed(db, chainId, query, phase === 0, after, missing)
    rows.push(...found.map((row) => ({ ...row, phase })))
  }
  const last = rows.at(-1)
  const next =
    last === undefined || rows.length < query.limit
      ? undefined
      : [String(last.phase), last.sort_value, last.token_id]
  return { keys: rows.map((row) => ({ contract: query.contract, tokenId: BigInt(row.token_id) })), next }
}

/** A page of a collection's tokens. */
export const listTokens = (db: Queries, chainId: number, query: TokenPageQuery): Promise<TokenPage> =>
  query.sortBy === 'floorAskPrice' ? byFloor(db, chainId, query) : byColumn(db, chainId, query)
