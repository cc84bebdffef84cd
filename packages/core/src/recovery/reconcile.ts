import { isBytes32 } from '@sluice/seaport/hex'
import type { ChainReader } from '../chain/chainReader.ts'
import { readAccountCode, readNonce } from '../chain/reads.ts'
import { type MinedReceipt, readReceipt } from '../chain/receipts.ts'
import { createReader } from '../chain/rpc.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import { type JournalEntry, type JournalState, openStates } from '../journal/journalEntry.ts'
import { runLock, takeLock } from '../journal/lock.ts'
import { textOf } from '../property.ts'
import { hasEnded, hashOfCall } from '../transactions/batchStatus.ts'
import { orderFills, skippedOrders } from '../transactions/skippedOrders.ts'
import { pollingAttempts } from '../transactions/waitProgress.ts'
import { wait } from '../wait.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { withTradeErrors } from '../wallets/walletError.ts'
import { type EntrySearch, innerCallOf, isOwnTransaction, searchEntry } from './findEntryCall.ts'
import { type RecoveryContext, reconcileSignature, withState } from './reconcileSignature.ts'
import { showsCall } from './showsCall.ts'

/** What `resume` takes. */
export type ResumeParameters = {
  /** The wallet whose entries are resumed. It is never prompted. */
  readonly wallet: Wallet
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
export type Resumed = { readonly entry: JournalEntry; readonly before: JournalState }

/** Resumes what a reload interrupted; see `resume`. Returns every entry that was open, oldest first. */
export async function reconcileAll(
  client: Client,
  parameters: ResumeParameters,
): Promise<readonly Resumed[]> {
  const { signal } = parameters
  const wallet = withTradeErrors(parameters.wallet)
  const stopSignal = signal ?? new AbortController().signal
  const account = await wallet.address()
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
    if (next !== written) await client.journal.write(next)
    written = next
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
type Search = () => Promise<EntrySearch>

/** Looks up a transaction, and waits while it is pending, for as long as a run would. */
async function reconcileTransaction(context: RecoveryContext, entry: JournalEntry): Promise<JournalEntry> {
  const { client, chain, reader, wallet, signal, onChange } = context
  const attempts = pollingAttempts(client, chain)
  for (let attempt = 1; ; attempt += 1) {
    const search = async () => searchEntry(reader, entry, await client.journal.entries())
    const batch = isBytes32(entry.hash) ? undefined : await lookUpBatch(wallet, reader, entry, search)
    const { next, isPending } = batch ?? (await lookUp(reader, entry, search, attempt))
    if (!isPending || attempt >= attempts) return next
    if (attempt === 1) await onChange(next)
    await wait(client.pollingInterval, signal)
  }
}

/** Error code of a wallet that does not know a batch (EIP-5792). */
const unknownBundle = 5_730

/**
 * Looks up an entry's batch in the wallet. Returns `undefined` if the entry has none, or the wallet never received it. A
 * wallet that cannot answer now, because it is locked for example, is asked again: only the wallet can say "rejected".
 */
async function lookUpBatch(
  wallet: Wallet,
  reader: ChainReader,
  entry: JournalEntry,
  search: Search,
): Promise<Lookup | undefined> {
  const id = entry.bundle?.id ?? entry.hash
  if (id === undefined || wallet.callsStatus === undefined) return undefined
  const status = await wallet.callsStatus(id).catch((cause: unknown) => {
    const isUnknown = cause instanceof TradeError && cause.data.walletCode === unknownBundle
    // What the wallet returned in place of a hash need not be the id of a batch.
    return isUnknown || entry.bundle === undefined
      ? undefined
      : ({ state: 'unavailable', hashes: [] } as const)
  })
  if (status === undefined) return undefined
  const { state } = status
  if (state === 'unavailable') return { next: withState(entry, 'unknown'), isPending: true }
  if (!hasEnded(status)) return { next: withState(entry, 'sent'), isPending: true }
  if (state === 'failed') {
    // The chain decides, so a batch that the wallet reports as failed is searched for.
    const { found } = await search()
    if (found === 'own' || found === 'inner') return undefined
    return { next: withState(entry, found === 'nothing' ? 'rejected' : 'unknown'), isPending: false }
  }
  const hash = hashOfCall(status, entry.bundle?.index ?? 0)
  if (hash === undefined) return { next: withState(entry, 'failed'), isPending: false }
  const receipt = await readReceipt(reader, hash)
  if (receipt === undefined) return { next: withState({ ...entry, hash }, 'sent'), isPending: true }
  return { next: await reconcileMined(reader, entry, receipt), isPending: false }
}

/**
 * Returns an entry after its transaction was mined. The journal may have been edited, and a wallet may name any
 * transaction: it counts only if it makes the entry's call, and an inner call is done only if the logs show it.
 */
async function reconcileMined(
  reader: ChainReader,
  entry: JournalEntry,
  receipt: MinedReceipt,
): Promise<JournalEntry> {
  const { hash, status, logs } = receipt
  const isOwn = await isOwnTransaction(reader, entry, receipt)
  const data = isOwn ? undefined : await innerCallOf(reader, entry, receipt)
  if (!isOwn && data === undefined) return withState(entry, 'unknown')
  const isShown = data === undefined || showsCall(entry, data, logs)
  return withOutcome({ ...entry, hash }, status === 'success' && isShown, logs)
}

/** Returns a mined entry as done or failed, with the orders that its call skipped and filled. */
function withOutcome(entry: JournalEntry, done: boolean, logs: MinedReceipt['logs']): JournalEntry {
  const { purpose, orderIds: orders, call } = entry
  if (!done || call === undefined) return withState(entry, done ? 'done' : 'failed')
  const filling = { purpose, orders, to: call.to }
  const skipped = skippedOrders(filling, logs)
  return withState({ ...entry, skipped, fills: orderFills(filling, logs) }, 'done')
}

/** Milliseconds after which an unanswered prompt counts as closed: no wallet keeps one for a day. */
const promptLifetime = 86_400_000

const hasExpired = ({ createdAt }: JournalEntry): boolean => Date.now() - createdAt > promptLifetime

/**
 * Looks up a transaction by its receipt if its hash is known; else by the account's nonce, which shows whether anything was
 * sent, and by the call itself, which shows whether it was this one.
 */
async function lookUp(
  reader: ChainReader,
  entry: JournalEntry,
  search: Search,
  attempt: number,
): Promise<Lookup> {
  const { nonceBefore, account } = entry
  const final = (next: JournalEntry): Lookup => ({ next, isPending: false })
  const pending = (next: JournalEntry): Lookup => ({ next, isPending: true })
  const named = isBytes32(entry.hash) ? entry.hash : undefined
  const receipt = named === undefined ? undefined : await readReceipt(reader, named)
  const known = receipt && (await reconcileMined(reader, entry, receipt))
  if (known !== undefined && known.state !== 'unknown') return final(known)
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
    return hasExpired(entry) ? final(withState(entry, 'rejected')) : pending(withState(entry, 'unknown'))
  if (mayBeRelayed || nonceBefore === undefined || mined > nonceBefore) {
    const searched = await search()
    if (searched.found === 'inner') return final(withState({ ...entry, hash: searched.hash }, 'done'))
    if (searched.found === 'own') {
      const known = { ...entry, hash: searched.hash }
      const found = await readReceipt(reader, searched.hash)
      // A node may show a block a moment before its receipts.
      if (found === undefined) return pending(withState(known, 'sent'))
      return final(withOutcome(known, found.status === 'success', found.logs))
    }
    // A node may count a transaction a moment before it shows its block.
    if (attempt < 3) return pending(entry)
    const isSearched = searched.found === 'nothing'
    if (isUnsent && isSearched && hasExpired(entry)) return final(withState(entry, 'rejected'))
    if (hash === undefined) return final(withState(entry, 'unknown'))
    // A missing transaction was replaced only if everything that the account sent is known, and its own nonce is. One
    // that no node has seen may wait in a private pool beside what the account sent; after a day it no longer comes.
    const nonce = entry.nonce ?? (hasExpired(entry) ? nonceBefore : undefined)
    const isReplaced = isSearched && nonce !== undefined && mined > nonce
    return final(withState(entry, isReplaced ? 'replaced' : 'sent'))
  }
  return pending(withState(entry, hash === undefined ? 'unknown' : 'sent'))
}
