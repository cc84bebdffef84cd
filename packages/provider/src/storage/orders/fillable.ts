import { type SQL, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { noneOf, oneOf, type Queries, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { askPrice, bidNet } from './normalizedPrice.ts'
import { type OrderRow, orderOf, type StoredOrder } from './orders.ts'

/** The orders that may fill a request: best first, as stored; the chain is asked afterwards. */
export type CandidateQuery = {
  readonly contract: Address
  readonly tokenId?: bigint | undefined
  readonly taker: Address
  readonly exactSource?: string | undefined
  readonly preferredSource?: string | undefined
  readonly excluded: readonly Hex[]
  readonly excludedMakers?: readonly Address[] | undefined
  /** Leaves out orders that only these books can fill. */
  readonly withoutBooks?:
    | { readonly domains: readonly string[]; readonly zones: readonly Address[] }
    | undefined
  readonly limit: number
  /** Whether prices are compared with the royalties that orders leave out. */
  readonly normalized?: boolean
  /** Only orders in this currency. */
  readonly currency?: Address | undefined
  /** The native coin and what wraps it: prices in other currencies cannot be compared and come after. */
  readonly nativeLike: readonly Address[]
  /** Unix seconds. */
  readonly now: bigint
}

const active = (query: CandidateQuery, chainId: number): SQL => sql`o.chain_id = ${chainId}
  and o.fillability = 'fillable' and o.approval = 'approved'
  and o.start_time <= ${query.now.toString()} and o.end_time > ${query.now.toString()}
  and (o.taker is null or o.taker = ${query.taker}) and o.maker <> ${query.taker}
  ${query.currency === undefined ? sql`` : sql`and o.currency = ${query.currency}`}
  ${query.exactSource === undefined ? sql`` : sql`and o.source = ${query.exactSource}`}
  ${
    query.withoutBooks === undefined
      ? sql``
      : sql`and not (o.source = any(${texts(query.withoutBooks.domains)})
          and (o.signed_by = 'book' or o.zone = any(${texts(query.withoutBooks.zones)})))`
  }
  ${query.excluded.length === 0 ? sql`` : sql`and ${noneOf(sql`o.id`, query.excluded)}`}
  ${query.excludedMakers === undefined ? sql`` : sql`and ${noneOf(sql`o.maker`, query.excludedMakers)}`}`

/** The cheapest listings of a token; among equal prices the preferred source first, then the lower fee. */
export async function cheapestAsks(
  db: Queries,
  chainId: number,
  query: CandidateQuery & { readonly tokenId: bigint },
): Promise<readonly StoredOrder[]> {
  const rows = await db.rows<OrderRow>(sql`
    select o.* from orders o
    where ${active(query, chainId)} and o.side = 'sell'
      and o.contract = ${query.contract} and o.token_id = ${query.tokenId.toString()}
    order by (${noneOf(sql`o.currency`, query.nativeLike)}), ${askPrice(query.normalized)}, (o.source is distinct from ${query.preferredSource ?? null}::text), o.fee_bps, o.id
    limit ${query.limit}`)
  return rows.map(orderOf)
}

/**
 * The cheapest listing of each token of a collection, cheapest tokens first; one currency at a time. For tokens of
 * editions, all listings: the cheapest may be sold whole only, or contain fewer units than are wanted.
 */
export async function cheapestOfCollection(
  db: Queries,
  chainId: number,
  query: CandidateQuery,
): Promise<readonly StoredOrder[]> {
  const price = askPrice(query.normalized)
  /** @param most listings that are looked at by their price; all when absent. */
  const among = (condition: SQL, most: SQL) => sql`
    select o.* from (
      select distinct on (o.token_id, o.edition) o.id, o.price
      from (
        select o.id, o.token_id, ${price} as price, case o.token_kind when 'erc1155' then o.id end as edition
        from orders o
        where ${active(query, chainId)} and o.side = 'sell' and o.contract = ${query.contract} and ${condition}
        ${most}
      ) o
      order by o.token_id, o.edition, o.price, o.id
    ) c join orders o on o.chain_id = ${chainId} and o.id = c.id
    order by c.price, c.id limit ${query.limit}`
  const cheapest = async (condition: SQL): Promise<readonly StoredOrder[]> => {
    const nearest = sql`order by ${price}, o.id limit ${query.limit * 8}`
    const near = await db.rows<OrderRow>(among(condition, nearest))
    if (near.length === 0 || near.length === query.limit) return near.map(orderOf)
    // There are few listings, or a token has most of the cheapest ones and hides the others.
    return (await db.rows<OrderRow>(among(condition, sql``))).map(orderOf)
  }
  const native = await cheapest(oneOf(sql`o.currency`, query.nativeLike))
  return native.length > 0 ? native : cheapest(noneOf(sql`o.currency`, query.nativeLike))
}

/** The best bids that a token satisfies: for the token, its collection, or a set that contains it. */
export async function bestBids(
  db: Queries,
  chainId: number,
  query: CandidateQuery & { readonly tokenId: bigint },
): Promise<readonly StoredOrder[]> {
  const rows = await db.rows<OrderRow>(sql`
    select o.* from orders o
    where ${active(query, chainId)} and o.side = 'buy'
      and o.token_set_id in (
        select ${`token:${query.contract}:${query.tokenId}`} union all select ${`contract:${query.contract}`}
        union all
        select s.id from token_sets s
        where s.chain_id = ${chainId} and s.contract = ${query.contract}
          and s.token_ids @> array[${query.tokenId.toString()}::numeric]
      )
    order by (${noneOf(sql`o.currency`, query.nativeLike)}), ${bidNet(query.normalized)} desc, o.fee_bps, o.id
    limit ${query.limit}`)
  return rows.map(orderOf)
}

/** Orders that their maker may still cancel. */
export async function openOrders(
  db: Queries,
  chainId: number,
  query: {
    readonly maker: Address
    readonly kind: string
    readonly contract?: Address | undefined
    readonly tokenId?: bigint | undefined
  },
): Promise<readonly StoredOrder[]> {
  const rows = await db.rows<OrderRow>(sql`
    select o.* from orders o
    where o.chain_id = ${chainId} and o.maker = ${query.maker} and o.kind = ${query.kind}
      and o.fillability in ('fillable', 'no-balance')
      ${query.contract === undefined ? sql`` : sql`and o.contract = ${query.contract}`}
      ${query.tokenId === undefined ? sql`` : sql`and o.token_id = ${query.tokenId.toString()}`}
    order by o.created_at desc, o.id limit 200`)
  return rows.map(orderOf)
}

/** Ids of the open orders of a token, with the offers for all of its collection. */
export async function openOrdersOfToken(
  db: Queries,
  chainId: number,
  contract: string,
  tokenId: bigint,
): Promise<readonly Hex[]> {
  const rows = await db.rows<Columns<'orders', 'id'>>(sql`
    select id from orders where chain_id = ${chainId} and contract = ${contract}
      and (token_id = ${tokenId.toString()} or token_set_id = ${`contract:${contract}`})
      and fillability in ('fillable', 'no-balance') limit 500`)
  return rows.map(({ id }) => id)
}

/** The makers of the offers among these orders. */
export async function makersOfOffers(
  db: Queries,
  chainId: number,
  ids: readonly string[],
): Promise<readonly Address[]> {
  const rows = await db.rows<Columns<'orders', 'maker'>>(sql`
    select distinct maker from orders where chain_id = ${chainId} and side = 'buy' and id = any(${texts(ids)})`)
  return rows.map(({ maker }) => maker)
}
