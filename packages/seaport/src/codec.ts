import type { Address, Hex } from 'viem'
import { SeaportError } from './errors.ts'
import { bytesToHex, writeAddress, writeEnum, writeHex, writeUint } from './word.ts'

/**
 * A Solidity type: how its values are written and read in ABI encoding. Reading takes only the canonical
 * encoding, in which every value has exactly one form: offsets point where an encoder puts them, padding
 * is zero, and no byte is left out or read twice. Seaport itself is laxer (it masks offsets to 32 bits),
 * so a lenient reader would show another call than the one that is executed.
 */
export type Codec<TValue> = {
  readonly dynamic: boolean
  /** Bytes it takes where it stands: itself, or its offset when dynamic. */
  readonly head: number
  /** Bytes to set aside where its content begins. */
  readonly body: number
  readonly put: (writer: Writer, at: number, value: TValue) => void
  readonly get: (reader: Reader, at: number) => TValue
}
export type ValueOf<TCodec> = TCodec extends Codec<infer TValue> ? TValue : never

/** A growing buffer; content is appended depth first, as encoders do. */
class Writer {
  bytes = new Uint8Array(2048)
  view = new DataView(this.bytes.buffer)
  end = 0

  reserve(size: number): number {
    const at = this.end
    this.end += size
    if (this.end > this.bytes.length) {
      const bytes = new Uint8Array(Math.max(this.bytes.length * 2, this.end))
      bytes.set(this.bytes)
      this.bytes = bytes
      this.view = new DataView(bytes.buffer)
    }
    return at
  }
}

const refuse = (what: string): never => {
  throw new SeaportError('not_canonical', what)
}

/** Walks an encoding from front to back. `next` is where the next dynamic content has to begin. */
class Reader {
  readonly bytes: Uint8Array
  readonly view: DataView
  next = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  take(size: number): number {
    const at = this.next
    if (size > this.bytes.length - at) refuse('The data ends too early.')
    this.next += size
    return at
  }

  zeros(from: number, to: number): void {
    for (let at = from; at < to; at++) if (this.bytes[at] !== 0) refuse('A padding byte is not zero.')
  }

  uint(at: number): bigint {
    const { view } = this
    const low = view.getBigUint64(at + 24)
    const high =
      (view.getBigUint64(at) << 128n) | (view.getBigUint64(at + 8) << 64n) | view.getBigUint64(at + 16)
    return high === 0n ? low : (high << 64n) | low
  }

  /** A number that counts or points within the data. */
  small(at: number): number {
    this.zeros(at, at + 28)
    return this.view.getUint32(at + 28)
  }
}

const word = <TValue>(put: Codec<TValue>['put'], get: Codec<TValue>['get']): Codec<TValue> => ({
  dynamic: false,
  head: 32,
  body: 32,
  put,
  get,
})

export const uint256: Codec<bigint> = /* @__PURE__ */ word(
  (writer, at, value) => writeUint(writer.view, at, value),
  (reader, at) => reader.uint(at),
)

export const uint120: Codec<bigint> = /* @__PURE__ */ word(
  (writer, at, value) => {
    if (value >> 120n !== 0n) throw new SeaportError('invalid_value', `${value} does not fit a uint120.`)
    writeUint(writer.view, at, value)
  },
  (reader, at) => {
    reader.zeros(at, at + 17)
    return reader.uint(at)
  },
)

/** A uint256 that can only make sense below 2³²: an index or a count of items. */
export const index: Codec<number> = /* @__PURE__ */ word(
  (writer, at, value) => writeUint(writer.view, at, BigInt(value)),
  (reader, at) => reader.small(at),
)

/** A Solidity enum, whose highest member is `last`; Solidity reverts on anything above. */
export const enumUpTo = <TValue extends number>(last: TValue): Codec<TValue> =>
  word(
    (writer, at, value) => writeEnum(writer.bytes, at, value),
    (reader, at) => {
      const value = reader.small(at)
      return value <= last ? (value as TValue) : refuse(`${value} is no member of its enum.`)
    },
  )

export const bool: Codec<boolean> = /* @__PURE__ */ word(
  (writer, at, value) => writeEnum(writer.bytes, at, value ? 1 : 0),
  (reader, at) => {
    const value = reader.small(at)
    return value <= 1 ? value === 1 : refuse(`${value} is no bool.`)
  },
)

