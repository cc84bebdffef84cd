import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Hex } from 'viem'
import type { ChainDeps } from '../../deps.ts'
import type { ConcurrencyLimit } from '../../middleware/concurrencyLimit.ts'
import { hasEvent, type OutboxEvent, readEventsAfter } from '../../storage/service/outbox.ts'
import { type EventFilter, filterKey, matches } from './eventFilter.ts'
import { EventReader, frameOf } from './eventReader.ts'
import type { Receipts } from './receipts.ts'

/**
 * Milliseconds between looks at all readers, and after how many of them a silent one is sent a comment: proxies close
 * connections that are silent for longer than some 15 seconds.
 */
const [lookInterval, silentLooks] = [5000, 3]
/** Events that are sent to every reader in one pass, and readers that are written to before other work has a turn. */
const [eventsPerPass, readersPerTurn] = [50, 250]
/** The number of events that are read at once for a reader who comes back. */
const pageSize = 500

const connected = frameOf(': connected\n\n')

const hashesIn = ({ kind, payload }: OutboxEvent): readonly unknown[] =>
  kind === 'block' && Array.isArray(payload.transactions) ? payload.transactions : []

/** Readers of the same events: what they are sent is made once. */
type Group = { readonly key: string; readonly filter: EventFilter; readonly readers: Set<EventReader> }

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
  /** The frame of those events that a filter allows; `undefined` if there are none. */
  const frameFor = (filter: EventFilter, events: readonly OutboxEvent[]): Buffer | undefined => {
    const allowed = events.filter((event) => matches(filter, event))
    if (allowed.length === 0) return undefined
    return frameOf(allowed.map(({ kind, payload, seq }) => textOf(kind, payload, seq)).join(''))
  }

  /** All readers, by {@link filterKey}. */
  const groups = new Map<string, Group>()
  /** Readers who wait for a transaction to be synced, by its hash. */
  const awaiting = new Map<string, Set<EventReader>>()

  const announce = async (reader: EventReader, hash: string): Promise<void> => {
    const receipt = await receipts.read(hash as Hex)
    if (receipt === undefined || awaiting.get(hash)?.delete(reader) !== true) return
    if (awaiting.get(hash)?.size === 0) awaiting.delete(hash)
    reader.write(frameOf(textOf('transaction', { hash, synced: true, ...receipt })))
  }
  const waitFor = (reader: EventReader, hashes: ReadonlySet<string>): void => {
    for (const hash of hashes) awaiting.set(hash, (awaiting.get(hash) ?? new Set()).add(reader))
  }
  const onEvent = (event: OutboxEvent): void => {
    for (const hash of hashesIn(event))
      for (const reader of awaiting.get(String(hash)) ?? [])
        announce(reader, String(hash)).catch((cause: unknown) =>
          log.warn({ err: cause, hash }, 'failed to read the receipt of a reader'),
        )
    if (event.kind === 'reorg')
      for (const { filter, readers } of groups.values())
        for (const reader of readers) waitFor(reader, filter.transactions)
  }

  let pending: OutboxEvent[] = []
  let passing = false
  /** Sends a batch to every reader, each in the order of the events, and lets other work have its turns meanwhile. */
  const send = async (events: readonly OutboxEvent[]): Promise<void> => {
    const [first, last] = [BigInt(events[0]?.seq ?? 0), BigInt(events.at(-1)?.seq ?? 0)]
    let written = 0
    for (const { filter, readers } of groups.values()) {
      const frame = frameFor(filter, events)
      for (const reader of readers) {
        if (!reader.live) continue
        // A reader who has just been sent stored events has some of these already.
        const own =
          reader.sent < first
            ? frame
            : frameFor(
                filter,
                events.filter(({ seq }) => BigInt(seq) > reader.sent),
              )
        if (reader.sent < last) reader.sent = last
        if (own === undefined) continue
        reader.write(own)
        written += 1
        if (written % readersPerTurn === 0) await nextTurn()
      }
    }
  }
  const pass = async (): Promise<void> => {
    if (passing) return
    passing = true
    try {
      while (pending.length > 0) {
        // What is committed together is told one by one, and sent as one.
        await nextTurn()
        await send(pending.splice(0, eventsPerPass))
      }
    } finally {
      passing = false
    }
  }

  let looking: NodeJS.Timeout | undefined
  let leaveHub: (() => void) | undefined
  const each = (act: (reader: EventReader) => void): void => {
    for (const { readers } of groups.values()) for (const reader of readers) act(reader)
  }
  const add = (reader: EventReader, filter: EventFilter): Group => {
    const key = filterKey(filter)
    const group = groups.get(key) ?? { key, filter, readers: new Set() }
    groups.set(key, group)
    group.readers.add(reader)
    if (leaveHub !== undefined) return group
    const listener = (event: OutboxEvent): void => {
      onEvent(event)
      pending.push(event)
      void pass()
    }
    const count = () => [...groups.values()].reduce((sum, { readers }) => sum + readers.size, 0)
    leaveHub = hub.subscribe(config.id, listener, count)
    looking = setInterval(() => each((one) => one.keepAlive(silentLooks)), lookInterval)
    looking.unref()
    return group
  }
  const remove = (reader: EventReader, { key, filter, readers }: Group): void => {
    readers.delete(reader)
    if (readers.size === 0) groups.delete(key)
    for (const hash of filter.transactions) {
      awaiting.get(hash)?.delete(reader)
      if (awaiting.get(hash)?.size === 0) awaiting.delete(hash)
    }
    if (groups.size > 0) return
    leaveHub?.()
    leaveHub = undefined
    clearInterval(looking)
    pending = []
  }

  /** Sends stored events until none is left that the hub has passed on without this reader. */
  const replay = async (reader: EventReader, filter: EventFilter, id: string): Promise<void> => {
    if (id !== '0' && !(await hasEvent(db, config.id, id)))
      reader.write(frameOf(textOf('gap', { since: id })))
    for (let more = true; more && !reader.closed; ) {
      const events = await readEventsAfter(db, config.id, reader.sent.toString(), pageSize)
      for (const event of events) {
        const frame = frameFor(filter, [event])
        if (frame !== undefined) reader.write(frame)
        await reader.drained()
      }
      reader.sent = BigInt(events.at(-1)?.seq ?? reader.sent)
      more = events.length === pageSize || (hub.passed(config.id) ?? -1n) > reader.sent
    }
  }
  const start = async (
    reader: EventReader,
    { filter }: Group,
    lastEventId: string | undefined,
  ): Promise<void> => {
    await hub.ready(config.id)
    if (lastEventId !== undefined) await replay(reader, filter, lastEventId)
    if (reader.closed) return
    reader.live = true
    waitFor(reader, filter.transactions)
    for (const hash of filter.transactions) await announce(reader, hash)
    reader.write(connected)
  }

  const draining = new WeakSet<AbortSignal>()
  const endWith = (signal: AbortSignal | undefined): void => {
    if (signal === undefined || draining.has(signal)) return
    draining.add(signal)
    signal.addEventListener('abort', () => each((one) => one.end()))
  }

  return {
    open: (c, filter, lastEventId) => {
      // Nobody reads a body here, and its end would never be noticed.
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })
      const { outgoing } = c.env as { outgoing: ServerResponse }
      const release = limit.take(c.get('caller'))
      const reader = new EventReader(outgoing, BigInt(lastEventId ?? -1), () => {
        counts.add('stream-too-slow')
        log.info('disconnecting a reader of events that does not keep up')
      })
      const group = add(reader, filter)
      outgoing.once('close', () => {
        remove(reader, group)
        release()
      })
      endWith(c.get('draining'))
      start(reader, group, lastEventId).catch((cause: unknown) => {
        log.warn({ err: cause }, 'an event stream ended with an error')
        reader.end()
      })
      return RESPONSE_ALREADY_SENT
    },
  }
}
