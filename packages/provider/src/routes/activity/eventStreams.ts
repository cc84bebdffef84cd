import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { ChainDeps } from '../../deps.ts'
import { nodeCallerOf } from '../../middleware/caller.ts'
import type { ConcurrencyLimit } from '../../middleware/concurrencyLimit.ts'
import { createFairQueue } from '../../middleware/fairQueue.ts'
import { hasEvent, type OutboxEvent, readEventsAfter, readLastSeq } from '../../storage/service/outbox.ts'
import { createAwaitedTransactions } from './awaitedTransactions.ts'
import { createBroadcast } from './broadcast.ts'
import type { EventFilter } from './eventFilter.ts'
import { createEventFrames, type EventFrames } from './eventFrames.ts'
import { EventReader, frameOf } from './eventReader.ts'
import { createReaderGroups, type ReaderGroup } from './readerGroups.ts'
import type { Receipts } from './receipts.ts'

/**
 * Milliseconds between looks at all readers, and after how many of them a silent one is sent a comment: proxies close
 * connections that are silent for longer than some 15 seconds.
 */
const [lookInterval, silentLooks] = [5000, 3]
/** The number of events that are read at once for a reader who comes back. */
const pageSize = 500
/**
 * Pages of stored events that are read at once, for all readers of a process's chain who come back. Nobody waits for an
 * answer here: the rest of the database and of the processor is for those who do.
 */
const pagesAtOnce = 2

const connected = frameOf(': connected\n\n')

/** The event streams of one chain. */
export type EventStreams = {
  /**
   * Answers with a stream of the events that `filter` allows, after `lastEventId` where it is given.
   * @throws {ApiError} when the caller holds too many streams open.
   */
  open(c: Context, filter: EventFilter, lastEventId: string | undefined): Response
}

/**
 * Sends a reader stored events until none is left that the hub has passed on without it.
 * @param inTurn runs a read when it is the turn of the reader's caller.
 */
async function replay(
  { db, hub, config }: ChainDeps,
  frames: EventFrames,
  reader: EventReader,
  { filter, lastEventId }: { readonly filter: EventFilter; readonly lastEventId: string },
  inTurn: <T>(read: () => Promise<T>) => Promise<T>,
): Promise<void> {
  if (lastEventId !== '0' && !(await inTurn(() => hasEvent(db, config.id, lastEventId)))) {
    reader.write(frames.message('gap', { since: lastEventId }))
    // An event of another deployment, or of a time before a backup was restored, is not waited for.
    const last = BigInt(await inTurn(() => readLastSeq(db, config.id)))
    if (reader.sent > last) reader.sent = last
  }
  for (let more = true; more && !reader.closed; ) {
    const events = await inTurn(() => readEventsAfter(db, config.id, reader.sent.toString(), pageSize))
    for (const event of events) {
      const frame = frames.allowed(filter, [event])
      if (frame !== undefined) reader.write(frame)
      await reader.drained()
    }
    reader.sent = BigInt(events.at(-1)?.seq ?? reader.sent)
    more = events.length === pageSize || (hub.passed(config.id) ?? -1n) > reader.sent
  }
}

export function createEventStreams(
  chain: ChainDeps,
  receipts: Receipts,
  limit: ConcurrencyLimit,
): EventStreams {
  const { hub, config, counts, log, reads } = chain
  const frames = createEventFrames(config.id)
  const all = createReaderGroups()
  const broadcast = createBroadcast(all, frames)
  const turns = createFairQueue(pagesAtOnce, 0)
  const awaited = createAwaitedTransactions(receipts, frames, (cause, hash) =>
    log.warn({ err: cause, hash }, 'failed to read the receipt of a reader'),
  )

  const onEvent = (event: OutboxEvent): void => {
    awaited.noteBlock(event)
    // What was synced may be so no longer.
    if (event.kind === 'reorg')
      for (const [reader, { transactions }] of all.readers()) awaited.add(reader, transactions)
    broadcast.push(event)
  }
  /** Listens to the hub. @returns the function that stops it. */
  const listen = (): (() => void) => {
    const leave = hub.subscribe(config.id, onEvent, all.count)
    const looking = setInterval(() => {
      for (const [reader] of all.readers()) reader.keepAlive(silentLooks)
    }, lookInterval)
    looking.unref()
    return () => {
      leave()
      clearInterval(looking)
      broadcast.clear()
    }
  }
  /** Stops listening; set while there is a reader. */
  let stopListening: (() => void) | undefined

  const add = (reader: EventReader, filter: EventFilter): ReaderGroup => {
    const group = all.add(reader, filter)
    stopListening ??= listen()
    return group
  }
  const remove = (reader: EventReader, group: ReaderGroup): void => {
    all.remove(reader, group)
    awaited.remove(reader, group.filter.transactions)
    if (all.count() > 0) return
    stopListening?.()
    stopListening = undefined
  }
  const start = async (
    reader: EventReader,
    filter: EventFilter,
    lastEventId: string | undefined,
    caller: string,
  ): Promise<void> => {
    await hub.ready(config.id)
    if (lastEventId !== undefined)
      await replay(chain, frames, reader, { filter, lastEventId }, async (read) => {
        // A caller with many streams does not delay the others.
        const end = await turns.take(caller)
        return read().finally(end)
      })
    if (reader.closed) return
    reader.live = true
    awaited.add(reader, filter.transactions)
    await reads.nodes.asCaller(caller, async () => {
      for (const [place, hash] of [...filter.transactions].entries())
        await awaited.announce(reader, hash, place > 0)
    })
    reader.write(connected)
  }

  const draining = new WeakSet<AbortSignal>()
  const endWith = (signal: AbortSignal | undefined): void => {
    if (signal === undefined || draining.has(signal)) return
    draining.add(signal)
    signal.addEventListener('abort', () => {
      for (const [reader] of all.readers()) reader.end()
    })
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
      start(reader, filter, lastEventId, nodeCallerOf(c)).catch((cause: unknown) => {
        log.warn({ err: cause }, 'an event stream ended with an error')
        reader.end()
      })
      return RESPONSE_ALREADY_SENT
    },
  }
}
