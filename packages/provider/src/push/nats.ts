import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Database } from '../storage/connection/database.ts'
import { outboxChannel } from '../storage/service/outbox.ts'
import type { Fanout } from './fanout.ts'

const subject = 'sluice.outbox'

/**
 * Word by NATS: processes that answer clients hold no listening connection of Postgres. NATS carries words at
 * most once, so the hub also looks for itself; the events themselves are always read from the outbox.
 */
export type NatsFanout = Fanout & {
  /** Passes on what Postgres says of commits. Any number of processes may; what was told is not told again. */
  relay(db: Database): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Connects in the background and for ever: a NATS that is down delays pushes by a second, nothing more. */
export function natsFanout(url: string, log: Logger): NatsFanout {
  let connection: NatsConnection | undefined
  let closed = false
  const listeners = new Set<{ hear: (payload: string) => void; renewed: () => void }>()

  const drain = async (subscription: Subscription): Promise<void> => {
    for await (const message of subscription) for (const { hear } of listeners) hear(message.string())
  }
  const watch = async (nats: NatsConnection): Promise<void> => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') log.warn('NATS is away; events are looked for in the database')
      if (type === 'reconnect') for (const { renewed } of listeners) renewed()
    }
  }
  const begin = async (): Promise<void> => {
    const nats = await connect({
      servers: url,
      name: 'sluice-provider',
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
      waitOnFirstConnect: true,
    })
    if (closed) return nats.close()
    connection = nats
    void drain(nats.subscribe(subject))
    void watch(nats)
    for (const { renewed } of listeners) renewed()
  }
  begin().catch((cause: unknown) => log.error({ err: cause }, 'NATS cannot be used'))

  return {
    reliable: false,
    listen: async (hear, renewed) => {
      const listener = { hear, renewed }
      listeners.add(listener)
      return async () => {
        listeners.delete(listener)
      }
    },
    relay: (db) =>
      db.listen(outboxChannel, (payload) => {
        if (connection !== undefined && !connection.isClosed()) connection.publish(subject, payload)
      }),
    close: async () => {
      closed = true
      await connection?.close()
    },
  }
}
