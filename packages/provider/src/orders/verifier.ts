import {
  bulkDigest,
  createOrderHasher,
  type Keccak,
  type OrderComponents,
  keccak as plainKeccak,
  type SeaportDomain,
  splitBulkSignature,
  wasmKeccak,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { createRecovery, type RecoveryBackend } from './recovery.ts'

/** Hashes orders and recovers their signers with the fastest means this machine has. */
export type OrderVerifier = {
  /** What recovers signers: the native libsecp256k1, or the same in WebAssembly. */
  readonly backend: RecoveryBackend
  /** What hashes: WebAssembly, or plain JavaScript where it is forbidden. */
  readonly hashing: 'wasm' | 'javascript'
  readonly keccak: Keccak
  orderHash(components: OrderComponents): Hex
  /** The account whose key signed the order with this hash, alone or in bulk; `undefined` when no key did. */
  signerOf(domain: SeaportDomain, orderHash: Hex, signature: Hex): Address | undefined
  /** The account whose key signed a digest; `undefined` when no key did. */
  signerOfDigest(digest: Hex, signature: Hex): Address | undefined
  /** The digest an EIP-1271 account is asked about. */
  digest(domain: SeaportDomain, orderHash: Hex): Hex
}

/** Half the order of secp256k1: a signature with a higher `s` is malleable and refused (EIP-2). */
const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')

/**
 * Reads a signature of 64 bytes (EIP-2098) or 65 into `r ‖ s` and answers its parity; `undefined` for anything
 * else or a malleable one. The same rules as `signatureParts`, over bytes.
 */
function readSignature(signature: Hex, into: Buffer): 0 | 1 | undefined {
  if (signature.length !== 130 && signature.length !== 132) return undefined
  const bytes = Buffer.from(signature.slice(2), 'hex')
  // A character that is no hex digit ends the conversion early.
  if (bytes.length !== signature.length / 2 - 1 || !signature.startsWith('0x')) return undefined
  bytes.copy(into, 0, 0, 64)
  const last = bytes[64]
  let v = last
  if (v === undefined) {
    // The compact form keeps the parity in the highest bit of s.
    v = (into[32] as number) >> 7
    into[32] = (into[32] as number) & 0x7f
  }
  if (into.compare(halfOrder, 0, 32, 32, 64) > 0) return undefined
  return v === 0 || v === 27 ? 0 : v === 1 || v === 28 ? 1 : undefined
}

/** @param backend the recovery to use; the fastest when absent. */
export async function createOrderVerifier(backend?: RecoveryBackend): Promise<OrderVerifier> {
  const recovery = await createRecovery(backend)
  const wasm = wasmKeccak()
  const keccak = wasm ?? plainKeccak
  const hasher = createOrderHasher(keccak)
  const raw = Buffer.alloc(64)
  const signerOfDigest = (digest: Hex, signature: Hex): Address | undefined => {
    const parity = readSignature(signature, raw)
    if (parity === undefined) return undefined
    const key = recovery.publicKey(raw, parity, Buffer.from(digest.slice(2), 'hex'))
    if (key === undefined) return undefined
    const hash = keccak(key)
    return `0x${Buffer.from(hash.buffer, hash.byteOffset + 12, 20).toString('hex')}`
  }
  return {
    backend: recovery.backend,
    hashing: wasm === undefined ? 'javascript' : 'wasm',
    keccak,
    orderHash: hasher.orderHash,
    digest: hasher.digestOfHash,
    signerOfDigest,
    signerOf: (domain, orderHash, signature) => {
      const bulk = splitBulkSignature(signature)
      if (bulk === undefined) return signerOfDigest(hasher.digestOfHash(domain, orderHash), signature)
      return signerOfDigest(bulkDigest(domain, orderHash, bulk.index, bulk.proof, keccak), bulk.signature)
    },
  }
}
