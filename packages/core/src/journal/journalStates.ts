import type { JournalState } from './journal.ts'

/** Every state that an entry of the journal can be in. */
export const journalStates: ReadonlySet<unknown> = new Set<JournalState>([
  'prompting',
  'sent',
  'done',
  'signed',
  'posted',
  'maybe_live',
  'rejected',
  'failed',
  'replaced',
  'unknown',
])
