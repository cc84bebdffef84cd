import { TradeError } from './errors.ts'

/** Resolves after `milliseconds`; rejects at once when the signal aborts. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(stopped(signal?.reason))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

export const stopped = (cause?: unknown): TradeError =>
  new TradeError('aborted', 'The action was stopped.', { cause })

/** The signal of one request, and the timeout that aborted it. */
export type Deadline = {
  readonly signal: AbortSignal
  /** Set when the response has begun; from then on the second timeout counts. */
  hasBegun: boolean
  /** The timeout that aborted the request, in milliseconds. */
  exceeded: number | undefined
  /** Removes the timer and the listener. */
  readonly clear: () => void
}

/**
 * Returns a signal that follows another and has two timeouts in milliseconds: until the response begins, and in all. They
 * are timers: `AbortSignal.any` with `AbortSignal.timeout` would do, but Node.js forgets such a timeout when it collects
 * garbage.
 */
export function createDeadline(signal: AbortSignal | undefined, firstByte: number, total: number): Deadline {
  const control = new AbortController()
  const onTimeout = (timeout: number) => {
    if (deadline.hasBegun && timeout < total) timer = setTimeout(onTimeout, total - timeout, total)
    else {
      deadline.exceeded = timeout
      control.abort()
    }
  }
  let timer = setTimeout(onTimeout, firstByte, firstByte)
  const stop = () => control.abort(signal?.reason)
  // Many requests follow one signal at once, and Node.js warns of more than ten listeners of it.
  // biome-ignore lint/plugin: it is no timeout, and it is kept until the deadline is cleared.
  const followed = signal && AbortSignal.any([signal])
  if (followed?.aborted) stop()
  followed?.addEventListener('abort', stop)
  const deadline: Deadline = {
    signal: control.signal,
    hasBegun: false,
    exceeded: undefined,
    clear: () => {
      followed?.removeEventListener('abort', stop)
      clearTimeout(timer)
    },
  }
  return deadline
}

/** Returns a promise that rejects when the signal aborts; the original promise is then ignored. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopped(signal.reason))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    promise.then(resolve, reject).then(() => signal.removeEventListener('abort', stop))
  })
}

/**
 * Resolves to what a promise resolves to, or to what `onTimeout` returns where that takes longer than `milliseconds`. What
 * `onTimeout` throws is the rejection. The promise itself goes on.
 */
export async function withTimeout<T, L>(
  promise: Promise<T>,
  milliseconds: number,
  onTimeout: () => L,
): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    return await Promise.race([promise, over.then(onTimeout)])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Milliseconds after which an unanswered window of a wallet may be lost, and a batch that a wallet calls pending is looked
 * for on the chain.
 */
export const overdueAfter = 120_000

/** How long to wait before try `attempt` (from 1): exponential with full jitter, milliseconds. */
export const backoff = (attempt: number): number => Math.random() * Math.min(15_000, 500 * 2 ** (attempt - 1))

/** Milliseconds of a `Retry-After` header (seconds or a date), at most two minutes. */
export function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^[0-9]{1,9}$/.test(header.trim())
    ? Number(header) * 1_000
    : Date.parse(header) - Date.now()
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 120_000) : undefined
}
