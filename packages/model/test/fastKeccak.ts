import { createKeccak } from 'hash-wasm'
import type { ByteArray, Hex } from 'viem'

const hasher = await createKeccak(256)

/** Stands in for viem's `keccak256` in JavaScript, which is much of the work of a long comparison. */
export function keccak256(value: Hex | ByteArray, to: 'bytes'): ByteArray
export function keccak256(value: Hex | ByteArray): Hex
export function keccak256(value: Hex | ByteArray, to?: 'bytes'): Hex | ByteArray {
  const hash = hasher.init().update(typeof value === 'string' ? bytesOf(value) : value)
  return to === 'bytes' ? hash.digest('binary') : `0x${hash.digest('hex')}`
}

function bytesOf(hex: Hex): Uint8Array {
  const bytes = Buffer.from(hex.slice(2), 'hex')
  // Node leaves out what follows a character that is no hex digit.
  if (!hex.startsWith('0x') || hex.length !== 2 + bytes.length * 2)
    throw new TypeError('Only whole bytes of hex are hashed.')
  return bytes
}
