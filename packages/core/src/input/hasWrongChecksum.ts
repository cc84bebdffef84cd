import { loaded } from '../errors.ts'

/**
 * Returns whether an address is written with the checksum of EIP-55, capital letters among small ones, and does not match
 * it: a character is mistyped. One in small or in capital letters alone has no checksum.
 *
 * @param address An address as it was typed, of forty hex digits.
 * @throws {TradeError} `not_loaded`
 * @example
 * ```ts
 * await hasWrongChecksum('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // false
 * ```
 */
export async function hasWrongChecksum(address: `0x${string}`): Promise<boolean> {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return false
  const { matchesChecksum } = await loaded(import('./matchesChecksum.ts'))
  return !matchesChecksum(`0x${digits}`)
}
