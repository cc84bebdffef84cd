/** Draws from a seed. */
export type Random = {
  /** A whole number from zero to below `count`. */
  below(count: number): number
  pick<T>(from: readonly T[]): T | undefined
  odds(share: number): boolean
}

/** Returns numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed)
  const below = (count: number): number => Math.floor(next() * count)
  return { below, pick: (from) => from[below(from.length)], odds: (share) => next() < share }
}
