import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { readSold } from '../chain/collectionCounts.ts'
import { noneOf, oneOf, type Queries, type Row, texts } from '../connection/database.ts'
import { askPrice, bidNet } from '../orders/normalizedPrice.ts'
import { type OrderRow, orderOf, type StoredOrder } from '../orders/orders.ts'
import { freshOrLive, liveOnSale, staleTable } from './collectionStats.ts'
import { openListing } from './tokenFilters.ts'

export type CollectionStats = {
  readonly tokens: number
  readonly onSale: number
  readonly owners: number
  readonly floor: StoredOrder | undefined
  readonly floorToken: { readonly name: string | null; readonly image: string | null } | undefined
  /** Best offer for any token of the collection. */
  readonly topBid: StoredOrder | undefined
  /** Volume in the native coin's base units over the last 1, 7, 30 days and all time. */
  readonly volumes: readonly [bigint, bigint, bigint, bigint]
  /** The same for the periods before those, for comparison. There is none before all time. */
  readonly earlier: readonly [bigint, bigint, bigint]
  readonly sales: readonly [number, number, number, number]
  readonly images: readonly string[]
}

type CountRow = Row & {
  contract: Address
  tokens: string | null
  on_sale: string
  owners: string | null
  images: string[] | null
}

/** Number of tokens whose pictures are used for a collection. */
const pictured = 100

async function countsOf(
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
  nativeLike: readonly Address[],
  now: number,
): Promise<readonly CountRow[]> {
  const market = { chainId, nativeLike, now }
  const contract = sql`k.contract`
  return db.rows<CountRow>(sql`
    with ${staleTable(market)}
    select k.contract, n.tokens, n.owners,
      ${freshOrLive(market, contract, sql`m.on_sale`, liveOnSale(market, contract))} as on_sale,
      (select array_agg(s.image) from (
        select t.image from (
          select image, token_id from tokens
          where chain_id = ${chainId} and contract = k.contract order by token_id limit ${pictured}) t
        where t.image is not null order by t.token_id limit 4) s) as images
    from unnest(${texts(contracts)}) as k (contract)
    left join collection_counts n on n.chain_id = ${chainId} and n.contract = k.contract`)
}

type FloorRow = OrderRow & { token_name: string | null; token_image: string | null }

/** The best order of each contract that has one; those in the native coin precede all others. */
async function bestOf<T extends OrderRow>(
  db: Queries,
  contracts: readonly Address[],
  nativeLike: readonly Address[],
  best: (currency: SQL) => SQL,
): Promise<ReadonlyMap<Address, T>> {
  const among = (wanted: readonly Address[], currency: SQL): Promise<T[]> =>
    wanted.length === 0
      ? Promise.resolve([])
      : db.rows<T>(sql`
          select o.* from unnest(${texts(wanted)}) as k (contract) cross join lateral (${best(currency)}) o`)
  const native = await among(contracts, oneOf(sql`o.currency`, nativeLike))
  const found = new Map(native.map((row) => [row.contract, row]))
  const missing = contracts.filter((contract) => !found.has(contract))
  for (const row of await among(missing, noneOf(sql`o.currency`, nativeLike))) found.set(row.contract, row)
  return found
}

const floorsOf = (
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
  nativeLike: readonly Address[],
  now: number,
  normalized: boolean,
): Promise<ReadonlyMap<Address, FloorRow>> =>
  bestOf<FloorRow>(
    db,
    contracts,
    nativeLike,
    (currency) => sql`
      select c.*, t.name as token_name, t.image as token_image from (
        select o.id from orders o where ${openListing(chainId, now)} and o.contract = k.contract and ${currency}
        order by ${askPrice(normalized)}, o.id limit 1
      ) o
      join orders c on c.chain_id = ${chainId} and c.id = o.id
      left join tokens t on t.chain_id = c.chain_id and t.contract = c.contract and t.token_id = c.token_id`,
  )

/** The cheapest open listing of a collection; a native price precedes any other. */
export async function readCollectionFloor(
  db: Queries,
  chainId: number,
  contract: Address,
  nativeLike: readonly Address[],
  now: number,
  normalized = false,
): Promise<StoredOrder | undefined> {
  const row = (await floorsOf(db, chainId, [contract], nativeLike, now, normalized)).get(contract)
  return row === undefined ? undefined : orderOf(row)
}

const topBidsOf = (
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
  nativeLike: readonly Address[],
  now: number,
  normalized: boolean,
): Promise<ReadonlyMap<Address, OrderRow>> =>
  bestOf(
    db,
    contracts,
    nativeLike,
    (currency) => sql`
      select c.* from (
        select o.id from orders o
        where o.chain_id = ${chainId} and o.side = 'buy' and o.fillability = 'fillable' and o.approval = 'approved'
          and o.token_set_id = 'contract:' || k.contract and o.start_time <= ${now} and o.end_time > ${now} and ${currency}
        order by ${bidNet(normalized)} desc, o.id limit 1
      ) o
      join orders c on c.chain_id = ${chainId} and c.id = o.id`,
  )

const noSale = { sales: 0, volume: 0n }

/** Market data of several collections, in a few queries for all of them. */
export async function readCollectionStats(
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
  nativeLike: readonly Address[],
  now: number,
  normalized = false,
): Promise<ReadonlyMap<Address, CollectionStats>> {
  if (contracts.length === 0) return new Map()
  const [counts, floors, topBids, sold] = await Promise.all([
    countsOf(db, chainId, contracts, nativeLike, now),
    floorsOf(db, chainId, contracts, nativeLike, now, normalized),
    topBidsOf(db, chainId, contracts, nativeLike, now, normalized),
    readSold(db, chainId, contracts, nativeLike, [0, 1, 2, 7, 14, 30, 60], now),
  ])
  return new Map(
    counts.map(({ contract, ...count }) => {
      const floor = floors.get(contract)
      const topBid = topBids.get(contract)
      const since = (days: number) => sold.get(contract)?.get(days) ?? noSale
      const before = (days: number) => since(2 * days).volume - since(days).volume
      return [
        contract,
        {
          tokens: Number(count.tokens ?? 0),
          onSale: Number(count.on_sale),
          owners: Number(count.owners ?? 0),
          images: count.images ?? [],
          floor: floor === undefined ? undefined : orderOf(floor),
          floorToken: floor === undefined ? undefined : { name: floor.token_name, image: floor.token_image },
          topBid: topBid === undefined ? undefined : orderOf(topBid),
          volumes: [since(1).volume, since(7).volume, since(30).volume, since(0).volume],
          earlier: [before(1), before(7), before(30)],
          sales: [since(1).sales, since(7).sales, since(30).sales, since(0).sales],
        },
      ]
    }),
  )
}
