import type { ServerResponse } from 'node:http'
import { ParseError, routes } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Hex } from 'viem'
import { type Query, readQuery } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import type { Places } from '../../middleware/concurrencyLimit.ts'
import { hasEvent, type OutboxEvent, readEventsAfter } from '../../storage/service/outbox.ts'
import { createEventQueue } from './eventQueue.ts'
import { createReceipts } from './transactions.ts'

const kinds = ['order', 'sale', 'transfer', 'block', 'reorg', 'transaction', 'cross-post'] as const

/** Milliseconds between signs of life: proxies close connections that are silent for longer. */
const heartbeat = 15_000
/** Milliseconds that one event may take to leave: whoever reads nothing for so long is cut off. */
const patience = 30_000
/** Events that are kept while a reader is told of the past. */
const backlog = 1000
/** Events that are read at once for a reader who comes back. */
const page = 500

/** Which events a reader wants; what is not asked for by any field is every event. */
type Filter = {
  readonly types: ReadonlySet<string>
  readonly contracts: ReadonlySet<string>
  readonly users: ReadonlySet<string>
  readonly orders: ReadonlySet<string>
  readonly hashes: ReadonlySet<Hex>
}

function filterOf(query: Query): Filter {
  const types = query.texts('types', 20)
  const unknown = types.find((type) => !kinds.some((kind) => kind === type))
  if (unknown !== undefined)
    throw new ParseError('The request', 'types', `must be one of ${kinds.join(', ')}`)
  return {
    types: new Set(types),
    contracts: new Set<string>(query.addresses('contract', 'collection')),
    users: new Set<string>(query.addresses('maker', 'user')),
    orders: new Set<string>(query.hashes('orderId')),
    hashes: new Set(query.hashes('txHash')),
  }
}

const people = ['maker', 'taker', 'from', 'to'] as const

function wants(filter: Filter, { kind, payload }: OutboxEvent): boolean {
  const among = (set: ReadonlySet<string>, ...values: readonly unknown[]) =>
    set.size === 0 || values.some((value) => typeof value === 'string' && set.has(value))
  if (filter.types.size > 0 && !filter.types.has(kind)) return false
  // Blocks and reorganisations are about everybody, and only sent to those who ask for nothing narrower.
  return (
    among(filter.contracts, payload.contract) &&
    among(filter.users, ...people.map((role) => payload[role])) &&
    among(filter.orders, payload.id, payload.orderId) &&
    (filter.hashes.size === 0 || among(filter.hashes as ReadonlySet<string>, payload.txHash))
  )
}

const hashesIn = ({ kind, payload }: OutboxEvent): readonly unknown[] =>
  kind === 'block' && Array.isArray(payload.transactions) ? payload.transactions : []

function lastSeen(c: Context, query: Query): string | undefined {
  const id = c.req.header('last-event-id') ?? query.text('lastEventId', 20)
  if (id === undefined) return undefined
  if (!/^[0-9]{1,18}$/.test(id))
    throw new ParseError('The request', 'Last-Event-ID', 'must be the id of an event')
  return id
}

/**
 * What is pushed while a reader is still being told of the past. More than the backlog is dropped, since all of
 * it can be read from the outbox; `missed` then asks for another look there.
 */
function createEarly() {
  const events: OutboxEvent[] = []
  let missed = false
  return {
    push(event: OutboxEvent): void {
      if (events.length < backlog) events.push(event)
      else missed = true
    },
    /** Whether something was dropped since the last time; starts over. */
    restart(): boolean {
      const before = missed
      if (missed) events.length = 0
      missed = false
      return before
    },
    take: (): readonly OutboxEvent[] => events.splice(0),
  }
}

/**
 * `GET /events`: server-sent events of one chain, filtered by `types`, `contract`, `maker`, `orderId` and
 * `txHash`. A reader that names transactions hears `transaction` as soon as each is synced, at once for one
 * that is already. With `Last-Event-ID` the events since are sent first, none twice and none left out; one that
 * is older than what is kept hears `gap` first, and reads the state anew.
 */
