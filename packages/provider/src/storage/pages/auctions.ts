import type { AuctionTerms } from '@sluice/guards'
import { type SQL, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { nextAfter, type Queries, texts } from '../connection/database.ts'
import { type OrderRow, orderOf, type StoredOrder } from '../orders/orders.ts'
import type { Columns } from '../schema.ts'
import { keyOf, keysTable } from './tokenDetails.ts'
import type { TokenKey } from './tokenFilters.ts'

/** The statement of an owner about offers for a token. */
export type StoredAuction = {
  readonly contract: Address
  readonly tokenId: string
  readonly seller: Address
  /** Unix seconds. */
  readonly at: bigint
  readonly terms: AuctionTerms
  readonly signature: Hex
}

/** An auction with the best open offer in its currency, and how many there are. */
export type AuctionWithOffers = StoredAuction & {
  readonly best: StoredOrder | undefined
  /** At most {@link maxCounted}. */
  readonly offers: number
}

/** Offers of one token that are counted. */
const maxCounted = 1000
/** Seconds for which an auction is shown after its end, for its seller to choose. */
const shownAfterEnd = 14 * 86_400

type AuctionColumns = Columns<
  'auctions',
  'seller' | 'said_at' | 'reserve' | 'step_bps' | 'step_amount' | 'ends_at'
>
type AuctionRow = AuctionColumns & {
  readonly auction_contract: Address
  readonly auction_token: string
  readonly auction_currency: Address
  readonly auction_signature: Hex
  readonly offers: number
}

/** Open offers `o` in the currency of auction `a` that its token satisfies, of any kind. */
const openOffers = (chainId: number, now: number): SQL => sql`from orders o
  where o.chain_id = ${chainId} and o.side = 'buy' and o.fillability = 'fillable' and o.approval = 'approved'
    and o.start_time <= ${now} and o.end_time > ${now} and o.currency = a.currency and o.maker <> a.seller
    and o.token_set_id in (
      select 'token:' || a.contract || ':' || a.token_id::text union all select 'contract:' || a.contract
      union all
      select s.id from token_sets s
      where s.chain_id = ${chainId} and s.contract = a.contract and s.token_ids @> array[a.token_id]
    )`

/** Whether the seller of `a` owns its token, and has since before the statement: derived, so that a reorg needs nothing. */
const stands = sql`a.currency is not null
  and exists (select 1 from collections c
    where c.chain_id = a.chain_id and c.contract = a.contract and c.kind = 'erc721')
  and exists (select 1 from ownerships w
    where w.chain_id = a.chain_id and w.contract = a.contract and w.token_id = a.token_id and w.owner = a.seller
      and w.amount > 0 and w.acquired_at <= greatest(a.held_since, a.said_at))`

async function withOffers(
  db: Queries,
  chainId: number,
  now: number,
  auctions: SQL,
): Promise<readonly AuctionWithOffers[]> {
  const rows = await db.rows<AuctionRow & (OrderRow | { readonly id: null })>(sql`
    select f.*, a.contract as auction_contract, a.token_id::text as auction_token, a.currency as auction_currency,
      a.signature as auction_signature, a.seller, a.said_at, a.reserve, a.step_bps, a.step_amount, a.ends_at,
      (select count(*)::int from (select 1 ${openOffers(chainId, now)} limit ${maxCounted}) x) as offers
    from (${auctions}) a
    left join lateral (
      select o.* ${openOffers(chainId, now)} order by o.unit_price desc, o.id limit 1
    ) f on true
    order by a.ends_at, a.contract, a.token_id`)
  return rows.map((row) => ({
    contract: row.auction_contract,
    tokenId: row.auction_token,
    seller: row.seller,
    at: BigInt(row.said_at),
    terms: {
      currency: row.auction_currency,
      reserve: BigInt(row.reserve),
      stepBps: BigInt(row.step_bps),
      stepAmount: BigInt(row.step_amount),
      endsAt: BigInt(row.ends_at),
    },
    signature: row.auction_signature,
    best: row.id === null ? undefined : orderOf(row),
    offers: row.offers,
  }))
}

/** The auctions of these tokens that run, or ended a while ago. */
export async function readAuctions(
  db: Queries,
  chainId: number,
  keys: readonly TokenKey[],
  now: number,
): Promise<ReadonlyMap<string, AuctionWithOffers>> {
  if (keys.length === 0) return new Map()
  const found = await withOffers(
    db,
    chainId,
    now,
    sql`select a.* from ${keysTable(keys)} join auctions a
      on a.chain_id = ${chainId} and a.contract = k.contract and a.token_id = k.token_id
      where a.ends_at > ${now - shownAfterEnd} and ${stands}`,
  )
  return new Map(found.map((auction) => [keyOf(auction), auction]))
}

/** Running auctions, the one that ends first before the others. */
export async function listAuctions(
  db: Queries,
  chainId: number,
  now: number,
  query: {
    readonly contracts: readonly Address[]
    readonly seller: Address | undefined
    readonly limit: number
    /** End, contract and token id of the last one of the page before. */
    readonly after: readonly string[] | undefined
  },
) {
  const { contracts, seller, limit, after } = query
  const [end = '', contract = '', tokenId = ''] = after ?? []
  const auctions = await withOffers(
    db,
    chainId,
    now,
    sql`select a.* from auctions a
      where a.chain_id = ${chainId} and a.ends_at > ${now} and ${stands}
        ${contracts.length === 0 ? sql`` : sql`and a.contract = any(${texts(contracts)})`}
        ${seller === undefined ? sql`` : sql`and a.seller = ${seller}`}
        ${after === undefined ? sql`` : sql`and (a.ends_at, a.contract, a.token_id) > (${end}::bigint, ${contract}::text, ${tokenId}::numeric)`}
      order by a.ends_at, a.contract, a.token_id limit ${limit}`,
  )
  const next = nextAfter(auctions, limit, ({ terms, contract, tokenId }) => [
    `${terms.endsAt}`,
    contract,
    tokenId,
  ])
  return { auctions, next }
}