/** Read in lower case. */
export const address: Codec<Address> = /* @__PURE__ */ word(
  (writer, at, value) => writeAddress(writer.bytes, at, value),
  (reader, at) => {
    reader.zeros(at, at + 12)
    return bytesToHex(reader.bytes.subarray(at + 12, at + 32))
  },
)

export const bytes32: Codec<Hex> = /* @__PURE__ */ word(
  (writer, at, value) => writeHex(writer.bytes, at, value, 32),
  (reader, at) => bytesToHex(reader.bytes.subarray(at, at + 32)),
)

export const bytes: Codec<Hex> = {
  dynamic: true,
  head: 32,
  body: 32,
  put: (writer, at, value) => {
    const size = (value.length - 2) / 2
    writeUint(writer.view, at, BigInt(Math.ceil(size)))
    const start = writer.reserve(Math.ceil(size / 32) * 32)
    writeHex(writer.bytes, start, value, Math.ceil(size))
  },
  get: (reader, at) => {
    const size = reader.small(at)
    const start = reader.take(Math.ceil(size / 32) * 32)
    reader.zeros(start + size, reader.next)
    return bytesToHex(reader.bytes.subarray(start, start + size))
  },
}

function putAt<TValue>(codec: Codec<TValue>, writer: Writer, base: number, at: number, value: TValue): void {
  if (codec.dynamic) writeUint(writer.view, at, BigInt(writer.end - base))
  codec.put(writer, codec.dynamic ? writer.reserve(codec.body) : at, value)
}

function getAt<TValue>(codec: Codec<TValue>, reader: Reader, base: number, at: number): TValue {
  if (!codec.dynamic) return codec.get(reader, at)
  if (reader.small(at) !== reader.next - base) refuse('An offset does not point where it should.')
  return codec.get(reader, reader.take(codec.body))
}

export const array = <TValue>(element: Codec<TValue>): Codec<readonly TValue[]> => ({
  dynamic: true,
  head: 32,
  body: 32,
  put: (writer, at, values) => {
    writeUint(writer.view, at, BigInt(values.length))
    const base = writer.reserve(values.length * element.head)
    values.forEach((value, i) => {
      putAt(element, writer, base, base + i * element.head, value)
    })
  },
  get: (reader, at) => {
    const length = reader.small(at)
    const base = reader.take(length * element.head)
    return Array.from({ length }, (_, i) => getAt(element, reader, base, base + i * element.head))
  },
})

export type Fields<TStruct> = { readonly [TName in keyof TStruct]: Codec<TStruct[TName]> }

/** A struct, or the arguments of a function: fields in the order in which they are written here. */
export function tuple<TStruct extends object>(fields: Fields<TStruct>): Codec<Readonly<TStruct>> {
  const list = Object.entries(fields) as unknown as readonly [string, Codec<unknown>][]
  const body = list.reduce((sum, [, field]) => sum + field.head, 0)
  const dynamic = list.some(([, field]) => field.dynamic)
  return {
    dynamic,
    head: dynamic ? 32 : body,
    body,
    put: (writer, base, value) => {
      let at = base
      for (const [name, field] of list) {
        putAt(field, writer, base, at, (value as Record<string, unknown>)[name])
        at += field.head
      }
    },
    get: (reader, base) => {
      const value: Record<string, unknown> = {}
      let at = base
      for (const [name, field] of list) {
        value[name] = getAt(field, reader, base, at)
        at += field.head
      }
      return value as never
    },
  }
}

/** Writes `value` behind `prefix` (a selector, or `0x`). */
export function encode<TValue>(codec: Codec<TValue>, value: TValue, prefix: Hex = '0x'): Hex {
  const writer = new Writer()
  codec.put(writer, writer.reserve(codec.body), value)
  return `${prefix}${bytesToHex(writer.bytes.subarray(0, writer.end)).slice(2)}`
}

/**
 * Reads the canonical encoding at the start of `data` and says how many bytes it took.
 * @throws SeaportError `not_canonical`.
 */
export function decode<TValue>(
  codec: Codec<TValue>,
  data: Uint8Array,
): { readonly value: TValue; readonly size: number } {
  const reader = new Reader(data)
  const value = codec.get(reader, reader.take(codec.body))
  return { value, size: reader.next }
}
