import type { Hex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { readNonce } from '../chain/reads.ts'
import { type MinedReceipt, readReceipt } from '../chain/receipts.ts'
import { createReader } from '../chain/rpc.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import { type JournalEntry, type JournalState, openStates } from '../journal/journalEntry.ts'
import { runLock, takeLock } from '../journal/lock.ts'
import { textOf } from '../property.ts'
import { hasEnded, hashOfCall } from '../transactions/batchStatus.ts'
import { orderFills, skippedOrders } from '../transactions/skippedOrders.ts'
import { wait } from '../wait.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { withTradeErrors } from '../wallets/walletError.ts'
import { carriedIn, isSent, searchEntry } from './findEntryCall.ts'
import { type RecoveryContext, reconcileSignature, withState } from './reconcileSignature.ts'
import { showsCall } from './showsCall.ts'

/** Parameters of `resume`. */
export type ResumeParameters = {
  /** Whose entries are continued. It is never prompted. */
  readonly wallet: Wallet
  readonly signal?: AbortSignal | undefined
  /**
   * Whether orders are posted that were signed after the user had stopped the action: all of them, or those of these
   * entries of the journal. None by default: such an order stays signed and unpublished, and can be cancelled.
   */
  readonly postStopped?: boolean | readonly string[] | undefined
  /**
   * Called when an entry was looked at for the first time and is still open, and with how it stands at the end: a window
   * that may still be open, or a transaction that waits, is followed for minutes.
   */
  readonly onLook?: ((found: Resumed) => void) | undefined
}

/** An entry of the journal that was open, with its state before and now. */
export type Resumed = { readonly entry: JournalEntry; readonly before: JournalState }

/** Continues what a reload interrupted; see `resume`. Returns every entry that was open, oldest first. */
export async function reconcileAll(
  client: Client,
  parameters: ResumeParameters,
): Promise<readonly Resumed[]> {
  const { signal } = parameters
  const wallet = withTradeErrors(parameters.wallet)
  const stop = signal ?? new AbortController().signal
  const account = await wallet.address()
  const entries = (await client.journal.entries()).filter(
    (entry) => entry.account === account && openStates.has(entry.state),
  )
  const runs = [...new Set(entries.map(({ run }) => run))]
  const resumed = await Promise.all(
    runs.map(async (run) => {
      // A run that is still going on, here or in another tab, continues itself; two never continue the same run.
      const lock = await takeLock(client, runLock(run), stop)
      if (lock === undefined) return []
      try {
        const its = entries.filter((entry) => entry.run === run)
        return await Promise.all(its.map((entry) => resumeEntry(client, wallet, entry, stop, parameters)))
      } finally {
        await lock.release()
      }
    }),
  )
  const found = new Map(resumed.flat(2).map((one) => [one.entry.id, one]))
  return entries.flatMap(({ id }) => found.get(id) ?? [])
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
  const mayPost =
    entry.stopped !== true ||
    postStopped === true ||
    (typeof postStopped === 'object' && postStopped.includes(entry.id))
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

async function reconcile(look: RecoveryContext, entry: JournalEntry): Promise<JournalEntry> {
  try {
    return entry.kind === 'transaction'
      ? await reconcileTransaction(look, entry)
      : await reconcileSignature(look, entry)
  } catch (cause) {
    look.signal.throwIfAborted()
    look.client.log.warn('An entry of the journal could not be continued.', {
      id: entry.id,
      reason: textOf(cause),
    })
    return entry
  }
}

const isHash = (hash: string | undefined): hash is Hex => hash !== undefined && /^0x[0-9a-f]{64}$/.test(hash)

/** Looks up a sent transaction, and waits while it is pending, as long as a run would. */
async function reconcileTransaction(look: RecoveryContext, entry: JournalEntry): Promise<JournalEntry> {
  const { client, chain, reader, wallet, signal } = look
  const attempts = chain.maxPollingAttemptsBeforeTimeout ?? client.maxPollingAttemptsBeforeTimeout
  for (let attempt = 1; ; attempt += 1) {
    const told = isHash(entry.hash) ? undefined : await lookAtBundle(wallet, reader, entry)
    const { next, onItsWay } = told ?? (await lookAt(reader, entry, attempt))
    if (!onItsWay || attempt >= attempts) return next
    if (attempt === 1) await look.onChange(next)
    await wait(client.pollingInterval, signal)
  }
}

/** EIP-5792: the wallet does not know the batch. */
const unknownBundle = 5_730

/**
 * What the wallet says of a batch; `undefined` where the entry is of none, or the wallet never got it. A wallet
 * that cannot say so now, locked for example, is asked again: nothing is called refused without its word.
 */
async function lookAtBundle(
  wallet: Wallet,
  reader: ChainReader,
  entry: JournalEntry,
): Promise<{ next: JournalEntry; onItsWay: boolean } | undefined> {
  const id = entry.bundle?.id ?? entry.hash
  if (id === undefined || wallet.callsStatus === undefined) return undefined
  const status = await wallet.callsStatus(id).catch((cause: unknown) => {
    const unknown = cause instanceof TradeError && cause.data.walletCode === unknownBundle
    // What a wallet answered in the place of a hash need not be the name of a batch.
    return unknown || entry.bundle === undefined ? undefined : ({ state: 'silent', hashes: [] } as const)
  })
  if (status === undefined) return undefined
  const { state } = status
  if (state === 'silent') return { next: withState(entry, 'unknown'), onItsWay: true }
  if (!hasEnded(status)) return { next: withState(entry, 'sent'), onItsWay: true }
  if (state === 'failed') {
    // A batch that the wallet reports as failed is searched all the same: the chain has the last word.
    const { found } = await searchEntry(reader, entry)
    if (found === 'own' || found === 'carried') return undefined
    return { next: withState(entry, found === 'nothing' ? 'rejected' : 'unknown'), onItsWay: false }
  }
  const hash = hashOfCall(status, entry.bundle?.index ?? 0)
  if (hash === undefined) return { next: withState(entry, 'failed'), onItsWay: false }
  const receipt = await readReceipt(reader, hash)
  if (receipt === undefined) return { next: withState({ ...entry, hash }, 'sent'), onItsWay: true }
  return { next: await judged(reader, entry, receipt), onItsWay: false }
}

/**
 * What a mined transaction makes of an entry. The journal may have been edited, and a wallet may name any: it is only
 * ours where it makes our call, and what was carried inside of another only done where the logs show it.
 */
async function judged(
  reader: ChainReader,
  entry: JournalEntry,
  receipt: MinedReceipt,
): Promise<JournalEntry> {
  const { hash, status, logs } = receipt
  const carried = (await isSent(reader, entry, receipt)) ? true : await carriedIn(reader, entry, receipt)
  if (carried === undefined) return withState(entry, 'unknown')
  const shown = carried === true || showsCall(entry, carried, logs)
  return ended({ ...entry, hash }, status === 'success' && shown, logs)
}

/** A mined entry, with the orders that its call found gone. */
function ended(entry: JournalEntry, done: boolean, logs: MinedReceipt['logs']): JournalEntry {
  const { purpose, orderIds: orders, call } = entry
  if (!done || call === undefined) return withState(entry, done ? 'done' : 'failed')
  const filling = { purpose, orders, to: call.to }
  const skipped = skippedOrders(filling, logs)
  return withState({ ...entry, skipped, fills: orderFills(filling, logs) }, 'done')
}

/** Milliseconds after which a window that was never answered is taken for closed: no wallet keeps one for a day. */
const windowLife = 86_400_000

const isForgotten = ({ createdAt }: JournalEntry): boolean => Date.now() - createdAt > windowLife

/**
 * By its receipt where its hash is known; else by the account's nonce, which says whether anything was sent,
 * and by the call itself, which says whether it was this.
 */
async function lookAt(
  reader: ChainReader,
  entry: JournalEntry,
  attempt: number,
): Promise<{ next: JournalEntry; onItsWay: boolean }> {
  const { nonceBefore, account } = entry
  const hash = isHash(entry.hash) ? entry.hash : undefined
  const over = (next: JournalEntry) => ({ next, onItsWay: false })
  const receipt = hash === undefined ? undefined : await readReceipt(reader, hash)
  if (receipt !== undefined) return over(await judged(reader, entry, receipt))
  const [mined, pending] = await Promise.all([
    readNonce(reader, account, 'latest'),
    readNonce(reader, account, 'pending'),
  ])
  // Nothing took the nonce, and nothing waits to. The window may still be open: only a refusal or time says that
  // nothing will be sent. Of a batch the nonce says nothing: somebody else may send it.
  const named = hash !== undefined || entry.state === 'sent'
  const isBatch = entry.bundle !== undefined
  const isUnsent = nonceBefore !== undefined && pending <= nonceBefore && !named
  if (isUnsent && !isBatch)
    return isForgotten(entry)
      ? over(withState(entry, 'rejected'))
      : { next: withState(entry, 'unknown'), onItsWay: true }
  if (isBatch || nonceBefore === undefined || mined > nonceBefore) {
    const search = await searchEntry(reader, entry)
    if (search.found === 'carried') return over(withState({ ...entry, hash: search.hash }, 'done'))
    if (search.found === 'own') {
      const known = { ...entry, hash: search.hash }
      const its = await readReceipt(reader, search.hash)
      // A node may show a block a moment before its receipts.
      if (its === undefined) return { next: withState(known, 'sent'), onItsWay: true }
      return over(ended(known, its.status === 'success', its.logs))
    }
    // A node may count a transaction a moment before it shows its block.
    if (attempt < 3) return { next: entry, onItsWay: true }
    const isSearched = search.found === 'nothing'
    if (isUnsent && isSearched && isForgotten(entry)) return over(withState(entry, 'rejected'))
    // What was not found is only replaced where all that the account sent is known.
    const isTaken = isSearched && nonceBefore !== undefined && mined > nonceBefore && hash !== undefined
    return over(withState(entry, isTaken ? 'replaced' : hash === undefined ? 'unknown' : 'sent'))
  }
  return { next: withState(entry, hash === undefined ? 'unknown' : 'sent'), onItsWay: true }
}
