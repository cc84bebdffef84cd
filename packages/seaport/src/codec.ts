import type { Address, Hex } from 'viem'
import { SeaportError } from './errors.ts'

/**
 * A Solidity type: how its values are written and read in ABI encoding, as hex text without `0x`. Reading
 * takes only the canonical encoding, in which every value has exactly one form: offsets point where an
 * encoder puts them, padding is zero, and no byte is left out or read twice. Seaport itself is laxer (it
 * masks offsets to 32 bits), so a lenient reader would show another call than the one that is executed.
 */
export type Codec<TValue> = {
  readonly dynamic: boolean
  /** Bytes it takes where it stands: itself, or its offset when dynamic. */
  readonly head: number
  /** Bytes that its own content begins with. */
  readonly body: number
  readonly put: (value: TValue) => string
  readonly get: (reader: Reader, at: number) => TValue
}
export type ValueOf<TCodec> = TCodec extends Codec<infer TValue> ? TValue : never

const refuse = (what: string): never => {
  throw new SeaportError('not_canonical', what)
}
const misfit = (what: string): never => {
  throw new SeaportError('invalid_value', what)
}

/** Walks an encoding from front to back. `next` is where the next dynamic content has to begin. */
class Reader {
  readonly text: string
  next = 0

  constructor(text: string) {
    this.text = text
  }

  take(size: number): number {
    const at = this.next
    this.next += size
    if (this.next * 2 > this.text.length) refuse('The data ends too early.')
    return at
  }

  cut(at: number, size: number): string {
    return this.text.slice(at * 2, (at + size) * 2)
  }
}

const word = <TValue>(
  put: (value: TValue) => string,
  get: (word: string) => TValue | undefined,
): Codec<TValue> => ({
  dynamic: false,
  head: 32,
  body: 32,
  put,
  get: (reader, at) => get(reader.cut(at, 32)) ?? refuse('A word does not fit its type.'),
})

const number = (value: bigint | number, bits: bigint): string =>
  value < 0 || (typeof value === 'number' && !Number.isInteger(value)) || BigInt(value) >> bits !== 0n
    ? misfit(`${value} does not fit a uint${bits}.`)
    : value.toString(16).padStart(64, '0')

const hexText = (value: string, bytes?: number): string =>
  /^0x(?:[0-9a-fA-F]{2})*$/.test(value) && (bytes === undefined || value.length === 2 + bytes * 2)
    ? value.slice(2).toLowerCase()
    : misfit(`"${value.slice(0, 80)}" is no 0x… of ${bytes ?? 'whole'} bytes.`)

/** A number that counts or points within the data. */
const small = (text: string): number | undefined =>
  text.startsWith('0'.repeat(56)) ? Number.parseInt(text.slice(56), 16) : undefined
const smallAt = (reader: Reader, at: number): number =>
  small(reader.cut(at, 32)) ?? refuse('A length or an offset is too large.')

const uint = (bits: bigint): Codec<bigint> =>
  word(
    (value) => number(value, bits),
    (text) => {
      const value = BigInt(`0x${text}`)
      return value >> bits === 0n ? value : undefined
    },
  )
export const uint256: Codec<bigint> = /* @__PURE__ */ uint(256n)
export const uint120: Codec<bigint> = /* @__PURE__ */ uint(120n)

/** A Solidity enum, whose highest member is `last`; Solidity reverts on anything above. */
export const enumUpTo = <TValue extends number>(last: number): Codec<TValue> =>
  word(
    (value) => number(value, 8n),
    (text) => {
      const value = small(text)
      return value !== undefined && value <= last ? (value as TValue) : undefined
    },
  )

/** A uint256 that can only make sense below 2³²: an index or a count of items. */
export const index: Codec<number> = /* @__PURE__ */ word((value) => number(value, 256n), small)

export const bool: Codec<boolean> = /* @__PURE__ */ word(
  (value) => number(value ? 1 : 0, 8n),
  (text) => {
    const value = small(text)
    return value !== undefined && value < 2 ? value === 1 : undefined
  },
)

