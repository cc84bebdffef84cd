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
import { createPublicKeyRecovery, type RecoveryBackend } from './publicKeyRecovery.ts'
import { checkRecords, noSignature, record } from './signatureRecords.ts'
import type { SignatureThreads } from './signatureThreads.ts'

/** What of an order its signature is verified with. */
export type SignedOrder = {
  readonly domain: SeaportDomain
  readonly id: Hex
  readonly maker: Address
  readonly signature: Hex
}

/** Hashes orders and recovers their signers with the fastest implementations that run on this machine. */
export type OrderVerifier = {
  /** Recovers signers: native libsecp256k1, or the same in WebAssembly. */
  readonly backend: RecoveryBackend
  /** Hashes: WebAssembly, or plain JavaScript where WebAssembly is not allowed. */
  readonly hashing: 'wasm' | 'javascript'
  readonly keccak: Keccak
  orderHash(components: OrderComponents): Hex
  /** The account whose key signed the order with this hash, alone or in bulk; `undefined` when no key did. */
  signerOf(domain: SeaportDomain, orderHash: Hex, signature: Hex): Address | undefined
  /** The account whose key signed a digest; `undefined` when no key did. */
  signerOfDigest(digest: Hex, signature: Hex): Address | undefined
  /**
   * Whether the key of each order's maker signed it, alone or in bulk. One signature of many orders is verified once,
   * and larger posts are shared with other threads, where there are any.
   */
  signedByMakers(orders: readonly SignedOrder[]): Promise<readonly boolean[]>
  /** The digest an EIP-1271 account is asked about. */
  digest(domain: SeaportDomain, orderHash: Hex): Hex
}

/** Half the order of secp256k1: a signature with a higher `s` is malleable and rejected (EIP-2). */
const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')

/**
 * Reads a signature of 64 bytes (EIP-2098) or 65 bytes into `r ‖ s`, by the same rules as `signatureParts`.
 * @returns its parity; `undefined` for anything else and for a malleable signature.
 */
function readSignature(signature: Hex, into: Buffer): 0 | 1 | undefined {
  if (signature.length !== 130 && signature.length !== 132) return undefined
  const bytes = Buffer.from(signature.slice(2), 'hex')
  // A character that is not a hex digit ends the conversion early.
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

/** The most records that are checked in this thread: fewer are not worth a message. */
const maxInline = 8
/** Records in one message to a thread. */
const chunkSize = 64
/** The most messages that a thread has queued: some 50 ms of work, beyond which this thread helps. */
const maxQueued = 16

/**
 * Creates what recovers the signers of orders, with and without a bulk signature.
 *
 * @param backend the recovery to use; the fastest when absent.
 * @param threads share the work where there is much of it.
 * @example
 * ```ts
 * const verifier = await createOrderVerifier()
 * const isSigned = verifier.signerOf(domain, verifier.orderHash(components), signature) === components.offerer
 * ```
 */
export async function createOrderVerifier(
  backend?: RecoveryBackend,
  threads?: SignatureThreads,
): Promise<OrderVerifier> {
  const recovery = await createPublicKeyRecovery(backend)
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
  /** The digest that is signed, and the signature without the order's place in a bulk tree. */
  const covered = (domain: SeaportDomain, orderHash: Hex, signature: Hex) => {
    const bulk = splitBulkSignature(signature)
    return bulk === undefined
      ? { digest: hasher.digestOfHash(domain, orderHash), own: signature, bulk: false }
      : {
          digest: bulkDigest(domain, orderHash, bulk.index, bulk.proof, keccak),
          own: bulk.signature,
          bulk: true,
        }
  }
  const write = (records: Buffer, at: number, digest: Hex, signature: Hex, maker: Address): void => {
    records.write(digest.slice(2), at + record.digest, 'hex')
    const parity = readSignature(signature, raw)
    raw.copy(records, at + record.signature)
    records[at + record.parity] = parity ?? noSignature
    records.write(maker.slice(2), at + record.account, 'hex')
  }
  /** Checks records in threads that are not behind, and the rest here, in turns with the other requests. */
  const shared = async (records: Buffer): Promise<Uint8Array> => {
    const here = (part: Uint8Array): Uint8Array => checkRecords(recovery, keccak, part)
    if (records.length <= maxInline * record.bytes || threads === undefined) return here(records)
    const answers = new Uint8Array(records.length / record.bytes)
    const away: Promise<void>[] = []
    const own: (() => void)[] = []
    for (let first = 0; first < answers.length; first += chunkSize) {
      const part = records.subarray(first * record.bytes, (first + chunkSize) * record.bytes)
      if (threads.accepts(maxQueued))
        away.push(threads.check(part).then((checked) => answers.set(checked ?? here(part), first)))
      else own.push(() => answers.set(here(part), first))
    }
    for (const work of own) {
      work()
      await new Promise((next) => setImmediate(next))
    }
    await Promise.all(away)
    return answers
  }
  return {
    backend: recovery.backend,
    hashing: wasm === undefined ? 'javascript' : 'wasm',
    keccak,
    orderHash: hasher.orderHash,
    digest: hasher.digestOfHash,
    signerOfDigest,
    signerOf: (domain, orderHash, signature) => {
      const { digest, own } = covered(domain, orderHash, signature)
      return signerOfDigest(digest, own)
    },
    signedByMakers: async (orders) => {
      const records = Buffer.alloc(orders.length * record.bytes)
      /** The record of each bulk signature, which all orders of one post may share. */
      const places = new Map<string, number>()
      let count = 0
      const placeOf = orders.map(({ domain, id, maker, signature }) => {
        const { digest, own, bulk } = covered(domain, id, signature)
        const key = bulk ? `${digest}${own}${maker}` : ''
        const known = bulk ? places.get(key) : undefined
        if (known !== undefined) return known
        const place = count
        count += 1
        if (bulk) places.set(key, place)
        write(records, place * record.bytes, digest, own, maker)
        return place
      })
      const answers = await shared(records.subarray(0, count * record.bytes))
      return placeOf.map((place) => answers[place] === 1)
    },
  }
}
