import type { HexString } from './parse.ts'
import { ParseError } from './parseError.ts'

/** Where a value stands: under a key of another place, or as the whole of what `of` names. */
export type Place = { readonly of: Place | string; key: string | number }

/**
 * Reads `unknown` at a place, or throws {@link ParseError}. What a page loads before every trade is read by these
 * few functions instead of a schema library: a tenth of the bytes.
 */
export type Reader<TValue> = (value: unknown, at: Place) => TValue
export type ReadBy<TReader> = TReader extends Reader<infer TValue> ? TValue : never

type Optional<TFields> = {
  [K in keyof TFields]: undefined extends ReadBy<TFields[K]> ? K : never
}[keyof TFields]
type ObjectOf<TFields> = { [K in Exclude<keyof TFields, Optional<TFields>>]: ReadBy<TFields[K]> } & {
  [K in Optional<TFields>]?: ReadBy<TFields[K]>
}
type Flat<T> = { [K in keyof T]: T[K] }

/** @throws {ParseError} that names the place. */
export function refuse(value: unknown, at: Place, reason: string): never {
  const keys: (string | number)[] = []
  let place = at
  while (typeof place.of !== 'string') {
    keys.unshift(place.key)
    place = place.of
  }
  throw new ParseError(place.of, keys.join('.'), value === undefined ? 'is missing' : `must be ${reason}`)
}

/** Reads the whole of what `what` names. */
export const readWhole = <T>(reader: Reader<T>, value: unknown, what: string): T =>
  reader(value, { of: what, key: '' })

/** A value that `fits`, as `out` makes it. */
export const leaf =
  <TIn, TOut>(
    reason: string,
    fits: (value: unknown) => value is TIn,
    out: (value: TIn) => TOut,
  ): Reader<TOut> =>
  (value, at) =>
    fits(value) ? out(value) : refuse(value, at, reason)

const isMatch =
  (pattern: RegExp, most: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length <= most && pattern.test(value)
const isHex = isMatch(/^0x[0-9a-fA-F]+$/, 66)
const lower = (text: string) => text.toLowerCase() as HexString

/** Hex of exactly that many bytes in any case; comes out lower-cased. */
const exactly = (bytes: number): Reader<HexString> =>
  leaf(
    `0x and ${bytes * 2} hex digits`,
    (value): value is string => typeof value === 'string' && value.length === bytes * 2 + 2 && isHex(value),
    lower,
  )
export const addressOf: Reader<HexString> = /* @__PURE__ */ exactly(20)
export const bytes32Of: Reader<HexString> = /* @__PURE__ */ exactly(32)
/** Whole bytes, up to `most`. */
export const bytesOf = (most: number): Reader<HexString> =>
  leaf('whole bytes of hex', isMatch(/^0x(?:[0-9a-fA-F]{2})*$/, most * 2 + 2), lower)

const isDecimal = isMatch(/^(?:0|[1-9][0-9]*)$/, 78)
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
/** Below 2^256, which every number of 77 digits is. */
const fits = (value: string) => value.length < 78 || BigInt(value) >> 256n === 0n

/** Base units as a canonical decimal string below 2^256. Numbers, signs, spaces and hex are refused. */
export const amountOf: Reader<bigint> = /* @__PURE__ */ leaf(
  'a whole number in decimal digits',
  (value): value is string => isDecimal(value) && fits(value),
  BigInt,
)
/** As {@link amountOf}, or a safe JSON number: how orders travel. */
export const uintOf: Reader<bigint> = /* @__PURE__ */ leaf(
  'a whole number',
  (value): value is string | number => isWhole(value) || (isDecimal(value) && fits(value)),
  BigInt,
)
/** As {@link uintOf}, or `0x` hex up to 32 bytes, none of them for zero: how transactions travel. */
export const quantityOf: Reader<bigint> = /* @__PURE__ */ leaf(
  'a quantity in hex or decimal',
  (value): value is string | number =>
    value === '0x' || isWhole(value) || isHex(value) || (isDecimal(value) && fits(value)),
  (value) => (value === '0x' ? 0n : BigInt(value)),
)

export const countOf = (most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  leaf(
    'a whole number',
    (value): value is number => isWhole(value) && value <= most,
    (value) => value,
  )
export const textOf = (most = 1e6): Reader<string> => leaf('text', isMatch(/^/, most), (text) => text)
export const numberOf: Reader<number> = /* @__PURE__ */ leaf(
  'a number',
  (value): value is number => Number.isFinite(value),
  (value) => value,
)
export const yesOrNo: Reader<boolean> = /* @__PURE__ */ leaf(
  'true or false',
  (value): value is boolean => typeof value === 'boolean',
  (value) => value,
)
/** Read later, by those who know what it is. */
export const anything: Reader<unknown> = (value) => value

/** One of a few values. */
export const oneOf = <const T extends readonly (string | number)[]>(...values: T): Reader<T[number]> =>
  leaf(
    values.join(' or '),
    (value): value is T[number] => values.includes(value as string),
    (value) => value,
  )

/** `null` and `undefined` both mean absent. */
export const maybe =
  <T>(reader: Reader<T>): Reader<T | null | undefined> =>
  (value, at) =>
    value == null ? (value as null | undefined) : reader(value, at)

/** `fallback` where nothing stands. */
export const or =
  <T>(reader: Reader<T>, fallback: T): Reader<T> =>
  (value, at) =>
    value === undefined ? fallback : reader(value, at)

export const listOf =
  <T>(reader: Reader<T>, most: number): Reader<T[]> =>
  (value, at) => {
    if (!Array.isArray(value) || value.length > most) return refuse(value, at, `a list of at most ${most}`)
    const here: Place = { of: at, key: 0 }
    return Array.from(value, (entry, index) => {
      here.key = index
      return reader(entry, here)
    })
  }

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields named, own ones only; every other key is dropped. */
export function objectOf<const TFields extends Readonly<Record<string, Reader<unknown>>>>(
  fields: TFields,
): Reader<Flat<ObjectOf<TFields>>> {
  const list = Object.entries(fields)
  return (value, at) => {
    if (!isObject(value)) return refuse(value, at, 'an object')
    const read: Record<string, unknown> = {}
    const here: Place = { of: at, key: '' }
    for (const [name, reader] of list) {
      const own = Object.hasOwn(value, name)
      here.key = name
      const result = reader(own ? value[name] : undefined, here)
      if (own || result !== undefined) read[name] = result
    }
    return read as never
  }
}

/** Reads by what stands under `key`. */
export function byKey<TKey extends string, const TReaders extends Readonly<Record<string, Reader<object>>>>(
  key: TKey,
  readers: TReaders,
): Reader<ReadBy<TReaders[keyof TReaders]>> {
  const kind = objectOf({ [key]: oneOf(...Object.keys(readers)) })
  return (value, at) => {
    const found = kind(value, at) as Record<TKey, string>
    return readers[found[key]]?.(value, at) as never
  }
}
