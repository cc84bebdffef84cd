import fc from 'fast-check'
import { encodeAbiParameters, type Hex, hexToBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  address,
  array,
  bool,
  bytes,
  bytes32,
  decode,
  encode,
  enumUpTo,
  tuple,
  uint120,
  uint256,
} from '../src/encoding/codec.ts'
import { SeaportError } from '../src/index.ts'
import { anAddress, uint120 as anyUint120, aWord, someBytes, uint } from './arbitraries.ts'

/** The reader alone, without the second look that `decodeCall` takes. */
const struct = tuple({
  who: address,
  on: bool,
  kind: enumUpTo<number>(5),
  part: uint120,
  words: array(bytes32),
  nested: array(tuple({ amount: uint256, note: bytes })),
})
const abi = [
  {
    type: 'tuple',
    components: [
      { name: 'who', type: 'address' },
      { name: 'on', type: 'bool' },
      { name: 'kind', type: 'uint8' },
      { name: 'part', type: 'uint120' },
      { name: 'words', type: 'bytes32[]' },
      {
        name: 'nested',
        type: 'tuple[]',
        components: [
          { name: 'amount', type: 'uint256' },
          { name: 'note', type: 'bytes' },
        ],
      },
    ],
  },
] as const
const value = fc.record({
  who: anAddress,
  on: fc.boolean(),
  kind: fc.integer({ min: 0, max: 5 }),
  part: anyUint120,
  words: fc.array(aWord, { maxLength: 3 }),
  nested: fc.array(fc.record({ amount: uint, note: someBytes }), { maxLength: 3 }),
})
const wrapped = tuple({ value: struct })
const codeOf = (data: Hex): string => {
  try {
    decode(wrapped, data)
    return 'read'
  } catch (error) {
    if (error instanceof SeaportError) return error.code
    throw error
  }
}
/** Replaces the byte at `at` (from the end when negative). */
const poke = (data: Hex, at: number, byte: number): Hex => {
  const all = hexToBytes(data)
  all[at < 0 ? all.length + at : at] = byte
  return `0x${Buffer.from(all).toString('hex')}`
}

test('writes what viem writes, and reads it back', () => {
  fc.assert(
    fc.property(value, (sample) => {
      const data = encodeAbiParameters(abi, [sample])
      expect(encode(wrapped, { value: sample })).toBe(data)
      expect(decode(wrapped, data)).toEqual({
        value: { value: sample },
        size: (data.length - 2) / 2,
      })
    }),
  )
})

describe('the reader alone', () => {
  const sample = {
    who: `0x${'11'.repeat(20)}`,
    on: true,
    kind: 5,
    part: 1n,
    words: [`0x${'22'.repeat(32)}`],
    nested: [{ amount: 3n, note: '0xabcdef' }],
  } as const
  const good = encodeAbiParameters(abi, [sample])
  // The struct begins behind the one offset to it.
  const field = (index: number) => 32 + index * 32

  test('accepts the canonical form', () => expect(codeOf(good)).toBe('read'))

  test.each([
    ['dirty bits above an address', poke(good, field(0) + 11, 1)],
    ['a bool of two', poke(good, field(1) + 31, 2)],
    ['a dirty byte above a bool', poke(good, field(1), 1)],
    ['an enum beyond its last member', poke(good, field(2) + 31, 6)],
    ['a 121-bit number in 120 bits', poke(good, field(3) + 16, 1)],
    ['an offset beyond 32 bits', poke(good, field(4) + 27, 1)],
    ['an offset into other content', poke(good, field(4) + 31, 0xe0)],
    ['two offsets to the same content', poke(good, field(5) + 31, 0xc0)],
    ['a length beyond the data', poke(good, field(6) + 31, 0xff)],
    ['a dirty byte behind a byte string', poke(good, -1, 1)],
    ['a missing end', good.slice(0, -2) as Hex],
  ])('rejects %s', (_, data) => {
    expect(data).not.toBe(good)
    expect(codeOf(data)).toBe('not_canonical')
  })

  test('has one form only for everything that it reads', () => {
    fc.assert(
      fc.property(value, fc.nat(), fc.integer({ min: 1, max: 255 }), (some, place, flip) => {
        const all = hexToBytes(encodeAbiParameters(abi, [some]))
        const at = place % all.length
        all[at] = all[at]! ^ flip
        const data: Hex = `0x${Buffer.from(all).toString('hex')}`
        if (codeOf(data) !== 'read') return
        const { value: read, size } = decode(wrapped, data)
        expect(encode(wrapped, read)).toBe(data.slice(0, 2 + size * 2))
      }),
      { numRuns: 1500 },
    )
  })
})

test('a value that does not fit is not written', () => {
  for (const wrong of [
    () => encode(uint256, -1n),
    () => encode(uint256, 1n << 256n),
    () => encode(uint120, 1n << 120n),
    () => encode(address, '0x12'),
    () => encode(bytes32, `0x${'zz'.repeat(32)}` as Hex),
    () => encode(bytes, '0xabc'),
  ])
    expect(wrong).toThrow(SeaportError)
})
