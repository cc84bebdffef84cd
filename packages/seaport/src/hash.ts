import {
  bytesToHex,
  concatHex,
  encodeAbiParameters,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
  stringToBytes,
} from 'viem'
import type { OfferItem, OrderComponents, SeaportDomain } from './types.ts'

/** keccak-256 over bytes; servers and pages may pass a faster one than the default. */
export type Keccak = (bytes: Uint8Array) => Uint8Array

export const itemType =
  'OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
export const considerationType =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)'
export const componentsType =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'

/** The order's encoded type with its referenced types, sorted by name as EIP-712 asks. */
export const orderTypeString = `${componentsType}${considerationType}${itemType}`

const viemKeccak: Keccak = (bytes) => keccak256(bytes, 'bytes')

const digit = (code: number) => (code < 58 ? code - 48 : (code | 32) - 87)

function writeHex(target: Uint8Array, end: number, hex: string): void {
  for (let at = hex.length, offset = end; at > 2; at -= 2) {
    offset -= 1
    target[offset] = (digit(hex.charCodeAt(at - 2)) << 4) | digit(hex.charCodeAt(at - 1))
  }
}

function writeUint(target: Uint8Array, word: number, value: bigint): void {
  const end = word * 32 + 32
  if (value <= 0xffff_ffffn) {
    let small = Number(value)
    for (let offset = end - 1; small > 0; offset -= 1) {
      target[offset] = small & 0xff
      small = Math.floor(small / 256)
    }
    return
  }
  const hex = value.toString(16)
  writeHex(target, end, hex.length % 2 === 0 ? `0x${hex}` : `0x0${hex}`)
}

/** Hashes orders with one keccak; holds no state between calls but its type hashes. */
export type OrderHasher = {
  /** EIP-712 struct hash: the order's id, as `getOrderHash` answers. */
  orderHash(components: OrderComponents): Hex
  orderHashBytes(components: OrderComponents): Uint8Array
  keccak: Keccak
}

/** Makes a hasher. Throughput is bound by `keccak`: about 5 + items calls for an order. */
export function createOrderHasher(keccak: Keccak = viemKeccak): OrderHasher {
  const offerItemHash = keccak(stringToBytes(itemType))
  const considerationItemHash = keccak(stringToBytes(considerationType))
  const componentsHash = keccak(stringToBytes(orderTypeString))

  const itemHash = (typeHash: Uint8Array, item: OfferItem, recipient: string | undefined): Uint8Array => {
    const words = new Uint8Array(recipient === undefined ? 192 : 224)
    words.set(typeHash, 0)
    words[63] = item.itemType
    writeHex(words, 96, item.token)
    writeUint(words, 3, item.identifierOrCriteria)
    writeUint(words, 4, item.startAmount)
    writeUint(words, 5, item.endAmount)
    if (recipient !== undefined) writeHex(words, 224, recipient)
    return keccak(words)
  }

  const orderHashBytes = (order: OrderComponents): Uint8Array => {
    const offer = new Uint8Array(order.offer.length * 32)
    for (const [index, item] of order.offer.entries())
      offer.set(itemHash(offerItemHash, item, undefined), index * 32)
    const consideration = new Uint8Array(order.consideration.length * 32)
    for (const [index, item] of order.consideration.entries())
      consideration.set(itemHash(considerationItemHash, item, item.recipient), index * 32)
    const words = new Uint8Array(384)
    words.set(componentsHash, 0)
    writeHex(words, 64, order.offerer)
    writeHex(words, 96, order.zone)
    words.set(keccak(offer), 96)
    words.set(keccak(consideration), 128)
    words[191] = order.orderType
    writeUint(words, 6, order.startTime)
    writeUint(words, 7, order.endTime)
    writeHex(words, 288, order.zoneHash)
    writeUint(words, 9, order.salt)
    writeHex(words, 352, order.conduitKey)
    writeUint(words, 11, order.counter)
    return keccak(words)
  }
  return { orderHash: (order) => bytesToHex(orderHashBytes(order)), orderHashBytes, keccak }
}

/** The order's id: its EIP-712 struct hash (not the digest that is signed). */
export function orderHash(components: OrderComponents, keccak?: Keccak): Hex {
  return createOrderHasher(keccak).orderHash(components)
}

/** EIP-712 separator of Seaport's domain. */
export function domainSeparator(domain: SeaportDomain): Hex {
  return keccak256(
    encodeAbiParameters(
      [
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'uint256' },
        { type: 'address' },
      ],
      [
        keccak256(
          stringToBytes('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
        ),
        keccak256(stringToBytes(domain.name)),
        keccak256(stringToBytes(domain.version)),
        BigInt(domain.chainId),
        domain.verifyingContract,
      ],
    ),
  )
}

/** What a wallet's signature covers: `0x1901 ‖ separator ‖ struct hash`. */
export function digestOf(separator: Hex, structHash: Hex, keccak: Keccak = viemKeccak): Hex {
  return bytesToHex(keccak(hexToBytes(concatHex(['0x1901', separator, structHash]))))
}

/** The digest that the maker of one order signs. */
export function orderDigest(domain: SeaportDomain, components: OrderComponents, keccak?: Keccak): Hex {
  return digestOf(domainSeparator(domain), orderHash(components, keccak), keccak)
}

/** A 32-byte word of a number, as hex. */
export const word = (value: bigint | number): Hex => numberToHex(value, { size: 32 })
