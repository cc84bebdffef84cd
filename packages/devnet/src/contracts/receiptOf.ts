import { setTimeout as pause } from 'node:timers/promises'
import { type Hex, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'

/** Milliseconds between two reads, and until the search is given up. */
const interval = 20
const longest = 60_000

type Reader = { getTransactionReceipt(wanted: { readonly hash: Hex }): Promise<TransactionReceipt> }

/**
 * Returns the receipt of a transaction on a local chain. viem looks for it at each new block; a node that mines at once
 * may show the block a moment before the receipt, and then no other block follows.
 */
export async function receiptOf(reads: Reader, hash: Hex): Promise<TransactionReceipt> {
  for (const begun = performance.now(); performance.now() - begun < longest; await pause(interval)) {
    try {
      return await reads.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
    }
  }
  throw new Error(`The transaction ${hash} was never mined.`)
}
