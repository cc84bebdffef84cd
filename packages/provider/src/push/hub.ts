import type { Logger } from 'pino'
import type { Database } from '../storage/db.ts'
import { type OutboxEvent, outboxChannel, readEvent } from '../storage/outbox.ts'

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

  const hear = async (payload: string): Promise<void> => {
    const [chain = '', seq = ''] = payload.split(':')
    const chainId = Number(chain)
    const set = listeners.get(chainId)
    if (set === undefined || set.size === 0) return
    const event = await readEvent(db, chainId, seq)
    if (event === undefined) return
    for (const listener of set) listener(event)
  }

  return {
    subscribe: (chainId, listener) => {
      const set = listeners.get(chainId) ?? new Set()
      listeners.set(chainId, set.add(listener))
      return () => set.delete(listener)
    },
    start: async () => {
      unlisten = await db.listen(outboxChannel, (payload) => {
        hear(payload).catch((cause) => log.error({ err: cause }, 'an event could not be pushed'))
      })
    },
    stop: async () => {
      await unlisten?.()
      listeners.clear()
    },
  }
}
