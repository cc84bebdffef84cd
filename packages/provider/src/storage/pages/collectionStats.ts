import { type SQL, sql } from 'drizzle-orm'
import { type Address, zeroAddress } from 'viem'
import { unixTime } from '../../unixTime.ts'
import { mintedSince, soldSince } from '../chain/collectionCounts.ts'
import { type Database, oneOf, type Queries, type Row } from '../connection/database.ts'
import { openListing } from './tokenFilters.ts'

/**
 * The values that lists sort collections by, stored in `collection_stats`. Triggers mark a collection as stale in the
 * transaction that changes its listings or sales, and each row contains the time from which it is out of date by itself.
 * Readers take fresh rows from an index and compute the few stale ones; {@link refreshStats} stores those.
 */

const day = 86_400
/** Days of each period that volumes are stored for; 0 is all time. */
const periods = { '1DayVolume': 1, '7DayVolume': 7, '30DayVolume': 30, allTimeVolume: 0 } as const
export type StatSort = keyof typeof periods | 'floorAskPrice'

/** The currencies of stats, and the time that they are computed for. */
export type Market = {
  readonly chainId: number
  /** The native coin and what wraps it. */
  readonly nativeLike: readonly Address[]
  /** Unix seconds. */
  readonly now: number
}

/** The market of a chain by its settings, at a moment of its clock. */
export const marketOf = ({
  config,
  clock,
}: {
  readonly config: { readonly id: number; readonly wrappedNative: Address }
  readonly clock: () => number
}): Market => ({
  chainId: config.id,
  nativeLike: [zeroAddress, config.wrappedNative],
  now: unixTime(clock),
})

/** Used as the floor of a collection without listings, in ascending lists: more than any price. */
export const noFloor = '9'.repeat(78)

/** Common table expression `stale(contract)` of the collections whose stored row may be out of date. */
export const staleTable = ({ chainId, now }: Market): SQL => sql`stale as materialized (
  select contract from stale_collections where chain_id = ${chainId}
  union select contract from collection_stats where chain_id = ${chainId} and due <= ${now})`

/** The cheapest open listing's price in the native coin, from the listings themselves; null if there is none. */
export const liveFloor = ({ chainId, nativeLike, now }: Market, contract: SQL): SQL => sql`(
  select o.unit_price from orders o
  where ${openListing(chainId, now)} and o.contract = ${contract} and ${oneOf(sql`o.currency`, nativeLike)}
  order by o.unit_price limit 1)`

const liveVolume = ({ chainId, nativeLike, now }: Market, days: number, contract: SQL): SQL => sql`(
  select coalesce(sum(s.volume), 0)
  from (${soldSince(chainId, nativeLike, days === 0 ? 0 : now - days * day, contract)}) s)`

/** Tokens with an open listing, counted from the listings themselves. */
export const liveOnSale = ({ chainId, now }: Market, contract: SQL): SQL => sql`(
  select count(distinct o.token_id) from orders o where ${openListing(chainId, now)} and o.contract = ${contract})`

const columns = {
  '1DayVolume': 'day_volume',
  '7DayVolume': 'week_volume',
  '30DayVolume': 'month_volume',
  allTimeVolume: 'total_volume',
} as const

const ofNone = (descending: boolean): string => (descending ? '0' : noFloor)

/** The sort value of a stored row `m`, as its index contains it. */
export const storedSortValue = (sort: StatSort, descending: boolean): SQL =>
  sort === 'floorAskPrice'
    ? sql.raw(`coalesce(m.floor, ${ofNone(descending)})`)
    : sql.raw(`m.${columns[sort]}`)

/** The sort value of a collection, from its listings and sales themselves. */
export const liveValue = (market: Market, sort: StatSort, descending: boolean, contract: SQL): SQL =>
  sort === 'floorAskPrice'
    ? sql`coalesce(${liveFloor(market, contract)}, ${sql.raw(ofNone(descending))})`
    : liveVolume(market, periods[sort], contract)

/** One value of a collection: `kept` of its row `m` if that is fresh, `live` otherwise. Needs {@link staleTable}. */
export const freshOrLive = ({ chainId }: Market, contract: SQL, kept: SQL, live: SQL): SQL => sql`(
  select case when m.contract is null then ${live} else ${kept} end
  from (select 1) one left join collection_stats m
    on m.chain_id = ${chainId} and m.contract = ${contract} and m.contract not in (select contract from stale))`

/** The columns of mints, and the days of each. */
const mintPeriods = { day_mints: 1, week_mints: 7, month_mints: 30 } as const
/** The days that mints are stored for. */
export type MintDays = (typeof mintPeriods)[keyof typeof mintPeriods]

/** Collections by how many of their tokens were minted in so many days, most first; those without a mint are left out. */
export async function listByMints(
  db: Queries,
  market: Market,
  days: MintDays,
  limit: number,
): Promise<readonly { readonly contract: Address; readonly mints: number }[]> {
  const { chainId, now } = market
  const kept = sql.raw(
    `m.${(Object.keys(mintPeriods) as (keyof typeof mintPeriods)[]).find((name) => mintPeriods[name] === days)}`,
  )
  const rows = await db.rows<Row & { contract: Address; mints: string }>(sql`
    with ${staleTable(market)}
    select contract, mints from (
      (select m.contract, ${kept} as mints from collection_stats m
        where m.chain_id = ${chainId} and ${kept} > 0 and m.contract not in (select contract from stale)
        order by ${kept} desc, m.contract limit ${limit})
      union all
      select s.contract, ${mintedSince(chainId, now - days * day, sql`s.contract`)} from stale s
    ) minted where mints > 0 order by mints desc, contract limit ${limit}`)
  return rows.map(({ contract, mints }) => ({ contract, mints: Number(mints) }))
}

