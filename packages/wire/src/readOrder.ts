import {
  addressOf,
  bytes32Of,
  listOf,
  objectOf,
  oneOf,
  type ReadBy,
  type Reader,
  readWhole,
  uintOf,
} from './reader.ts'

const item = {
  itemType: oneOf(0, 1, 2, 3, 4, 5),
  token: addressOf,
  identifierOrCriteria: uintOf,
  startAmount: uintOf,
  endAmount: uintOf,
}
/** A whole number, or 32 bytes of hex. */
const word: Reader<bigint> = (value, at) =>
  typeof value === 'string' && value.startsWith('0x') ? BigInt(bytes32Of(value, at)) : uintOf(value, at)

/** Seaport's `OrderComponents`, wherever they stand. */
export const componentsOf = /* @__PURE__ */ objectOf({
  offerer: addressOf,
  zone: addressOf,
  offer: listOf(objectOf(item), 32),
  consideration: listOf(objectOf({ ...item, recipient: addressOf }), 32),
  orderType: oneOf(0, 1, 2, 3, 4),
  startTime: uintOf,
  endTime: uintOf,
  zoneHash: bytes32Of,
  salt: word,
  conduitKey: bytes32Of,
  counter: word,
})

/**
 * Reads Seaport's `OrderComponents` as JSON, exactly as `orderComponents` does, for pages.
 * @throws {ParseError} that names the first bad field.
 */
export const readOrder = (input: unknown): ReadBy<typeof componentsOf> =>
  readWhole(componentsOf, input, 'The order')
