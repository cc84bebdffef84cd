/** Thrown by a plan that has no tokens or orders to work with. */
export class NotPossible extends Error {}

/** Creates a pseudorandom generator from a seed (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (count: number) => Math.floor(next() * count)
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new NotPossible()
    return from[below(from.length)]!
  }
  const some = <T>(from: readonly T[], most: number): T[] => {
    const left = [...from]
    const count = Math.min(left.length, 1 + below(most))
    return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0]!)
  }
  return { next, below, pick, some, odds: (share: number) => next() < share }
}

export type SeededRandom = ReturnType<typeof seededRandom>