/** The earliest moment after `now` at which a listing begins or ends, or a sale or a mint leaves a period. */
const nextChange = ({ chainId, now }: Market, contract: SQL): SQL => {
  const leaves = [1, 7, 30].flatMap((days) => [
    sql`(select min(f.timestamp) + ${days * day + 1}::bigint from fills f
      where f.chain_id = ${chainId} and f.contract = ${contract} and f.sale and f.timestamp >= ${now - days * day})`,
    sql`(select min(t.timestamp) + ${days * day + 1}::bigint from transfers t
      where t.chain_id = ${chainId} and t.contract = ${contract} and t.timestamp >= ${now - days * day}
        and t.from_address = '0x0000000000000000000000000000000000000000')`,
  ])
  return sql`least(${sql.join(leaves, sql`, `)}, (
    select least(min(o.end_time) filter (where o.end_time > ${now}), min(o.start_time) filter (where o.start_time > ${now}))
    from orders o where o.chain_id = ${chainId} and o.contract = ${contract} and o.side = 'sell'
      and o.fillability = 'fillable' and o.approval = 'approved' and o.taker is null))`
}

/** The columns of a row and what they are computed from. */
const derived = (market: Market, contract: SQL) => {
  const volume = (sort: keyof typeof periods) => liveVolume(market, periods[sort], contract)
  return {
    floor: liveFloor(market, contract),
    day_volume: volume('1DayVolume'),
    week_volume: volume('7DayVolume'),
    month_volume: volume('30DayVolume'),
    total_volume: volume('allTimeVolume'),
    on_sale: liveOnSale(market, contract),
    ...Object.fromEntries(
      Object.entries(mintPeriods).map(([name, days]) => [
        name,
        mintedSince(market.chainId, market.now - days * day, contract),
      ]),
    ),
    wrapped: sql`${wrappedOf(market)}`,
    due: nextChange(market, contract),
  }
}
const wrappedOf = ({ nativeLike }: Market): string => nativeLike.at(-1) ?? ''

const names = (columns: readonly string[], of = ''): SQL =>
  sql.raw(columns.map((name) => `${of}${name}`).join(', '))

/** Takes the lock under which stats are stored: a concurrent refresh would store what it read before. */
export const takeStatsLock = (tx: Queries, chainId: number): Promise<unknown> =>
  tx.rows(sql`select pg_advisory_xact_lock(${chainId}, 5)`)

/** Collections that one statement refreshes. */
const batch = 100

/**
 * Stores the stats of stale collections, some at a time.
 * @returns whether there may be more of them.
 */
export async function refreshStats(db: Database, market: Market): Promise<boolean> {
  const { chainId } = market
  const some = await db.rows(sql`with ${staleTable(market)} select 1 from stale limit 1`)
  if (some.length === 0) return false
  const columns = derived(market, sql`chosen.contract`)
  const list = Object.keys(columns)
  return db.transaction(async (tx) => {
    await takeStatsLock(tx, chainId)
    const [done] = await tx.rows<Row & { count: string }>(sql`
      with ${staleTable(market)}, chosen as materialized (select contract from stale limit ${batch}), marks as (
        delete from stale_collections m using chosen where m.chain_id = ${chainId} and m.contract = chosen.contract
      ), written as (
        insert into collection_stats as k (chain_id, contract, ${names(list)})
        select ${chainId}::bigint, chosen.contract, ${sql.join(Object.values(columns), sql`, `)} from chosen
        on conflict (chain_id, contract) do update set (${names(list)}) = (${names(list, 'excluded.')})
        where (${names(list, 'k.')}) is distinct from (${names(list, 'excluded.')})
      )
      select count(*) as count from chosen`)
    return Number(done?.count ?? 0) === batch
  })
}

/** Whether the stored row of a collection differs from its listings and sales without being stale. */
export async function isStatsRowWrong(db: Queries, market: Market, contract: Address): Promise<boolean> {
  const { due: _, ...columns } = derived(market, sql`k.contract`)
  const rows = await db.rows(sql`
    with ${staleTable(market)} select 1 from collection_stats k
    where k.chain_id = ${market.chainId} and k.contract = ${contract} and k.contract not in (select contract from stale)
      and (${names(Object.keys(columns), 'k.')}) is distinct from (${sql.join(Object.values(columns), sql`, `)})`)
  return rows.length > 0
}

/** Marks rows that were computed with another wrapped coin: the settings of the chain have changed since. */
export const markOtherCurrencies = (db: Queries, market: Market): Promise<unknown> =>
  db.rows(sql`
    insert into stale_collections (chain_id, contract)
    select chain_id, contract from collection_stats
    where chain_id = ${market.chainId} and wrapped <> ${wrappedOf(market)}`)
