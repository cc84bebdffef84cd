import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { noneOf, oneOf, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

export type TokenKey = { readonly contract: Address; readonly tokenId: bigint }

/** Inclusive. */
export type FloorBounds = { readonly least?: bigint | undefined; readonly most?: bigint | undefined }

export type Attribute = { readonly key: string; readonly value: string }

export type TokenPageQuery = {
  readonly contract: Address
  /** Only members of this list, by the id of its set. */
  readonly set?: string | undefined
  /** Tokens that have one of the values of every key. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** Part of the name, in any case. */
  readonly name?: string | undefined
  /** Only tokens with an open listing of one of these marketplaces, or in one of these currencies. */
  readonly sources?: readonly string[]
  readonly currencies?: readonly Address[]
  /** Only tokens with an open listing, in any currency. */
  readonly listed?: boolean
  /** Only flagged tokens, or only others. */
  readonly flagged?: boolean | undefined
  /** Bounds of the cheapest listing's price, in the native coin's base units; tokens without a listing are left out. */
  readonly floorBounds?: FloorBounds | undefined
  readonly sortBy: 'floorAskPrice' | 'tokenId' | 'updatedAt'
  readonly descending: boolean
  /** Whether listings are compared with the royalties that they leave out. */
  readonly normalized?: boolean
  readonly limit: number
  readonly after?: readonly string[] | undefined
  /** Currencies whose prices are comparable with the native coin's; other listings come after these. */
  readonly nativeLike: readonly Address[]
  /** Unix seconds. */
  readonly now: number
}

export type TokenPage = {
  readonly keys: readonly TokenKey[]
  /** The start of the next page, if this one is full. */
  readonly next: readonly string[] | undefined
}

export type KeyRow = Columns<'tokens', 'token_id'> & { readonly sort_value: string }

/** Open to everybody at `now`; over the alias `o`. */
export const openListing = (chainId: number, now: number): SQL =>
  sql`o.chain_id = ${chainId} and ${openOf(sql`o`, now)}`

const openOf = (alias: SQL, now: number): SQL => sql`${alias}.side = 'sell'
  and ${alias}.fillability = 'fillable' and ${alias}.approval = 'approved' and ${alias}.taker is null
  and ${alias}.start_time <= ${now} and ${alias}.end_time > ${now}`

/** Other open listings `c` of the token that `o` lists: a cheaper one hides it. */
export const otherListings = (
  { contract, now }: TokenPageQuery,
  chainId: number,
): SQL => sql`select 1 from orders c
  where c.chain_id = ${chainId} and c.contract = ${contract} and c.token_id = o.token_id and ${openOf(sql`c`, now)}`

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (char) => `\\${char}`)

/**
 * The tokens with one of the values of every key: one condition however many keys there are, since a condition for each
 * would be a join, and Postgres plans many joins for seconds. With `is true` it is none either, since a join might compute
 * the set again for each token: it is hashed once.
 */
function withAttributes({ contract, attributes }: TokenPageQuery, chainId: number): SQL {
  if (attributes.size === 0) return sql``
  const pairs = [...attributes].flatMap(([key, values]) => values.map((value) => ({ key, value })))
  return sql`and (t.token_id in (
    select f.token_id from (
      select distinct a.token_id, a.key
      from unnest(${texts(pairs.map(({ key }) => key))}, ${texts(pairs.map(({ value }) => value))}) as k(key, value)
      join token_attributes a on a.chain_id = ${chainId} and a.contract = ${contract} and a.key = k.key and a.value = k.value
    ) f group by f.token_id having count(*) = ${attributes.size})) is true`
}

/** The filters of a token `t`, without its position. */
export function filters(query: TokenPageQuery, chainId: number): SQL {
  const { contract, sources = [], currencies = [], listed = false, now } = query
  const named = query.name === undefined ? sql`` : sql`and ${isNamed(query)}`
  const market = sql.join([
    sources.length === 0 ? sql`` : sql` and o.source = any(${texts(sources)})`,
    currencies.length === 0 ? sql`` : sql` and o.currency = any(${texts(currencies)})`,
  ])
  const listedThere =
    sources.length + currencies.length === 0 && !listed
      ? sql``
      : sql`and exists (select 1 from orders o where ${openListing(chainId, now)}
          and o.contract = t.contract and o.token_id = t.token_id ${market})`
  const member =
    query.set === undefined
      ? sql``
      : sql`and t.token_id in (select unnest(s.token_ids) from token_sets s where s.chain_id = ${chainId} and s.id = ${query.set})`
  const flagged = query.flagged === undefined ? sql`` : sql`and t.flagged = ${query.flagged}`
  return sql`t.chain_id = ${chainId} and t.contract = ${contract} ${sql.join([withAttributes(query, chainId), member, named, listedThere, flagged], sql` `)}`
}

export const comparable = (query: TokenPageQuery, yes: boolean): SQL =>
  yes ? oneOf(sql`o.currency`, query.nativeLike) : noneOf(sql`o.currency`, query.nativeLike)

/** The price within the query's bounds; `true` where it has none. */
export const within = ({ floorBounds }: TokenPageQuery, price: SQL): SQL => {
  const least =
    floorBounds?.least === undefined ? sql`` : sql`and ${price} >= ${floorBounds.least.toString()}::numeric`
  const most =
    floorBounds?.most === undefined ? sql`` : sql`and ${price} <= ${floorBounds.most.toString()}::numeric`
  return sql`true ${least} ${most}`
}

export const hasBounds = ({ floorBounds }: TokenPageQuery): boolean =>
  floorBounds?.least !== undefined || floorBounds?.most !== undefined

const isNamed = ({ name = '' }: TokenPageQuery): SQL => sql`t.name ilike ${`%${escapeLike(name)}%`}`

/** Tokens with the query's name; planned by itself, so that the name decides how they are found. */
export const namedTokens = (query: TokenPageQuery, chainId: number): SQL => sql`(
  select * from tokens t where t.chain_id = ${chainId} and t.contract = ${query.contract} and ${isNamed(query)} offset 0)`

/** Rows scanned in order for each one that is wanted, before the index of names is used. */
const tries = 20

/**
 * Rows that are scanned in order for a page's tokens: a frequent name is soon found by it, and a rare one by the
 * index. `undefined` means all of them: there is no name, or one too short for the trigram index, which needs three
 * letters or digits in a row.
 */
export const scanLimit = ({ name, limit }: TokenPageQuery): number | undefined =>
  name !== undefined && /[\p{L}\p{N}]{3}/u.test(name) ? limit * tries : undefined
