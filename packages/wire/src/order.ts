import * as v from 'valibot'
import { address, bytes32, type HexString, list, object, parse, whole } from './parse.ts'

/** An item that the maker of an order offers. Amounts are base units, or units of the token. */
export interface OfferItem {
  /** Seaport's item type: native, ERC-20, ERC-721, ERC-1155, and the last two by criteria. */
  itemType: 0 | 1 | 2 | 3 | 4 | 5
  token: HexString
  /** The token id, or the Merkle root of the accepted token ids. */
  identifierOrCriteria: bigint
  startAmount: bigint
  endAmount: bigint
}

/** An item that a recipient gets when an order is filled. */
export interface ConsiderationItem extends OfferItem {
  recipient: HexString
}

/** A Seaport order: the fields of its `OrderComponents`. Times are unix seconds. */
export interface Order {
  offerer: HexString
  zone: HexString
  offer: OfferItem[]
  consideration: ConsiderationItem[]
  orderType: 0 | 1 | 2 | 3 | 4
  startTime: bigint
  endTime: bigint
  zoneHash: HexString
  salt: bigint
  conduitKey: HexString
  counter: bigint
}

const itemType = v.picklist([0, 1, 2, 3, 4, 5], 'must be an item type from 0 to 5')
const orderType = v.picklist([0, 1, 2, 3, 4], 'must be an order type from 0 to 4')

const offerItem = object({
  itemType,
  token: address,
  identifierOrCriteria: whole,
  startAmount: whole,
  endAmount: whole,
})

const considerationItem = object({ ...offerItem.entries, recipient: address })

/**
 * Seaport's `OrderComponents` as JSON (numbers or decimal strings), read into bigint.
 * Extra keys, such as `kind` and `signature` that providers add, are dropped.
 */
export const orderComponents = object({
  offerer: address,
  zone: address,
  offer: list(offerItem, 32),
  consideration: list(considerationItem, 32),
  orderType,
  startTime: whole,
  endTime: whole,
  zoneHash: bytes32,
  salt: whole,
  conduitKey: bytes32,
  counter: whole,
})

/**
 * Reads a Seaport order.
 * @throws {ParseError} that names the first invalid field.
 * @example
 * ```ts
 * const { offer, consideration } = readOrder(rawData)
 * ```
 */
export const readOrder = (input: unknown): Order => parse(orderComponents, input, 'The order')
