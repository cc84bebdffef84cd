import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import type { ConsiderationItem, ItemType, OfferItem, OrderComponents, OrderType } from '../src/index.ts'

const hex = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => `0x${Buffer.from(array).toString('hex')}` as Hex)

export const anAddress = hex(20) as fc.Arbitrary<Address>
export const aWord = hex(32)
export const someBytes = hex(0, 140)
export const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
export const uint120 = fc.bigInt({ min: 0n, max: (1n << 120n) - 1n })
/** Edges of the fast and slow paths as well as any number. */
export const uint = fc.oneof(
  fc.constantFrom(0n, 1n, 255n, 256n, 0xffff_ffffn, 0x1_0000_0000n, (1n << 64n) - 1n, 1n << 64n),
  uint256,
)

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

/** `OrderParameters`, with some of the consideration declared as tips. */
export const parameters = fc.tuple(anOrder, fc.nat({ max: 4 })).map(([{ counter: _, ...order }, tips]) => ({
  ...order,
  totalOriginalConsiderationItems: BigInt(Math.max(0, order.consideration.length - tips)),
}))
const signedOrder = fc.record({ parameters, signature: someBytes })
const advancedOrder = fc.record({
  parameters,
  numerator: uint120,
  denominator: uint120,
  signature: someBytes,
  extraData: someBytes,
})
const place = fc.bigInt({ min: 0n, max: 0xffff_ffffn })
const resolver = fc.record({
  orderIndex: place,
  side: fc.constantFrom(0, 1),
  index: place,
  identifier: uint,
  criteriaProof: fc.array(aWord, { maxLength: 3 }),
})
const components = fc.array(fc.record({ orderIndex: place, itemIndex: place }), { maxLength: 3 })
const groups = fc.array(components, { maxLength: 3 })
const fulfillments = fc.array(
  fc.record({ offerComponents: components, considerationComponents: components }),
  { maxLength: 3 },
)
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 })

export const basicParameters = fc
  .record({
    considerationToken: anAddress,
    considerationIdentifier: uint,
    considerationAmount: uint,
    offerer: anAddress,
    zone: anAddress,
    offerToken: anAddress,
    offerIdentifier: uint,
    offerAmount: uint,
    basicOrderType: fc.integer({ min: 0, max: 23 }),
    startTime: uint,
    endTime: uint,
    zoneHash: aWord,
    salt: uint,
    offererConduitKey: aWord,
    fulfillerConduitKey: aWord,
    additionalRecipients: few(fc.record({ amount: uint, recipient: anAddress })),
    signature: someBytes,
  })
  .chain((basic) =>
    fc.nat({ max: basic.additionalRecipients.length }).map((original) => ({
      ...basic,
      totalOriginalAdditionalRecipients: BigInt(original),
    })),
  )

/** Arguments, in order, for each function of Seaport that we read. */
export const seaportArguments = {
  fulfillBasicOrder: fc.tuple(basicParameters),
  fulfillBasicOrder_efficient_6GL6yc: fc.tuple(basicParameters),
  fulfillOrder: fc.tuple(signedOrder, aWord),
  fulfillAdvancedOrder: fc.tuple(advancedOrder, few(resolver), aWord, anAddress),
  fulfillAvailableOrders: fc.tuple(few(signedOrder), groups, groups, aWord, uint),
  fulfillAvailableAdvancedOrders: fc.tuple(
    few(advancedOrder),
    few(resolver),
    groups,
    groups,
    aWord,
    anAddress,
    uint,
  ),
  matchOrders: fc.tuple(few(signedOrder), fulfillments),
  matchAdvancedOrders: fc.tuple(few(advancedOrder), few(resolver), fulfillments, anAddress),
  cancel: fc.tuple(few(anOrder)),
  validate: fc.tuple(few(signedOrder)),
  incrementCounter: fc.constant([]),
} as const satisfies Record<string, fc.Arbitrary<readonly unknown[]>>
export type SeaportName = keyof typeof seaportArguments
