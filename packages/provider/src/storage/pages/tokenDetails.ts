import type { Fee } from '@sluice/seaport'
import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { noneOf, type Queries } from '../connection/database.ts'
import { askPrice, bidNet } from '../orders/normalizedPrice.ts'
import { type OrderRow, orderOf, type StoredOrder } from '../orders/orders.ts'
import type { Columns } from '../schema.ts'
import { openListing, type TokenKey } from './tokenFilters.ts'

export const keyOf = (key: { readonly contract: string; readonly tokenId: bigint | string }): string =>
  `${key.contract}:${key.tokenId}`

export type TokenBase = {
  readonly contract: Address
  readonly tokenId: string
  readonly name: string | null
  readonly description: string | null
  readonly image: string | null
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
  /** Unix seconds. */
  readonly mintedAt: number | null
  readonly updatedAt: Date
  readonly flagged: boolean
  readonly flaggedAt: Date | null
  readonly kind: 'erc721' | 'erc1155'
  /** Of an ERC-721 token. */
  readonly owner: Address | null
  readonly supply: string
  readonly collection: {
    readonly name: string | null
    readonly symbol: string | null
    readonly image: string | null
    readonly royalties: readonly Fee[]
    readonly tokenCount: number
  }
}

export type LastSale = {
  readonly currency: Address
  readonly price: bigint
  readonly units: bigint
  /** Unix seconds. */
  readonly timestamp: number
}

type BaseRow = Columns<'tokens', 'minted_at' | 'updated_at' | 'flagged_at'> &
  Omit<TokenBase, 'mintedAt' | 'updatedAt' | 'flaggedAt'>

/** The keys as a relation `k(contract, token_id)`, bound as two arrays. */
export const keysTable = (keys: readonly TokenKey[]): SQL => sql`unnest(
  ${`{${keys.map(({ contract }) => contract).join(',')}}`}::text[],
  ${`{${keys.map(({ tokenId }) => tokenId).join(',')}}`}::numeric[]) as k(contract, token_id)`

/** Tokens by key; unknown ones are left out. */
export async function readTokens(
  db: Queries,
  chainId: number,
  keys: readonly TokenKey[],
): Promise<ReadonlyMap<string, TokenBase>> {
  if (keys.length === 0) return new Map()
  const rows = await db.rows<BaseRow>(sql`
    select t.contract, t.token_id as "tokenId", t.name, t.description, t.image, t.attributes, t.minted_at, t.updated_at,
      t.flagged, t.flagged_at, c.kind, json_build_object('name', c.name, 'symbol', c.symbol, 'image', c.image,
        'royalties', c.royalties, 'tokenCount', coalesce(n.tokens, 0)) as collection,
      case when c.kind = 'erc721' then (
        select w.owner from ownerships w
        where w.chain_id = t.chain_id and w.contract = t.contract and w.token_id = t.token_id and w.amount > 0 limit 1
      ) end as owner,
      (select coalesce(sum(w.amount), 0) from ownerships w
        where w.chain_id = t.chain_id and w.contract = t.contract and w.token_id = t.token_id) as supply
    from ${keysTable(keys)}
    join tokens t on t.chain_id = ${chainId} and t.contract = k.contract and t.token_id = k.token_id
    join collections c on c.chain_id = t.chain_id and c.contract = t.contract
    left join collection_counts n on n.chain_id = t.chain_id and n.contract = t.contract`)
  return new Map(
    rows.map(({ minted_at: mintedAt, updated_at: updatedAt, flagged_at: flaggedAt, ...row }) => [
      keyOf(row),
      {
        ...row,
        mintedAt: mintedAt === null ? null : Number(mintedAt),
        updatedAt: new Date(updatedAt),
        flaggedAt: flaggedAt === null ? null : new Date(flaggedAt),
      },
    ]),
  )
}

/**
 * The cheapest open listing of each token, comparable currencies first; `maker` narrows to one seller, `normalized`
 * compares with the royalties that listings leave out.
 */
