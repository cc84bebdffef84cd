import { setTimeout as sleep } from 'node:timers/promises'

/** Spaces out requests to a service that limits them. */
export type TokenBucket = {
  /**
   * Waits until one more request may be sent.
   * @param timeout the longest wait, in milliseconds.
   * @returns false when it would take longer.
   */
  take(timeout: number, signal?: AbortSignal): Promise<boolean>
  /** Sends nothing for so many milliseconds, as the service asked. */
  pause(milliseconds: number): void
}

/** The longest pause, whatever the service asks for: 10 minutes. */
const longestPause = 600_000

/**
 * @param perSecond requests a second in the long run.
 * @param burst requests that may be sent at once after a rest.
 */
export function createTokenBucket(
  perSecond: number,
  burst: number,
  clock: () => number = () => performance.now(),
): TokenBucket {
  const interval = 1000 / perSecond
  /** When the bucket is full again; each request moves it by one interval. */
  let full = 0
  let pausedUntil = 0
  return {
    take: async (timeout, signal) => {
      const now = clock()
      const wait = Math.max(full - (burst - 1) * interval - now, pausedUntil - now, 0)
      if (wait > timeout) return false
      full = Math.max(full, now, pausedUntil) + interval
      if (wait > 0) await sleep(wait, undefined, signal === undefined ? {} : { signal })
      return true
    },
    pause: (milliseconds) => {
      pausedUntil = Math.max(pausedUntil, clock() + Math.min(milliseconds, longestPause))
    },
  }
}
