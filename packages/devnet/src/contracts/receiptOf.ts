import { setTimeout as pause } from 'node:timers/promises'
import { type Hex, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'

/** Polling interval and timeout in milliseconds. */
const interval = 20
const timeout = 60_000

type Reader = { getTransactionReceipt(wanted: { readonly hash: Hex }): Promise<TransactionReceipt> }

/**
 * Waits for the receipt of a transaction on a local chain. viem's own wait reads it at each new block. A node that mines on
 * demand may return the block before the receipt, and then no other block follows.
 */
export async function receiptOf(reads: Reader, hash: Hex): Promise<TransactionReceipt> {
  for (const begun = performance.now(); performance.now() - begun < timeout; await pause(interval)) {
    try {
      return await reads.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
    }
  }
  throw new Error(`Transaction ${hash} was not mined within ${timeout / 1000} s.`)
}
