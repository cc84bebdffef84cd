import { expect, test } from 'vitest'
import { decodeRevert } from '../src/decoding/reverts.ts'

test.each([
  ['0x10fda3e1', 'OrderAlreadyFilled(bytes32)', 'order_filled'],
  ['0x1a515574', 'OrderIsCancelled(bytes32)', 'order_cancelled'],
  ['0x21ccfeb7', 'InvalidTime(uint256,uint256)', 'order_expired'],
  ['0xc63cf089', 'InexactFraction()', 'bad_fraction'],
  ['0xfb8f41b2', 'ERC20InsufficientAllowance(address,uint256,uint256)', 'not_approved'],
  ['0x7e273289', 'ERC721NonexistentToken(uint256)', 'not_held'],
  ['0xef28f901', 'CreatorTokenTransferValidator__CallerMustBeWhitelisted()', 'transfer_barred'],
  [
    '0xce32f2aa',
    'CreatorTokenTransferValidator__ReceiverProofOfEOASignatureUnverified()',
    'receiver_refused',
  ],
] as const)('the selector %s is read as %s', (selector, name, reason) => {
  expect(decodeRevert(selector)).toEqual({ name, reason })
})

test('an error is read with its arguments, in any case', () => {
  const data = `0x10FDA3E1${'ab'.repeat(32)}` as const
  expect(decodeRevert(data)).toEqual({ name: 'OrderAlreadyFilled(bytes32)', reason: 'order_filled' })
})

test('an unknown error, an empty answer and an inherited name are unknown', () => {
  for (const data of ['0x', '0xdeadbeef', '0x08c379a0', '0xtoString'] as const)
    expect(decodeRevert(data)).toEqual({ name: undefined, reason: 'unknown' })
})
