import type { CheckedItem, CheckedTransaction, Effects, Intent } from '@sluice/guards'
import { isBytes32, lowerHex } from '@sluice/seaport/hex'
import { type Address, slice } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { textOf } from '../property.ts'
import { stopped, unlessAborted } from '../wait.ts'
import { type ActionContent, partsOf } from './actionContent.ts'
import { checkNoDuplicate, type DuplicateContext } from './findDuplicates.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry, JournalState } from './journalEntry.ts'
import type { NextOrder } from './nextOrder.ts'
import { type Rivals, rivalsOf } from './rivals.ts'

type EntryChange = Partial<
  Pick<JournalEntry, 'hash' | 'nonce' | 'post' | 'bundle' | 'skipped' | 'fills' | 'refused'>
>

/** The journal's entry of one item while the item is carried out. */
export type OpenEntry = {
  readonly id: string
  readonly write: (state: JournalState, change?: EntryChange) => Promise<void>
  /**
   * Writes what a wallet answered to the prompt of a transaction, unless the transaction is known already: the chain may
   * have shown it while the window was still open. A transaction beside the known one gets an entry of its own. Resolves
   * to whether it was written.
   */
  readonly writeAnswer: (state: JournalState, change?: EntryChange) => Promise<boolean>
  /** Reads the other entries that made the same call. */
  readonly rivals: () => Promise<Rivals>
  /** Deletes the entry of a prompt that the wallet cannot open, or was never asked for. */
  readonly forget: () => Promise<void>
}

/** States of an entry whose transaction is known. */
const knownStates: ReadonlySet<JournalState> = new Set(['sent', 'done', 'failed', 'replaced'])

/** What the journal writes about the run of an item. */
export type EntryContext = DuplicateContext & {
  readonly chain: Pick<Chain, 'id'>
  readonly account: Address
  readonly prepared: { readonly intent: Intent; readonly followedBy?: NextOrder | undefined }
  readonly content: ActionContent
  readonly signal: AbortSignal
  /** Prompts of the run so far, by the place of their item in its plan. */
  readonly prompts: Map<string, number>
}

/**
 * Returns the id of the next prompt. It says which call of the run it is, since two calls may be the same byte by byte: step
 * and item, and a count where a place is prompted again, in a new plan or after a batch that the wallet cannot carry out.
 */
function nextId({ runId, prompts }: EntryContext, { stepIndex, itemIndex }: CheckedItem): string {
  const place = `${stepIndex}.${itemIndex}`
  const count = (prompts.get(place) ?? 0) + 1
  prompts.set(place, count)
  return count === 1 ? `${runId}.${place}` : `${runId}.${place}.${count}`
}

/**
 * Ends a run that a listener stopped when it saw that the prompt was about to open: the wallet is not asked.
 * @throws {TradeError} `aborted`
 */
export async function endUnasked(
  signal: AbortSignal,
  entries: readonly OpenEntry[],
  onUnasked: () => void,
): Promise<never> {
  for (const entry of entries) await entry.forget()
  onUnasked()
  throw stopped(signal.reason)
}

const endedOrders = ({ ends }: Effects): JournalEntry['ends'] =>
  ends === 'all' ? undefined : ends?.map(({ order }) => order)

const callOf = ({ to, value, data }: CheckedTransaction): JournalEntry['call'] => ({
  to,
  value: `${value}`,
  selector: lowerHex(slice(data, 0, 4)),
  bytes: data.length / 2 - 1,
})

/**
 * Writes an item to the journal before the wallet is asked. A signature whose entry could not be stored is not asked
 * for: an order that nobody remembers cannot be cancelled.
 * @throws {TradeError} `storage_failed`, for a signature only; `busy` if the same action was started elsewhere meanwhile.
 */
