import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Hex } from 'viem'
import type { ChainDeps } from '../../deps.ts'
import type { ConcurrencyLimit } from '../../middleware/concurrencyLimit.ts'
import { hasEvent, type OutboxEvent, readEventsAfter } from '../../storage/service/outbox.ts'
import { createEventQueue } from './eventQueue.ts'
import type { Receipts } from './receipts.ts'

/** Milliseconds between comments that keep a connection open: proxies close connections that are silent for longer. */
const heartbeatInterval = 15_000
/** Milliseconds that sending may take: a reader that takes longer is disconnected. */
const sendTimeout = 30_000
/** The number of events that are held while a reader is sent earlier ones. */
const maxBacklog = 1000
/** The number of events that are read at once for a reader who comes back. */
const pageSize = 500

/** Which events a reader wants; an empty set allows every event. */
export type EventFilter = {
  readonly types: ReadonlySet<string>
  readonly contracts: ReadonlySet<string>
  readonly users: ReadonlySet<string>
  readonly orders: ReadonlySet<string>
  readonly transactions: ReadonlySet<string>
}

const roles = ['maker', 'taker', 'from', 'to'] as const

function matches(filter: EventFilter, { kind, payload }: OutboxEvent): boolean {
  const among = (set: ReadonlySet<string>, ...values: readonly unknown[]) =>
    set.size === 0 || values.some((value) => typeof value === 'string' && set.has(value))
  if (filter.types.size > 0 && !filter.types.has(kind)) return false
  // A block or a reorganization names none of these, so that only readers without such filters receive it.
  return (
    among(filter.contracts, payload.contract) &&
    among(filter.users, ...roles.map((role) => payload[role])) &&
    among(filter.orders, payload.id, payload.orderId) &&
    among(filter.transactions, payload.txHash)
  )
}

/**
 * Holds the events that arrive while a reader is still sent earlier ones. When they are too many they are dropped,
 * since all of them can be read from the outbox.
 */
function createBacklog() {
  const events: OutboxEvent[] = []
  let dropped = false
  return {
    push(event: OutboxEvent): void {
      if (events.length < maxBacklog) events.push(event)
      else dropped = true
    },
    /** Whether events were dropped since the last call; starts over. */
    restart(): boolean {
      const before = dropped
      if (dropped) events.length = 0
      dropped = false
      return before
    },
    take: (): readonly OutboxEvent[] => events.splice(0),
  }
}

const hashesIn = ({ kind, payload }: OutboxEvent): readonly unknown[] =>
  kind === 'block' && Array.isArray(payload.transactions) ? payload.transactions : []

/** The event streams of one chain. */
export type EventStreams = {
  /**
   * Answers with a stream of the events that `filter` allows, after `lastEventId` where it is given.
   * @throws {ApiError} when the caller holds too many streams open.
   */
  open(c: Context, filter: EventFilter, lastEventId: string | undefined): Response
}

export function createEventStreams(
  chain: ChainDeps,
  receipts: Receipts,
  limit: ConcurrencyLimit,
): EventStreams {
  const { db, hub, config, counts, log } = chain
  const textOf = (event: string, payload: object, id?: string): string => {
    const data = JSON.stringify({ chainId: config.id, ...payload })
    return `event: ${event}\ndata: ${data}\n${id === undefined ? '' : `id: ${id}\n`}\n`
  }
  const texts = new WeakMap<OutboxEvent, string>()
  /** An event as it is sent, made once for all readers. */
  const textOfEvent = (event: OutboxEvent): string => {
    const text = texts.get(event) ?? textOf(event.kind, event.payload, event.seq)
    texts.set(event, text)
    return text
  }

  const run = async (
    c: Context,
    stream: SSEStreamingApi,
    filter: EventFilter,
    lastEventId: string | undefined,
  ): Promise<void> => {
    const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
    const disconnect = (): void => {
      counts.add('stream-too-slow')
      log.info('disconnecting a reader of events that does not keep up')
      stream.abort()
      outgoing?.destroy()
    }
    const queue = createEventQueue(disconnect)
    const send = async (text: string): Promise<void> => {
      const timer = setTimeout(disconnect, sendTimeout)
      await stream.write(text).finally(() => clearTimeout(timer))
    }
    const flush = async (): Promise<void> => {
      for (let text = queue.take(); text !== ''; text = queue.take()) await send(text)
    }

    const unsynced = new Set(filter.transactions)
    const announce = async (hash: string): Promise<void> => {
      const receipt = await receipts.read(hash as Hex)
      if (receipt === undefined || !unsynced.delete(hash)) return
      queue.push(textOf('transaction', { hash, synced: true, ...receipt }))
    }
    let sent = lastEventId === undefined ? -1n : BigInt(lastEventId)
    const onEvent = (event: OutboxEvent): void => {
      const seq = BigInt(event.seq)
      if (seq <= sent) return
      sent = seq
      for (const hash of hashesIn(event))
        if (typeof hash === 'string' && unsynced.has(hash)) void announce(hash).catch(() => {})
      if (event.kind === 'reorg') for (const hash of filter.transactions) unsynced.add(hash)
      if (matches(filter, event)) queue.push(textOfEvent(event))
    }
    const sendAll = async (events: readonly OutboxEvent[]): Promise<void> => {
      for (const event of events) {
        onEvent(event)
        await flush()
      }
    }

    const backlog = createBacklog()
    let live = false
    const unsubscribe = hub.subscribe(config.id, (event) => (live ? onEvent(event) : backlog.push(event)))
    const replay = async (id: string): Promise<void> => {
      if (id !== '0' && !(await hasEvent(db, config.id, id))) await send(textOf('gap', { since: id }))
      for (let more = true; more && !stream.aborted; ) {
        backlog.restart()
        const events = await readEventsAfter(db, config.id, sent.toString(), pageSize)
        await sendAll(events)
        more = events.length === pageSize || backlog.restart()
      }
    }
    stream.onAbort(() => queue.close())
    const draining = c.get('draining')
    draining?.addEventListener('abort', queue.close)
    try {
      await hub.ready(config.id)
      if (lastEventId !== undefined) await replay(lastEventId)
      for (let events = backlog.take(); events.length > 0; events = backlog.take()) await sendAll(events)
      live = true
      for (const hash of filter.transactions) await announce(hash)
      await send(': connected\n\n')
      while (!queue.closed && !stream.aborted) {
        await flush()
        const isWoken = await queue.wait(heartbeatInterval)
        if (!isWoken && !stream.aborted) await send(': alive\n\n')
      }
    } catch (cause) {
      log.warn({ err: cause }, 'an event stream ended with an error')
    } finally {
      draining?.removeEventListener('abort', queue.close)
      unsubscribe()
    }
  }

  return {
    open: (c, filter, lastEventId) => {
      c.header('Cache-Control', 'no-cache, no-transform')
      c.header('X-Accel-Buffering', 'no')
      // Nobody reads a body here, and its end would never be noticed.
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })
      const release = limit.take(c.get('caller'))
      return streamSSE(c, (stream) => run(c, stream, filter, lastEventId).finally(release))
    },
  }
}
