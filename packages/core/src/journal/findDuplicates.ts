import type { Finding } from '@sluice/guards'
import type { Hex } from 'viem'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { Session } from '../plan/session.ts'
import { textOf } from '../property.ts'
import type { JournalEntry } from './journal.ts'
import { mayStillHappen } from './journalStates.ts'

/**
 * What other runs have asked a wallet for that is about the same thing and has not ended as far as the journal knows:
 * its window was open, it is signed and not posted, or it was sent and nobody knows what became of it.
 */
export async function openRepeats(
  { journal, log }: Client,
  parts: readonly Hex[],
  run: string,
): Promise<readonly JournalEntry[]> {
  const entries = await journal.entries().catch((cause: unknown) => {
    log.warn('The journal could not be asked whether the same is still open.', { reason: textOf(cause) })
    return []
  })
  return entries.filter(
    (entry) =>
      entry.run !== run &&
      // An order cannot end twice: to ask for its end again repeats nothing.
      entry.purpose !== 'sign-cancel' &&
      mayStillHappen(entry, Date.now()) &&
      entry.parts?.some((part) => parts.includes(part)) === true,
  )
}

/** What is thrown where nobody can be asked, or where the same is under way. Names the entry that is open. */
export function busy(
  [entry]: readonly JournalEntry[],
  message = 'The same action is still open: it was started before, and how it ended is not known. Resume it, or start it with "again".',
): TradeError {
  if (entry === undefined) return new TradeError('busy', message)
  const { id, run, state, hash, kind, purpose, orderIds } = entry
  return new TradeError('busy', message, {
    data: { entry: id, run, state, kind, purpose, orderIds, ...(hash === undefined ? {} : { hash }) },
  })
}

/** What the user is asked about, one for each entry that is open. */
export const repeatFindings = (repeats: readonly JournalEntry[]): readonly Finding[] =>
  repeats.map(({ id, state }) => ({
    code: 'FLOW_REPEAT',
    severity: 'ask',
    path: 'intent',
    expected: id,
    actual: state,
  }))

/**
 * The last look before a prompt, once our own entry is written: whatever another page wrote meanwhile is seen by one
 * of the two at least.
 * @throws {TradeError} `busy`
 */
export async function checkAlone(session: Session, parts: readonly Hex[]): Promise<void> {
  const { client, runId, repeats, again, lock } = session
  if (again) return
  const known = new Set(repeats.map(({ id }) => id))
  const others = (await openRepeats(client, parts, runId)).filter(({ id }) => !known.has(id))
  if (others.length > 0) throw busy(others)
  if (lock !== undefined && !(await lock.holds())) throw busy([], underWay)
}

export const underWay = 'The same action is under way already, here or in another tab.'
