import { expect, test } from 'vitest'
import { readStatus } from '../../src/wallets/calls.ts'

const mined = `0x${'1a'.repeat(32)}` as const
test.each([
  ['PENDING', [], 'pending'],
  ['CONFIRMED', [{ status: '0x1', transactionHash: mined }], 'confirmed'],
  ['CONFIRMED', [{ status: '0x0', transactionHash: mined }], 'reverted'],
  [
    'CONFIRMED',
    [
      { status: '0x1', transactionHash: mined },
      { status: '0x0', transactionHash: mined },
    ],
    'partial',
  ],
  [100, [], 'pending'],
  [200, [{ status: '0x1', transactionHash: mined }], 'confirmed'],
  [400, [], 'failed'],
  [500, [], 'reverted'],
  [600, [{ status: '0x1', transactionHash: mined }], 'partial'],
  ['somehow', [], 'pending'],
])('a status of %s that a wallet reports of a batch is understood', (status, receipts, state) => {
  expect(readStatus({ status, receipts }).state).toBe(state)
})
