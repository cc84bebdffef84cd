import type { Address, Hex } from 'viem'

/** Whether a value is an address in any case of letters; no checksum is required. */
export const isAddress = (value: unknown): value is Address =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/** Whether a value is 32 bytes of hex in any case of letters, such as a hash. */
export const isBytes32 = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)

/** Hex in lower case: addresses and hashes are compared as text. */
export const lowerHex = (hex: Hex): Hex => hex.toLowerCase() as Hex
