import type { Hex } from 'viem'
import { type Keccak256, keccak as plainKeccak } from './keccak.ts'
import { considerationItemTypeHash, offerItemTypeHash, orderTypeHash } from './typeHashes.ts'
import type { OfferItem, OrderComponents, SeaportDomain } from './types.ts'
import { asciiToBytes, bytesToHex, writeAddress, writeEnum, writeHex, writeUint } from './word.ts'

/** keccak-256 over bytes; servers and pages may pass a faster one than the default. */
export type Keccak = Keccak256

export const itemType =
  'OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
export const considerationType =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)'
export const componentsType =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'

/** The order's encoded type with its referenced types, sorted by name as EIP-712 asks. */
export const orderTypeString = `${componentsType}${considerationType}${itemType}`

/** Of `EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)`. */
const domainTypeHash: Hex = '0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f'

/**
 * Hashes orders one after another, in scratch memory of its own. Every method throws SeaportError
 * `invalid_value` when a value does not fit its Solidity type, so that no two orders share a hash.
 */
export type OrderHasher = {
  /** EIP-712 struct hash: the order's id, as `getOrderHash` answers. */
  orderHash(components: OrderComponents): Hex
  orderHashBytes(components: OrderComponents): Uint8Array
  /** What the maker of one order signs. The separator of the last domain is kept. */
  orderDigest(domain: SeaportDomain, components: OrderComponents): Hex
  keccak: Keccak
}

/** The bytes of one struct, written again and again; a field that did not change is left as it stands. */
class StructBytes {
  readonly bytes: Uint8Array
  readonly view: DataView
  /** What stands in each word; nothing while a word is being written, should the value be refused. */
  readonly written: (string | bigint | number | undefined)[] = []

  constructor(typeHash: Hex, fields: number) {
    this.bytes = new Uint8Array((1 + fields) * 32)
    this.view = new DataView(this.bytes.buffer)
    writeHex(this.bytes, 0, typeHash, 32)
  }

  #changes(word: number, value: string | bigint | number): boolean {
    if (this.written[word] === value) return false
    this.written[word] = undefined
    return true
  }

  address(word: number, value: string): void {
    if (!this.#changes(word, value)) return
    writeAddress(this.bytes, word * 32, value)
    this.written[word] = value
  }

  bytes32(word: number, value: string): void {
    if (!this.#changes(word, value)) return
    writeHex(this.bytes, word * 32, value, 32)
    this.written[word] = value
  }

  uint(word: number, value: bigint): void {
    if (!this.#changes(word, value)) return
    writeUint(this.view, word * 32, value)
    this.written[word] = value
  }

  member(word: number, value: number): void {
    if (!this.#changes(word, value)) return
    writeEnum(this.bytes, word * 32, value)
    this.written[word] = value
  }

  item(item: OfferItem): void {
    this.member(1, item.itemType)
    this.address(2, item.token)
    this.uint(3, item.identifierOrCriteria)
    this.uint(4, item.startAmount)
    this.uint(5, item.endAmount)
  }
}

/**
 * Makes a hasher. Words are written straight into the bytes that get hashed, so throughput is bound by
 * `keccak`: 11 permutations for a listing with one fee. A hasher is not to be shared between threads.
 */
export function createOrderHasher(keccak: Keccak = plainKeccak): OrderHasher {
  const order = new StructBytes(orderTypeHash, 11)
  const offered = new StructBytes(offerItemTypeHash, 5)
  const wanted = new StructBytes(considerationItemTypeHash, 6)
  const signed = signedBytes()
  let hashes = new Uint8Array(4 * 32)
  let last: { readonly domain: SeaportDomain; readonly separator: Uint8Array } | undefined

  function writeHashes({ offer, consideration }: OrderComponents): void {
    const items = Math.max(offer.length, consideration.length)
    if (hashes.length < items * 32) hashes = new Uint8Array(items * 64)
    let end = 0
    for (const item of offer) {
      offered.item(item)
      hashes.set(keccak(offered.bytes), end)
      end += 32
    }
    order.bytes.set(keccak(hashes.subarray(0, end)), 96)
    end = 0
    for (const item of consideration) {
      wanted.item(item)
      wanted.address(6, item.recipient)
      hashes.set(keccak(wanted.bytes), end)
      end += 32
    }
    order.bytes.set(keccak(hashes.subarray(0, end)), 128)
  }

  /** May be memory that `keccak` writes again; copied before the next call. */
  function structHash(components: OrderComponents): Uint8Array {
    order.address(1, components.offerer)
    order.address(2, components.zone)
    writeHashes(components)
    order.member(5, components.orderType)
    order.uint(6, components.startTime)
    order.uint(7, components.endTime)
    order.bytes32(8, components.zoneHash)
    order.uint(9, components.salt)
    order.bytes32(10, components.conduitKey)
    order.uint(11, components.counter)
    return keccak(order.bytes)
  }

  function separatorOf(domain: SeaportDomain): Uint8Array {
    if (last === undefined || !sameDomain(last.domain, domain))
      last = { domain: { ...domain }, separator: separatorBytes(domain, keccak) }
    return last.separator
  }

  return {
    orderHash: (components) => bytesToHex(structHash(components)),
    orderHashBytes: (components) => structHash(components).slice(),
    orderDigest: (domain, components) => {
      signed.set(structHash(components), 34)
      signed.set(separatorOf(domain), 2)
      return bytesToHex(keccak(signed))
    },
    keccak,
  }
}

const sameDomain = (a: SeaportDomain, b: SeaportDomain): boolean =>
  a.name === b.name &&
  a.version === b.version &&
  a.chainId === b.chainId &&
  a.verifyingContract === b.verifyingContract

/** `0x1901 ‖ separator ‖ struct hash`, the last two still empty. */
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

/** The order's id: its EIP-712 struct hash (not the digest that is signed). */
export function orderHash(components: OrderComponents, keccak?: Keccak): Hex {
  return createOrderHasher(keccak).orderHash(components)
}

/** EIP-712 separator of Seaport's domain. */
export function domainSeparator(domain: SeaportDomain, keccak: Keccak = plainKeccak): Hex {
  return bytesToHex(separatorBytes(domain, keccak))
}

/** What a wallet's signature covers: `0x1901 ‖ separator ‖ struct hash`. */
export function digestOf(separator: Hex, structHash: Hex, keccak: Keccak = plainKeccak): Hex {
  const bytes = signedBytes()
  writeHex(bytes, 2, separator, 32)
  writeHex(bytes, 34, structHash, 32)
  return bytesToHex(keccak(bytes))
}

/** The digest that the maker of one order signs. */
export function orderDigest(domain: SeaportDomain, components: OrderComponents, keccak?: Keccak): Hex {
  return createOrderHasher(keccak).orderDigest(domain, components)
}
