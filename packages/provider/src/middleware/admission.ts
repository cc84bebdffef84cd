import { setMaxListeners } from 'node:events'
import type { Context, MiddlewareHandler } from 'hono'
import { Overload } from '../chain/overload.ts'
import type { Caller } from './caller.ts'
import { createConcurrencyLimit } from './concurrencyLimit.ts'
import { createFairQueue } from './fairQueue.ts'
import { readRequestBody } from './readRequestBody.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Aborted when the process stops: ends responses that do not end by themselves, such as event streams. */
    draining?: AbortSignal
    /** Gives the place among the requests that are worked on to another one: this one only waits from here on. */
    leaveQueue?: () => void
  }
}

/** Bounds the requests in progress, and rejects all requests once the process stops. */
export type Admission = {
  /**
   * Admits a request, or responds with 503 and Retry-After at once instead of queueing without limit.
   * @param maxBodyBytes the size that the body of a request to a path may have.
   */
  admit(maxBodyBytes: (path: string) => number): MiddlewareHandler
  /** Rejects new requests and ends the streams. Resolves once every request in progress is answered. */
  drain(): Promise<void>
  /** The requests in progress, those of them that have not started, and the bytes of their bodies. */
  inHand(): { readonly requests: number; readonly waiting: number; readonly bytes: number }
}

export type Bounds = { readonly requests: number; readonly bytes: number }

/** The bounds of one process: beyond them, requests would only wait for the database. */
const defaultBounds: Bounds = { requests: 1000, bytes: 64 * 1024 * 1024 }
/** The share of all bytes and of all requests in progress that one caller may take. */
const callerShare = 1 / 4
/** Requests that start at once: fewer than the connections of the database; and those of one caller in any case. */
const [atOnce, perCaller] = [16, 4]

export function createAdmission(bounds: Bounds = defaultBounds): Admission {
  const draining = new AbortController()
  // There is one listener for each open stream.
  setMaxListeners(0, draining.signal)
  const bytesOf = new Map<string, number>()
  const callerLimit = createConcurrencyLimit(
    Math.ceil(bounds.requests * callerShare),
    'Too many of your requests are in progress.',
    'requests-of-caller',
  )
  const queue = createFairQueue(atOnce, perCaller)
  let requests = 0
  let bytes = 0
  let emptied: (() => void) | undefined

  const rejectWhenStopping = (c: Context): void => {
    if (!draining.signal.aborted) return
    c.header('Connection', 'close')
    throw new Overload('The provider is stopping.', 'stopping')
  }
  /** Bytes of one request, counted until it is answered. */
  const counted = (caller: Caller | undefined) => {
    const who = caller === undefined || caller.free ? undefined : caller.who
    let own = 0
    const add = (size: number): void => {
      own += size
      bytes += size
      if (who === undefined) return
      const sum = (bytesOf.get(who) ?? 0) + size
      if (sum === 0) bytesOf.delete(who)
      else bytesOf.set(who, sum)
    }
    return {
      arrive: (size: number): void => {
        const mine = who === undefined ? 0 : (bytesOf.get(who) ?? 0)
        // A request that is alone is admitted, however large its route allows it to be.
        const full = bytes > own && bytes + size > bounds.bytes
        if (full || (mine > own && mine + size > bounds.bytes * callerShare))
          throw new Overload('Too many requests are in progress.', 'body-bytes')
        add(size)
      },
      leave: (): void => add(-own),
    }
  }
  return {
    inHand: () => ({ requests, waiting: queue.waiting(), bytes }),
    drain: () => {
      draining.abort()
      return new Promise((done) => {
        emptied = done
        if (requests === 0) done()
      })
    },
    admit: (maxBodyBytes) => async (c, next) => {
      const { method, path } = c.req
      rejectWhenStopping(c)
      // Health is reported above all when things go badly.
      if (path.startsWith('/health') || method === 'OPTIONS') return next()
      const body = counted(c.get('caller'))
      try {
        // A request counts once its body has arrived: a slow one takes no place of another.
        if (method !== 'GET' && method !== 'HEAD') await readRequestBody(c, maxBodyBytes(path), body.arrive)
        rejectWhenStopping(c)
        if (requests >= bounds.requests)
          throw new Overload('Too many requests are in progress.', 'requests-in-progress')
        const caller = c.get('caller')
        const leave = callerLimit.take(caller)
        requests += 1
        c.set('draining', draining.signal)
        try {
          const done = caller === undefined || caller.free ? undefined : await queue.take(caller.who)
          if (done !== undefined) c.set('leaveQueue', done)
          await next().finally(done)
        } finally {
          leave()
          requests -= 1
          if (requests === 0) emptied?.()
        }
      } finally {
        body.leave()
      }
    },
  }
}
