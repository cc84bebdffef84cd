import { checksumAddress } from 'viem'

/**
 * Whether an address is written with the checksum of EIP-55, capital letters among small ones, and does not match it: a
 * character is mistyped. One in small or in capital letters alone has no checksum.
 *
 * @example
 * hasWrongChecksum('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // false
 */
export function hasWrongChecksum(address: `0x${string}`): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return false
  return checksumAddress(`0x${digits.toLowerCase()}`).slice(2) !== digits
}
