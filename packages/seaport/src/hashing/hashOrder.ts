import type { Hex } from 'viem'
import { type Keccak256, keccak as plainKeccak } from '../encoding/keccak.ts'
import { asciiToBytes, bytesToHex, writeAddress, writeEnum, writeHex, writeUint } from '../encoding/word.ts'
import type { ConsiderationItem, OfferItem, OrderComponents, SeaportDomain } from '../model/types.ts'
import { itemFields, orderFields } from './typedData.ts'
import { considerationItemTypeHash, offerItemTypeHash, orderTypeHash } from './typeHashes.ts'

/** keccak-256 over bytes; servers and pages may pass a faster one than the default. */
export type Keccak = Keccak256

export const itemType = `OfferItem(${itemFields})`
export const considerationType = `ConsiderationItem(${itemFields},address recipient)`
export const componentsType = `OrderComponents(${orderFields})`

/** The order's encoded type with its referenced types, sorted by name as EIP-712 asks. */
export const orderTypeString = `${componentsType}${considerationType}${itemType}`

/** Of `EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)`. */
const domainTypeHash: Hex = '0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f'

/**
 * Hashes orders one after another, in its own scratch memory. Every method throws SeaportError
 * `invalid_value` when a value does not fit its Solidity type, so that no two orders share a hash.
 */
export type OrderHasher = {
  /** The EIP-712 struct hash: the order's id, as `getOrderHash` returns it. */
  orderHash(components: OrderComponents): Hex
  orderHashBytes(components: OrderComponents): Uint8Array
  /** What the maker of one order signs. The separator of the last domain is kept. */
  orderDigest(domain: SeaportDomain, components: OrderComponents): Hex
  /** The same for an order whose hash is known. */
  digestOfHash(domain: SeaportDomain, orderHash: Hex): Hex
  keccak: Keccak
}

type Write<TValue> = (struct: StructBytes, offset: number, value: TValue) => void

const address: Write<string> = ({ bytes }, at, value) => writeAddress(bytes, at, value)
const bytes32: Write<string> = ({ bytes }, at, value) => writeHex(bytes, at, value, 32)
const uint: Write<bigint> = ({ view }, at, value) => writeUint(view, at, value)
const member: Write<number> = ({ bytes }, at, value) => writeEnum(bytes, at, value)

/** The bytes of one struct, which are reused for every order. Fields that did not change are not written again. */
class StructBytes {
  readonly bytes: Uint8Array
  readonly view: DataView
  /**
   * The last value written to each word; `undefined` during a write, so that a rejected value leaves no stale entry.
   */
  readonly written: (string | bigint | number | undefined)[] = []
  /** Whether the bytes differ from those that were hashed last. */
  changed = true

  constructor(typeHash: Hex, fields: number) {
    this.bytes = new Uint8Array((1 + fields) * 32)
    this.view = new DataView(this.bytes.buffer)
    writeHex(this.bytes, 0, typeHash, 32)
  }

  /** Writes a value with `write`, unless the word already has it. */
  set<TValue extends string | bigint | number>(word: number, value: TValue, write: Write<TValue>): void {
    if (this.written[word] === value) return
    this.written[word] = undefined
    this.changed = true
    write(this, word * 32, value)
    this.written[word] = value
  }

  item(item: OfferItem): void {
    this.set(1, item.itemType, member)
    this.set(2, item.token, address)
    this.set(3, item.identifierOrCriteria, uint)
    this.set(4, item.startAmount, uint)
    this.set(5, item.endAmount, uint)
  }
}

/**
 * Hashes the hashes of a list's items. Orders that are built together share most of their items at the same positions,
 * so an item with the same bytes as in the previous order keeps its hash.
 */
class ListHash {
  readonly #typeHash: Hex
  readonly #fields: number
  readonly #keccak: Keccak
  readonly #places: StructBytes[] = []
  #hashes = new Uint8Array(4 * 32)
  #length = -1

  constructor(typeHash: Hex, fields: number, keccak: Keccak) {
    this.#typeHash = typeHash
    this.#fields = fields
    this.#keccak = keccak
  }

