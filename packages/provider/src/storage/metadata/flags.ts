import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** Flags a token or takes the flag back. @returns whether there is such a token. */
export async function flagToken(
  db: Queries,
  chainId: number,
  contract: Address,
  tokenId: bigint,
  flagged: boolean,
): Promise<boolean> {
  const rows = await db.rows(sql`
    update tokens set flagged_at = case when flagged = ${flagged} then flagged_at else now() end, flagged = ${flagged}
    where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId.toString()} returning token_id`)
  return rows.length > 0
}

/** Whether a token is flagged; an unknown one is not. */
export async function isFlagged(
  db: Queries,
  chainId: number,
  contract: Address,
  tokenId: bigint,
): Promise<boolean> {
  const rows = await db.rows(sql`
    select 1 from tokens where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId.toString()} and flagged`)
  return rows.length > 0
}

/**
 * The tokens of a collection that are not flagged, in ascending order, at most `limit`; `undefined` when none is
 * flagged, so that the whole collection may be meant.
 */
export async function unflaggedOf(
  db: Queries,
  chainId: number,
  contract: Address,
  limit: number,
): Promise<readonly bigint[] | undefined> {
  const flagged = await db.rows(
    sql`select 1 from tokens where chain_id = ${chainId} and contract = ${contract} and flagged limit 1`,
  )
  if (flagged.length === 0) return undefined
  const rows = await db.rows<Columns<'tokens', 'token_id'>>(sql`
    select token_id::text as token_id from tokens
    where chain_id = ${chainId} and contract = ${contract} and not flagged order by tokens.token_id limit ${limit}`)
  return rows.map((row) => BigInt(row.token_id))
}
