import type { JournalEntry } from '@sluice/core'
import { account, orderId } from './answers.ts'

/** A purchase of an earlier visit that was sent, as the journal has it. */
export const journalEntry = (more: Partial<JournalEntry> = {}): JournalEntry => ({
  id: 'one',
  run: 'earlier',
  chainId: 1,
  account,
  action: 'buy',
  kind: 'transaction',
  purpose: 'buy',
  digest: `0x${'d1'.repeat(32)}`,
  state: 'sent',
  hash: `0x${'ab'.repeat(32)}`,
  orderIds: [orderId(1)],
  createdAt: Date.now(),
  updatedAt: Date.now(),
  ...more,
})