export async function readFloors(
  db: Queries,
  chainId: number,
  keys: readonly TokenKey[],
  nativeLike: readonly Address[],
  now: number,
  { maker, normalized = false }: { readonly maker?: Address; readonly normalized?: boolean } = {},
): Promise<ReadonlyMap<string, StoredOrder>> {
  if (keys.length === 0) return new Map()
  const rows = await db.rows<OrderRow & { token_id: string }>(sql`
    select f.* from ${keysTable(keys)}
    cross join lateral (
      select o.* from orders o
      where ${openListing(chainId, now)} and o.contract = k.contract and o.token_id = k.token_id
        ${maker === undefined ? sql`` : sql`and o.maker = ${maker}`}
      order by (${noneOf(sql`o.currency`, nativeLike)}), ${askPrice(normalized)}, o.id limit 1
    ) f`)
  return new Map(rows.map((row) => [keyOf({ contract: row.contract, tokenId: row.token_id }), orderOf(row)]))
}

/** The only account that holds units of the token of `k`, as a relation `h(owner)`: nobody accepts their own offer. */
const soleHolder = (chainId: number): SQL => sql`(
  select case when count(*) = 1 then min(w.owner) end as owner from (
    select w.owner from ownerships w
    where w.chain_id = ${chainId} and w.contract = k.contract and w.token_id = k.token_id and w.amount > 0 limit 2
  ) w
) h`

/** The only account that holds units of a token. */
export async function readSoleHolder(
  db: Queries,
  chainId: number,
  key: TokenKey,
): Promise<Address | undefined> {
  const [row] = await db.rows<{ owner: Address | null }>(sql`
    select h.owner from ${keysTable([key])} cross join lateral ${soleHolder(chainId)}`)
  return row?.owner ?? undefined
}

/**
 * The best open offer for each token, of any kind, that somebody who holds the token can accept; `seller` narrows to
 * one holder.
 */
export async function readTopBids(
  db: Queries,
  chainId: number,
  keys: readonly TokenKey[],
  nativeLike: readonly Address[],
  now: number,
  { seller, normalized = false }: { readonly seller?: Address; readonly normalized?: boolean } = {},
): Promise<ReadonlyMap<string, StoredOrder>> {
  if (keys.length === 0) return new Map()
  const rows = await db.rows<OrderRow & { key_contract: string; key_token: string }>(sql`
    select k.contract as key_contract, k.token_id::text as key_token, f.* from ${keysTable(keys)}
    cross join lateral ${seller === undefined ? soleHolder(chainId) : sql`(select ${seller}::text as owner) h`}
    cross join lateral (
      select o.* from orders o
      where o.chain_id = ${chainId} and o.side = 'buy' and o.fillability = 'fillable' and o.approval = 'approved'
        and o.start_time <= ${now} and o.end_time > ${now} and o.maker is distinct from h.owner
        and o.token_set_id in (
          select 'token:' || k.contract || ':' || k.token_id::text union all select 'contract:' || k.contract
          union all
          select s.id from token_sets s
          where s.chain_id = ${chainId} and s.contract = k.contract and s.token_ids @> array[k.token_id]
        )
      order by (${noneOf(sql`o.currency`, nativeLike)}), ${bidNet(normalized)} desc, o.id limit 1
    ) f`)
  return new Map(
    rows.map((row) => [keyOf({ contract: row.key_contract, tokenId: row.key_token }), orderOf(row)]),
  )
}

type SaleRow = Columns<'fills', 'contract' | 'currency' | 'price' | 'timestamp'> & {
  readonly tokenId: string
  readonly units: string
}

/** The newest sale of each token. */
export async function readLastSales(
  db: Queries,
  chainId: number,
  keys: readonly TokenKey[],
): Promise<ReadonlyMap<string, LastSale>> {
  if (keys.length === 0) return new Map()
  const rows = await db.rows<SaleRow>(sql`
    select f.contract, f.token_id as "tokenId", f.currency, f.price, f.amount as units, f.timestamp
    from ${keysTable(keys)}
    cross join lateral (
      select * from fills s
      where s.chain_id = ${chainId} and s.contract = k.contract and s.token_id = k.token_id and s.sale
      order by s.timestamp desc, s.log_index desc limit 1
    ) f`)
  return new Map(
    rows.map(({ currency, price, units, timestamp, ...key }) => [
      keyOf(key),
      { currency, price: BigInt(price), units: BigInt(units), timestamp: Number(timestamp) },
    ]),
  )
}
