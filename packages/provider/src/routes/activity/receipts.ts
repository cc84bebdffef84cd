import { type Hex, TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem'
import type { ChainDeps } from '../../deps.ts'
import { isApplied } from '../../storage/chain/blocks.ts'

/** A transaction whose block is stored. */
export type SyncedTransaction = {
  readonly blockHash: Hex
  readonly block: number
  readonly status: 'success' | 'reverted'
}

/** Reads receipts of transactions whose effects are in every answer of this provider. */
export type Receipts = {
  /** `undefined` while the transaction is unknown, unmined, or its block not stored yet. */
  read(hash: Hex): Promise<SyncedTransaction | undefined>
  /** As {@link Receipts.read}, but waits a moment for a transaction that the node knows. */
  readSoon(hash: Hex): Promise<SyncedTransaction | undefined>
}

/** Milliseconds that an answer waits for a known transaction: older clients only ask again after five seconds. */
const waitTime = 2000
/** The number of answers that wait at once; beyond that, answers say what is known. */
const maxWaiting = 500

/** Resolves when the next block is stored, or after `milliseconds`. */
const nextBlock = ({ hub, config }: ChainDeps, milliseconds: number): Promise<void> =>
  new Promise((done) => {
    const finish = (): void => {
      clearTimeout(timer)
      stop()
      done()
    }
    const timer = setTimeout(finish, milliseconds)
    const stop = hub.subscribe(config.id, ({ kind }) => {
      if (kind === 'block') finish()
    })
  })

/**
 * Makes the reader of receipts. A transaction is synced when it is mined and its very block is stored. An unknown
 * hash is not synced; neither is any hash while the node does not answer, because older clients give up at the first
 * error.
 */
export function createReceipts(chain: ChainDeps): Receipts {
  const { reads, db, config, log, clock } = chain
  /** The receipt, and whether its block is stored. */
  const find = async (hash: Hex): Promise<{ synced: SyncedTransaction; stored: boolean } | undefined> => {
    try {
      const { blockNumber, blockHash, status } = await reads.client.getTransactionReceipt({ hash })
      const stored = await isApplied(db, config.id, blockNumber, blockHash)
      return { synced: { blockHash, block: Number(blockNumber), status }, stored }
    } catch (cause) {
      if (!(cause instanceof TransactionReceiptNotFoundError))
        log.warn({ err: cause, hash }, 'failed to read a receipt')
      return undefined
    }
  }
  /** Whether the node has the transaction and will mine it. */
  const isPending = async (hash: Hex): Promise<boolean> => {
    try {
      await reads.client.getTransaction({ hash })
      return true
    } catch (cause) {
      if (!(cause instanceof TransactionNotFoundError))
        log.warn({ err: cause, hash }, 'failed to read a transaction')
      return false
    }
  }
  const read: Receipts['read'] = async (hash) => {
    const found = await find(hash)
    return found?.stored === true ? found.synced : undefined
  }
  let waiting = 0
  return {
    read,
    readSoon: async (hash) => {
      if (waiting >= maxWaiting) return read(hash)
      waiting += 1
      try {
        const deadline = clock() + waitTime
        for (;;) {
          // Subscribes before it reads, so that no block is missed in between.
          const left = deadline - clock()
          const stored = left > 0 ? nextBlock(chain, Math.min(left, 500)) : undefined
          const found = await find(hash)
          if (found?.stored === true) return found.synced
          if (stored === undefined || (found === undefined && !(await isPending(hash)))) return undefined
          await stored
        }
      } finally {
        waiting -= 1
      }
    },
  }
}
