import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  address,
  amount,
  bytes,
  ParseError,
  parse,
  quantity,
  splitToken,
  text,
  tokenRef,
  uint,
} from '../src/index.ts'

const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })

describe('amount', () => {
  test('reads every decimal below 2^256 as the same bigint', () => {
    fc.assert(fc.property(uint256, (value) => parse(amount, value.toString(), 'It') === value))
  })

  test.each([
    '',
    ' 10 ',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    '01',
    (1n << 256n).toString(),
    '9'.repeat(78),
    1,
    10n,
    true,
    null,
    [5],
    {},
  ])('rejects what is not a canonical decimal string: %s', (value) => {
    expect(() => parse(amount, value, 'It')).toThrow(ParseError)
  })
})

test('uint reads safe numbers and decimal strings alike, and nothing that lost precision', () => {
  expect(parse(uint, 7, 'It')).toBe(7n)
  expect(parse(uint, '7', 'It')).toBe(7n)
  for (const bad of [-1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '7n'])
    expect(() => parse(uint, bad, 'It')).toThrow(ParseError)
})

test('quantity reads decimals and hex with or without leading zeros, as providers send values', () => {
  expect(parse(quantity, '0x0', 'It')).toBe(0n)
  expect(parse(quantity, '0x00', 'It')).toBe(0n)
  expect(parse(quantity, '0x10d1e3941bc60000', 'It')).toBe(1_212_000_000_000_000_000n)
  expect(parse(quantity, '1212000000000000000', 'It')).toBe(1_212_000_000_000_000_000n)
  for (const bad of ['0x', '0xzz', `0x1${'0'.repeat(64)}`, '-0x1', []])
    expect(() => parse(quantity, bad, 'It')).toThrow(ParseError)
})

test('addresses are lower-cased, and have exactly 40 digits', () => {
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 40, maxLength: 40 })
  fc.assert(fc.property(hex, (digits) => parse(address, `0x${digits}`, 'It') === `0x${digits.toLowerCase()}`))
  for (const bad of [
    '0x',
    `0x${'a'.repeat(39)}`,
    `0x${'a'.repeat(41)}`,
    'a'.repeat(42),
    `0X${'a'.repeat(40)}`,
  ])
    expect(() => parse(address, bad, 'It')).toThrow(ParseError)
})

test('bytes are whole and bounded', () => {
  expect(parse(bytes(2), '0xABcd', 'It')).toBe('0xabcd')
  for (const bad of ['0xabc', '0xabcdef', 'abcd'])
    expect(() => parse(bytes(2), bad, 'It')).toThrow(ParseError)
})

test('a token reference keeps ids beyond 2^64 exact', () => {
  const contract = `0x${'aB'.repeat(20)}`
  fc.assert(
    fc.property(uint256, (tokenId) => {
      const ref = parse(tokenRef, `${contract}:${tokenId}`, 'It')
      expect(splitToken(ref)).toEqual({ contract: contract.toLowerCase(), tokenId })
    }),
  )
  for (const bad of [contract, `${contract}:`, `${contract}:0x1`, `${contract}:01`, `:${1}`])
    expect(() => parse(tokenRef, bad, 'It')).toThrow(ParseError)
})

test('text with control or bidirectional-override characters is rejected', () => {
  for (const bad of ['a\u202eb', 'a\u0000', 'line\nline', 'a\u2066'])
    expect(() => parse(text(20), bad, 'It')).toThrow(ParseError)
  expect(parse(text(20), 'Größe 名 🐚', 'It')).toBe('Größe 名 🐚')
})

test('an error names the field in one sentence and never echoes the value', () => {
  const shape = v.object({ items: v.array(v.object({ token: tokenRef })) })
  const read = (input: unknown) => {
    try {
      parse(shape, input, 'The request')
    } catch (error) {
      return error as ParseError
    }
  }
  expect(read({ items: [{ token: '<script>' }] })?.message).toBe(
    'The request has a bad field "items.0.token": it must be contract:tokenId.',
  )
  expect(read({ items: [{}] })?.message).toBe('The request has a bad field "items.0.token": it is missing.')
  expect(read({ items: [{}] })?.path).toBe('items.0.token')
})

test('a prototype smuggled through JSON is not read', () => {
  const shape = v.object({ zone: v.optional(v.string()) })
  const smuggled = JSON.parse('{"__proto__":{"zone":"evil"}}')
  expect(parse(shape, smuggled, 'It').zone).toBeUndefined()
})
