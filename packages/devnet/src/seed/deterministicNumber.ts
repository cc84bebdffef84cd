import { keccak256, toHex } from 'viem'

/** A number below `max` that depends only on the given names: the same market at every start. */
export function deterministicNumber(max: number, ...names: readonly (string | number)[]): number {
  return Number(BigInt(keccak256(toHex(names.join('/')))) % BigInt(max))
}
