import { type Queries, type Row, sql } from './db.ts'

export type Head = { readonly number: number; readonly hash: string; readonly timestamp: number }

type BlockRow = Row & { number: string; hash: string; timestamp: string }

/** The newest block whose facts are stored. */
export async function readHead(db: Queries, chainId: number): Promise<Head | undefined> {
  const [row] = await db.rows<BlockRow>(
    sql`select number, hash, timestamp from blocks where chain_id = ${chainId} order by number desc limit 1`,
  )
  if (row === undefined) return undefined
  return { number: Number(row.number), hash: row.hash, timestamp: Number(row.timestamp) }
}

/** Whether the facts of this very block are stored, on the chain as it stands now. */
export async function isApplied(
  db: Queries,
  chainId: number,
  number: bigint,
  hash: string,
): Promise<boolean> {
  const rows = await db.rows(
    sql`select 1 from blocks where chain_id = ${chainId} and number = ${number.toString()} and hash = ${hash}`,
  )
  return rows.length > 0
}
