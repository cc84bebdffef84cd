import { hashOf, word } from '../model/hashes.ts'
import type { GuardContext } from './guardContext.ts'

/** Returns the salt of the order at `index`: one drawn by the caller, or one derived from the last of those. */
export function saltAt(context: GuardContext, index: number): bigint {
  const drawn = context.salts[index]
  if (drawn !== undefined) return drawn
  const seed = context.salts.at(-1) ?? 0n
  return BigInt(hashOf(word(seed), word(index), context.intent.account))
}

/** Returns the salt of the account's own order in a match, below 2²⁴⁰. */
export const matchSalt = (context: GuardContext): bigint => saltAt(context, 0) & ((1n << 240n) - 1n)
