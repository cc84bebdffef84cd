import { isTransient } from '../api/request.ts'
import { wait } from '../api/wait.ts'
import { TradeError } from '../errors.ts'

export type PollParameters = {
  /** Milliseconds between reads. The first comes at once. */
  readonly interval: number
  readonly attempts: number
  readonly signal: AbortSignal
  /** The message after `n` fruitless reads. */
  readonly failure: (n: number) => string
  /** Cuts a pause short when there may be news. */
  readonly wake?: Wake | undefined
}

/**
 * Reads until there is something. A provider that is overloaded, failing or silent for a moment counts as
 * "not yet"; anything else it refuses ends the waiting.
 * @throws {TradeError} `poll_timeout` after the last attempt; whatever else `read` throws.
 */
export async function poll<T>(read: () => Promise<T | undefined>, parameters: PollParameters): Promise<T> {
  const { interval, attempts, signal, failure, wake } = parameters
  for (let attempt = 1; ; attempt += 1) {
    let pause = interval
    try {
      const value = await read()
      if (value !== undefined) return value
    } catch (error) {
      if (!isTransient(error)) throw error
      pause = Math.max(interval, error.data.retryAfter ?? 0)
    }
    if (attempt >= attempts) throw new TradeError('poll_timeout', failure(attempt))
    await (wake === undefined ? wait(pause, signal) : wake.pause(pause, signal))
  }
}

/** A pause that news can end early. News that comes while nobody pauses ends the next pause at once. */
export type Wake = {
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly now: () => void
}

export function createWake(): Wake {
  const held: { news: boolean; end: (() => void) | undefined } = { news: false, end: undefined }
  return {
    pause: async (milliseconds, signal) => {
      if (!held.news) {
        const early = new AbortController()
        held.end = () => early.abort()
        try {
          await wait(milliseconds, AbortSignal.any([signal, early.signal]))
        } catch (error) {
          if (signal.aborted) throw error
        } finally {
          held.end = undefined
        }
      }
      held.news = false
    },
    now: () => {
      held.news = true
      held.end?.()
    },
  }
}
