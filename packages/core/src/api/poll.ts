import { TradeError } from '../errors.ts'
import { wait } from '../wait.ts'
import { isTransient } from './request.ts'

/** Milliseconds of the first and of the longest pause between asks that nobody counts. */
const firstPause = 50
const longestPause = 2_000

export type PollParameters = {
  /** Milliseconds between the reads that count. The first comes at once. */
  readonly interval: number
  readonly attempts: number
  /** Also reads in between, soon at first and then more seldom. The budget of time stays the same. */
  readonly adaptive: boolean
  readonly signal: AbortSignal
  /** The message after `n` fruitless reads that counted. */
  readonly failure: (n: number) => string
}

/**
 * Reads until there is something. A provider that is overloaded, failing or silent for a moment counts as
 * "not yet"; anything else it refuses ends the waiting.
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
      // A provider that fails is asked no sooner than the specification says. As long as it asks for beyond that,
      // up to the end of the budget, counts as the attempts it takes the place of.
      least = Math.max(interval, Math.min(error.data.retryAfter ?? 0, interval * (attempts - counted)))
      counted += Math.ceil(least / interval) - 1
    }
    if (counts && counted >= attempts) throw new TradeError('poll_timeout', failure(counted))
    const rest = Math.max(due - performance.now(), 0)
    const pause = Math.max(least, adaptive ? Math.min(quick, rest) : rest)
    await wait(pause, signal)
    // By what was waited for, not by the clock: a timer may fire early, and that is no ask more.
    counts = pause >= rest || performance.now() >= due
  }
}
