import { hashOf, word } from '../model/hashes.ts'
import type { Judgement } from './guardContext.ts'

/** The salt of our `index`-th order: drawn by the caller, or derived from what was drawn. */
export function saltAt(judgement: Judgement, index: number): bigint {
  const drawn = judgement.salts[index]
  if (drawn !== undefined) return drawn
  const seed = judgement.salts.at(-1) ?? 0n
  return BigInt(hashOf(word(seed), word(index), judgement.intent.account))
}

/** Salt of our unsigned side of a match: ours, below 2²⁴⁰. */
export const matchSalt = (judgement: Judgement): bigint => saltAt(judgement, 0) & ((1n << 240n) - 1n)
