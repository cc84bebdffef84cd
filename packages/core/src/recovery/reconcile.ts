import { isBytes32 } from '@sluice/seaport/hex'
import { isFinal } from '../chain/quorum.ts'
import { hasWaiting, readAccountCode, readNonce } from '../chain/reads.ts'
import { type MinedReceipt, readReceipt } from '../chain/receipts.ts'
import { createReader } from '../chain/rpc.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import { hasLapsed, type JournalEntry, type JournalState, openStates } from '../journal/journalEntry.ts'
import { runLock, takeLock } from '../journal/lock.ts'
import { storeFound } from '../journal/storeFound.ts'
import { textOf } from '../property.ts'
import { askStatus } from '../transactions/batches/askStatus.ts'
import { hasEnded, hashOfCall } from '../transactions/batches/batchStatus.ts'
import { pollingAttempts } from '../transactions/waitProgress.ts'
import { overdueAfter, unlessAborted, wait } from '../wait.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { withTradeErrors } from '../wallets/walletError.ts'
import { type EntrySearch, searchEntry } from './findEntryCall.ts'
import { reconcileMined, withOutcome } from './minedEntry.ts'
import { type RecoveryContext, reconcileSignature, withState } from './reconcileSignature.ts'

/** What `resume` takes. */
export type ResumeParameters = {
  /** The wallet whose entries are resumed. It is never prompted. */
  readonly wallet: Wallet
  /** Ends the search when it is aborted; entries that are still open stay so. */
  readonly signal?: AbortSignal | undefined
  /**
   * Whether to post orders that were signed after the user had stopped the action, or that the user agreed to repeat: all of
   * them, or those of the journal entries with these ids. Defaults to none: such an order stays unposted, and can be
   * cancelled. One that a later order replaces, that was cancelled or that the provider refused is never posted.
   */
  readonly postStopped?: boolean | readonly string[] | undefined
  /**
   * Called when an entry is still open after it was first looked up, and with its final state: an open window or a
   * pending transaction is followed for minutes.
   */
  readonly onLook?: ((found: Resumed) => void) | undefined
}

/** A journal entry that was open, as it is now, with its state before. */
export type Resumed = {
  /** The entry as it is now. */
  readonly entry: JournalEntry
  /** Its state before. */
  readonly before: JournalState
}

/** Resumes what a reload interrupted; see `resume`. Returns every entry that was open, oldest first. */
export async function reconcileAll(
  client: Client,
  parameters: ResumeParameters,
): Promise<readonly Resumed[]> {
  const { signal } = parameters
  const wallet = withTradeErrors(parameters.wallet)
  const stopSignal = signal ?? new AbortController().signal
  const account = await unlessAborted(wallet.address(), stopSignal)
  const entries = (await client.journal.entries()).filter(
    (entry) => entry.account === account && openStates.has(entry.state),
  )
  const runs = [...new Set(entries.map(({ run }) => run))]
  const resumed = await Promise.all(
    runs.map(async (run) => {
      // A run that is still going on, here or in another tab, holds its lock. No run is resumed twice at a time.
      const lock = await takeLock(client, runLock(run), stopSignal)
      if (lock === undefined) return []
      try {
        const own = entries.filter((entry) => entry.run === run)
        return await Promise.all(
          own.map((entry) => resumeEntry(client, wallet, entry, stopSignal, parameters)),
        )
      } finally {
        await lock.release()
      }
    }),
  )
  const byId = new Map(resumed.flat(2).map((found) => [found.entry.id, found]))
  return entries.flatMap(({ id }) => byId.get(id) ?? [])
}

async function resumeEntry(
  client: Client,
  wallet: Wallet,
  entry: JournalEntry,
  signal: AbortSignal,
  { postStopped, onLook }: ResumeParameters,
): Promise<readonly Resumed[]> {
  const chain = client.chains.find(({ id }) => id === entry.chainId)
  if (chain === undefined) return []
  const reader = createReader(client, chain, wallet, signal)
  const mayPost = ({ id, stopped }: JournalEntry) =>
    stopped !== true || postStopped === true || (typeof postStopped === 'object' && postStopped.includes(id))
  let written = entry
  const onChange = async (next: JournalEntry) => {
    if (next !== written && (await storeFound(client, next))) written = next
    onLook?.({ entry: next, before: entry.state })
  }
  const next = await reconcile({ client, chain, reader, wallet, signal, mayPost, onChange }, entry)
  await onChange(next)
  return [{ entry: next, before: entry.state }]
}

