import { TradeError } from '../errors.ts'

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

/**
 * A signal that follows another and has deadlines of its own, milliseconds: `first` until something has begun, `whole`
 * in any case. `end` leaves no timer and no listener behind.
 */
export function cutOff(
  signal: AbortSignal | undefined,
  first: number,
  whole: number,
): {
  readonly signal: AbortSignal
  readonly begun: () => void
  /** The deadline that cut. */
  readonly late: () => number | undefined
  readonly end: () => void
} {
  const control = new AbortController()
  const held: { begun: boolean; late: number | undefined } = { begun: false, late: undefined }
  const cut = (deadline: number) => {
    if (held.begun && deadline < whole) timer = setTimeout(() => cut(whole), whole - deadline)
    else {
      held.late = deadline
      control.abort()
    }
  }
  let timer = setTimeout(() => cut(first), first)
  const stop = () => control.abort(signal?.reason)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  return {
    signal: control.signal,
    begun: () => {
      held.begun = true
    },
    late: () => held.late,
    end: () => {
      signal?.removeEventListener('abort', stop)
      clearTimeout(timer)
    },
  }
}

/** A promise that gives way when the signal aborts; what it would have said is then ignored. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopped(signal.reason))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).then(() => signal.removeEventListener('abort', stop))
  })
}

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
