import type { Logger } from 'pino'
import type { Database } from '../storage/db.ts'
import { type OutboxEvent, outboxChannel, readEvent, readEventsAfter } from '../storage/outbox.ts'

export type Listener = (event: OutboxEvent) => void

/** Hands committed events to whoever listens in this process, whichever process wrote them. */
export type Hub = {
  /** Returns the way to stop listening. */
  subscribe(chainId: number, listener: Listener): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

/** Makes the hub over Postgres LISTEN/NOTIFY. */
export function createHub(db: Database, log: Logger): Hub {
  const listeners = new Map<number, Set<Listener>>()
  let unlisten: (() => Promise<void>) | undefined

  /** The newest event told per chain: where to go on after the connection was lost. */
  const told = new Map<number, bigint>()

  const tell = (event: OutboxEvent): void => {
    const seq = BigInt(event.seq)
    if (seq > (told.get(event.chainId) ?? 0n)) told.set(event.chainId, seq)
    for (const listener of listeners.get(event.chainId) ?? []) listener(event)
  }
  const hear = async (payload: string): Promise<void> => {
    const [chain = '', seq = ''] = payload.split(':')
    const chainId = Number(chain)
    if ((listeners.get(chainId)?.size ?? 0) === 0) return
    const event = await readEvent(db, chainId, seq)
    if (event !== undefined) tell(event)
  }
  const catchUp = async (): Promise<void> => {
    for (const [chainId, seq] of told)
      for (const event of await readEventsAfter(db, chainId, seq.toString(), 10_000)) tell(event)
  }
  const report = (cause: unknown): void => log.error({ err: cause }, 'an event could not be pushed')

  return {
    subscribe: (chainId, listener) => {
      const set = listeners.get(chainId) ?? new Set()
      listeners.set(chainId, set.add(listener))
      return () => set.delete(listener)
    },
    start: async () => {
      unlisten = await db.listen(
        outboxChannel,
        (payload) => {
          hear(payload).catch(report)
        },
        () => {
          catchUp().catch(report)
        },
      )
    },
    stop: async () => {
      await unlisten?.()
      listeners.clear()
    },
  }
}
