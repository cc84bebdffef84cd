import type { ItemIndex } from '@sluice/guards/internal'
import { bytesToHex, type Hex } from 'viem'
import type { Head } from '../chain/reads.ts'
import { explorerLink } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { endUnasked, type OpenEntry, openEntry } from '../journal/openEntry.ts'
import { type CheckedPlan, itemKey, placeOf } from '../plan/checkedPlan.ts'
import { textOf } from '../property.ts'
import { ItemError } from '../run/itemError.ts'
import { unlessAborted } from '../wait.ts'
import { ensureWallet } from '../wallets/ensureWallet.ts'
import { unsentError } from '../wallets/unsentError.ts'
import { awaitAnswer } from './awaitAnswer.ts'
import {
  endOfBatch,
  type FoundBatch,
  lookForCalls,
  lookForUnanswered,
  searchSentBatch,
} from './batches/findSentBatch.ts'
import { contradicted, isUnsupported, mayBeSent } from './batches/unsupportedBatch.ts'
import { isKnown, waitForBatch } from './batches/waitForBatch.ts'
import { isRefused } from './promptTransaction.ts'
import { confirmTransaction, readStateBefore } from './sendTransaction.ts'
import type { TransactionContext, TransactionItem } from './transactionContext.ts'

/** Calls for one prompt. */
export type Batch = {
  readonly items: readonly TransactionItem[]
  /** A paymaster pays the network fee. */
  readonly sponsored: boolean
}

/**
 * Returns the next calls that can go in one prompt: at least two, before any signature, if the wallet carries them out
 * all or none (EIP-5792); or one, if the host's paymaster pays for it that way.
 */
export async function nextBatch(
  { wallet, chain, client, signal }: TransactionContext,
  { verdict, finished }: CheckedPlan,
): Promise<Batch | undefined> {
  if (wallet.capabilities === undefined || wallet.sendCalls === undefined || wallet.callsStatus === undefined)
    return undefined
  const calls: TransactionItem[] = []
  for (const item of verdict.items.filter((one) => !finished.has(itemKey(one)))) {
    if (item.kind !== 'transaction') break
    calls.push(item)
  }
  if (calls.length < (wallet.sponsored === true ? 1 : 2)) return undefined
  try {
    const { atomic, sponsored = false } = await unlessAborted(wallet.capabilities(chain.id), signal)
    const items = atomic ? calls : calls.slice(0, 1)
    return items.length > 1 || sponsored ? { items, sponsored } : undefined
  } catch (cause) {
    signal.throwIfAborted()
    client.log.verbose('The wallet did not say whether it can batch.', { reason: textOf(cause) })
    return undefined
  }
}

/**
 * Has the wallet carry out checked calls in one prompt, and waits until each of them is proven by itself.
 *
 * @returns `unsupported`, with nothing sent, if the wallet cannot carry out this batch after all.
 * @throws {ItemError} with the first call that failed; {@link TradeError} if the batch as a whole did.
 */
