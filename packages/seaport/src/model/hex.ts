import type { Address, Hex } from 'viem'

/**
 * Whether a value is an address in upper or lower case; no checksum is required.
 *
 * @example
 * ```ts
 * isAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045') // true
 * ```
 */
export const isAddress = (value: unknown): value is Address =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/**
 * Whether a value is 32 bytes of hex in upper or lower case, such as a hash.
 *
 * @example
 * ```ts
 * isBytes32(orderHash(components)) // true
 * ```
 */
export const isBytes32 = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)

/**
 * Returns hex in lower case, so that addresses and hashes can be compared as text.
 *
 * @example
 * ```ts
 * lowerHex('0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
 * ```
 */
export const lowerHex = (hex: Hex): Hex => hex.toLowerCase() as Hex
