import type { Logger } from 'pino'
import type { Tracer } from '../../tracing/tracer.ts'
import { readLastSeq } from '../service/outbox.ts'
import { type Database, openReader, type Reader } from './database.ts'

/** A replica of the primary, which is read in its place while it is up to date. */
export type Replica = {
  /** The name of the primary. */
  readonly primary: string
  /** The database of a chain's lists: the replica where it is up to date, the primary otherwise. Writes go to the primary. */
  readerOf(chainId: number): Database
  /** Reads that the replica answered, and reads that the primary had to. */
  counts(): { readonly replica: number; readonly primary: number }
  close(): Promise<void>
}

/** Milliseconds for which a replica that could not be read is not used. */
const cooldown = 1000

/** Runs one query at a time; callers in the meantime share the next one, which begins after they came. */
function shareQuery<T>(ask: () => Promise<T>): () => Promise<T> {
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
 * Reads lists from a replica of the primary. Before each read the primary returns the number of its newest event, which
 * the replica must have: a list always contains everything that any process has published before the request. A replica
 * that lags or cannot be reached is not read, and no request fails because of it.
 */
export function followReplica(url: string, primary: Database, log: Logger, tracer?: Tracer): Replica {
  const reader = openReader(url, tracer)
  const reached = new Map<number, bigint>()
  const turns = new Map<number, () => Promise<bigint>>()
  let awaySince: number | undefined
  let stopped = false
  const counts = { replica: 0, primary: 0 }

  const newest = (chainId: number): Promise<bigint> => {
    const known = turns.get(chainId)
    const ask = known ?? shareQuery(async () => BigInt(await readLastSeq(primary, chainId)))
    if (known === undefined) turns.set(chainId, ask)
    return ask()
  }
  /** A replica never loses rows: it is asked only when it is not known to have the event. */
  const has = async (chainId: number, seq: bigint): Promise<boolean> => {
    if ((reached.get(chainId) ?? -1n) >= seq) return true
    const found = BigInt(await readLastSeq(reader, chainId))
    reached.set(chainId, found)
    return found >= seq
  }
  const leave = (cause: unknown): void => {
    if (awaySince === undefined && !stopped)
      log.warn({ err: cause }, 'failed to read the replica; the primary is read instead')
    awaySince = performance.now()
    // It may return as another server with an older copy.
    reached.clear()
  }
  const isResting = (): boolean => awaySince !== undefined && performance.now() - awaySince < cooldown

  const read = async <T>(chainId: number, ask: (from: Reader) => Promise<T>): Promise<T> => {
    if (!isResting()) {
      const seq = await newest(chainId)
      try {
        if (await has(chainId, seq)) {
          const answer = await ask(reader)
          if (awaySince !== undefined) log.info('the replica is read again')
          awaySince = undefined
          counts.replica += 1
          return answer
        }
      } catch (cause) {
        // The primary is read instead; an invalid query fails there as well.
        leave(cause)
      }
    }
    counts.primary += 1
    return ask(primary)
  }
  return {
    primary: primary.name,
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
