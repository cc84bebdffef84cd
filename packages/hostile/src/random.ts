/** Pseudorandom numbers that are the same for the same seed, so that every lie can be reproduced. */
export type Random = {
  /** Returns an integer from 0 up to, but not including, `below`. */
  readonly below: (below: number) => number
  readonly pick: <T>(values: readonly T[]) => T
}

/** Creates a generator: Mulberry32, seeded with an FNV-1a hash of the given values. */
export function createRandom(...seed: readonly (string | number)[]): Random {
  const state = { at: hash(seed.join('|')) }
  const next = () => {
    state.at = (state.at + 0x6d2b79f5) | 0
    const a = Math.imul(state.at ^ (state.at >>> 15), 1 | state.at)
    const b = (a + Math.imul(a ^ (a >>> 7), 61 | a)) ^ a
    return ((b ^ (b >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    pick: (values) => {
      const value = values[below(values.length)]
      if (value === undefined) throw new RangeError('Nothing can be picked from an empty list.')
      return value
    },
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
