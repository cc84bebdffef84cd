import type { Address, Hex } from 'viem'
import { listOf, type Queries, type Row, sql } from '../connection/database.ts'

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
  /** Block, log index and batch index of the last transfer that was seen. */
  readonly after?: readonly string[] | undefined
}

type TransferRow = Row & {
  contract: Address
  token_id: string
  from_address: Address
  to_address: Address
  amount: string
  block: string
  block_hash: Hex
  tx_hash: Hex
  log_index: number
  batch_index: number
  timestamp: string
}

/** Transfers, newest first, and where the next page begins when this one is full. */
export async function listTransfers(
  db: Queries,
  chainId: number,
  query: TransferQuery,
): Promise<{ readonly transfers: readonly StoredTransfer[]; readonly next: readonly string[] | undefined }> {
  const { txHashes, contract, tokenId, start, end, after, limit } = query
  const [block = '', logIndex = '', batchIndex = ''] = after ?? []
  const rows = await db.rows<TransferRow>(sql`
    select contract, token_id, from_address, to_address, amount, block, block_hash, tx_hash, log_index, batch_index,
      timestamp
    from transfers
    where chain_id = ${chainId}
      ${txHashes.length === 0 ? sql`` : sql`and tx_hash in ${listOf(txHashes)}`}
      ${contract === undefined ? sql`` : sql`and contract = ${contract}`}
      ${tokenId === undefined ? sql`` : sql`and token_id = ${tokenId.toString()}`}
      ${start === undefined ? sql`` : sql`and timestamp >= ${start}`}
      ${end === undefined ? sql`` : sql`and timestamp <= ${end}`}
      ${after === undefined ? sql`` : sql`and (block, log_index, batch_index) < (${block}::bigint, ${logIndex}::int, ${batchIndex}::int)`}
    order by block desc, log_index desc, batch_index desc
    limit ${limit}`)
  const transfers = rows.map((row) => ({
    contract: row.contract,
    tokenId: row.token_id,
    from: row.from_address,
    to: row.to_address,
    amount: row.amount,
    block: Number(row.block),
    blockHash: row.block_hash,
    txHash: row.tx_hash,
    logIndex: row.log_index,
    batchIndex: row.batch_index,
    timestamp: Number(row.timestamp),
  }))
  const last = transfers.at(-1)
  const full = last !== undefined && transfers.length === limit
  return { transfers, next: full ? [last.block, last.logIndex, last.batchIndex].map(String) : undefined }
}
