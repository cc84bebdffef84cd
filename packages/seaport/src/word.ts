import type { Hex } from 'viem'
import { SeaportError } from './errors.ts'

const low64 = 0xffff_ffff_ffff_ffffn
const largest = (1n << 256n) - 1n

/** Value of one hex digit by its character code; -1 for any other character. */
function nibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const lower = code | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

/**
 * Writes `0x…` of exactly `size` bytes at `offset`.
 * @throws SeaportError `invalid_value` for another length or a character that is no hex digit.
 */
export function writeHex(bytes: Uint8Array, offset: number, hex: string, size: number): void {
  if (hex.length !== 2 + size * 2 || hex.charCodeAt(0) !== 48 || hex.charCodeAt(1) !== 120)
    throw new SeaportError('invalid_value', `${size} bytes as 0x… expected, not "${hex.slice(0, 80)}".`)
  for (let i = 0, at = 2; i < size; i++, at += 2) {
    const byte = (nibble(hex.charCodeAt(at)) << 4) | nibble(hex.charCodeAt(at + 1))
    if (byte < 0)
      throw new SeaportError('invalid_value', `"${hex.slice(0, 80)}" holds a character that is no hex digit.`)
    bytes[offset + i] = byte
  }
}

/** Writes an address as a 32-byte word. */
export function writeAddress(bytes: Uint8Array, offset: number, address: string): void {
  bytes.fill(0, offset, offset + 12)
  writeHex(bytes, offset + 12, address, 20)
}

/**
 * Writes a uint256 as a 32-byte word.
 * @throws SeaportError `invalid_value` for a negative number or one above 2²⁵⁶ − 1.
 */
export function writeUint(view: DataView, offset: number, value: bigint): void {
  if (value < 0n || value > largest)
    throw new SeaportError('invalid_value', `${value} does not fit a uint256.`)
  if (value <= low64) {
    view.setUint32(offset, 0)
    view.setUint32(offset + 4, 0)
    view.setUint32(offset + 8, 0)
    view.setUint32(offset + 12, 0)
    view.setUint32(offset + 16, 0)
    view.setUint32(offset + 20, 0)
    view.setBigUint64(offset + 24, value)
    return
  }
  view.setBigUint64(offset, value >> 192n)
  view.setBigUint64(offset + 8, (value >> 128n) & low64)
  view.setBigUint64(offset + 16, (value >> 64n) & low64)
  view.setBigUint64(offset + 24, value & low64)
}

/** Bytes of a `0x…` string of even length. */
export function hexToBytes(hex: string): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, (hex.length - 2) >> 1))
  writeHex(bytes, 0, hex, bytes.length)
  return bytes
}

const digits = '0123456789abcdef'

/** `0x…` in lower case. */
export function bytesToHex(bytes: Uint8Array): Hex {
  let hex: Hex = '0x'
  for (const byte of bytes) hex = `${hex}${digits[byte >> 4]}${digits[byte & 15]}`
  return hex
}
