import type { Logger } from 'pino'
import { type Database, openReader, type Reader } from './db.ts'
import { readLastSeq } from './outbox.ts'

/** Copies of the primary's rows, read in its place while they hold everything that anybody here was told. */
export type Replica = {
  /** The database of a chain's lists: the replica where it is level, the primary otherwise. Writes go to the primary. */
  readerOf(chainId: number): Database
  /** An event of the chain was told: a replica without it is not read until it has it. */
  told(chainId: number, seq: bigint): void
  /** Reads that the replica answered, and reads that the primary had to. */
  counts(): { readonly replica: number; readonly primary: number }
  close(): Promise<void>
}

/** Milliseconds between looks at a replica that is level, and at one that is behind or away. */
const [seldom, often] = [1000, 25]

/**
 * Follows a replica of the primary. Which of its events it has says how far it is: a replica that lags by a single
 * event is not asked, so that nobody reads less than he was told.
 */
export function followReplica(
  url: string,
  primary: Database,
  chainIds: readonly number[],
  log: Logger,
): Replica {
  const reader = openReader(url)
  const wanted = new Map<number, bigint>()
  const reached = new Map<number, bigint>()
  let away = true
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const counts = { replica: 0, primary: 0 }

  const isLevel = (chainId: number): boolean =>
    !away && (reached.get(chainId) ?? -1n) >= (wanted.get(chainId) ?? 0n)
  const told = (chainId: number, seq: bigint): void => {
    if (seq <= (wanted.get(chainId) ?? -1n)) return
    wanted.set(chainId, seq)
    if (!isLevel(chainId)) plan(often)
  }
  const leave = (cause: unknown): void => {
    if (!away && !stopped) log.warn({ err: cause }, 'the replica cannot be read; the primary answers')
    away = true
    plan(seldom)
  }
  const look = async (): Promise<void> => {
    for (const chainId of chainIds) {
      // Words of events can get lost on their way; the primary itself says what there is.
      if (away || isLevel(chainId)) told(chainId, BigInt(await readLastSeq(primary, chainId)))
      reached.set(chainId, BigInt(await readLastSeq(reader, chainId)))
    }
    if (away && !stopped) log.info('the replica answers reads')
    away = false
  }
  const plan = (milliseconds: number): void => {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      look().then(() => plan(chainIds.every(isLevel) ? seldom : often), leave)
    }, milliseconds)
    timer.unref()
  }
  plan(0)

  const read = async <T>(chainId: number, ask: (from: Reader) => Promise<T>): Promise<T> => {
    if (isLevel(chainId)) {
      try {
        const answer = await ask(reader)
        counts.replica += 1
        return answer
      } catch (cause) {
        // Whatever it is, the primary knows better; a question that is wrong fails there as well.
        leave(cause)
      }
    }
    counts.primary += 1
    return ask(primary)
  }
  return {
    told,
    counts: () => ({ ...counts }),
    readerOf: (chainId) => ({
      ...primary,
      rows: (query) => read(chainId, (from) => from.rows(query)),
      prepared: (shape, build, values) => read(chainId, (from) => from.prepared(shape, build, values)),
    }),
    close: async () => {
      stopped = true
      clearTimeout(timer)
      await reader.close()
    },
  }
}