async function reconcile(context: RecoveryContext, entry: JournalEntry): Promise<JournalEntry> {
  try {
    return entry.kind === 'transaction'
      ? await reconcileTransaction(context, entry)
      : await reconcileSignature(context, entry)
  } catch (cause) {
    context.signal.throwIfAborted()
    context.client.log.warn('A journal entry could not be resumed.', {
      id: entry.id,
      reason: textOf(cause),
    })
    return entry
  }
}

/** An entry with its new state, and whether it has to be looked up again. */
type Lookup = { readonly next: JournalEntry; readonly isPending: boolean }
/** Searches the chain for the call of the entry that is looked up. */
type Search = (reachedNonce?: number) => Promise<EntrySearch>
/** How often an entry's call was searched for, and how often in a row it was not there although its nonce was used. */
type Looks = { all: number; empty: number }

/** Looks up a transaction, and waits while it is pending, for as long as a run would. */
async function reconcileTransaction(context: RecoveryContext, entry: JournalEntry): Promise<JournalEntry> {
  const { client, chain, reader, signal, onChange } = context
  const attempts = pollingAttempts(client, chain)
  const looks: Looks = { all: 0, empty: 0 }
  const search: Search = async (reachedNonce) =>
    searchEntry(reader, entry, await client.journal.entries(), reachedNonce)
  for (let attempt = 1; ; attempt += 1) {
    const batch = isBytes32(entry.hash) ? undefined : await lookUpBatch(context, entry, search)
    const { next, isPending } = batch ?? (await lookUp(context, entry, search, looks))
    if (!isPending || attempt >= attempts) return next
    if (attempt === 1) await onChange(next)
    await wait(client.pollingInterval, signal)
  }
}

/** Error code of a wallet that does not know a batch (EIP-5792). */
const unknownBundle = 5_730

/**
 * Looks up an entry's batch in the wallet. Returns `undefined` if the entry has none, the wallet never received it, or the
 * chain shows the call although the wallet does not. A wallet that does not answer now, because it is locked for example,
 * is asked again: only the wallet can say "rejected".
 */
async function lookUpBatch(
  context: RecoveryContext,
  entry: JournalEntry,
  search: Search,
): Promise<Lookup | undefined> {
  const { wallet, reader, signal } = context
  const id = entry.bundle?.id ?? entry.hash
  if (id === undefined || wallet.callsStatus === undefined) return undefined
  const status = await askStatus(wallet, id, signal).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    const isUnknown = cause instanceof TradeError && cause.data.walletCode === unknownBundle
    // What the wallet returned in place of a hash need not be the id of a batch.
    return isUnknown || entry.bundle === undefined
      ? undefined
      : ({ state: 'unavailable', hashes: [] } as const)
  })
  if (status === undefined) return undefined
  const { state } = status
  if (state === 'unavailable')
    return isFound(await search()) ? undefined : { next: withState(entry, 'unknown'), isPending: true }
  if (!hasEnded(status)) {
    // A wallet may never say how a batch ended: the chain shows it.
    const isOverdue = Date.now() - entry.createdAt >= overdueAfter
    if (isOverdue && isFound(await search())) return undefined
    return { next: withState(entry, 'sent'), isPending: true }
  }
  const hash = state === 'failed' ? undefined : hashOfCall(status, entry.bundle?.index ?? 0)
  const receipt = hash === undefined ? undefined : await readReceipt(reader, hash)
  const known = receipt && (await reconcileMined(reader, entry, receipt))
  if (receipt && known && known.state !== 'unknown') return settled(context, entry, known, receipt)
  // Of a batch that was carried out in part, the wallet names only some transactions: this one may be another call's.
  const isNamed = hash !== undefined && state !== 'partial'
  if (isNamed && receipt === undefined)
    return { next: withState({ ...entry, hash }, 'sent'), isPending: true }
  // The chain decides: a call that the wallet reports as failed, or names no transaction of, is searched for.
  const searched = await search()
  if (isFound(searched)) return undefined
  if (searched.found === 'unknown' || isNamed) return { next: withState(entry, 'unknown'), isPending: false }
  if (await hasWaiting(reader, entry.account, entry.nonceBefore))
    return { next: withState(entry, 'unknown'), isPending: true }
  return { next: withState(entry, state === 'failed' ? 'rejected' : 'failed'), isPending: false }
}

