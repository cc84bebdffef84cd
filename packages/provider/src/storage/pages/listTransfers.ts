import { sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { nextAfter, oneOf, type Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

export type StoredTransfer = {
  readonly contract: Address
  readonly tokenId: string
  readonly from: Address
  readonly to: Address
  readonly amount: string
  readonly block: number
  readonly blockHash: Hex
  readonly txHash: Hex
  readonly logIndex: number
  readonly batchIndex: number
  /** Unix seconds. */
  readonly timestamp: number
}

export type TransferQuery = {
  readonly txHashes: readonly Hex[]
  readonly contract?: Address | undefined
  readonly tokenId?: bigint | undefined
  /** Unix seconds, both ends included. */
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly limit: number
  /** Block, log index and batch index of the last transfer of the previous page. */
  readonly after?: readonly string[] | undefined
}

type TransferRow = Omit<StoredTransfer, 'block' | 'timestamp'> & Columns<'transfers', 'block' | 'timestamp'>

/** Transfers, newest first, and the start of the next page if this one is full. */
export async function listTransfers(
  db: Queries,
  chainId: number,
  query: TransferQuery,
): Promise<{ readonly transfers: readonly StoredTransfer[]; readonly next: readonly string[] | undefined }> {
  const { txHashes, contract, tokenId, start, end, after, limit } = query
  const [block = '', logIndex = '', batchIndex = ''] = after ?? []
  const rows = await db.rows<TransferRow>(sql`
    select contract, token_id as "tokenId", from_address as "from", to_address as "to", amount, block,
      block_hash as "blockHash", tx_hash as "txHash", log_index as "logIndex", batch_index as "batchIndex", timestamp
    from transfers
    where chain_id = ${chainId}
      ${txHashes.length === 0 ? sql`` : sql`and ${oneOf(sql`tx_hash`, txHashes)}`}
      ${contract === undefined ? sql`` : sql`and contract = ${contract}`}
      ${tokenId === undefined ? sql`` : sql`and token_id = ${tokenId.toString()}`}
      ${start === undefined ? sql`` : sql`and timestamp >= ${start}`}
      ${end === undefined ? sql`` : sql`and timestamp <= ${end}`}
      ${after === undefined ? sql`` : sql`and (block, log_index, batch_index) < (${block}::bigint, ${logIndex}::int, ${batchIndex}::int)`}
    order by block desc, log_index desc, batch_index desc
    limit ${limit}`)
  return {
    transfers: rows.map((row) => ({ ...row, block: Number(row.block), timestamp: Number(row.timestamp) })),
    next: nextAfter(rows, limit, (last) => [last.block, String(last.logIndex), String(last.batchIndex)]),
  }
}
