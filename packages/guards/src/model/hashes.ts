import { type Address, concatHex, type Hex, keccak256, numberToHex } from 'viem'

/** Returns the hash of the concatenated parts. */
export const hashOf = (...parts: readonly Hex[]): Hex => keccak256(concatHex(parts))
/** Returns a number as a 32-byte word. */
export const word = (value: bigint | number): Hex => numberToHex(value, { size: 32 })

/** Returns the hash of what will be sent: chain, target, value and data. */
export const callDigest = (chainId: number, to: Address, value: bigint, data: Hex): Hex =>
  hashOf(word(chainId), to, word(value), data)
