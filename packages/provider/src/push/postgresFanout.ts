import type { Database } from '../storage/connection/database.ts'
import { outboxChannel } from '../storage/service/outbox.ts'

/** Notifies every process that pushes events to clients of what any process committed. */
export type Fanout = {
  /** Whether no notification is lost while the connection is open; otherwise the hub also polls the outbox. */
  readonly reliable: boolean
  /**
   * @param onNotify receives `<chain>:<first seq>:<last seq>` of what one transaction published.
   * @param onReconnect is called when notifications may have been missed.
   * @returns the function that stops listening.
   */
  listen(onNotify: (payload: string) => void, onReconnect: () => void): Promise<() => Promise<void>>
}

/** Notifications by LISTEN/NOTIFY: no other service, and one connection for each process. */
export const postgresFanout = (db: Database): Fanout => ({
  reliable: true,
  listen: (onNotify, onReconnect) => db.listen(outboxChannel, onNotify, onReconnect),
})
