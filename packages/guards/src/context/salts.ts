import { hashOf, word } from '../model/hashes.ts'
import type { GuardContext } from './guardContext.ts'

/** The salt of our `index`-th order: drawn by the caller, or derived from what was drawn. */
export function saltAt(context: GuardContext, index: number): bigint {
  const drawn = context.salts[index]
  if (drawn !== undefined) return drawn
  const seed = context.salts.at(-1) ?? 0n
  return BigInt(hashOf(word(seed), word(index), context.intent.account))
}

/** Salt of our unsigned side of a match: ours, below 2²⁴⁰. */
export const matchSalt = (context: GuardContext): bigint => saltAt(context, 0) & ((1n << 240n) - 1n)
