import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Database } from '../storage/connection/database.ts'
import { outboxChannel } from '../storage/service/outbox.ts'
import type { Fanout } from './postgresFanout.ts'

const subject = 'sluice.outbox'

/**
 * Notifications by NATS: processes that serve clients hold no listening connection of Postgres. NATS delivers at most
 * once, so the hub also polls; the events themselves are always read from the outbox.
 */
export type NatsFanout = Fanout & {
  /** Forwards the notifications of Postgres. Any number of processes may do so: the hub ignores repeated ones. */
  relay(db: Database): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Connects in the background and reconnects without end: while NATS is down, pushes are a second late. */
export function natsFanout(url: string, log: Logger): NatsFanout {
  let connection: NatsConnection | undefined
  let closed = false
  const listeners = new Set<{ onNotify: (payload: string) => void; onReconnect: () => void }>()

  const drain = async (subscription: Subscription): Promise<void> => {
    for await (const message of subscription) for (const { onNotify } of listeners) onNotify(message.string())
  }
  const watch = async (nats: NatsConnection): Promise<void> => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') log.warn('NATS is disconnected; events are polled from the database')
      if (type === 'reconnect') for (const { onReconnect } of listeners) onReconnect()
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
    for (const { onReconnect } of listeners) onReconnect()
  }
  begin().catch((cause: unknown) => log.error({ err: cause }, 'failed to connect to NATS'))

  return {
    reliable: false,
    listen: async (onNotify, onReconnect) => {
      const listener = { onNotify, onReconnect }
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
