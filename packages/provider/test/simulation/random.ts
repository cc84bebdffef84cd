import { mulberry32 } from '../../../devnet/test/load/random.ts'

/** Pseudo-random choices that a seed determines. */
export type Random = {
  /** From 0 up to 1. */
  next(): number
  /** A whole number below `limit`. */
  below(limit: number): number
  /** Whether something happens that has this probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** A stream of its own: what one part draws does not move the others. */
  fork(name: string): Random
}

/** A whole number from a text, as FNV-1a computes it. */
export function hashOf(text: string, start = 0x811c9dc5): number {
  let hash = start
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Makes the choices of a seed. */
export function createRandom(seed: number): Random {
  const next = mulberry32(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('There is nothing to pick from.')
      return items[below(items.length)] as (typeof items)[number]
    },
    fork: (name) => createRandom(hashOf(name, (seed ^ 0x9e3779b9) >>> 0)),
  }
}
