import { keccak256 } from 'viem'

/**
 * Keccak-256 of bytes. Pass a faster one (WebAssembly, native) wherever a `keccak` parameter is taken.
 * The input is only valid during the call; the result may be reused by the function, we copy it at once.
 */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array

/**
 * The default Keccak-256: viem's, which runs everywhere.
 *
 * @example
 * keccak(new Uint8Array()) // Uint8Array of 32 bytes: c5d2…a470
 */
export const keccak: Keccak256 = (bytes) => keccak256(bytes, 'bytes')
