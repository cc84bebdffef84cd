import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { decodeRevert, knownReverts } from '../src/decoding/reverts.ts'

test('default: each selector is that of the error it names', () => {
  for (const [selector, signature] of knownReverts())
    expect(toFunctionSelector(`function ${signature}`), signature).toBe(selector)
})

test('an error is read with its arguments behind it, in any case', () => {
  const data = `0x10FDA3E1${'ab'.repeat(32)}` as const
  expect(decodeRevert(data)).toEqual({ name: 'OrderAlreadyFilled(bytes32)', reason: 'order_filled' })
})

test('what nobody knows, an empty answer and an inherited name are unknown', () => {
  for (const data of ['0x', '0xdeadbeef', '0x08c379a0', '0xtoString'] as const)
    expect(decodeRevert(data)).toEqual({ name: undefined, reason: 'unknown' })
})
