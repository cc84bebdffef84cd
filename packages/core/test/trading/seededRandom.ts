import { mulberry32 } from '../../../devnet/test/load/random.ts'

/** Thrown by a plan that has no tokens or orders to work with. */
export class NotPossible extends Error {}

/** Creates a pseudorandom generator from a seed. */
export function seededRandom(seed: number) {
  const next = mulberry32(seed)
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
