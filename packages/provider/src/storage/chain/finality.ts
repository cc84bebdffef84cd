import { sql } from 'drizzle-orm'
import type { Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** The finality of a block: it may be replaced, hardly ever, or never. */
export type Finality = 'head' | 'safe' | 'finalized'
export const settledTags = ['safe', 'finalized'] as const
export type SettledTag = (typeof settledTags)[number]
export type Tagged = { readonly number: number; readonly hash: string }

/** The newest blocks that the chain's node calls safe and final; a tag that it never returned is absent. */
export async function readFinality(
  db: Queries,
  chainId: number,
): Promise<Readonly<Partial<Record<SettledTag, Tagged>>>> {
  const rows = await db.rows<Columns<'finality', 'tag' | 'number' | 'hash'>>(
    sql`select tag, number, hash from finality where chain_id = ${chainId}`,
  )
  return Object.fromEntries(rows.map(({ tag, number, hash }) => [tag, { number: Number(number), hash }]))
}

/**
 * Moves a tag forward, once the stored chain has reached its block; it never goes back, since what was final stays final.
 * A stored chain that ends before the block, or has another one in its place, may be a branch that was left: none of its
 * blocks is final by this tag.
 */
export async function saveFinality(
  db: Queries,
  chainId: number,
  tag: SettledTag,
  block: Tagged,
): Promise<void> {
  await db.rows(sql`
    insert into finality (chain_id, tag, number, hash)
    select ${chainId}::bigint, ${tag}, ${block.number}::bigint, ${block.hash}
    where ${block.number}::bigint <= (select max(number) from blocks where chain_id = ${chainId}) and not exists (
      select 1 from blocks where chain_id = ${chainId} and number = ${block.number}::bigint and hash <> ${block.hash})
    on conflict (chain_id, tag) do update set number = excluded.number, hash = excluded.hash, updated_at = now()
    where finality.number < excluded.number`)
}

/** The finality of the block with this number. */
export function finalityOf(number: number, tags: Readonly<Partial<Record<SettledTag, Tagged>>>): Finality {
  if (tags.finalized !== undefined && number <= tags.finalized.number) return 'finalized'
  return tags.safe !== undefined && number <= tags.safe.number ? 'safe' : 'head'
}
