import { ApiError } from '../apiError.ts'
import type { Caller } from './caller.ts'

/** Limits how many of something one caller holds at once, such as streams that stay open. */
export type ConcurrencyLimit = {
  /** Takes one. @returns the function that releases it. @throws {ApiError} 429 when the caller has as many as it may. */
  take(caller: Caller | undefined): () => void
}

/**
 * @param max the most of one caller; 0 sets no limit.
 * @param message of the error above the limit.
 * @param limit its name in metrics.
 */
export function createConcurrencyLimit(max: number, message: string, limit: string): ConcurrencyLimit {
  const counts = new Map<string, number>()
  return {
    take: (caller) => {
      if (max === 0 || caller === undefined || caller.free) return () => {}
      const { who } = caller
      const count = counts.get(who) ?? 0
      if (count >= max) throw new ApiError('tooMany', message, { limit })
      counts.set(who, count + 1)
      return () => {
        const left = (counts.get(who) ?? 1) - 1
        if (left === 0) counts.delete(who)
        else counts.set(who, left)
      }
    },
  }
}
