import type { Logger } from 'pino'
import { readLastSeq } from '../service/outbox.ts'
import { type Database, openReader, type Reader } from './database.ts'

/** Copies of the primary's rows, read in its place while they hold everything that the primary does. */
export type Replica = {
  /** The database of a chain's lists: the replica where it is level, the primary otherwise. Writes go to the primary. */
  readerOf(chainId: number): Database
  /** Reads that the replica answered, and reads that the primary had to. */
  counts(): { readonly replica: number; readonly primary: number }
  close(): Promise<void>
}

/** Milliseconds for which a replica that could not be read is left alone. */
const rest = 1000

/** One question at a time; whoever comes meanwhile shares the next one, which begins after he came. */
function createTurns<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> | undefined
  let next: Promise<T> | undefined
  const begin = (): Promise<T> => {
    next = undefined
    const asked = ask()
    const settled = asked.then(
      () => undefined,
      () => undefined,
    )
    current = settled
    settled.then(() => {
      if (current === settled) current = undefined
    })
    return asked
  }
  return () => {
    if (current === undefined) return begin()
    next ??= current.then(begin)
    return next
  }
}

/**
 * Follows a replica of the primary. Before a list is read there, the primary says how far its events go, and the
 * replica has to have the last of them: nobody reads less than what any process has told anybody before he asked,
 * whether word of it has come here or not. A replica that lags or is away is not read, and fails nobody.
 */
export function followReplica(url: string, primary: Database, log: Logger): Replica {
  const reader = openReader(url)
  const reached = new Map<number, bigint>()
  const turns = new Map<number, () => Promise<bigint>>()
  let awaySince: number | undefined
  let stopped = false
  const counts = { replica: 0, primary: 0 }

  const newest = (chainId: number): Promise<bigint> => {
    const known = turns.get(chainId)
    const ask = known ?? createTurns(async () => BigInt(await readLastSeq(primary, chainId)))
    if (known === undefined) turns.set(chainId, ask)
    return ask()
  }
  /** What a replica has it keeps: only one that is not known to have enough is asked. */
  const has = async (chainId: number, seq: bigint): Promise<boolean> => {
    if ((reached.get(chainId) ?? -1n) >= seq) return true
    const found = BigInt(await readLastSeq(reader, chainId))
    reached.set(chainId, found)
    return found >= seq
  }
  const leave = (cause: unknown): void => {
    if (awaySince === undefined && !stopped)
      log.warn({ err: cause }, 'the replica cannot be read; the primary answers')
    awaySince = performance.now()
    // It may come back as another server, from an older copy.
    reached.clear()
  }
  const isResting = (): boolean => awaySince !== undefined && performance.now() - awaySince < rest

  const read = async <T>(chainId: number, ask: (from: Reader) => Promise<T>): Promise<T> => {
    if (!isResting()) {
      const seq = await newest(chainId)
      try {
        if (await has(chainId, seq)) {
          const answer = await ask(reader)
          if (awaySince !== undefined) log.info('the replica answers reads')
          awaySince = undefined
          counts.replica += 1
          return answer
        }
      } catch (cause) {
        // Whatever it is, the primary knows better; a question that is wrong fails there as well.
        leave(cause)
      }
    }
    counts.primary += 1
    return ask(primary)
  }
  return {
    counts: () => ({ ...counts }),
    readerOf: (chainId) => ({
      ...primary,
      rows: (query) => read(chainId, (from) => from.rows(query)),
      prepared: (shape, build, values) => read(chainId, (from) => from.prepared(shape, build, values)),
      shared: (asked) => read(chainId, (from) => from.shared(asked)),
    }),
    close: async () => {
      stopped = true
      await reader.close()
    },
  }
}
