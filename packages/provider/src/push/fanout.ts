import type { Database } from '../storage/connection/database.ts'
import { outboxChannel } from '../storage/service/outbox.ts'

/** Brings word of what was committed, by any process, to every process that pushes it to clients. */
export type Fanout = {
  /** Whether every word arrives while the connection stands; otherwise the hub looks for itself now and then. */
  readonly reliable: boolean
  /**
   * @param hear is given `<chain>:<first seq>:<last seq>` of what one transaction published.
   * @param renewed is called when words may have been missed.
   * @returns the way to stop.
   */
  listen(hear: (payload: string) => void, renewed: () => void): Promise<() => Promise<void>>
}

/** Word by LISTEN/NOTIFY: nothing else to run, one connection for each process. */
export const postgresFanout = (db: Database): Fanout => ({
  reliable: true,
  listen: (hear, renewed) => db.listen(outboxChannel, hear, renewed),
})
