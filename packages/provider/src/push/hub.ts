import type { Logger } from 'pino'
import type { Database } from '../storage/connection/database.ts'
import { type OutboxEvent, readEventsAfter, readLastSeq } from '../storage/service/outbox.ts'
import { type Fanout, postgresFanout } from './fanout.ts'

export type Listener = (event: OutboxEvent) => void

/** Hands committed events to whoever listens in this process, whichever process wrote them. */
export type Hub = {
  /** Who listens now, on all chains. */
  subscribers(): number
  /** Returns the way to stop listening. */
  subscribe(chainId: number, listener: Listener): () => void
  /** Tells what this process just committed, without waiting for word of it to come back. */
  committed(events: readonly OutboxEvent[]): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** Events read at once while the hub catches up. */
const page = 500

/** Milliseconds between looks into the outbox when word of it may get lost on its way. */
const lookInterval = 1000

/** Makes the hub. Events are told in the order of their numbers, each once, whatever brings word of them. */
export function createHub(db: Database, log: Logger, fanout: Fanout = postgresFanout(db)): Hub {
  const listeners = new Map<number, Set<Listener>>()
  /** Per chain: the newest event told, or passed by while nobody listened. */
  const told = new Map<number, bigint>()
  const draining = new Map<number, Promise<void>>()
  let unlisten: (() => Promise<void>) | undefined
  let looking: NodeJS.Timeout | undefined

  const tell = (event: OutboxEvent): void => {
    for (const listener of listeners.get(event.chainId) ?? []) {
      try {
        listener(event)
      } catch (cause) {
        log.error({ err: cause }, 'a listener failed')
      }
    }
  }
  const drain = async (chainId: number): Promise<void> => {
    for (;;) {
      const after = told.get(chainId)
      if (after === undefined) return
      const events = await readEventsAfter(db, chainId, after.toString(), page)
      for (const event of events) {
        told.set(chainId, BigInt(event.seq))
        tell(event)
      }
      if (events.length < page) return
    }
  }
  /** One reader per chain at a time: the next begins where the last one ended. */
  const wake = (chainId: number): void => {
    const next = (draining.get(chainId) ?? Promise.resolve()).then(() =>
      drain(chainId).catch((cause: unknown) => log.error({ err: cause }, 'events could not be pushed')),
    )
    draining.set(chainId, next)
  }
  /** As `wake`, but with the next events in hand: nothing is read when none stands between. */
  const wakeWith = (chainId: number, events: readonly OutboxEvent[]): void => {
    const next = (draining.get(chainId) ?? Promise.resolve()).then(() => {
      if ((told.get(chainId) ?? 0n) >= BigInt(events.at(-1)?.seq ?? 0)) return undefined
      for (const event of events) {
        if (told.get(chainId) !== BigInt(event.seq) - 1n) return wake(chainId)
        told.set(chainId, BigInt(event.seq))
        tell(event)
      }
      return undefined
    })
    draining.set(chainId, next)
  }
  /** @param payload `<chain>:<first seq>:<last seq>` of what one transaction published. */
  const hear = (payload: string): void => {
    const [chain = '', first = '', last = ''] = payload.split(':')
    const chainId = Number(chain)
    const before = told.get(chainId)
    if (before !== undefined && BigInt(last) <= before) return
    if ((listeners.get(chainId)?.size ?? 0) === 0) {
      told.set(chainId, BigInt(last))
      return
    }
    if (before === undefined) told.set(chainId, BigInt(first) - 1n)
    wake(chainId)
  }

  const look = (): void => {
    for (const chainId of told.keys()) if ((listeners.get(chainId)?.size ?? 0) > 0) wake(chainId)
  }
  /** Where a chain's events stand when its first listener comes: no word may ever arrive to say so. */
  const begin = async (chainId: number): Promise<void> => {
    const last = BigInt(await readLastSeq(db, chainId))
    if (!told.has(chainId)) told.set(chainId, last)
  }

  return {
    subscribers: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    subscribe: (chainId, listener) => {
      const set = listeners.get(chainId) ?? new Set()
      // Passed by while nobody listened: this listener hears what comes from now on.
      if (set.size === 0 && !fanout.reliable) told.delete(chainId)
      listeners.set(chainId, set.add(listener))
      if (!fanout.reliable && !told.has(chainId))
        begin(chainId).catch((cause: unknown) => log.error({ err: cause }, 'events could not be found'))
      return () => set.delete(listener)
    },
    committed: (events) => {
      const [first] = events
      const last = events.at(-1)
      if (first === undefined || last === undefined) return
      const { chainId } = first
      if ((listeners.get(chainId)?.size ?? 0) > 0 && told.has(chainId)) wakeWith(chainId, events)
      else hear(`${chainId}:${first.seq}:${last.seq}`)
    },
    start: async () => {
      unlisten = await fanout.listen(hear, look)
      if (!fanout.reliable) looking = setInterval(look, lookInterval)
    },
    stop: async () => {
      clearInterval(looking)
      await unlisten?.()
      await Promise.all(draining.values())
      listeners.clear()
    },
  }
}
