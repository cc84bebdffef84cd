import { type Hex, TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem'
import type { ChainDeps } from '../../deps.ts'
import { createReceiptBudget } from '../../middleware/receiptBudget.ts'
import { isApplied } from '../../storage/chain/blocks.ts'

/** A transaction whose block is stored. */
export type SyncedTransaction = {
  readonly blockHash: Hex
  readonly block: number
  readonly status: 'success' | 'reverted'
}

/**
 * Reads receipts of transactions whose effects are in every answer of this provider. What is read beyond the first
 * transaction of a request is `extra`: it is taken from a budget of the caller, and is unknown beyond that.
 */
export type Receipts = {
  /** `undefined` while the transaction is unknown, unmined, or its block not stored yet. */
  read(hash: Hex, extra?: boolean): Promise<SyncedTransaction | undefined>
  /** As {@link Receipts.read}, but waits a moment for a transaction that the node knows. */
  readSoon(hash: Hex, extra?: boolean): Promise<SyncedTransaction | undefined>
  /** Reads the transactions of one request, and waits for the first few of them. */
  readAllSoon(hashes: readonly Hex[]): Promise<readonly (SyncedTransaction | undefined)[]>
}

/** Milliseconds that an answer waits for a known transaction: older clients only ask again after five seconds. */
const waitTime = 2000
/** Milliseconds after which the node is asked once more: it may be behind the one that had the block. */
const lag = 500
/** The number of answers that wait at once; beyond that, answers say what is known. */
const maxWaiting = 500
/** The transactions of one request that are waited for. */
const maxAwaited = 4

/** Shares one run of `work` for a hash among all who ask for it meanwhile. */
function shareRunning<T>(work: (hash: Hex) => Promise<T>): (hash: Hex) => Promise<T> {
  const running = new Map<Hex, Promise<T>>()
  return (hash) => {
    const run = running.get(hash) ?? work(hash).finally(() => running.delete(hash))
    running.set(hash, run)
    return run
  }
}

/** Listens from now on for blocks with a transaction. */
function listenForBlock({ hub, config }: ChainDeps, hash: Hex) {
  let isStored = false
  let wake = (): void => {}
  const stop = hub.subscribe(config.id, ({ kind, payload }) => {
    if (kind !== 'block' || (Array.isArray(payload.transactions) && !payload.transactions.includes(hash)))
      return
    isStored = true
    wake()
  })
  /** Whether such a block was stored since the last call, or is within `milliseconds`. */
  const next = (milliseconds: number): Promise<boolean> =>
    new Promise((done) => {
      const finish = (): void => {
        clearTimeout(timer)
        wake = () => {}
        done(isStored)
        isStored = false
      }
      const timer = setTimeout(finish, milliseconds)
      wake = finish
      if (isStored) finish()
    })
  return { next, stop }
}

/**
 * Makes the reader of receipts. A transaction is synced when it is mined and its very block is stored. An unknown
 * hash is not synced; neither is any hash while the node does not answer, because older clients give up at the first
 * error.
 */
export function createReceipts(chain: ChainDeps): Receipts {
  const { reads, db, config, log, clock, counts } = chain
  const budget = createReceiptBudget(clock)
  const mayLook = (): boolean => {
    const isWithin = budget.take(reads.nodes.caller())
    if (!isWithin) counts.add('receipt-over-limit')
    return isWithin
  }
  const receiptOf = shareRunning((hash) => reads.client.getTransactionReceipt({ hash }))
  /** The receipt, and whether its block is stored by now. */
  const find = async (hash: Hex): Promise<{ synced: SyncedTransaction; stored: boolean } | undefined> => {
    try {
      const { blockNumber, blockHash, status } = await receiptOf(hash)
      const stored = await isApplied(db, config.id, blockNumber, blockHash)
      return { synced: { blockHash, block: Number(blockNumber), status }, stored }
    } catch (cause) {
      if (!(cause instanceof TransactionReceiptNotFoundError))
        log.warn({ err: cause, hash }, 'failed to read a receipt')
      return undefined
    }
  }
  /** Whether the node has the transaction and will mine it. */
  const isPending = shareRunning(async (hash) => {
    try {
      await reads.client.getTransaction({ hash })
      return true
    } catch (cause) {
      if (!(cause instanceof TransactionNotFoundError))
        log.warn({ err: cause, hash }, 'failed to read a transaction')
      return false
    }
  })
  const look: Receipts['read'] = async (hash) => {
    const found = await find(hash)
    return found?.stored === true ? found.synced : undefined
  }
  const wait: Receipts['read'] = async (hash) => {
    // Listens before it looks, so that no block is missed in between.
    const block = listenForBlock(chain, hash)
    const deadline = clock() + waitTime
    try {
      for (let [looks, rest] = [true, lag]; ; ) {
        const found = looks ? await find(hash) : undefined
        if (found?.stored === true) return found.synced
        if (looks && found === undefined && !(await isPending(hash))) return undefined
        const left = deadline - clock()
        const isStored = left > 0 && (await block.next(Math.min(left, rest)))
        if (!isStored && left <= rest) return undefined
        looks = isStored || mayLook()
        rest = isStored ? lag : waitTime
      }
    } finally {
      block.stop()
    }
  }
  let waiting = 0
  const readSoon: Receipts['readSoon'] = async (hash, extra = false) => {
    if (extra && !mayLook()) return undefined
    if (waiting >= maxWaiting) return look(hash)
    waiting += 1
    try {
      return await wait(hash)
    } finally {
      waiting -= 1
    }
  }
  const read: Receipts['read'] = async (hash, extra = false) => (extra && !mayLook() ? undefined : look(hash))
  return {
    read,
    readSoon,
    readAllSoon: async (hashes) => {
      const unique = [...new Set(hashes)]
      const found = await Promise.all(
        unique.map((hash, place) => (place < maxAwaited ? readSoon : read)(hash, place > 0)),
      )
      return hashes.map((hash) => found[unique.indexOf(hash)])
    },
  }
}