export async function openEntry(
  context: EntryContext,
  item: CheckedItem,
  more: {
    readonly nonceBefore?: number | undefined
    readonly blockBefore?: bigint | undefined
    readonly bundle?: JournalEntry['bundle']
  } = {},
): Promise<OpenEntry> {
  const { client, chain, account, runId, prepared, signal, content } = context
  const now = Date.now()
  const parts = partsOf(content, item)
  const signed = item.kind === 'signature' ? item : undefined
  let entry: JournalEntry = {
    id: nextId(context, item),
    run: runId,
    chainId: chain.id,
    account,
    action: prepared.intent.action,
    kind: item.kind,
    purpose: item.purpose,
    digest: item.digest,
    parts,
    state: 'prompting',
    ends: signed && endedOrders(signed.effects),
    followedBy: item.purpose === 'cancel' ? prepared.followedBy : undefined,
    orderIds: signed?.post.orderIds ?? (item.kind === 'transaction' ? item.orders : []),
    nonceBefore: more.nonceBefore,
    blockBefore: more.blockBefore === undefined ? undefined : Number(more.blockBefore),
    bundle: more.bundle,
    call: item.kind === 'transaction' ? callOf(item.call) : undefined,
    until: item.effects.until === undefined ? undefined : Number(item.effects.until),
    post: signed && { endpoint: signed.post.endpoint, body: signed.post.body },
    createdAt: now,
    updatedAt: now,
  }
  const save = async (written = entry) => {
    try {
      await client.journal.write(written)
      return true
    } catch (cause) {
      client.log.error('The journal could not be written.', { reason: textOf(cause) })
      return false
    }
  }
  if (client.journal.lost)
    client.log.warnOnce('journal', 'This browser stores nothing: a reload forgets what is sent from now on.')
  const write: OpenEntry['write'] = async (state, change = {}) => {
    const stopped = signal.aborted || entry.stopped ? { stopped: true } : {}
    entry = { ...entry, ...change, ...stopped, state, updatedAt: Date.now() }
    await save()
  }
  const saving = save()
  const saved = await unlessAborted(saving, signal).catch((cause: unknown) => {
    // The storage may still take the entry of a prompt that the wallet is not asked for any more.
    void saving.then((isStored) => (isStored ? write('rejected') : undefined))
    throw cause
  })
  if ((!saved || client.journal.lost) && item.kind === 'signature') {
    if (saved) await write('rejected')
    throw new TradeError('storage_failed', 'The order could not be written down, so it was not signed.')
  }
  const writeAnswer: OpenEntry['writeAnswer'] = async (state, change) => {
    // A run that was stopped may have been resumed since, which writes the same entry.
    const now = signal.aborted ? await storedEntry(client.journal, entry) : entry
    if (!knownStates.has(now.state)) {
      await write(state, change)
      return true
    }
    if (isBytes32(change?.hash) && isBytes32(now.hash) && lowerHex(change.hash) !== lowerHex(now.hash))
      await save(besides(entry, change.hash))
    return false
  }
  const rivals: OpenEntry['rivals'] = async () => rivalsOf(entry, await client.journal.entries())
  const forget: OpenEntry['forget'] = () =>
    client.journal.forget(entry.id).catch((cause: unknown) => {
      client.log.error('The journal could not be written.', { reason: textOf(cause) })
    })
  await unlessAborted(checkNoDuplicate(context, parts), signal).catch(async (cause: unknown) => {
    await write('rejected')
    throw cause
  })
  return { id: entry.id, write, writeAnswer, rivals, forget }
}

/** Returns an entry as it is in the storage; as it was written last where the storage cannot be read. */
async function storedEntry(journal: Journal, entry: JournalEntry): Promise<JournalEntry> {
  const entries = await journal.entries().catch(() => [])
  return entries.find(({ id }) => id === entry.id) ?? entry
}

/** Returns the entry of a transaction that a wallet sent for a prompt beside the one that the chain had shown before. */
const besides = (entry: JournalEntry, hash: string): JournalEntry => ({
  ...entry,
  id: `${entry.id}.late`,
  state: 'sent',
  hash,
  nonce: undefined,
  skipped: undefined,
  fills: undefined,
  updatedAt: Date.now(),
})
