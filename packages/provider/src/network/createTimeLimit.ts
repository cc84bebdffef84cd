/** Ends work that takes too long, or that nobody waits for any more. */
export type TimeLimit = {
  readonly signal: AbortSignal
  /** To be called when the work is done: removes the timer, and what listens to the other signal. */
  clear(): void
}

/**
 * Aborts after so many milliseconds, or when `other` aborts. `AbortSignal.any` with `AbortSignal.timeout` would do, but
 * Node.js forgets such a timeout when it collects garbage.
 */
export function createTimeLimit(milliseconds: number, other?: AbortSignal): TimeLimit {
  const control = new AbortController()
  const end = (): void => control.abort(other?.reason)
  const timer = setTimeout(
    () => control.abort(new DOMException(`No answer within ${milliseconds} ms`, 'TimeoutError')),
    milliseconds,
  )
  if (other?.aborted === true) end()
  other?.addEventListener('abort', end, { once: true })
  return {
    signal: control.signal,
    clear: () => {
      clearTimeout(timer)
      other?.removeEventListener('abort', end)
    },
  }
}
