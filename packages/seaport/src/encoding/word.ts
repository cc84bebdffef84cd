import type { Hex } from 'viem'
import { SeaportError } from '../model/errors.ts'

const low64 = 0xffff_ffff_ffff_ffffn
const largest = (1n << 256n) - 1n

/** Value of a hex digit by its ASCII code; -1 for every other character. */
const nibbles = /* @__PURE__ */ Int8Array.from({ length: 128 }, (_, code) =>
  /[0-9a-fA-F]/.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1,
)
/** Two digits by byte. */
const pairs = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const noHex = (hex: string, size: number) =>
  new SeaportError('invalid_value', `"${hex.slice(0, 80)}" is not ${size} bytes of 0x….`)

/**
 * Writes `0x…` of exactly `size` bytes at `offset`.
 * @throws SeaportError `invalid_value` for another length or a character that is not a hex digit.
 */
export function writeHex(bytes: Uint8Array, offset: number, hex: string, size: number): void {
  if (hex.length !== 2 + size * 2 || hex.charCodeAt(0) !== 48 || hex.charCodeAt(1) !== 120)
    throw noHex(hex, size)
  for (let i = 0, at = 2; i < size; i++, at += 2) {
    const high = hex.charCodeAt(at)
    const low = hex.charCodeAt(at + 1)
    const byte = (nibbles[high & 127]! << 4) | nibbles[low & 127]!
    if (byte < 0 || high > 127 || low > 127) throw noHex(hex, size)
    bytes[offset + i] = byte
  }
}

/** Writes a small enum as a 32-byte word. */
export function writeEnum(bytes: Uint8Array, offset: number, value: number): void {
  if (!Number.isInteger(value) || value < 0 || value > 255)
    throw new SeaportError('invalid_value', `${value} does not fit a uint8.`)
  bytes.fill(0, offset, offset + 31)
  bytes[offset + 31] = value
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

/**
 * Bytes of a `0x…` string.
 * @throws SeaportError `invalid_value` for an odd length or a character that is not a hex digit.
 */
export function hexToBytes(hex: string): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, (hex.length - 2) >> 1))
  writeHex(bytes, 0, hex, bytes.length)
  return bytes
}

/** Bytes of a text of ASCII characters (EIP-712 type strings, versions). */
export const asciiToBytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0))

/** `0x…` in lower case. */
export function bytesToHex(bytes: Uint8Array): Hex {
  let digits = ''
  for (let i = 0; i < bytes.length; i++) digits += pairs[bytes[i]!]!
  return `0x${digits}`
}