/**
 * A call that was mined ended as `next` says once its receipt is settled. Until then it is only sent, and its entry keeps
 * nothing of what the receipt says: another block may bring another one.
 */
async function settled(
  { client, chain, reader }: RecoveryContext,
  entry: JournalEntry,
  next: JournalEntry,
  receipt: MinedReceipt,
): Promise<Lookup> {
  if (await isFinal(reader, chain, client.policy, receipt)) return { next, isPending: false }
  return { next: withState({ ...entry, hash: receipt.hash }, 'sent'), isPending: true }
}

const isFound = ({ found }: EntrySearch): boolean => found === 'own' || found === 'inner'

/** How often in a row a call has to be missing before it counts as missing. */
const enoughLooks = 3

/**
 * Looks up a transaction by its receipt if its hash is known; else by the account's nonce, which shows whether anything was
 * sent, and by the call itself, which shows whether it was this one.
 */
async function lookUp(
  context: RecoveryContext,
  entry: JournalEntry,
  search: Search,
  looks: Looks,
): Promise<Lookup> {
  const { reader } = context
  const { nonceBefore, account } = entry
  const final = (next: JournalEntry): Lookup => ({ next, isPending: false })
  const pending = (next: JournalEntry): Lookup => ({ next, isPending: true })
  const named = isBytes32(entry.hash) ? entry.hash : undefined
  const receipt = named === undefined ? undefined : await readReceipt(reader, named)
  const known = receipt && (await reconcileMined(reader, entry, receipt))
  if (receipt && known && known.state !== 'unknown') return settled(context, entry, known, receipt)
  // A wallet may name another transaction than the one that it sent.
  const hash = known === undefined ? named : undefined
  const [mined, waiting] = await Promise.all([
    readNonce(reader, account, 'latest'),
    readNonce(reader, account, 'pending'),
  ])
  // Nothing has used the nonce or is about to, but the prompt may still be open: only a rejection or time proves that
  // nothing will be sent. The nonce says nothing about a batch, nor about a call of an account with code, because
  // somebody else may send it.
  const isNamed = hash !== undefined || entry.state === 'sent'
  const isUnsent = nonceBefore !== undefined && waiting <= nonceBefore && !isNamed
  const mayBeRelayed = entry.bundle !== undefined || (await readAccountCode(reader, account)) !== 'none'
  if (isUnsent && !mayBeRelayed)
    return hasLapsed(entry) ? final(withState(entry, 'rejected')) : pending(withState(entry, 'unknown'))
  if (mayBeRelayed || nonceBefore === undefined || mined > nonceBefore) {
    const searched = await search(mined)
    if (searched.found === 'own' || searched.found === 'inner') {
      const known = { ...entry, hash: searched.hash }
      const found = await readReceipt(reader, searched.hash)
      // A node may show a block a moment before its receipts.
      if (found === undefined) return pending(withState(known, 'sent'))
      const ended = await withOutcome(reader, known, found.status === 'success', found)
      return settled(context, entry, ended, found)
    }
    const isSearched = searched.found === 'nothing'
    // One that no node has seen may wait in a private pool beside what the account sent; after a day it no longer comes.
    const nonce = entry.nonce ?? (hasLapsed(entry) ? nonceBefore : undefined)
    const isUsed = nonce !== undefined && mined > nonce
    looks.all += 1
    looks.empty = isSearched && isUsed ? looks.empty + 1 : 0
    // A node may count a transaction a moment before it shows its block, and of several nodes one may be behind.
    if (looks.all < enoughLooks || (looks.empty > 0 && looks.empty < enoughLooks)) return pending(entry)
    if (isUnsent && isSearched && hasLapsed(entry)) return final(withState(entry, 'rejected'))
    if (hash === undefined) return final(withState(entry, 'unknown'))
    // A missing transaction was replaced only if everything that the account sent is known, and its own nonce is.
    if (looks.empty === 0) return final(withState(entry, 'sent'))
    if ((await readReceipt(reader, hash)) !== undefined) return pending(withState(entry, 'sent'))
    return final(withState(entry, 'replaced'))
  }
  return pending(withState(entry, hash === undefined ? 'unknown' : 'sent'))
}
