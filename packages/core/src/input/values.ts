import type { Fee, FeeOnTop } from '@sluice/seaport'
import { isAddress, isBytes32, lowerHex } from '@sluice/seaport/hex'
import type { Address, Hex } from 'viem'
import { invalidInput } from '../errors.ts'
import { loadOrders } from '../plan/ownOrders/loadOrders.ts'

/** An amount of base units: bigint, or a decimal string as on the wire. */
export type BaseUnits = bigint | string

export function parseAddress(value: unknown, field: string): Address {
  if (isAddress(value)) return lowerHex(value)
  throw invalidInput(field, `"${field}" must be an address.`)
}

export function parseHash(value: unknown, field: string): Hex {
  if (isBytes32(value)) return lowerHex(value)
  throw invalidInput(field, `"${field}" must be 32 bytes of hex.`)
}

/** `contract:tokenId`. */
export function parseToken(
  value: unknown,
  field: string,
): { contract: Address; tokenId: bigint; ref: string } {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{40}:(?:0|[1-9][0-9]{0,77})$/.test(value)) {
    const contract = parseAddress(value.slice(0, 42), field)
    const tokenId = BigInt(value.slice(43))
    if (tokenId < 1n << 256n) return { contract, tokenId, ref: `${contract}:${tokenId}` }
  }
  throw invalidInput(field, `"${field}" must be written as contract:tokenId.`)
}

export function parseBaseUnits(value: unknown, field: string): bigint {
  const units = typeof value === 'string' && /^(?:0|[1-9][0-9]{0,77})$/.test(value) ? BigInt(value) : value
  if (typeof units === 'bigint' && units >= 0n && units < 1n << 256n) return units
  throw invalidInput(field, `"${field}" must be a whole number of base units.`)
}

export function parseQuantity(value: unknown, field: string): number {
  const quantity = value ?? 1
  if (typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity > 0) return quantity
  throw invalidInput(field, `"${field}" must be a positive whole number.`)
}

/** An order given whole, in the words of a route: its kind, and its components. */
export type RawOrder = {
  /** Kind of the order, such as `seaport-v1.6`. */
  readonly kind: string
  /** The order's components and its signature. */
  readonly data: object
}

/**
 * Names a raw order by its own hash. Reading it takes the parsers and hashes that a trade by token does without.
 * @throws {TradeError} `invalid_input`, `not_loaded`
 */
export const hashRawOrder = async (value: RawOrder | undefined, field: string): Promise<Hex> => {
  const { rawOrderHash } = await loadOrders()
  return rawOrderHash(value?.data, field)
}

/** Unix seconds, as number or string. */
export function parseTime(value: unknown, field: string): number {
  const seconds = typeof value === 'string' && /^[0-9]{1,12}$/.test(value) ? Number(value) : value
  if (typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0) return seconds
  throw invalidInput(field, `"${field}" must be a time in unix seconds.`)
}

/** `recipient:bps`. */
export function parseFee(value: unknown, field: string): Fee {
  const [recipient, bps] = typeof value === 'string' ? value.split(':') : []
  if (bps !== undefined && /^[0-9]{1,5}$/.test(bps) && Number(bps) <= 10_000)
    return { recipient: parseAddress(recipient, field), bps: Number(bps) }
  throw invalidInput(field, `"${field}" must be written as recipient:bps.`)
}

/** Each `recipient:amount` in base units. */
export const parseFeesOnTop = (fees: unknown): readonly FeeOnTop[] =>
  parseList(fees ?? [], 'options.feesOnTop').map((fee, index) => {
    const field = `options.feesOnTop.${index}`
    const [recipient, amount] = typeof fee === 'string' ? fee.split(':') : []
    return { recipient: parseAddress(recipient, field), amount: parseBaseUnits(amount, field) }
  })

export function parseList(value: unknown, field: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw invalidInput(field, `"${field}" must be a list.`)
}

/** At least one, as every action needs. */
export function parseNonEmptyList<T>(value: readonly T[] | undefined, field: string): readonly T[] {
  if (Array.isArray(value) && value.length > 0) return value
  throw invalidInput(field, `"${field}" must hold at least one entry.`)
}
