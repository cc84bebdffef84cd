import { keccak256, toHex } from 'viem'

/** Returns a number below `max` that depends only on the names, so that every start seeds the same market. */
export function deterministicNumber(max: number, ...names: readonly (string | number)[]): number {
  return Number(BigInt(keccak256(toHex(names.join('/')))) % BigInt(max))
}
