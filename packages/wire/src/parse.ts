import * as v from 'valibot'

/** Thrown for a value that does not have the expected shape. `path` names the field, e.g. `steps.0.items.1.data.to`. */
export class ParseError extends Error {
  override readonly name = 'ParseError'
  readonly path: string
  constructor(what: string, path: string, reason: string) {
    super(path === '' ? `${what} ${reason}.` : `${what} has a bad field "${path}": it ${reason}.`)
    this.path = path
  }
}

/**
 * Reads a value according to a schema. Keys that the schema does not name are dropped.
 * @param place The path of the input in the whole value, e.g. `['items', 3]`.
 * @throws {ParseError} that names the first invalid field. The message never contains the input.
 * @example
 * ```ts
 * const order = parse(orderComponents, rawData, 'The order')
 * ```
 */
export function parse<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
  what: string,
  place: readonly (string | number)[] = [],
): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, input, { abortEarly: true })
  if (result.success) return result.output
  const issue = result.issues[0]
  const keys = [...place, ...(issue.path ?? []).map(({ key }) => String(key).slice(0, 64))]
  const missing = issue.input === undefined || issue.message.startsWith('Invalid key')
  throw new ParseError(what, keys.join('.'), missing ? 'is missing' : issue.message)
}

/** Reads a provider's answer according to a schema, like {@link parse}. */
export const readAnswer = <const TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
): v.InferOutput<TSchema> => parse(schema, input, "The provider's answer")

export type HexString = `0x${string}`

const hex = /^0x[0-9a-fA-F]*$/
const isHex = (text: string, digits: number) => text.length === digits + 2 && hex.test(text)
const lower = (text: string) => text.toLowerCase() as HexString

/** 20 bytes of hex in any case, returned in lower case. */
export const address = v.pipe(
  v.string('must be an address'),
  v.check((text) => isHex(text, 40), 'must be 0x and 40 hex digits'),
  v.transform(lower),
)

/** 32 bytes of hex in any case, returned in lower case. */
export const bytes32 = v.pipe(
  v.string('must be 32 bytes of hex'),
  v.check((text) => isHex(text, 64), 'must be 0x and 64 hex digits'),
  v.transform(lower),
)

/** Up to `maxBytes` bytes of hex in any case, returned in lower case. */
/* @__NO_SIDE_EFFECTS__ */
export const bytes = (maxBytes: number) =>
  v.pipe(
    v.string('must be hex'),
    v.maxLength(maxBytes * 2 + 2, `must be at most ${maxBytes} bytes`),
    v.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'must be 0x and an even number of hex digits'),
    v.transform(lower),
  )

const uint256End = 1n << 256n

/** Whether a number fits 32 bytes. */
export const fitsUint256 = (value: bigint) => value < uint256End

const decimal = /^(?:0|[1-9][0-9]{0,77})$/

/** Base units as a canonical decimal string below 2^256. Numbers, signs, spaces and hex are rejected. */
export const amount = v.pipe(
  v.string('must be a decimal string'),
  v.regex(decimal, 'must be a whole number in decimal digits'),
  v.transform((value) => BigInt(value)),
  v.check(fitsUint256, 'must be below 2^256'),
)

const decimalOrHex = /^(?:0|[1-9][0-9]{0,77}|0x[0-9a-fA-F]{1,64})$/

/** A whole number below 2^256, as text or as a safe JSON number. */
/* @__NO_SIDE_EFFECTS__ */
const wholeNumber = (text: RegExp, message: string) =>
  v.pipe(
    v.union([v.pipe(v.string(), v.regex(text)), v.pipe(v.number(), v.safeInteger(), v.minValue(0))], message),
    v.transform((value) => BigInt(value)),
    v.check(fitsUint256, message),
  )

/** An unsigned integer as a decimal string or a safe JSON number, as in orders. Returned as a bigint. */
export const uint = wholeNumber(decimal, 'must be a whole number')

/** A whole number in decimal or hex. Seaport's tools write both, Merkle roots mostly in hex. */
export const whole = wholeNumber(decimalOrHex, 'must be a whole number')

/** A transaction quantity: hex, a decimal string or a safe JSON number, below 2^256. */
export const quantity = wholeNumber(decimalOrHex, 'must be a quantity in hex or decimal')

/** A small non-negative integer such as an index, a count or basis points. */
/* @__NO_SIDE_EFFECTS__ */
export const count = (max = Number.MAX_SAFE_INTEGER) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(0, 'must not be negative'),
    v.maxValue(max, `must be at most ${max}`),
  )

/** Text of any kind, up to `max` characters. */
/* @__NO_SIDE_EFFECTS__ */
export const anyText = (max = 1e6) =>
  v.pipe(v.string('must be text'), v.maxLength(max, `must be at most ${max} characters`))

/** The own fields of an object that `entries` names. Other keys are dropped, and a list is rejected. */
/* @__NO_SIDE_EFFECTS__ */
export function object<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
): v.ObjectSchema<TEntries, 'must be an object'> {
  const schema = v.object(entries, 'must be an object')
  const keys = Object.keys(entries)
  const own = (value: unknown): unknown => {
    if (Array.isArray(value)) return null
    if (typeof value !== 'object' || value === null) return value
    const inherited: object | null = Object.getPrototypeOf(value)
    if (inherited !== null)
      for (const key of keys) if (key in inherited) return Object.assign(Object.create(null), value)
    return value
  }
  return { ...schema, '~run': ({ value }, config) => schema['~run']({ value: own(value) }, config) }
}

/** `null` and `undefined` both mean absent. */
/* @__NO_SIDE_EFFECTS__ */
export const maybe = <const TSchema extends v.GenericSchema>(schema: TSchema) => v.nullish(schema)

/** A list of at most `max` entries. */
/* @__NO_SIDE_EFFECTS__ */
export const list = <const TItem extends v.GenericSchema>(item: TItem, max: number) =>
  v.pipe(v.array(item, 'must be a list'), v.maxLength(max, `must hold at most ${max} entries`))
