import { keccak256 } from 'viem'

/**
 * Keccak-256 of bytes. Functions with a `keccak` parameter accept a faster one (WebAssembly, native).
 * The input is only valid during the call. The function may reuse its result, so callers copy it at once.
 */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array

/**
 * The default Keccak-256: viem's, which runs everywhere.
 *
 * @example
 * ```ts
 * keccak(new Uint8Array()) // Uint8Array of 32 bytes: c5d2…a470
 * ```
 */
export const keccak: Keccak256 = (bytes) => keccak256(bytes, 'bytes')
