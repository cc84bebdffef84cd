import * as v from 'valibot'
import { ParseError } from './parseError.ts'
import { isPlainText } from './plainText.ts'

/**
 * Reads `unknown` as `schema` says, dropping every key the schema does not name.
 * @throws {ParseError} that names the first bad field; input is never echoed.
 */
export function parse<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
  what: string,
): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, input, { abortEarly: true })
  if (result.success) return result.output
  const issue = result.issues[0]
  const keys = (issue.path ?? []).map((part) => String(part.key).slice(0, 64))
  const missing = issue.input === undefined || issue.message.startsWith('Invalid key')
  throw new ParseError(what, keys.join('.'), missing ? 'is missing' : issue.message)
}

export type HexString = `0x${string}`

const isHex = (text: string, digits: number) => text.length === digits + 2 && /^0x[0-9a-fA-F]*$/.test(text)
const lower = (text: string) => text.toLowerCase() as HexString

/** 20 bytes of hex in any case; comes out lower-cased. */
export const address = v.pipe(
  v.string('must be an address'),
  v.check((text) => isHex(text, 40), 'must be 0x and 40 hex digits'),
  v.transform(lower),
)

/** 32 bytes of hex in any case; comes out lower-cased. */
export const bytes32 = v.pipe(
  v.string('must be 32 bytes of hex'),
  v.check((text) => isHex(text, 64), 'must be 0x and 64 hex digits'),
  v.transform(lower),
)

/** Any even number of hex digits up to `maxBytes`; comes out lower-cased. */
export const bytes = (maxBytes: number) =>
  v.pipe(
    v.string('must be hex'),
    v.maxLength(maxBytes * 2 + 2, `must be at most ${maxBytes} bytes`),
    v.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'must be 0x and an even number of hex digits'),
    v.transform(lower),
  )

const fitsUint256 = (value: bigint) => value < 1n << 256n

/** Base units as a canonical decimal string below 2^256. Numbers, signs, spaces and hex are refused. */
export const amount = v.pipe(
  v.string('must be a decimal string'),
  v.regex(/^(?:0|[1-9][0-9]{0,77})$/, 'must be a whole number in decimal digits'),
  v.transform((value) => BigInt(value)),
  v.check(fitsUint256, 'must be below 2^256'),
)

/** An unsigned integer as decimal string or safe JSON number: how orders travel. Comes out as bigint. */
export const uint = v.union(
  [
    amount,
    v.pipe(
      v.number(),
      v.check((n) => Number.isSafeInteger(n) && n >= 0),
      v.transform((value) => BigInt(value)),
    ),
  ],
  'must be a whole number',
)

/** A transaction quantity: `0x` hex (leading zeros allowed) or a decimal string, below 2^256. */
export const quantity = v.union(
  [
    amount,
    v.pipe(
      v.string(),
      v.regex(/^0x[0-9a-fA-F]{1,64}$/),
      v.transform((text) => BigInt(text)),
    ),
    v.pipe(
      v.number(),
      v.check((n) => Number.isSafeInteger(n) && n >= 0),
      v.transform((value) => BigInt(value)),
    ),
  ],
  'must be a quantity in hex or decimal',
)

/** A small non-negative integer such as an index, a count or basis points. */
export const count = (max = Number.MAX_SAFE_INTEGER) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(0, 'must not be negative'),
    v.maxValue(max, `must be at most ${max}`),
  )

/** `contract:tokenId`, e.g. `0xabc…:42`, the id below 2^256. Comes out with a lower-cased contract. */
export const tokenRef = v.pipe(
  v.string('must be contract:tokenId'),
  v.regex(/^0x[0-9a-fA-F]{40}:(?:0|[1-9][0-9]{0,77})$/, 'must be contract:tokenId'),
  v.transform((text) => text.toLowerCase() as `${HexString}:${string}`),
  v.check((text) => fitsUint256(BigInt(text.slice(43))), 'must hold a token id below 2^256'),
)

/** Unix time in seconds as a string of exactly 10 digits; comes out as a number. */
export const unixSeconds = v.pipe(
  v.string('must be a unix time'),
  v.regex(/^[0-9]{10}$/, 'must be a unix time of 10 digits'),
  v.transform(Number),
)

/** Short text without control or bidirectional-override characters, and without half of a surrogate pair. */
export const text = (max: number) =>
  v.pipe(
    v.string('must be text'),
    v.maxLength(max, `must be at most ${max} characters`),
    v.check(isPlainText, 'must not hold control characters'),
  )

/** `null` and `undefined` both mean absent. */
export const maybe = <const TSchema extends v.GenericSchema>(schema: TSchema) => v.nullish(schema)

/** Splits a parsed {@link tokenRef}. */
export function splitToken(token: string): { contract: HexString; tokenId: bigint } {
  const [contract = '', tokenId = ''] = token.split(':')
  return { contract: contract.toLowerCase() as HexString, tokenId: BigInt(tokenId) }
}
