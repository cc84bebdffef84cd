import type { Logger } from 'pino'
import type { Database } from '../storage/connection/database.ts'
import { type OutboxEvent, readEventsAfter, readLastSeq } from '../storage/service/outbox.ts'
import { type Fanout, postgresFanout } from './postgresFanout.ts'

export type Listener = (event: OutboxEvent) => void

/** Passes committed events to the listeners of this process, whichever process wrote them. */
export type Hub = {
  /** The number of readers for whom the listeners of all chains listen. */
  subscribers(): number
  /** The number of the newest event of a chain that was passed on here; `undefined` without listeners. */
  passed(chainId: number): bigint | undefined
  /**
   * @param readers how many readers the listener listens for; one by default.
   * @returns the function that unsubscribes.
   */
  subscribe(chainId: number, listener: Listener, readers?: () => number): () => void
  /**
   * Resolves when it is settled from which event on the listeners of a chain receive events. What is read of the outbox
   * afterwards and what they receive leave no event out. Rejects when the outbox cannot be read.
   */
  ready(chainId: number): Promise<void>
  /** Passes on what this process just committed, without waiting for its notification. */
  committed(events: readonly OutboxEvent[]): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** Events read at once while the hub catches up. */
const page = 500

/** Milliseconds between polls of the outbox when notifications may get lost. */
const pollInterval = 1000

/** Makes the hub. Listeners receive events in the order of their numbers, each once, by any fanout. */
export function createHub(db: Database, log: Logger, fanout: Fanout = postgresFanout(db)): Hub {
  /** Per chain: each listener, with the number of its readers. */
  const listeners = new Map<number, Map<Listener, () => number>>()
  /** Per chain: the newest event that was dispatched, or skipped because there was no listener. */
  const dispatched = new Map<number, bigint>()
  const draining = new Map<number, Promise<void>>()
  let unlisten: (() => Promise<void>) | undefined
  let polling: NodeJS.Timeout | undefined

  const dispatch = (event: OutboxEvent): void => {
    for (const listener of listeners.get(event.chainId)?.keys() ?? []) {
      try {
        listener(event)
      } catch (cause) {
        log.error({ err: cause }, 'a listener failed')
      }
    }
  }
  const drain = async (chainId: number): Promise<void> => {
    for (;;) {
      const after = dispatched.get(chainId)
      if (after === undefined) return
      const events = await readEventsAfter(db, chainId, after.toString(), page)
      for (const event of events) {
        dispatched.set(chainId, BigInt(event.seq))
        dispatch(event)
      }
      if (events.length < page) return
    }
  }
  /** Reads and dispatches new events, one reader per chain at a time. */
  const wake = (chainId: number): void => {
    const next = (draining.get(chainId) ?? Promise.resolve()).then(() =>
      drain(chainId).catch((cause: unknown) => log.error({ err: cause }, 'failed to push events')),
    )
    draining.set(chainId, next)
  }
  /** As `wake`, for events that are known already: the outbox is read only when others precede them. */
  const wakeWith = (chainId: number, events: readonly OutboxEvent[]): void => {
    const next = (draining.get(chainId) ?? Promise.resolve()).then(() => {
      if ((dispatched.get(chainId) ?? 0n) >= BigInt(events.at(-1)?.seq ?? 0)) return undefined
      for (const event of events) {
        if (dispatched.get(chainId) !== BigInt(event.seq) - 1n) return wake(chainId)
        dispatched.set(chainId, BigInt(event.seq))
        dispatch(event)
      }
      return undefined
    })
    draining.set(chainId, next)
  }
  /** @param payload `<chain>:<first seq>:<last seq>` of what one transaction published. */
  const onNotify = (payload: string): void => {
    const [chain = '', first = '', last = ''] = payload.split(':')
    const chainId = Number(chain)
    const before = dispatched.get(chainId)
    if (before !== undefined && BigInt(last) <= before) return
    if ((listeners.get(chainId)?.size ?? 0) === 0) {
      dispatched.set(chainId, BigInt(last))
      return
    }
    if (before === undefined) dispatched.set(chainId, BigInt(first) - 1n)
    wake(chainId)
  }

  const poll = (): void => {
    for (const chainId of dispatched.keys()) if ((listeners.get(chainId)?.size ?? 0) > 0) wake(chainId)
  }
  /** Reads the newest event when the first listener of a chain subscribes: its notification may be lost. */
  const begin = async (chainId: number): Promise<void> => {
    const last = BigInt(await readLastSeq(db, chainId))
    if (!dispatched.has(chainId)) dispatched.set(chainId, last)
  }
  /** What {@link begin} does for each chain at the moment. */
  const beginning = new Map<number, Promise<void>>()

  return {
    passed: (chainId) => ((listeners.get(chainId)?.size ?? 0) > 0 ? dispatched.get(chainId) : undefined),
    subscribers: () =>
      [...listeners.values()]
        .flatMap((ofChain) => [...ofChain.values()])
        .reduce((sum, readers) => sum + readers(), 0),
    subscribe: (chainId, listener, readers = () => 1) => {
      const ofChain = listeners.get(chainId) ?? new Map()
      // Earlier events were skipped: this listener receives those from now on.
      if (ofChain.size === 0 && !fanout.reliable) dispatched.delete(chainId)
      listeners.set(chainId, ofChain.set(listener, readers))
      if (!fanout.reliable && !dispatched.has(chainId) && !beginning.has(chainId)) {
        const begun = begin(chainId).finally(() => beginning.delete(chainId))
        begun.catch((cause: unknown) => log.error({ err: cause }, 'failed to read the newest event'))
        beginning.set(chainId, begun)
      }
      return () => ofChain.delete(listener)
    },
    ready: (chainId) => beginning.get(chainId) ?? Promise.resolve(),
    committed: (events) => {
      const [first] = events
      const last = events.at(-1)
      if (first === undefined || last === undefined) return
      const { chainId } = first
      if ((listeners.get(chainId)?.size ?? 0) > 0 && dispatched.has(chainId)) wakeWith(chainId, events)
      else onNotify(`${chainId}:${first.seq}:${last.seq}`)
    },
    start: async () => {
      unlisten = await fanout.listen(onNotify, poll)
      if (!fanout.reliable) polling = setInterval(poll, pollInterval)
    },
    stop: async () => {
      clearInterval(polling)
      await unlisten?.()
      await Promise.all(draining.values())
      listeners.clear()
    },
  }
}
