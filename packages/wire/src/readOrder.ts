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

/** A whole number in decimal or hex: Seaport's tools write both, merkle roots mostly in hex. */
const whole: Reader<bigint> = (value, at) =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : uintOf(value, at)

/** How a value of an order is read, given how it is read by itself. */
type As = <T>(reader: Reader<T>) => Reader<T>

/** Seaport's `OrderComponents`, each value of them as `as` says. */
export function orderBy(as: As) {
  const item = {
    itemType: as(oneOf(0, 1, 2, 3, 4, 5)),
    token: as(addressOf),
    identifierOrCriteria: as(whole),
    startAmount: as(whole),
    endAmount: as(whole),
  }
  return objectOf({
    offerer: as(addressOf),
    zone: as(addressOf),
    offer: listOf(objectOf(item), 32),
    consideration: listOf(objectOf({ ...item, recipient: as(addressOf) }), 32),
    orderType: as(oneOf(0, 1, 2, 3, 4)),
    startTime: as(whole),
    endTime: as(whole),
    zoneHash: as(bytes32Of),
    salt: as(whole),
    conduitKey: as(bytes32Of),
    counter: as(whole),
  })
}

/** Seaport's `OrderComponents`, wherever they stand. */
export const componentsOf = /* @__PURE__ */ orderBy((reader) => reader)

/**
 * Reads Seaport's `OrderComponents` as JSON, exactly as `orderComponents` does, for pages.
 * @throws {ParseError} that names the first bad field.
 */
export const readOrder = (input: unknown): ReadBy<typeof componentsOf> =>
  readWhole(componentsOf, input, 'The order')
