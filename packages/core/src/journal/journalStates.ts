import type { JournalEntry, JournalState } from './journal.ts'

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

/** States that say nothing final. */
export const openStates: ReadonlySet<JournalState> = new Set([
  'prompting',
  'sent',
  'signed',
  'maybe_live',
  'unknown',
])

/**
 * Whether what an entry is about may still come to pass, at a time in milliseconds. A signature that nobody holds
 * comes to nothing once its page is gone; an order that has expired cannot be filled.
 */
export function mayStillHappen({ kind, state, post, until }: JournalEntry, now: number): boolean {
  if (!openStates.has(state)) return false
  if (kind === 'transaction') return true
  const expired = until !== undefined && until * 1_000 < now
  return !expired && (state !== 'unknown' || post?.signature !== undefined)
}
