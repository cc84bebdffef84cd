import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { listOf, type Queries } from '../connection/database.ts'
import { type OrderRow, orderOf, type StoredOrder } from '../orders/orders.ts'
import type { Columns } from '../schema.ts'
import { openListing } from './tokenFilters.ts'

export type AttributeCount = {
  readonly key: string
  readonly value: string
  readonly tokens: number
  readonly onSale: number
  /** The cheapest listing in a currency that is comparable with the native coin. */
  readonly floor: StoredOrder | undefined
}

type CountRow = Columns<'token_attributes', 'key' | 'value'> & { tokens: string }
type FloorRow = OrderRow & { attribute_key: string; attribute_value: string; on_sale: string }

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
          where chain_id = ${chainId} and contract in ${listOf(contracts)}
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

const nameOf = (key: string, value: string): string => JSON.stringify([key, value])

/** Attributes of a collection with how many tokens have each; at most `limit`, or those of `only`. */
export async function readAttributes(
  db: Queries,
  chainId: number,
  contract: Address,
  options: {
    readonly nativeLike: readonly Address[]
    readonly now: number
    readonly limit: number
    readonly only?: readonly { readonly key: string; readonly value: string }[]
  },
): Promise<readonly AttributeCount[]> {
  const { nativeLike, now, limit, only } = options
  if (only !== undefined && only.length === 0) return []
  const within =
    only === undefined
      ? sql``
      : sql`and (a.key, a.value) in (${sql.join(
          only.map(({ key, value }) => sql`(${key}, ${value})`),
          sql`, `,
        )})`
  const [counts, floors] = await Promise.all([
    db.rows<CountRow>(sql`
      select a.key, a.value, count(*) as tokens from token_attributes a
      where a.chain_id = ${chainId} and a.contract = ${contract} ${within}
      group by a.key, a.value order by a.key, a.value limit ${limit}`),
    db.rows<FloorRow>(sql`
      select distinct on (f.attribute_key, f.attribute_value) f.* from (
        select o.*, a.key as attribute_key, a.value as attribute_value,
          count(*) over (partition by a.key, a.value) as on_sale
        from orders o
        join token_attributes a on a.chain_id = o.chain_id and a.contract = o.contract and a.token_id = o.token_id
        where ${openListing(chainId, now)} and o.contract = ${contract}
          and o.currency in ${listOf(nativeLike)} ${within}
      ) f
      order by f.attribute_key, f.attribute_value, f.unit_price, f.id`),
  ])
  const byName = new Map(floors.map((row) => [nameOf(row.attribute_key, row.attribute_value), row]))
  return counts.map((row) => {
    const floor = byName.get(nameOf(row.key, row.value))
    return {
      key: row.key,
      value: row.value,
      tokens: Number(row.tokens),
      onSale: floor === undefined ? 0 : Number(floor.on_sale),
      floor: floor === undefined ? undefined : orderOf(floor),
    }
  })
}
