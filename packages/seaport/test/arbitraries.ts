import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import type { ConsiderationItem, ItemType, OfferItem, OrderComponents, OrderType } from '../src/index.ts'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((array) => `0x${Buffer.from(array).toString('hex')}` as Hex)

export const anAddress = hex(20) as fc.Arbitrary<Address>
export const aWord = hex(32)
export const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const uint = fc.oneof(fc.constantFrom(0n, 1n, 255n, 256n, 0xffff_ffffn, 0x1_0000_0000n), uint256)

const anOffer: fc.Arbitrary<OfferItem> = fc.record({
  itemType: fc.constantFrom<ItemType>(0, 1, 2, 3, 4, 5),
  token: anAddress,
  identifierOrCriteria: uint,
  startAmount: uint,
  endAmount: uint,
})
const aConsideration: fc.Arbitrary<ConsiderationItem> = fc
  .tuple(anOffer, anAddress)
  .map(([item, recipient]) => ({ ...item, recipient }))

/** Any order the contract's types can hold, sensible or not. */
export const anOrder: fc.Arbitrary<OrderComponents> = fc.record({
  offerer: anAddress,
  zone: anAddress,
  offer: fc.array(anOffer, { maxLength: 3 }),
  consideration: fc.array(aConsideration, { maxLength: 4 }),
  orderType: fc.constantFrom<OrderType>(0, 1, 2, 3, 4),
  startTime: uint,
  endTime: uint,
  zoneHash: aWord,
  salt: uint,
  conduitKey: aWord,
  counter: uint,
})
