import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { type Database, type Queries, records, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

export type TokenSet = {
  /** `list:<contract>:<criteria root>`. */
  readonly id: string
  readonly contract: Address
  readonly attribute: { readonly key: string; readonly value: string } | undefined
  readonly tokenIds: readonly bigint[]
}

/** Token ids of one statement: the text of more would take much memory. */
const idsPerStatement = 50_000

/** Keeps the members of criteria roots, so that a token's proof can be made when the bid is accepted. */
export async function saveTokenSets(db: Queries, chainId: number, sets: readonly TokenSet[]): Promise<void> {
  let size = 0
  const end = sets.findIndex(({ tokenIds }, index) => {
    size += tokenIds.length
    return index > 0 && size > idsPerStatement
  })
  const taken = end < 0 ? sets : sets.slice(0, end)
  if (taken.length === 0) return
  const rows = taken.map(({ id, contract, attribute, tokenIds }) => ({
    id,
    contract,
    key: attribute?.key ?? null,
    value: attribute?.value ?? null,
    ids: `{${tokenIds.join(',')}}`,
  }))
  await db.rows(sql`
    insert into token_sets (chain_id, id, contract, attribute_key, attribute_value, token_ids)
    select ${chainId}::bigint, id, contract, key, value, ids::numeric[]
    from jsonb_to_recordset(${records(rows)}) as s (id text, contract text, key text, value text, ids text)
    order by id
    on conflict (chain_id, id) do nothing`)
  await saveTokenSets(db, chainId, sets.slice(taken.length))
}

/** Lists that one statement deletes. */
const listsPerStatement = 1000

/** Deletes lists without offers after a day, a batch at a time, until none is left or `signal`. */
export async function pruneTokenSets(db: Queries, chainId: number, signal?: AbortSignal): Promise<void> {
  for (let count = listsPerStatement; count === listsPerStatement && signal?.aborted !== true; ) {
    const deleted = await db.rows<Columns<'token_sets', 'id'>>(sql`
      delete from token_sets where chain_id = ${chainId} and id in (
        select s.id from token_sets s
        where s.chain_id = ${chainId} and s.attribute_key is null and s.created_at < now() - interval '1 day'
          and not exists (
            select 1 from orders o
            where o.chain_id = s.chain_id and o.token_set_id = s.id and o.side = 'buy'
              and o.token_set_id like 'list:%')
        limit ${listsPerStatement})
      returning id`)
    count = deleted.length
  }
}

/** Which of these sets are stored. */
export async function knownSets(
  db: Queries,
  chainId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.rows<Columns<'token_sets', 'id'>>(
    sql`select id from token_sets where chain_id = ${chainId} and id = any(${texts([...new Set(ids)])})`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Token ids of a set; empty if it is unknown. */
export async function tokenIdsOfSet(db: Database, chainId: number, id: string): Promise<readonly bigint[]> {
  const rows = await db.rows<{ token_id: string }>(sql`
    select unnest(token_ids)::text as token_id from token_sets where chain_id = ${chainId} and id = ${id}`)
  return rows.map((row) => BigInt(row.token_id))
}

/** Token ids that have an attribute, in ascending order; at most `limit`. */
export async function tokenIdsOfAttribute(
  db: Database,
  chainId: number,
  attribute: { readonly contract: Address; readonly key: string; readonly value: string },
  limit: number,
): Promise<readonly bigint[]> {
  const rows = await db.rows<Columns<'token_attributes', 'token_id'>>(sql`
    select token_id::text as token_id from token_attributes
    where chain_id = ${chainId} and contract = ${attribute.contract} and key = ${attribute.key}
      and value = ${attribute.value}
    order by token_attributes.token_id limit ${limit}`)
  return rows.map((row) => BigInt(row.token_id))
}
