import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { constantChain, oneOf, type Queries, type Row, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/**
 * Counts of the facts of each collection. Writers of facts add the difference in the same transaction, so that counts
 * always match the facts; there is one writer of facts at a time.
 */

const day = 86_400

/**
 * Adds the number of rows of `source`, by their `contract`, to a count.
 * @param sign -1 for rows that are taken back.
 */
export const addCounts = (chainId: number, count: 'tokens' | 'mints', sign: 1 | -1, source: SQL): SQL => sql`
  insert into collection_counts as c (chain_id, contract, ${sql.identifier(count)})
  select ${constantChain(chainId)}::bigint, contract, ${sql.raw(String(sign))} * count(*) from ${source} group by contract
  on conflict (chain_id, contract) do update
    set ${sql.identifier(count)} = c.${sql.identifier(count)} + excluded.${sql.identifier(count)}`

/** Adds fills to the sales of their days and of all days. `source` has `contract, currency, timestamp, price, sale`. */
export const addSales = (chainId: number, sign: 1 | -1, source: SQL): SQL => sql`
  insert into sale_days as s (chain_id, contract, currency, day, sales, volume)
  select ${constantChain(chainId)}::bigint, f.contract, f.currency, d.day, ${sql.raw(String(sign))} * count(*), ${sql.raw(String(sign))} * sum(f.price)
  from ${source} f cross join lateral (values (0), ((f.timestamp / ${day}::bigint)::integer)) as d (day)
  where f.sale group by f.contract, f.currency, d.day
  on conflict (chain_id, day, contract, currency) do update
    set sales = s.sales + excluded.sales, volume = s.volume + excluded.volume`

/**
 * Adds the number of those `accounts` (`contract, owner`, distinct) that hold something to the number of owners: with -1
 * before their holdings change, with 1 after it.
 */
export const addOwners = (chainId: number, sign: 1 | -1, accounts: SQL): SQL => sql`
  insert into collection_counts as c (chain_id, contract, owners)
  select ${constantChain(chainId)}::bigint, a.contract, ${sql.raw(String(sign))} * count(*) from (${accounts}) a
  where exists (select 1 from ownerships h
    where h.chain_id = ${constantChain(chainId)} and h.owner = a.owner and h.contract = a.contract and h.amount > 0)
  group by a.contract
  on conflict (chain_id, contract) do update set owners = c.owners + excluded.owners`

/**
 * Adds the accounts that will hold something, and did not, to the number of owners, and subtracts those that will not.
 * @param accounts `contract, owner, change`: distinct, with what their holdings of the contract will change by.
 */
export const moveOwners = (chainId: number, accounts: SQL): SQL => sql`
  insert into collection_counts as c (chain_id, contract, owners)
  select ${constantChain(chainId)}::bigint, a.contract,
    sum((coalesce(h.tokens, 0) + a.change > 0)::int - (coalesce(h.tokens, 0) > 0)::int)
  from (${accounts}) a left join lateral (
    select h.tokens from holders h
    where h.chain_id = ${constantChain(chainId)} and h.contract = a.contract and h.owner = a.owner offset 0) h on true
  group by a.contract
  on conflict (chain_id, contract) do update set owners = c.owners + excluded.owners`

/** Counts a collection's owners from the stored holdings. */
export const countOwners = (tx: Queries, chainId: number, contract: string): Promise<unknown> =>
  tx.rows(sql`
    insert into collection_counts (chain_id, contract, owners)
    select ${chainId}::bigint, ${contract}, count(distinct owner) from ownerships
    where chain_id = ${chainId} and contract = ${contract} and amount > 0
    on conflict (chain_id, contract) do update set owners = excluded.owners`)

export type SaleSums = { readonly sales: number; readonly volume: bigint }

/** The first whole day that begins at or after a moment. */
const dayFrom = (since: number): number => Math.ceil(since / day)

/**
 * Rows `contract, sales, volume` whose sum is what was sold of a contract since a time (unix seconds; 0 is all
 * time): whole days from their sums, the part of a day before them from the fills.
 */
export const soldSince = (
  chainId: number,
  currencies: readonly Address[],
  since: number,
  contract: SQL,
): SQL =>
  since <= 0
    ? sql`select s.contract, s.sales, s.volume from sale_days s
        where s.chain_id = ${chainId} and s.contract = ${contract} and s.day = 0 and ${oneOf(sql`s.currency`, currencies)}`
    : sql`select s.contract, s.sales, s.volume from sale_days s
        where s.chain_id = ${chainId} and s.contract = ${contract} and s.day >= ${dayFrom(since)}
          and ${oneOf(sql`s.currency`, currencies)}
        union all
        select f.contract, 1, f.price from fills f
        where f.chain_id = ${chainId} and f.contract = ${contract} and f.sale and f.timestamp >= ${since}
          and f.timestamp < ${dayFrom(since) * day} and ${oneOf(sql`f.currency`, currencies)}`

/** How many tokens of a contract were minted since a time (unix seconds): whole days, and the part of a day before them. */
export const mintedSince = (chainId: number, since: number, contract: SQL): SQL => sql`(
  (select coalesce(sum(d.mints), 0) from mint_days d
    where d.chain_id = ${chainId} and d.contract = ${contract} and d.day >= ${dayFrom(since)})
  + (select count(*) from transfers t where t.chain_id = ${chainId} and t.contract = ${contract}
    and t.from_address = '0x0000000000000000000000000000000000000000'
    and t.timestamp >= ${since} and t.timestamp < ${dayFrom(since) * day}))`

/**
 * The sales of each contract in the last so many days; 0 days mean all time.
 * @returns by contract, then by the number of days; an absent entry means none.
 */
export async function readSold(
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
  currencies: readonly Address[],
  days: readonly number[],
  now: number,
): Promise<ReadonlyMap<Address, ReadonlyMap<number, SaleSums>>> {
  const today = dayFrom(now)
  // A query for each edge, whose part of a day is one range of the index.
  const edges = days
    .filter((one) => one > 0)
    .map(
      (one) => sql`
      union all
      select f.contract, ${-one}::int, 1, f.price from fills f
      where f.chain_id = ${chainId} and f.contract = any(${texts(contracts)}) and f.sale and ${oneOf(sql`f.currency`, currencies)}
        and f.timestamp >= ${now - one * day} and f.timestamp < ${(today - one) * day}`,
    )
  // One pass over the days adds each to every period that contains it.
  const sums = days.map((one) => {
    const within = one === 0 ? sql`x.day = 0` : sql`x.day >= ${today - one} or x.day = ${-one}`
    return sql`coalesce(sum(x.sales) filter (where ${within}), 0)::text, coalesce(sum(x.volume) filter (where ${within}), 0)::text`
  })
  const rows = await db.rows<Row & { contract: Address; sums: string[] }>(sql`
    select x.contract, array[${sql.join(sums, sql`, `)}] as sums from (
      select s.contract, s.day, s.sales, s.volume from sale_days s
      where s.chain_id = ${chainId} and s.contract = any(${texts(contracts)}) and ${oneOf(sql`s.currency`, currencies)}
        and (s.day = 0 or s.day >= ${today - Math.max(...days)})
      ${sql.join(edges)}
    ) x group by x.contract`)
  return new Map(
    rows.map((row) => [
      row.contract,
      new Map(
        days.map((one, index) => {
          const [sales, volume] = row.sums.slice(2 * index)
          return [one, { sales: Number(sales), volume: BigInt(volume ?? 0) }]
        }),
      ),
    ]),
  )
}

/**
 * Recounts a collection from its facts; call it while holding the lock of the chain's facts.
 * @returns whether a count was wrong.
 */
export async function recountCollection(tx: Queries, chainId: number, contract: Address): Promise<boolean> {
  const kept = (): Promise<Row[]> =>
    tx.rows(sql`
    select c.contract, '' as currency, 0 as day, c.tokens, c.mints, c.owners::numeric from collection_counts c
    where c.chain_id = ${chainId} and c.contract = ${contract} and (c.tokens, c.mints, c.owners) <> (0, 0, 0)
    union all
    select s.contract, s.currency, s.day, s.sales, 0, s.volume from sale_days s
    where s.chain_id = ${chainId} and s.contract = ${contract} and s.sales <> 0
    order by 2, 3`)
  const before = await kept()
  for (const table of ['collection_counts', 'sale_days'])
    await tx.rows(
      sql`delete from ${sql.identifier(table)} where chain_id = ${chainId} and contract = ${contract}`,
    )
  const own = sql`o.chain_id = ${chainId} and o.contract = ${contract}`
  await tx.rows(addCounts(chainId, 'tokens', 1, sql`tokens o where ${own}`))
  await tx.rows(
    addCounts(
      chainId,
      'mints',
      1,
      sql`transfers o where ${own} and o.from_address = '0x0000000000000000000000000000000000000000'`,
    ),
  )
  await countOwners(tx, chainId, contract)
  await tx.rows(addSales(chainId, 1, sql`(select * from fills o where ${own})`))
  return JSON.stringify(await kept()) !== JSON.stringify(before)
}

/** Every known collection, and every contract that has counts. */
export async function countedCollections(db: Queries, chainId: number): Promise<readonly Address[]> {
  const rows = await db.rows<Columns<'collections', 'contract'>>(sql`
    select contract from collections where chain_id = ${chainId}
    union select contract from collection_counts where chain_id = ${chainId} order by 1`)
  return rows.map(({ contract }) => contract)
}
