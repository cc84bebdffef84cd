import type { Finding, Purpose } from '@sluice/guards'
import { TradeError } from '../errors.ts'
import { textOf } from '../property.ts'
import type { JournalClient } from './journal.ts'
import { type JournalEntry, mayStillHappen, openStates } from './journalEntry.ts'
import type { Lock } from './lease.ts'

const repeatable: ReadonlySet<Purpose> = new Set(['sign-cancel', 'sign-auction', 'sign-withdrawal'])

/** Returns the entries of other runs that are about the same items and not done; none if they cannot be read. */
export async function entriesAbout(
  { journal, log }: JournalClient,
  parts: readonly string[],
  runId: string,
): Promise<readonly JournalEntry[]> {
  const entries = await journal.undone().catch((cause: unknown) => {
    log.warn('The journal could not be searched for the same action.', { reason: textOf(cause) })
    return []
  })
  return entries.filter(
    (entry) =>
      entry.run !== runId &&
      // An order cannot end twice, and a statement replaces the one before: to ask again repeats nothing.
      !repeatable.has(entry.purpose) &&
      entry.parts?.some((part) => parts.includes(part)) === true,
  )
}

/**
 * Returns those that have not ended as far as the journal knows: the wallet's window was open, the order is signed and not
 * posted, or the transaction was sent and its end is not known.
 */
export const openOf = (entries: readonly JournalEntry[]): readonly JournalEntry[] =>
  entries.filter((entry) => mayStillHappen(entry, Date.now()))

export const alreadyRunning = 'The same action is under way already, here or in another tab.'
const alreadyDone =
  'The same action, which was started before, was carried out meanwhile. Look at what it did before you start it again.'

/** Returns the error for an action that is already running, or still open; names the first open entry. */
export function busyError(
  [entry]: readonly JournalEntry[],
  message = 'The same action is still open: it was started before, and how it ended is not known. Resume it, or start it with "again".',
): TradeError {
  if (entry === undefined) return new TradeError('busy', message)
  const { id, run, state, hash, kind, purpose, orderIds } = entry
  return new TradeError('busy', message, {
    data: { entry: id, run, state, kind, purpose, orderIds, ...(hash === undefined ? {} : { hash }) },
  })
}

/** Returns one finding that the user has to confirm for each open entry. */
export const duplicateFindings = (duplicates: readonly JournalEntry[]): readonly Finding[] =>
  duplicates.map(({ id, state }) => ({
    code: 'FLOW_REPEAT',
    severity: 'confirm',
    path: 'intent',
    expected: id,
    actual: state,
  }))

/** What is known of other runs of the same action. */
export type DuplicateContext = {
  readonly client: JournalClient
  readonly runId: string
  /** Starts although the same action is still open. */
  readonly again: boolean
  /** What other runs left open that is about the same items: the user is asked about each. */
  readonly duplicates: readonly JournalEntry[]
  /** Taken for the content of the action; absent for a run that starts whatever else is open. */
  readonly lock: Lock | undefined
}

/**
 * Checks once more right before a prompt, after our own entry was written: of two pages that write at the same time, at
 * least one sees the other. Who agreed to repeat what may have failed did not agree to repeat what has been carried out
 * meanwhile. The signed orders that the user agreed to repeat are stopped then.
 * @throws {TradeError} `busy`
 */
export async function checkNoDuplicate(
  { client, runId, duplicates, again, lock }: DuplicateContext,
  parts: readonly string[],
): Promise<void> {
  if (again) return
  const known = new Set(duplicates.map(({ id }) => id))
  const others = openOf(await entriesAbout(client, parts, runId)).filter(({ id }) => !known.has(id))
  if (others.length > 0) throw busyError(others)
  const done = await doneOf(client, known)
  if (done.length > 0) throw busyError(done, alreadyDone)
  if (lock !== undefined && !(await lock.holds())) throw busyError([], alreadyRunning)
  await stopSigned(client, known)
}

/** Returns which of these entries are known to have done what they were for; none if they cannot be read. */
async function doneOf(
  { journal, log }: JournalClient,
  ids: ReadonlySet<string>,
): Promise<readonly JournalEntry[]> {
  if (ids.size === 0) return []
  const entries = await journal.entries().catch((cause: unknown) => {
    log.warn('It could not be read how the same action ended.', { reason: textOf(cause) })
    return []
  })
  return entries.filter(({ id, state }) => ids.has(id) && (state === 'done' || state === 'posted'))
}

/** Marks signed orders that were not accepted as stopped, so that no reload posts them beside their repetition. */
async function stopSigned({ journal, log }: JournalClient, ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return
  try {
    for (const entry of await journal.undone()) {
      const { id, kind, state, stopped, post } = entry
      const isOpen = kind === 'signature' && openStates.has(state) && post?.signature !== undefined
      if (ids.has(id) && isOpen && stopped !== true) await journal.write({ ...entry, stopped: true })
    }
  } catch (cause) {
    log.warn('A repeated order could not be marked as stopped.', { reason: textOf(cause) })
  }
}
