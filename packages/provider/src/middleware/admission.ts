import { setMaxListeners } from 'node:events'
import type { Context, MiddlewareHandler } from 'hono'
import { Overload } from '../chain/overload.ts'
import type { Caller } from './caller.ts'
import { takeBody } from './requestBody.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Ends answers that have no end of their own, such as streams of events. */
    draining?: AbortSignal
  }
}

/** The door of the provider: bounds what is in hand, and closes for good when the process stops. */
export type Admission = {
  /**
   * Admits requests, or answers 503 with Retry-After at once: a queue that only grows answers nobody.
   * @param maxBodyBytes the size that the body of a request to a path may have.
   */
  admit(maxBodyBytes: (path: string) => number): MiddlewareHandler
  /** Lets nobody in from now on and ends the streams. Resolves once everybody inside is answered. */
  drain(): Promise<void>
  /** Requests in hand, and the bytes of their bodies. */
  inHand(): { readonly requests: number; readonly bytes: number }
}

export type Bounds = { readonly requests: number; readonly bytes: number }

/** What one process holds at once: beyond this the database, not the door, would keep the queue. */
const usual: Bounds = { requests: 1000, bytes: 64 * 1024 * 1024 }
/** Share of all bytes that one caller's bodies may take. */
const share = 1 / 4

export function createAdmission(bounds: Bounds = usual): Admission {
  const draining = new AbortController()
  // One listener for each stream that is open.
  setMaxListeners(0, draining.signal)
  const bytesOf = new Map<string, number>()
  let requests = 0
  let bytes = 0
  let emptied: (() => void) | undefined

  const refuseWhenStopping = (c: Context): void => {
    if (!draining.signal.aborted) return
    c.header('Connection', 'close')
    throw new Overload('The provider is stopping.')
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
        // What is alone is let in, however large the route lets it be.
        const full = bytes > own && bytes + size > bounds.bytes
        if (full || (mine > own && mine + size > bounds.bytes * share))
          throw new Overload('Too much is in hand at the moment.')
        add(size)
      },
      leave: (): void => add(-own),
    }
  }
  return {
    inHand: () => ({ requests, bytes }),
    drain: () => {
      draining.abort()
      return new Promise((done) => {
        emptied = done
        if (requests === 0) done()
      })
    },
    admit: (maxBodyBytes) => async (c, next) => {
      const { method, path } = c.req
      refuseWhenStopping(c)
      // Whoever asks how it goes is told so above all when it goes badly.
      if (path.startsWith('/health') || method === 'OPTIONS') return next()
      const body = counted(c.get('caller'))
      try {
        // A request has its place once it is here: who is slow to send it takes nobody's.
        if (method !== 'GET' && method !== 'HEAD') await takeBody(c, maxBodyBytes(path), body.arrive)
        refuseWhenStopping(c)
        if (requests >= bounds.requests) throw new Overload('Too much is in hand at the moment.')
        requests += 1
        c.set('draining', draining.signal)
        try {
          await next()
        } finally {
          requests -= 1
          if (requests === 0) emptied?.()
        }
      } finally {
        body.leave()
      }
    },
  }
}
