import { createRequire } from 'node:module'
import {
  bulkDigest,
  createOrderHasher,
  digestOf,
  domainSeparator,
  type Keccak,
  type OrderComponents,
  recoverSigner,
  type SeaportDomain,
  signatureParts,
  splitBulkSignature,
} from '@sluice/seaport'
import { createKeccak } from 'hash-wasm'
import { type Address, bytesToHex, concatHex, type Hex, hexToBytes } from 'viem'

type Recover = (digest: Hex, signature: Hex) => Promise<Address | undefined>

/** Hashes orders and recovers their signers with the fastest means this machine has. */
export type OrderVerifier = {
  /** What recovers signers: the native libsecp256k1, or plain JavaScript. */
  readonly backend: 'native' | 'javascript'
  readonly keccak: Keccak
  orderHash(components: OrderComponents): Hex
  /** The account whose key signed the order, alone or in bulk; `undefined` when no key did. */
  signerOf(domain: SeaportDomain, components: OrderComponents, signature: Hex): Promise<Address | undefined>
  /** The digest an EIP-1271 account is asked about. */
  digest(domain: SeaportDomain, components: OrderComponents): Hex
}

type NativeSecp = {
  ecdsaRecover(signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array
}

/** Only the native binding: the package's own entry would fall back to slow JavaScript in silence. */
function nativeRecover(keccak: Keccak): Recover | undefined {
  let secp: NativeSecp
  try {
    secp = createRequire(import.meta.url)('secp256k1/bindings') as NativeSecp
  } catch {
    // No prebuilt binding for this platform; the caller says which backend runs.
    return undefined
  }
  return async (digest, signature) => {
    const parts = signatureParts(signature)
    if (parts === undefined) return undefined
    try {
      const key = secp.ecdsaRecover(
        hexToBytes(concatHex([parts.r, parts.s])),
        parts.yParity,
        hexToBytes(digest),
        false,
      )
      return bytesToHex(keccak(key.slice(1)).slice(12))
    } catch {
      // The curve refuses r or s: no key made these bytes.
      return undefined
    }
  }
}

export async function createOrderVerifier(): Promise<OrderVerifier> {
  const wasm = await createKeccak(256)
  const keccak: Keccak = (bytes) => wasm.init().update(bytes).digest('binary')
  const hasher = createOrderHasher(keccak)
  const native = nativeRecover(keccak)
  const recover = native ?? recoverSigner
  const separators = new Map<string, Hex>()
  const separatorOf = (domain: SeaportDomain): Hex => {
    const key = `${domain.chainId}:${domain.version}:${domain.verifyingContract}`
    const known = separators.get(key) ?? domainSeparator(domain)
    separators.set(key, known)
    return known
  }
  const digest = (domain: SeaportDomain, components: OrderComponents): Hex =>
    digestOf(separatorOf(domain), hasher.orderHash(components), keccak)
  return {
    backend: native === undefined ? 'javascript' : 'native',
    keccak,
    orderHash: hasher.orderHash,
    digest,
    signerOf: (domain, components, signature) => {
      const bulk = splitBulkSignature(signature)
      if (bulk === undefined) return recover(digest(domain, components), signature)
      return recover(
        bulkDigest(domain, hasher.orderHash(components), bulk.index, bulk.proof, keccak),
        bulk.signature,
      )
    },
  }
}
