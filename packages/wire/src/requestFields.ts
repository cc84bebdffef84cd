import * as v from 'valibot'
import { fitsUint256, type HexString } from './parse.ts'

/** Returns the address at the start of a text, in lower case. */
export const leadingAddress = (text: string): HexString => `0x${text.slice(2, 42).toLowerCase()}`

/** `contract:tokenId`, e.g. `0xabc…:42`, with an id below 2^256. The contract is returned in lower case. */
export const tokenRef = v.pipe(
  v.string('must be contract:tokenId'),
  v.regex(/^0x[0-9a-fA-F]{40}:(?:0|[1-9][0-9]{0,77})$/, 'must be contract:tokenId'),
  v.transform((text) => `${leadingAddress(text)}:${text.slice(43)}` as const),
  v.check((text) => fitsUint256(BigInt(text.slice(43))), 'must hold a token id below 2^256'),
)

/** Unix time in seconds as a string of exactly 10 digits, returned as a number. */
export const unixSeconds = v.pipe(
  v.string('must be a unix time'),
  v.regex(/^[0-9]{10}$/, 'must be a unix time of 10 digits'),
  v.transform(Number),
)

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected
const unwanted = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u

/**
 * Whether a text holds no control character, no bidirectional override, and no half of a surrogate pair. Databases
 * cannot store the first (`NUL`) nor the last.
 */
const isPlainText = (text: string): boolean => !unwanted.test(text)

/** Short text without control or bidirectional-override characters, and without half of a surrogate pair. */
/* @__NO_SIDE_EFFECTS__ */
export const text = (max: number) =>
  v.pipe(
    v.string('must be text'),
    v.maxLength(max, `must be at most ${max} characters`),
    v.check(isPlainText, 'must not hold control characters'),
  )

/** A list of at least one and at most `max` entries. */
/* @__NO_SIDE_EFFECTS__ */
export const some = <const TItem extends v.GenericSchema>(item: TItem, max: number) =>
  v.pipe(
    v.array(item, 'must be a list'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(max, `must hold at most ${max} entries`),
  )

/**
 * Splits a parsed {@link tokenRef}.
 * @example
 * ```ts
 * splitToken(`${contract}:42`) // { contract, tokenId: 42n }
 * ```
 */
export function splitToken(token: string): { contract: HexString; tokenId: bigint } {
  return { contract: leadingAddress(token), tokenId: BigInt(token.slice(43)) }
}
