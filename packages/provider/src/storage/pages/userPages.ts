import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { nextAfter, noneOf, oneOf, type Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { keyOf, keysTable } from './tokenDetails.ts'
import { escapeLike, openListing, type TokenKey } from './tokenFilters.ts'

export type HoldingQuery = {
  readonly owner: Address
  readonly tokens: readonly TokenKey[]
  readonly contracts: readonly Address[]
  readonly excluded?: readonly Address[]
  /** Part of the name, in any case. */
  readonly name?: string | undefined
  readonly onlyListed: boolean
  readonly sortBy: 'acquiredAt' | 'floorAskPrice'
  /** Currencies whose prices are comparable with the native coin's: floors are in those. */
  readonly nativeLike: readonly Address[]
  readonly descending: boolean
  readonly limit: number
  /** Time or floor, contract and id of the last holding of the previous page. */
  readonly after?: readonly string[] | undefined
  /** Unix seconds. */
  readonly now: number
}

export type Holding = TokenKey & {
  readonly units: bigint
  /** Unix seconds. */
  readonly acquiredAt: number
}

type HoldingRow = Columns<'ownerships', 'contract' | 'token_id' | 'amount' | 'acquired_at'> & {
  readonly place: string
}

/** The sort value of holdings; unlisted tokens follow all listed ones. */
function placeOf(chainId: number, { sortBy, descending, nativeLike, now }: HoldingQuery): SQL {
  if (sortBy === 'acquiredAt') return sql`w.acquired_at::numeric`
  const unlisted = descending ? sql`-1` : sql`1e77::numeric`
  return sql`coalesce((select min(o.unit_price) from orders o where ${openListing(chainId, now)}
    and o.contract = w.contract and o.token_id = w.token_id and ${oneOf(sql`o.currency`, nativeLike)}), ${unlisted})`
}

const notIn = (contracts: readonly Address[]): SQL =>
  contracts.length === 0 ? sql`` : sql`and ${noneOf(sql`w.contract`, contracts)}`

/** Tokens that an account holds, by when they were received, and the start of the next page if this one is full. */
export async function listHoldings(
  db: Queries,
  chainId: number,
  query: HoldingQuery,
): Promise<{ readonly holdings: readonly Holding[]; readonly next: readonly string[] | undefined }> {
  const { owner, tokens, contracts, excluded = [], name, onlyListed, after, limit, now } = query
  const direction = query.descending ? sql`desc` : sql`asc`
  const than = query.descending ? sql`<` : sql`>`
  const [place = '', contract = '', tokenId = ''] = after ?? []
  const rows = await db.rows<HoldingRow>(sql`
    select w.* from (
    select w.contract, w.token_id, w.amount, w.acquired_at, ${placeOf(chainId, query)} as place from ownerships w
    where w.chain_id = ${chainId} and w.owner = ${owner} and w.amount > 0
      ${contracts.length === 0 ? sql`` : sql`and ${oneOf(sql`w.contract`, contracts)}`}
      ${notIn(excluded)}
      ${name === undefined ? sql`` : sql`and exists (select 1 from tokens t where t.chain_id = w.chain_id and t.contract = w.contract and t.token_id = w.token_id and t.name ilike ${`%${escapeLike(name)}%`})`}
      ${tokens.length === 0 ? sql`` : sql`and exists (select 1 from ${keysTable(tokens)} where k.contract = w.contract and k.token_id = w.token_id)`}
      ${onlyListed ? sql`and exists (select 1 from orders o where ${openListing(chainId, now)} and o.contract = w.contract and o.token_id = w.token_id and o.maker = ${owner})` : sql``}
    ) w
    ${after === undefined ? sql`` : sql`where (w.place, w.contract, w.token_id) ${than} (${place}::numeric, ${contract}, ${tokenId}::numeric)`}
    order by w.place ${direction}, w.contract ${direction}, w.token_id ${direction}
    limit ${limit}`)
  const holdings = rows.map((row) => ({
    contract: row.contract,
    tokenId: BigInt(row.token_id),
    units: BigInt(row.amount),
    acquiredAt: Number(row.acquired_at),
  }))
  return {
    holdings,
    next: nextAfter(rows, limit, (last) => [last.place, last.contract, last.token_id]),
  }
}

/** Units of each token that an account has in open listings. */
export async function unitsOnSale(
  db: Queries,
  chainId: number,
  owner: Address,
  keys: readonly TokenKey[],
  now: number,
): Promise<ReadonlyMap<string, bigint>> {
  if (keys.length === 0) return new Map()
  const rows = await db.rows<Columns<'ownerships', 'contract' | 'token_id'> & { units: string }>(sql`
    select o.contract, o.token_id, sum(o.quantity - o.filled) as units from ${keysTable(keys)}
    join orders o on o.contract = k.contract and o.token_id = k.token_id
    where ${openListing(chainId, now)} and o.maker = ${owner}
    group by o.contract, o.token_id`)
  return new Map(
    rows.map((row) => [keyOf({ contract: row.contract, tokenId: row.token_id }), BigInt(row.units)]),
  )
}

export type HeldCollection = {
  readonly contract: Address
  readonly tokens: number
  readonly onSale: number
}

/** Collections that an account holds tokens of, most tokens first. */
export async function listHeldCollections(
  db: Queries,
  chainId: number,
  query: {
    readonly owner: Address
    readonly contracts: readonly Address[]
    readonly excluded?: readonly Address[]
    readonly offset: number
    readonly limit: number
    readonly now: number
  },
): Promise<readonly HeldCollection[]> {
  const { owner, contracts, excluded = [], offset, limit, now } = query
  const rows = await db.rows<Columns<'ownerships', 'contract'> & { tokens: string; onSale: string }>(sql`
    select w.contract, sum(w.amount) as tokens, (
      select count(distinct o.token_id) from orders o
      where ${openListing(chainId, now)} and o.contract = w.contract and o.maker = ${owner}
    ) as "onSale"
    from ownerships w
    where w.chain_id = ${chainId} and w.owner = ${owner} and w.amount > 0
      ${contracts.length === 0 ? sql`` : sql`and ${oneOf(sql`w.contract`, contracts)}`} ${notIn(excluded)}
    group by w.contract order by sum(w.amount) desc, w.contract limit ${limit} offset ${offset}`)
  return rows.map((row) => ({ ...row, tokens: Number(row.tokens), onSale: Number(row.onSale) }))
}
