import { TradeError } from '../errors.ts'
import { wait } from '../wait.ts'
import { isTransient } from './request.ts'

/** Milliseconds of the first and of the longest pause between reads that do not count. */
const firstPause = 50
const longestPause = 2_000

export type PollParameters = {
  /** Milliseconds between the reads that count. The first comes at once. */
  readonly interval: number
  readonly attempts: number
  /** Also reads in between, soon at first and then less often. The total time stays the same. */
  readonly adaptive: boolean
  readonly signal: AbortSignal
  /** Returns the error message after `n` reads that counted and found nothing. */
  readonly failure: (n: number) => string
}

/**
 * Polls until `read` returns a value. A provider that is overloaded, failing or silent for a moment counts as "not yet";
 * any other error ends the polling.
 * @throws {TradeError} `poll_timeout` after the last attempt; whatever else `read` throws.
 */
export async function poll<T>(read: () => Promise<T | undefined>, parameters: PollParameters): Promise<T> {
  const { interval, attempts, adaptive, signal, failure } = parameters
  let due = performance.now()
  let counted = 0
  let counts = true
  for (let quick = firstPause; ; quick = Math.min(quick * 1.5, longestPause)) {
    if (counts) {
      counted += 1
      due = Math.max(due, performance.now()) + interval
    }
    let least = 0
    try {
      const value = await read()
      if (value !== undefined) return value
    } catch (error) {
      if (!isTransient(error)) throw error
      // A provider that fails is asked no sooner than the specification says. If it asks for a longer pause, the pause
      // counts as the attempts that it replaces, up to the end of the budget.
      least = Math.max(interval, Math.min(error.data.retryAfter ?? 0, interval * (attempts - counted)))
      counted += Math.ceil(least / interval) - 1
    }
    if (counts && counted >= attempts) throw new TradeError('poll_timeout', failure(counted))
    const rest = Math.max(due - performance.now(), 0)
    const pause = Math.max(least, adaptive ? Math.min(quick, rest) : rest)
    await wait(pause, signal)
    // Measured by what was waited for, not by the clock: a timer may fire early, and that must not add an attempt.
    counts = pause >= rest || performance.now() >= due
  }
}