export function streamRoutes(app: Hono, { chain }: Scope, places: Places): void {
  const { db, hub, config, log } = chain
  const receipts = createReceipts(chain)
  const written = new WeakMap<OutboxEvent, string>()
  /** An event as it is sent; made once for all who read it. */
  const textOf = (event: OutboxEvent): string => {
    const known = written.get(event) ?? JSON.stringify({ chainId: config.id, ...event.payload })
    written.set(event, known)
    return known
  }

  app.get(routes.events.path, (c) => {
    const query = readQuery(c)
    const filter = filterOf(query)
    const since = lastSeen(c, query)
    c.header('Cache-Control', 'no-cache, no-transform')
    c.header('X-Accel-Buffering', 'no')
    // Nobody reads what follows, nor would its end be heard of.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })
    const leave = places.take(c.get('caller'))
    const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
    return streamSSE(c, async (stream) => {
      const cut = (): void => {
        log.info('a reader of events does not keep up and is cut off')
        stream.abort()
        outgoing?.destroy()
      }
      const queue = createEventQueue(cut)
      const send = async (work: Promise<unknown>): Promise<void> => {
        const timer = setTimeout(cut, patience)
        await work.finally(() => clearTimeout(timer))
      }
      const pending = new Set(filter.hashes)
      let sent = since === undefined ? -1n : BigInt(since)

      const announce = async (hash: Hex): Promise<void> => {
        const answer = await receipts.read(hash)
        if (answer === undefined || !pending.delete(hash)) return
        const data = JSON.stringify({ chainId: config.id, hash, synced: true, ...answer })
        queue.push({ event: 'transaction', data })
      }
      const hear = (event: OutboxEvent): void => {
        const seq = BigInt(event.seq)
        if (seq <= sent) return
        sent = seq
        for (const hash of hashesIn(event))
          if (pending.has(hash as Hex)) void announce(hash as Hex).catch(() => {})
        if (event.kind === 'reorg') for (const hash of filter.hashes) pending.add(hash)
        if (wants(filter, event)) queue.push({ event: event.kind, id: event.seq, data: textOf(event) })
      }

      const flush = async (): Promise<void> => {
        for (let line = queue.take(); line !== undefined; line = queue.take())
          await send(stream.writeSSE(line))
      }
      const early = createEarly()
      let live = false
      const stop = hub.subscribe(config.id, (event) => (live ? hear(event) : early.push(event)))
      const replay = async (id: string): Promise<void> => {
        if (id !== '0' && !(await hasEvent(db, config.id, id)))
          await send(
            stream.writeSSE({ event: 'gap', data: JSON.stringify({ chainId: config.id, since: id }) }),
          )
        for (let more = true; more && !stream.aborted; ) {
          early.restart()
          const events = await readEventsAfter(db, config.id, sent.toString(), page)
          for (const event of events) {
            hear(event)
            await flush()
          }
          more = events.length === page || early.restart()
        }
      }
      stream.onAbort(() => queue.close())
      const draining = c.get('draining')
      draining?.addEventListener('abort', queue.close)
      try {
        if (since !== undefined) await replay(since)
        for (let events = early.take(); events.length > 0; events = early.take())
          for (const event of events) {
            hear(event)
            await flush()
          }
        live = true
        for (const hash of filter.hashes) await announce(hash)
        await send(stream.write(': connected\n\n'))
        while (!queue.closed && !stream.aborted) {
          await flush()
          await queue.wait(heartbeat)
          if (!stream.aborted) await send(stream.write(': alive\n\n'))
        }
      } catch (cause) {
        log.warn({ err: cause }, 'an event stream ended early')
      } finally {
        draining?.removeEventListener('abort', queue.close)
        stop()
        leave()
      }
    })
  })
}
