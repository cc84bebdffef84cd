import { createKeccak } from 'hash-wasm'

const hasher = await createKeccak(256)

/** Stands in for viem's keccak in JavaScript, which is much of the work of a long comparison. */
export const keccak_256 = (bytes: Uint8Array): Uint8Array => hasher.init().update(bytes).digest('binary')