/** Read in lower case. */
export const address: Codec<Address> = /* @__PURE__ */ word<Address>(
  (value) => hexText(value, 20).padStart(64, '0'),
  (text) => (text.startsWith('0'.repeat(24)) ? `0x${text.slice(24)}` : undefined),
)

export const bytes32: Codec<Hex> = /* @__PURE__ */ word<Hex>(
  (value) => hexText(value, 32),
  (text) => `0x${text}`,
)

export const bytes: Codec<Hex> = {
  dynamic: true,
  head: 32,
  body: 32,
  put: (value) => {
    const text = hexText(value)
    return number(text.length / 2, 256n) + text.padEnd(Math.ceil(text.length / 64) * 64, '0')
  },
  get: (reader, at) => {
    const size = smallAt(reader, at)
    const start = reader.take(Math.ceil(size / 32) * 32)
    if (/[^0]/.test(reader.cut(start + size, reader.next - start - size)))
      refuse('A padding byte is not zero.')
    return `0x${reader.cut(start, size)}`
  },
}

/** Values one after another: what is static in place, what is dynamic behind them all. */
function putAll<TValue>(parts: readonly (readonly [Codec<TValue>, TValue])[]): string {
  let heads = ''
  let tails = ''
  const size = parts.reduce((sum, [codec]) => sum + codec.head, 0)
  for (const [codec, value] of parts) {
    const text = codec.put(value)
    if (codec.dynamic) {
      heads += number(size + tails.length / 2, 256n)
      tails += text
    } else heads += text
  }
  return heads + tails
}

function getAt<TValue>(codec: Codec<TValue>, reader: Reader, base: number, at: number): TValue {
  if (!codec.dynamic) return codec.get(reader, at)
  if (smallAt(reader, at) !== reader.next - base) refuse('An offset does not point where it should.')
  return codec.get(reader, reader.take(codec.body))
}

export const array = <TValue>(element: Codec<TValue>): Codec<readonly TValue[]> => ({
  dynamic: true,
  head: 32,
  body: 32,
  put: (values) => number(values.length, 256n) + putAll(values.map((value) => [element, value])),
  get: (reader, at) => {
    const length = smallAt(reader, at)
    const base = reader.take(length * element.head)
    return Array.from({ length }, (_, i) => getAt(element, reader, base, base + i * element.head))
  },
})

export type Fields<TStruct> = { readonly [TName in keyof TStruct]: Codec<TStruct[TName]> }

/** A struct, or the arguments of a function: fields in the order in which they are written here. */
export function tuple<TStruct extends object>(fields: Fields<TStruct>): Codec<Readonly<TStruct>> {
  const list = Object.entries(fields) as unknown as readonly [keyof TStruct & string, Codec<unknown>][]
  const body = list.reduce((sum, [, field]) => sum + field.head, 0)
  const dynamic = list.some(([, field]) => field.dynamic)
  return {
    dynamic,
    head: dynamic ? 32 : body,
    body,
    put: (value) => putAll(list.map(([name, field]) => [field, value[name]])),
    get: (reader, base) => {
      let at = base
      return Object.fromEntries(
        list.map(([name, field]) => {
          const value: unknown = getAt(field, reader, base, at)
          at += field.head
          return [name, value]
        }),
      ) as never
    },
  }
}

/** Writes `value` behind `prefix` (a selector, or `0x`). */
export const encode = <TValue>(codec: Codec<TValue>, value: TValue, prefix: Hex = '0x'): Hex =>
  `${prefix}${codec.put(value)}`

/**
 * Reads the canonical encoding at the start of `data` (`0x…`) and says how many bytes it took.
 * @throws SeaportError `not_canonical`.
 */
export function decode<TValue>(
  codec: Codec<TValue>,
  data: Hex,
): { readonly value: TValue; readonly size: number } {
  const reader = new Reader(hexText(data))
  const value = codec.get(reader, reader.take(codec.body))
  return { value, size: reader.next }
}