  /** Writes the hash into `out` at `at`. If nothing changed, it is already there. */
  put<TItem extends OfferItem>(
    items: readonly TItem[],
    out: Uint8Array,
    at: number,
    rest: (place: StructBytes, item: TItem) => void,
  ): void {
    const end = items.length * 32
    let changed = items.length !== this.#length
    // The hash is unknown until everything is written, because a value may be rejected.
    this.#length = -1
    if (this.#hashes.length < end) {
      const before = this.#hashes
      this.#hashes = new Uint8Array(end * 2)
      this.#hashes.set(before)
    }
    for (let index = 0; index < items.length; index++) {
      const item = items[index]!
      this.#places[index] ??= new StructBytes(this.#typeHash, this.#fields)
      const place = this.#places[index]!
      place.item(item)
      rest(place, item)
      if (!place.changed) continue
      this.#hashes.set(this.#keccak(place.bytes), index * 32)
      place.changed = false
      changed = true
    }
    if (changed) out.set(this.#keccak(this.#hashes.subarray(0, end)), at)
    this.#length = items.length
  }
}

const nothing = (): void => undefined
const recipientOf = (place: StructBytes, item: ConsiderationItem): void =>
  place.set(6, item.recipient, address)

/**
 * Creates a hasher. Words are written directly into the bytes to hash, so `keccak` limits the throughput: 11
 * permutations for a listing with one fee, and 6 if its payments equal those of the previous order. Do not share a
 * hasher between threads.
 *
 * @example
 * ```ts
 * const hasher = createOrderHasher(wasmKeccak() ?? keccak)
 * const hashes = orders.map((components) => hasher.orderHash(components))
 * ```
 */
export function createOrderHasher(keccak: Keccak = plainKeccak): OrderHasher {
  const order = new StructBytes(orderTypeHash, 11)
  const offer = new ListHash(offerItemTypeHash, 5, keccak)
  const consideration = new ListHash(considerationItemTypeHash, 6, keccak)
  const signed = signedBytes()
  let last: { readonly domain: SeaportDomain; readonly separator: Uint8Array } | undefined

  /** `keccak` may reuse this memory, so it is copied before the next call. */
  function structHash(components: OrderComponents): Uint8Array {
    order.set(1, components.offerer, address)
    order.set(2, components.zone, address)
    offer.put(components.offer, order.bytes, 96, nothing)
    consideration.put(components.consideration, order.bytes, 128, recipientOf)
    order.set(5, components.orderType, member)
    order.set(6, components.startTime, uint)
    order.set(7, components.endTime, uint)
    order.set(8, components.zoneHash, bytes32)
    order.set(9, components.salt, uint)
    order.set(10, components.conduitKey, bytes32)
    order.set(11, components.counter, uint)
    return keccak(order.bytes)
  }

  function separatorOf(domain: SeaportDomain): Uint8Array {
    if (last === undefined || !sameDomain(last.domain, domain))
      last = { domain: { ...domain }, separator: separatorBytes(domain, keccak) }
    return last.separator
  }

  const orderHash = (components: OrderComponents) => bytesToHex(structHash(components))
  const digestOfHash = (domain: SeaportDomain, structHash: Hex) => {
    writeHex(signed, 34, structHash, 32)
    signed.set(separatorOf(domain), 2)
    return bytesToHex(keccak(signed))
  }

  return {
    orderHash,
    orderHashBytes: (components) => structHash(components).slice(),
    orderDigest: (domain, components) => digestOfHash(domain, orderHash(components)),
    digestOfHash,
    keccak,
  }
}

const sameDomain = (a: SeaportDomain, b: SeaportDomain): boolean =>
  a.name === b.name &&
  a.version === b.version &&
  a.chainId === b.chainId &&
  a.verifyingContract === b.verifyingContract

/** `0x1901 ‖ separator ‖ struct hash`, with the last two still empty. */
function signedBytes(): Uint8Array {
  const bytes = new Uint8Array(66)
  bytes[0] = 0x19
  bytes[1] = 0x01
  return bytes
}

function separatorBytes(domain: SeaportDomain, keccak: Keccak): Uint8Array {
  const bytes = new Uint8Array(5 * 32)
  writeHex(bytes, 0, domainTypeHash, 32)
  bytes.set(keccak(asciiToBytes(domain.name)), 32)
  bytes.set(keccak(asciiToBytes(domain.version)), 64)
  writeUint(new DataView(bytes.buffer), 96, BigInt(domain.chainId))
  writeAddress(bytes, 128, domain.verifyingContract)
  return keccak(bytes).slice()
}

/**
 * The order's id: its EIP-712 struct hash (not the digest that is signed).
 *
 * @example
 * ```ts
 * const hash = orderHash(components) // as `getOrderHash` of the contract answers
 * ```
 */
export function orderHash(components: OrderComponents, keccak?: Keccak): Hex {
  return createOrderHasher(keccak).orderHash(components)
}

/**
 * EIP-712 separator of Seaport's domain.
 *
 * @example
 * ```ts
 * domainSeparator(seaportDomain(8453, '1.6'))
 * ```
 */
export function domainSeparator(domain: SeaportDomain, keccak: Keccak = plainKeccak): Hex {
  return bytesToHex(separatorBytes(domain, keccak))
}

/**
 * What a wallet's signature covers: `0x1901 ‖ separator ‖ struct hash`.
 *
 * @example
 * ```ts
 * const digest = digestOf(domainSeparator(domain), orderHash(components))
 * ```
 */
export function digestOf(separator: Hex, structHash: Hex, keccak: Keccak = plainKeccak): Hex {
  const bytes = signedBytes()
  writeHex(bytes, 2, separator, 32)
  writeHex(bytes, 34, structHash, 32)
  return bytesToHex(keccak(bytes))
}

/**
 * The digest that the maker of one order signs.
 *
 * @example
 * ```ts
 * const digest = orderDigest(seaportDomain(8453, '1.6'), components)
 * const isSigned = (await recoverSigner(digest, signature)) === components.offerer
 * ```
 */
export function orderDigest(domain: SeaportDomain, components: OrderComponents, keccak?: Keccak): Hex {
  return createOrderHasher(keccak).orderDigest(domain, components)
}
