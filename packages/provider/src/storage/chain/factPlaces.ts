import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { type Queries, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** A fact of one block, by the place of its log and among the tokens that the log names. */
export const placeOf = ({
  logIndex,
  batchIndex = 0,
}: {
  readonly logIndex: number
  readonly batchIndex?: number
}): string => `${logIndex}.${batchIndex}`

/** The places of a block's stored facts, as {@link placeOf} names them. */
export async function placesOf(
  tx: Queries,
  chainId: number,
  table: 'transfers' | 'fills',
  hash: string,
): Promise<ReadonlySet<string>> {
  const batch = table === 'transfers' ? sql`batch_index` : sql`0`
  const rows = await tx.rows<{ readonly logIndex: number; readonly batchIndex: number }>(sql`
    select log_index as "logIndex", ${batch} as "batchIndex" from ${sql.identifier(table)}
    where chain_id = ${chainId} and block_hash = ${hash}`)
  return new Set(rows.map(placeOf))
}

/** Whether a fact of a log of these blocks is stored. */
export async function storedLogs(
  db: Queries,
  chainId: number,
  hashes: readonly string[],
): Promise<(hash: string, logIndex: number) => boolean> {
  const rows = await db.rows<Columns<'transfers', 'block_hash' | 'log_index'>>(sql`
    select f.block_hash, f.log_index from (
      select chain_id, block_hash, log_index from transfers union all select chain_id, block_hash, log_index from operators
      union all select chain_id, block_hash, log_index from fills union all select chain_id, block_hash, log_index from cancels
    ) f where f.chain_id = ${chainId} and f.block_hash = any(${texts(hashes)})`)
  const stored = new Set(rows.map(({ block_hash: hash, log_index: at }) => `${hash}.${at}`))
  return (hash, logIndex) => stored.has(`${hash}.${logIndex}`)
}

/** Accounts with bids whose money or allowance moved in a block, or was read at it. */
export async function payersOf(db: Queries, chainId: number, hash: string): Promise<readonly Address[]> {
  const rows = await db.rows<Columns<'payers', 'account'>>(
    sql`select account from payers where chain_id = ${chainId} and block_hash = ${hash}`,
  )
  return rows.map(({ account }) => account)
}