export async function sendBatch(
  context: TransactionContext,
  checked: CheckedPlan,
  items: readonly TransactionItem[],
  head: Partial<Head>,
): Promise<'sent' | 'unsupported'> {
  const { account, signal, wallet, dispatch } = context
  const [first] = items
  if (first === undefined) return 'sent'
  await ensureWallet(context, (doing) => dispatch({ type: `item_${doing}`, at: placeOf(first) }))
  const before = await readStateBefore(context, checked, head)
  const more = { nonceBefore: before.nonce, blockBefore: before.fromBlock }
  // The batch gets its id from us, and the journal has it before the wallet is asked: after a reload the wallet can be
  // asked how it ended.
  const ownId = newBatchId()
  const opened = await Promise.allSettled(
    items.map((item, index) => openEntry(context, item, { ...more, bundle: { id: ownId, index } })),
  )
  const entries = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const unopened = opened.find((one) => one.status === 'rejected')
  if (unopened !== undefined) {
    // The wallet is asked for all of the calls or for none.
    for (const entry of entries) await entry.forget()
    throw unopened.reason
  }
  for (const item of items) dispatch({ type: 'item_prompted', at: placeOf(item), claims: item.claims })
  const calls = items.map(({ call }) => call)
  const dispatchAll = (type: 'item_overdue' | 'item_refused' | 'item_searching' | 'item_answered') => {
    for (const item of items) dispatch({ type, at: placeOf(item) })
  }
  if (signal.aborted) return endUnasked(signal, entries, () => dispatchAll('item_refused'))
  const judge = async (error: unknown): Promise<FailedPrompt> => {
    const sent = { account, nonce: before.nonce, relayed: before.contract }
    const refused = await isRefused(context, sent, error)
    if (!refused || !isUnsupported(error)) return { error, refused, unsupported: false }
    // Single calls come next: what the wallet has sent after all would be sent twice.
    return (await mayBeSent(context, items, entries, ownId, { account, ...before }))
      ? { error: contradicted(error), refused: false, unsupported: false }
      : { error, refused, unsupported: true }
  }
  const answered = (wallet.sendCalls?.(calls, ownId) ?? Promise.resolve('')).then(
    async (id) => {
      for (const [index, entry] of entries.entries())
        await entry.writeAnswer(id === '' ? 'unknown' : 'sent', {
          bundle: { id: id === '' ? ownId : id, index },
        })
      if (signal.aborted) dispatchAll('item_answered')
      return id
    },
    async (thrown: unknown): Promise<FailedPrompt> => {
      const { error, refused, unsupported } = await judge(thrown)
      for (const [index, item] of items.entries()) {
        const isNew = await entries[index]?.writeAnswer(refused ? 'rejected' : 'unknown')
        if (refused && isNew === true) dispatch({ type: 'item_refused', at: placeOf(item) })
      }
      return { error, refused, unsupported }
    },
  )
  const sent: PromptedBatch = { entries, hashes: [], fromBlock: before.fromBlock }
  const outcome = await awaitAnswer<string | FailedPrompt, FoundBatch>(context, answered, {
    onOverdue: () => dispatchAll('item_overdue'),
    search: lookForUnanswered(context, items, entries, ownId, before.fromBlock),
  })
  if ('found' in outcome) for (const entry of entries) await entry.write('sent')
  if ('found' in outcome && outcome.found !== 'ended')
    return confirmBatch(context, checked, items, { ...sent, hashes: outcome.found }, () => undefined)
  const answer = 'answer' in outcome ? outcome.answer : ownId
  if (typeof answer === 'object') {
    if (answer.unsupported) {
      // Nothing was asked for: each call is prompted by itself, under an entry of its own.
      for (const entry of entries) await entry.forget()
      return 'unsupported'
    }
    if (answer.refused) throw await unsentError(context, answer.error)
    // A wallet that failed without refusing may have accepted the batch all the same: it is asked by our id.
    dispatchAll('item_searching')
    if (!(await isKnown(context, ownId))) {
      const hashes = await searchSentBatch(context, items, entries, { account, ...before })
      if (hashes.every((hash) => hash === undefined)) throw answer.error
      return confirmBatch(context, checked, items, { ...sent, hashes }, () => answer.error)
    }
  }
  const bundle = typeof answer === 'object' ? ownId : answer
  if (bundle === '') {
    dispatchAll('item_answered')
    throw new TradeError('no_transaction_hash', 'Transaction hash not returned from sendTransaction method', {
      money: 'sent',
    })
  }
  for (const item of items) dispatch({ type: 'item_batched', at: placeOf(item), bundle })

  const look = lookForCalls(context, items, entries, before.fromBlock)
  const status = await waitForBatch(context, bundle, look)
  const { hashes, doubt } = await endOfBatch(context, items, entries, { account, ...before }, status)
  if (status.state === 'failed' && doubt === undefined && hashes.every((hash) => hash === undefined)) {
    for (const entry of entries) await entry.write('rejected')
    dispatchAll('item_refused')
    throw new TradeError('wallet_error', 'The wallet did not carry out the calls. Nothing was sent.', {
      data: { bundle },
    })
  }
  return confirmBatch(context, checked, items, { ...sent, hashes }, async (entry, at) => {
    await entry?.write(doubt === undefined ? 'failed' : 'unknown')
    if (doubt !== undefined) return new ItemError(unknownEnd(bundle, doubt.cause), at)
    dispatch({ type: 'item_undone', at })
    return new ItemError(notCarriedOut(bundle), at)
  })
}

/** What a wallet threw instead of an answer, and what that means: nothing was sent, and whether single calls may work. */
type FailedPrompt = { readonly error: unknown; readonly refused: boolean; readonly unsupported: boolean }

/** What is known about a batch: the journal's entries and the transactions of its calls, in order. */
type PromptedBatch = {
  readonly entries: readonly OpenEntry[]
  readonly hashes: readonly (Hex | undefined)[]
  readonly fromBlock: bigint | undefined
}

/**
 * Waits until each call of a batch is proven, even if another one failed, so that the state of the money is that of all
 * calls.
 *
 * @param onMissing returns what is thrown for a call without a transaction.
 */
async function confirmBatch(
  context: TransactionContext,
  checked: CheckedPlan,
  items: readonly TransactionItem[],
  { entries, hashes, fromBlock }: PromptedBatch,
  onMissing: (entry: OpenEntry | undefined, at: ItemIndex) => unknown,
): Promise<'sent'> {
  const { account, chain, dispatch } = context
  let failure: { readonly cause: unknown } | undefined
  for (const [index, item] of items.entries()) {
    const at = placeOf(item)
    const hash = hashes[index]
    const entry = entries[index]
    if (hash === undefined || entry === undefined) {
      const cause = await onMissing(entry, at)
      failure ??= { cause }
      continue
    }
    const { to, data, value } = item.call
    // The batch is mined already, whoever sent it for the account.
    const sent = { account, to, data, value, fromBlock, nonce: undefined, relayed: true }
    await entry.write('sent', { hash })
    dispatch({ type: 'item_sent', at, hash, ...explorerLink(chain, hash) })
    try {
      await confirmTransaction(context, checked, item, { sent, hash, entry })
    } catch (error) {
      failure ??= { cause: error instanceof TradeError ? new ItemError(error, at) : error }
    }
  }
  if (failure !== undefined) throw failure.cause
  return 'sent'
}

/** Returns a random id, longer than a transaction's hash so that it is not mistaken for one. */
const newBatchId = (): string => bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(48)))

const unknownEnd = (bundle: string, cause: unknown) =>
  new TradeError(
    'wallet_error',
    'The wallet says that it did not carry out all of the calls, and the chain could not be asked which.',
    { data: { bundle }, cause, money: 'unknown' },
  )

const notCarriedOut = (bundle: string) =>
  new TradeError('transaction_reverted', 'The wallet did not carry out all of the calls.', {
    data: { bundle },
  })
