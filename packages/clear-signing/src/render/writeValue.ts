import { formatUnits, getAddress, isAddress, isHex } from 'viem'
import { ClearSigningError, type Definition } from '../model/descriptor.ts'
import type { Place } from './locate.ts'

/** What a wallet knows by itself. Addresses are lower-cased. */
export type Names = {
  readonly nativeCoin: { readonly symbol: string; readonly decimals: number }
  readonly tokens: ReadonlyMap<string, { readonly symbol: string; readonly decimals: number }>
  /** Names of accounts and contracts that the wallet trusts. */
  readonly addresses?: ReadonlyMap<string, string>
}

const lastSecondOfYear9999 = 253_402_300_799n

/** Reads an unsigned integer as a wallet is given one: a bigint, a safe number, or digits. */
function uintOf({ node, value }: Place): bigint {
  const bits = Number(/^uint(\d+)$/.exec(node.type)?.[1] ?? Number.NaN)
  const isWhole =
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^(?:0|[1-9]\d{0,77})$/.test(value))
  if (Number.isNaN(bits) || !isWhole) throw new ClearSigningError(`"${node.name}" is not a whole number.`)
  const number = BigInt(value as bigint | number | string)
  if (number < 0n || number >> BigInt(bits) !== 0n)
    throw new ClearSigningError(`"${node.name}" is not within ${node.type}.`)
  return number
}

/** Reads an address, lower-cased. */
function addressOf({ node, value }: Place): string {
  if (node.type !== 'address' || typeof value !== 'string' || !isAddress(value, { strict: false }))
    throw new ClearSigningError(`"${node.name}" is not an address.`)
  return value.toLowerCase()
}

const checksummed = (address: string): string => getAddress(address)

function rawOf(place: Place): string {
  const { node, value } = place
  if (node.type === 'address') return checksummed(addressOf(place))
  if (node.type.startsWith('bytes') && isHex(value)) return value.toLowerCase()
  return `${uintOf(place)}`
}

const amountOf = (amount: bigint, { symbol, decimals }: { symbol: string; decimals: number }): string =>
  `${formatUnits(amount, decimals)} ${symbol}`

/** Writes unix seconds as `2026-01-31 23:59:59Z`; a date after the year 9999 as its number. */
export const dateOf = (seconds: bigint): string =>
  seconds > lastSecondOfYear9999
    ? `${seconds}`
    : new Date(Number(seconds) * 1_000).toISOString().replace('T', ' ').replace('.000Z', 'Z')

/** What the formats of a descriptor need in addition to the value. */
export type Surroundings = {
  readonly names: Names
  readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The one value at a path, from where the line's own path begins. */
  readonly at: (path: string) => Place
}

/** Writes a value as the definition of its line says. */
export function writeValue(
  place: Place,
  { format, params = {}, label }: Definition,
  { names, enums, at }: Surroundings,
): string {
  switch (format) {
    case 'raw':
      return rawOf(place)
    case 'addressName': {
      const address = addressOf(place)
      if (params.senderAddress?.some((one) => one.toLowerCase() === address)) return 'Sender'
      return names.addresses?.get(address) ?? checksummed(address)
    }
    case 'amount':
      return amountOf(uintOf(place), names.nativeCoin)
    case 'tokenAmount': {
      if (params.tokenPath === undefined) throw new ClearSigningError(`"${label}" names no token.`)
      const token = addressOf(at(params.tokenPath))
      const isNative = params.nativeCurrencyAddress?.some((one) => one.toLowerCase() === token) ?? false
      const known = isNative ? names.nativeCoin : names.tokens.get(token)
      // ERC-7730: a wallet shows the raw value of a token that it does not know, with a warning.
      return known === undefined ? rawOf(place) : amountOf(uintOf(place), known)
    }
    case 'date':
      return dateOf(uintOf(place))
    case 'enum': {
      const named = enums[/^\$\.metadata\.enums\.(\w+)$/.exec(params.$ref ?? '')?.[1] ?? '']
      if (named === undefined) throw new ClearSigningError(`"${label}" names no enumeration.`)
      return named[`${uintOf(place)}`] ?? rawOf(place)
    }
    default:
      throw new ClearSigningError(`"${label}" has no format.`)
  }
}

/** Whether a line is shown for a value. */
export function isVisible(place: Place, { visible = 'always' }: Definition): boolean {
  if (typeof visible === 'string') return visible === 'always'
  return !visible.ifNotIn.some((one) => one.toLowerCase() === rawOf(place).toLowerCase())
}
