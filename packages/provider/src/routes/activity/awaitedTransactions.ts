import type { Hex } from 'viem'
import type { OutboxEvent } from '../../storage/service/outbox.ts'
import type { EventFrames } from './eventFrames.ts'
import type { EventReader } from './eventReader.ts'
import type { Receipts } from './receipts.ts'

/** Readers who wait for transactions to be synced. */
export type AwaitedTransactions = {
  /** Notifies a reader of transactions once they are synced. */
  add(reader: EventReader, hashes: ReadonlySet<string>): void
  remove(reader: EventReader, hashes: ReadonlySet<string>): void
  /**
   * Notifies a reader of a transaction that it waits for, if it is synced.
   * @param extra whether it is a further one of the same request.
   */
  announce(reader: EventReader, hash: string, extra?: boolean): Promise<void>
  /** Notifies readers that wait for the transactions of a stored block. */
  noteBlock(event: OutboxEvent): void
}

/** @param onError called when a receipt could not be read for a reader. */
export function createAwaitedTransactions(
  receipts: Receipts,
  frames: EventFrames,
  onError: (cause: unknown, hash: string) => void,
): AwaitedTransactions {
  const readersOf = new Map<string, Set<EventReader>>()
  /** @returns whether the reader waited for the transaction. */
  const stopWaiting = (reader: EventReader, hash: string): boolean => {
    const readers = readersOf.get(hash)
    const isWaiting = readers?.delete(reader) === true
    if (readers?.size === 0) readersOf.delete(hash)
    return isWaiting
  }
  const announce = async (reader: EventReader, hash: string, extra = false): Promise<void> => {
    const receipt = await receipts.read(hash as Hex, extra)
    if (receipt === undefined || !stopWaiting(reader, hash)) return
    reader.write(frames.message('transaction', { hash, synced: true, ...receipt }))
  }
  return {
    add: (reader, hashes) => {
      for (const hash of hashes) readersOf.set(hash, (readersOf.get(hash) ?? new Set()).add(reader))
    },
    remove: (reader, hashes) => {
      for (const hash of hashes) stopWaiting(reader, hash)
    },
    announce,
    noteBlock: ({ kind, payload }) => {
      if (kind !== 'block' || !Array.isArray(payload.transactions)) return
      for (const hash of payload.transactions.map(String))
        for (const reader of readersOf.get(hash) ?? [])
          announce(reader, hash).catch((cause: unknown) => onError(cause, hash))
    },
  }
}
