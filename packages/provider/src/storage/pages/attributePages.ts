import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { oneOf, type Queries, texts } from '../connection/database.ts'
import { type OrderRow, orderOf, type StoredOrder } from '../orders/orders.ts'
import type { Columns } from '../schema.ts'
import { type Attribute, openListing } from './tokenFilters.ts'

export type AttributeCount = {
  readonly key: string
  readonly value: string
  readonly tokens: number
  readonly onSale: number
  /** The cheapest listing in a currency that is comparable with the native coin. */
  readonly floor: StoredOrder | undefined
}

type CountRow = Columns<'token_attributes', 'contract' | 'key' | 'value'> & { tokens: string }
type FloorRow = OrderRow & {
  contract: string
  attribute_key: string
  attribute_value: string
  on_sale: string
}

/** Keys of attributes in a collection, with how many values each has; of each contract. */
export async function readAttributeKeys(
  db: Queries,
  chainId: number,
  contracts: readonly Address[],
): Promise<ReadonlyMap<Address, readonly { readonly key: string; readonly count: number }[]>> {
  const rows =
    contracts.length === 0
      ? []
      : await db.rows<Columns<'token_attributes', 'contract' | 'key'> & { count: string }>(sql`
          select contract, key, count(distinct value) as count from token_attributes
          where chain_id = ${chainId} and ${oneOf(sql`contract`, contracts)}
          group by contract, key order by contract, key`)
  return new Map(
    contracts.map((contract) => [
      contract,
      rows
        .filter((row) => row.contract === contract)
        .map(({ key, count }) => ({ key, count: Number(count) })),
    ]),
  )
}

/** An attribute of a contract as the key of a map. */
export const attributeName = (contract: string, { key, value }: Attribute): string =>
  JSON.stringify([contract, key, value])

type Prices = {
  readonly nativeLike: readonly Address[]
  /** Unix seconds. */
  readonly now: number
}

/** @param joins and `where`: which rows `a` of `token_attributes` are counted. */
async function countAttributes(
  db: Queries,
  chainId: number,
  { nativeLike, now }: Prices,
  { joins, where, limit }: { readonly joins: SQL; readonly where: SQL; readonly limit: number },
): Promise<readonly (AttributeCount & { readonly contract: string })[]> {
  const [counts, floors] = await Promise.all([
    db.rows<CountRow>(sql`
      select a.contract, a.key, a.value, count(*) as tokens from token_attributes a ${joins}
      where a.chain_id = ${chainId} and ${where}
      group by a.contract, a.key, a.value order by a.contract, a.key, a.value limit ${limit}`),
    db.rows<FloorRow>(sql`
      select distinct on (f.contract, f.attribute_key, f.attribute_value) f.* from (
        select o.*, a.key as attribute_key, a.value as attribute_value,
          count(*) over (partition by a.contract, a.key, a.value) as on_sale
        from orders o
        join token_attributes a on a.chain_id = o.chain_id and a.contract = o.contract and a.token_id = o.token_id
        ${joins}
        where ${openListing(chainId, now)} and ${oneOf(sql`o.currency`, nativeLike)} and ${where}
      ) f
      order by f.contract, f.attribute_key, f.attribute_value, f.unit_price, f.id`),
  ])
  const byName = new Map(
    floors.map((row) => [
      attributeName(row.contract, { key: row.attribute_key, value: row.attribute_value }),
      row,
    ]),
  )
  return counts.map((row) => {
    const floor = byName.get(attributeName(row.contract, row))
    return {
      contract: row.contract,
      key: row.key,
      value: row.value,
      tokens: Number(row.tokens),
      onSale: floor === undefined ? 0 : Number(floor.on_sale),
      floor: floor === undefined ? undefined : orderOf(floor),
    }
  })
}

/** Attributes of a collection with how many tokens have each; at most `limit`. */
export const readAttributes = (
  db: Queries,
  chainId: number,
  contract: Address,
  { limit, ...prices }: Prices & { readonly limit: number },
): Promise<readonly AttributeCount[]> =>
  countAttributes(db, chainId, prices, { joins: sql``, where: sql`a.contract = ${contract}`, limit })

/** The most attributes that are counted for one page of tokens. */
const maxCounted = 1000

/**
 * How many tokens have each attribute of these tokens, by {@link attributeName}: of the first 1,000 different ones, since
 * the metadata of strangers may have any number of them.
 */
export async function readAttributesOf(
  db: Queries,
  chainId: number,
  tokens: readonly { readonly contract: string; readonly attributes: readonly Attribute[] }[],
  prices: Prices,
): Promise<ReadonlyMap<string, AttributeCount>> {
  const all = tokens.flatMap(({ contract, attributes }) => attributes.map((one) => ({ ...one, contract })))
  const wanted = [...new Map(all.map((one) => [attributeName(one.contract, one), one])).values()]
  const counted = wanted.slice(0, maxCounted)
  if (counted.length === 0) return new Map()
  const found = await countAttributes(db, chainId, prices, {
    joins: sql`join (
        select * from unnest(${texts(counted.map(({ contract }) => contract))}, ${texts(counted.map(({ key }) => key))},
          ${texts(counted.map(({ value }) => value))}) as u(contract, key, value) offset 0
      ) k on k.contract = a.contract and k.key = a.key and k.value = a.value`,
    where: sql`true`,
    limit: maxCounted,
  })
  return new Map(found.map((one) => [attributeName(one.contract, one), one]))
}
