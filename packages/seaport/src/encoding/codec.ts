import type { Address, Hex } from 'viem'
import { SeaportError } from '../model/errors.ts'

/**
 * A Solidity type: how its values are written and read in ABI encoding, as hex text without `0x`. Reading follows the
 * offsets of the data, within its bounds. `decode` accepts the result only if encoding it again gives the same bytes,
 * so every value has exactly one form: offsets point to where an encoder puts them, padding is zero, and no byte is
 * skipped or read twice. Seaport is more lenient (it masks offsets to 32 bits), so a lenient decoder could show another
 * call than the one that is executed.
 */
export type Codec<TValue> = {
  readonly dynamic: boolean
  /** Its size in the head: that of the value or, for a dynamic type, of the offset. */
  readonly headSize: number
  readonly encode: (value: TValue) => string
  readonly decode: (cursor: Cursor, at: number) => TValue
}
export type ValueOf<TCodec> = TCodec extends Codec<infer TValue> ? TValue : never

const invalid = (what: string): never => {
  throw new SeaportError('invalid_value', what)
}

/** An encoding, and how many of its bytes may still be read. In a canonical one each byte is read once. */
type Cursor = { readonly hex: string; bytesLeft: number }

function readBytes(cursor: Cursor, at: number, size: number): string {
  const hex = cursor.hex.slice(at * 2, (at + size) * 2)
  cursor.bytesLeft -= size
  return cursor.bytesLeft < 0 || hex.length < size * 2 ? invalid('too short') : hex
}
const readWord = (cursor: Cursor, at: number): Hex => `0x${readBytes(cursor, at, 32)}`

const word = <TValue>(
  encode: (value: TValue) => string,
  decodeWord: (word: Hex) => TValue,
): Codec<TValue> => ({
  dynamic: false,
  headSize: 32,
  encode,
  decode: (cursor, at) => decodeWord(readWord(cursor, at)),
})

const number = (value: bigint | number, bits: number): string => {
  if (value >= 0 && (typeof value === 'bigint' || Number.isInteger(value))) {
    const digits = value.toString(16)
    if (digits.length <= bits / 4) return digits.padStart(64, '0')
  }
  return invalid(`${value} is not a uint${bits}`)
}

const hexText = (value: string, bytes = value.length / 2 - 1): string =>
  value.length === 2 + bytes * 2 && Number.isInteger(bytes) && /^0x[0-9a-fA-F]*$/.test(value)
    ? value.slice(2).toLowerCase()
    : invalid(`not hex: ${value.slice(0, 80)}`)

const uint = (bits: number): Codec<bigint> => word((value) => number(value, bits), BigInt)
export const uint256: Codec<bigint> = /* @__PURE__ */ uint(256)
export const uint120: Codec<bigint> = /* @__PURE__ */ uint(120)

const upTo = (value: number, most: number): string =>
  value > most ? invalid(`${value} > ${most}`) : number(value, 32)

/** A Solidity enum, whose highest member is `last`; Solidity reverts on anything above. */
export const enumUpTo = <TValue extends number>(last: number): Codec<TValue> =>
  word(
    (value) => upTo(value, last),
    (text) => Number(text) as TValue,
  )

/** A uint256 that must be below 2³²: an index or a number of items. */
export const index: Codec<number> = /* @__PURE__ */ enumUpTo(0xffffffff)

export const bool: Codec<boolean> = /* @__PURE__ */ word(
  (value) => number(value ? 1 : 0, 256),
  (text) => text.endsWith('1'),
)

/** Read in lower case. */
export const address: Codec<Address> = /* @__PURE__ */ word<Address>(
  (value) => hexText(value, 20).padStart(64, '0'),
  (text) => `0x${text.slice(26)}`,
)

export const bytes32: Codec<Hex> = /* @__PURE__ */ word<Hex>(
  (value) => hexText(value, 32),
  (text) => text,
)

export const bytes: Codec<Hex> = {
  dynamic: true,
  headSize: 32,
  encode: (value) => {
    const text = hexText(value)
    return number(text.length / 2, 256) + text.padEnd(Math.ceil(text.length / 64) * 64, '0')
  },
  decode: (cursor, at) => `0x${readBytes(cursor, at + 32, Number(readWord(cursor, at)))}`,
}

/** Encodes values one after another: static values in place, dynamic ones at the end. `size` is that of the heads. */
function encodeAll<TValue>(
  values: readonly TValue[],
  codecAt: (position: number) => Codec<TValue>,
  size: number,
): string {
  let heads = ''
  let tails = ''
  for (let position = 0; position < values.length; position++) {
    const codec = codecAt(position)
    const text = codec.encode(values[position]!)
    if (codec.dynamic) {
      heads += number(size + tails.length / 2, 256)
      tails += text
    } else heads += text
  }
  return heads + tails
}

const readValue = <TValue>(codec: Codec<TValue>, cursor: Cursor, base: number, at: number): TValue =>
  codec.decode(cursor, codec.dynamic ? base + Number(readWord(cursor, at)) : at)

export const array = <TValue>(element: Codec<TValue>): Codec<readonly TValue[]> => ({
  dynamic: true,
  headSize: 32,
  encode: (values) =>
    number(values.length, 256) + encodeAll(values, () => element, values.length * element.headSize),
  decode: (cursor, at) => {
    const values: TValue[] = []
    const base = at + 32
    for (let rest = Number(readWord(cursor, at)), next = base; rest > 0; rest--, next += element.headSize)
      values.push(readValue(element, cursor, base, next))
    return values
  },
})

export type Fields<TStruct> = { readonly [TName in keyof TStruct]: Codec<TStruct[TName]> }

/** A struct, or the arguments of a function: fields in the order in which they are written here. */
export function tuple<TStruct extends object>(fields: Fields<TStruct>): Codec<Readonly<TStruct>> {
  const list = Object.entries(fields) as unknown as readonly [keyof TStruct & string, Codec<unknown>][]
  const dynamic = list.some(([, field]) => field.dynamic)
  const size = list.reduce((sum, [, field]) => sum + field.headSize, 0)
  const codecAt = (position: number) => list[position]![1]
  return {
    dynamic,
    headSize: dynamic ? 32 : size,
    encode: (value) =>
      encodeAll<unknown>(
        list.map(([name]) => value[name]),
        codecAt,
        size,
      ),
    decode: (cursor, base) => {
      const struct: Partial<TStruct> = {}
      let at = base
      for (const [name, field] of list) {
        struct[name] = readValue(field, cursor, base, at) as TStruct[keyof TStruct & string]
        at += field.headSize
      }
      return struct as TStruct
    },
  }
}

/** Encodes `value` after `prefix` (a selector, or `0x`). */
export const encode = <TValue>(codec: Codec<TValue>, value: TValue, prefix: Hex = '0x'): Hex =>
  `${prefix}${codec.encode(value)}`

/**
 * Reads the canonical encoding at the start of `data` (`0x…` in lower case) after `skip` bytes, and returns how
 * many bytes it has.
 * @throws SeaportError `not_canonical`.
 */
export function decode<TValue>(
  codec: Codec<TValue>,
  data: Hex,
  skip = 0,
): { readonly value: TValue; readonly size: number } {
  try {
    const hex = hexText(data).slice(skip * 2)
    const value = codec.decode({ hex, bytesLeft: hex.length / 2 }, 0)
    const own = codec.encode(value)
    if (hex.slice(0, own.length) === own) return { value, size: own.length / 2 }
  } catch (cause) {
    if (!(cause instanceof SeaportError)) throw cause
  }
  throw new SeaportError('not_canonical', 'The data is not canonical.')
}
