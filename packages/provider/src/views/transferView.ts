import { keccak256, stringToBytes } from 'viem'
import type { StoredTransfer } from '../storage/pages/listTransfers.ts'

/** A transfer as `GET /transactions/synced/v2` and the lists of transfers show it. */
export const transferView = (transfer: StoredTransfer) => ({
  id: keccak256(
    stringToBytes(`${transfer.txHash}:${transfer.blockHash}:${transfer.logIndex}:${transfer.batchIndex}`),
  ).slice(2),
  token: { contract: transfer.contract, tokenId: transfer.tokenId },
  from: transfer.from,
  to: transfer.to,
  amount: transfer.amount,
  block: transfer.block,
  logIndex: transfer.logIndex,
  batchIndex: transfer.batchIndex,
  timestamp: transfer.timestamp,
})
