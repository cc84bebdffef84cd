import { Refusal } from '../apiError.ts'
import type { Caller } from './caller.ts'

/** Places that each caller may take several of, such as streams that stay open. */
export type Places = {
  /** Takes one; returns the way to give it back. @throws {Refusal} 429 when the caller has as many as it may. */
  take(caller: Caller | undefined): () => void
}

/** @param each places of one caller; 0 sets no limit. @param sentence what is said to whoever asks for more. */
export function createPlaces(each: number, sentence: string): Places {
  const taken = new Map<string, number>()
  return {
    take: (caller) => {
      if (each === 0 || caller === undefined || caller.free) return () => {}
      const { who } = caller
      const count = taken.get(who) ?? 0
      if (count >= each) throw new Refusal('tooMany', sentence)
      taken.set(who, count + 1)
      return () => {
        const left = (taken.get(who) ?? 1) - 1
        if (left === 0) taken.delete(who)
        else taken.set(who, left)
      }
    },
  }
}
