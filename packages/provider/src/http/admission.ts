import { setMaxListeners } from 'node:events'
import type { MiddlewareHandler } from 'hono'
import { Overload } from '../orders/intake.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Ends answers that have no end of their own, such as streams of events. */
    draining?: AbortSignal
  }
}

/** The door of the provider: bounds what is in hand, and closes for good when the process stops. */
export type Admission = {
  /** Lets a request in, or answers 503 with Retry-After at once: a queue that only grows answers nobody. */
  readonly admit: MiddlewareHandler
  /** Lets nobody in from now on and ends the streams. Resolves once everybody inside is answered. */
  drain(): Promise<void>
  /** Requests in hand, and the bytes of their bodies. */
  inHand(): { readonly requests: number; readonly bytes: number }
}

export type Bounds = { readonly requests: number; readonly bytes: number }

/** What one process holds at once: beyond this the database, not the door, would keep the queue. */
const usual: Bounds = { requests: 1000, bytes: 64 * 1024 * 1024 }
/** Taken for a body whose length is not told. */
const untold = 256 * 1024

/** How long a body says it is; what is no number is told by the limit of bodies later. */
function lengthOf(header: string | undefined): number {
  const length = Number(header ?? untold)
  return Number.isFinite(length) && length >= 0 ? length : untold
}

export function createAdmission(bounds: Bounds = usual): Admission {
  const draining = new AbortController()
  // One listener for each stream that is open.
  setMaxListeners(0, draining.signal)
  let requests = 0
  let bytes = 0
  let emptied: (() => void) | undefined

  const leave = (size: number): void => {
    requests -= 1
    bytes -= size
    if (requests === 0) emptied?.()
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
    admit: async (c, next) => {
      const { method, path } = c.req
      if (draining.signal.aborted) {
        c.header('Connection', 'close')
        throw new Overload('The provider is stopping.')
      }
      // Whoever asks how it goes is told so above all when it goes badly.
      if (path.startsWith('/health') || method === 'OPTIONS') return next()
      const size = method === 'POST' ? lengthOf(c.req.header('content-length')) : 0
      if (requests >= bounds.requests || (size > 0 && bytes > 0 && bytes + size > bounds.bytes))
        throw new Overload('Too much is in hand at the moment.')
      requests += 1
      bytes += size
      c.set('draining', draining.signal)
      try {
        await next()
      } finally {
        leave(size)
      }
    },
  }
}
