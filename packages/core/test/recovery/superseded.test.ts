import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import type { JournalEntry } from '../../src/journal/journalEntry.ts'
import { isSuperseded } from '../../src/recovery/isSuperseded.ts'

const order: Hex = `0x${'01'.repeat(32)}`
const replaced: Hex = `0x${'02'.repeat(32)}`
const account = `0x${'ab'.repeat(20)}` as const

const entry: JournalEntry = {
  id: 'entry',
  run: 'run',
  chainId: 1,
  account,
  action: 'list',
  kind: 'signature',
  purpose: 'sign-listing',
  digest: `0x${'cd'.repeat(32)}`,
  parts: ['a token'],
  state: 'maybe_live',
  orderIds: [order],
  ends: [replaced],
  post: { endpoint: '/order/v3', body: {}, signature: '0x11' },
  createdAt: 1_000,
  updatedAt: 1_000,
}
const other = (change: Partial<JournalEntry>): JournalEntry => ({
  ...entry,
  id: 'other',
  run: 'other run',
  parts: ['another token'],
  orderIds: [`0x${'03'.repeat(32)}`],
  ends: [],
  createdAt: 2_000,
  ...change,
})
const signedCancel = (orderIds: readonly string[], change: Partial<JournalEntry> = {}) =>
  other({
    action: 'cancel',
    purpose: 'sign-cancel',
    orderIds: [],
    post: { endpoint: '/execute/cancel-signature/v1', body: { orderIds }, signature: '0x11' },
    ...change,
  })
const call = (orderIds: readonly Hex[], change: Partial<JournalEntry> = {}) =>
  other({ action: 'cancel', kind: 'transaction', purpose: 'cancel', orderIds, post: undefined, ...change })
const sameToken = { parts: entry.parts }
const before = { createdAt: 500 }
const unsigned = { state: 'rejected', post: { endpoint: '/order/v3', body: {} } } as const

const cases: readonly (readonly [string, JournalEntry, boolean])[] = [
  ['a later order for the same token', other(sameToken), true],
  ['one that the provider refused', other({ ...sameToken, state: 'failed', refused: true }), true],
  ['one whose prompt is open', other({ ...sameToken, state: 'prompting', post: undefined }), true],
  ['one of the same millisecond', other({ ...sameToken, createdAt: 1_000 }), true],
  ['one that the user did not sign', other({ ...sameToken, ...unsigned }), false],
  ['an earlier one', other({ ...sameToken, ...before }), false],
  ['one of the same run', other({ ...sameToken, run: 'run' }), false],
  ['one of another account', other({ ...sameToken, account: `0x${'ac'.repeat(20)}` }), false],
  ['one on another chain', other({ ...sameToken, chainId: 2 }), false],
  ['a bid', other({ ...sameToken, purpose: 'sign-offer' }), false],
  ['an order for another token', other({}), false],
  ['an order that replaces it', other({ ends: [order] }), true],
  ['a signed cancellation', signedCancel([order]), true],
  ['one whose id is in capitals', signedCancel([order.toUpperCase().replace('0X', '0x')]), true],
  ['one that was not confirmed', signedCancel([order], { state: 'maybe_live' }), true],
  ['one that was not signed', signedCancel([order], unsigned), false],
  ['one of another order', signedCancel([`0x${'04'.repeat(32)}`]), false],
  ['a cancellation on chain', call([order], { state: 'sent' }), true],
  ['one that failed', call([order], { state: 'failed' }), true],
  ['one that the user refused', call([order], { state: 'rejected' }), false],
  ['a later cancellation of everything', call([], { state: 'unknown' }), true],
  ['an earlier one of everything', call([], before), false],
  ['a later cancellation of the order that it replaces', call([replaced]), true],
  ['an earlier one of that order', call([replaced], before), false],
]

test.each(cases)('an order beside %s', (_name, beside, expected) => {
  expect(isSuperseded(entry, [entry, beside])).toBe(expected)
  expect(isSuperseded(entry, [beside, entry])).toBe(expected)
})

const statement = (token: string, change: Partial<JournalEntry> = {}) =>
  other({
    purpose: 'sign-auction',
    orderIds: [],
    post: { endpoint: '/auctions/v1', body: { token } },
    ...change,
  })

test('a statement about a token is superseded by a later one about it, and a cancellation by none', () => {
  const first = statement('a', { id: 'first', run: 'first', createdAt: 1_000 })
  expect(isSuperseded(first, [first, statement('a')])).toBe(true)
  expect(isSuperseded(first, [first, statement('a', { purpose: 'sign-withdrawal' })])).toBe(true)
  expect(isSuperseded(first, [first, statement('b')])).toBe(false)
  expect(isSuperseded(first, [first, statement('a', before)])).toBe(false)
  const cancel = signedCancel([order], { id: 'first', run: 'first', createdAt: 1_000 })
  expect(isSuperseded(cancel, [cancel, signedCancel([order])])).toBe(false)
})
