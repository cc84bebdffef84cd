import { checkReceipt } from '@sluice/guards/internal'
import type { Hex } from 'viem'
import { poll } from '../api/poll.ts'
import type { Head } from '../chain/reads.ts'
import { readReceipt } from '../chain/receipts.ts'
import { TradeError } from '../errors.ts'
import { type JournalLine, openLine } from '../journal/journalEntry.ts'
import { keyOf, type Pass, type Session } from '../plan/session.ts'
import { textOf } from '../property.ts'
import { ItemFailure } from '../run/itemError.ts'
import { unlessAborted, wait } from '../wait.ts'
import { ensureWallet } from '../wallets/ensureWallet.ts'
import type { CallsStatus } from '../wallets/wallet.ts'
import { isLikelyRefusal, isRefusal } from '../wallets/walletError.ts'
import { hasEnded, hashOfCall } from './batchStatus.ts'
import { searchBatch } from './findSentTransaction.ts'
import { linkOf } from './linkOf.ts'
import { followSent, readBefore, type TransactionItem } from './sendTransaction.ts'

const placeOf = ({ stepIndex, itemIndex }: TransactionItem) => ({ stepIndex, itemIndex })

/** Calls for one prompt. */
export type Batch = {
  readonly items: readonly TransactionItem[]
  /** The wallet has somebody else pay the network fee. */
  readonly sponsored: boolean
}

/**
 * The calls that come next and can go in one prompt: at least two, before any signature, where the wallet says
 * that it carries them out all or none (EIP-5792), or one, where that is how the host's paymaster pays for it. A wallet that
 * does not say so is asked call by call.
 */
export async function batchOf(session: Session, pass: Pass): Promise<Batch | undefined> {
  const { wallet, chain, client, signal } = session
  if (wallet.capabilities === undefined || wallet.sendCalls === undefined || wallet.callsStatus === undefined)
    return undefined
  const open = pass.verdict.items.filter((item) => !pass.finished.has(keyOf(item)))
  const end = open.findIndex(({ kind }) => kind !== 'transaction')
  const calls = (end === -1 ? open : open.slice(0, end)) as readonly TransactionItem[]
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
 * Has checked calls carried out in one prompt, and follows what became of each of them: every one is proven by
 * itself, and of a batch that was carried out in part each call ends as what it is.
 *
 * @returns `unsupported`, with nothing sent, where the wallet cannot carry out this batch after all.
 */
export async function sendBatch(
  session: Session,
  pass: Pass,
  items: readonly TransactionItem[],
  head: Partial<Head>,
): Promise<'sent' | 'unsupported'> {
  const { account, signal, wallet, tell } = session
  const [first] = items
  if (first === undefined) return 'sent'
  await ensureWallet(session, (doing) => tell({ type: `item_${doing}`, at: placeOf(first) }))
  const before = await readBefore(session, pass, head)
  const more = { nonceBefore: before.nonce, blockBefore: before.fromBlock }
  // Named by us and written down before the wallet is asked: a page that dies meanwhile can ask what became of it.
  const named = bundleId()
  const lines = await Promise.all(
    items.map((item, index) => openLine(session, item, { ...more, bundle: { id: named, index } })),
  )
  for (const item of items) tell({ type: 'item_prompted', at: placeOf(item), claims: item.claims })
  const calls = items.map(({ call }) => call)
  const told = (type: 'item_refused' | 'item_searching' | 'item_answered' | 'item_undone') => {
    for (const item of items) tell({ type, at: placeOf(item) })
  }
  const answered = (wallet.sendCalls?.(calls, named) ?? Promise.resolve('')).then(
    async (id) => {
      for (const [index, line] of lines.entries())
        await line.write(id === '' ? 'unknown' : 'sent', { bundle: { id: id === '' ? named : id, index } })
      if (signal.aborted) told('item_answered')
      return id
    },
    async (error: unknown) => {
      const refused = isRefusal(error) || isLikelyRefusal(error)
      for (const line of lines) await line.write(refused ? 'rejected' : 'unknown')
      if (refused) told('item_refused')
      return { error, refused }
    },
  )
  const answer = await unlessAborted(answered, signal)
  if (typeof answer === 'object') {
    if (isUnsupported(answer.error)) return 'unsupported'
    if (answer.refused) throw answer.error
    // A wallet that failed without refusing may have taken the batch all the same: it is asked by the name we gave.
    told('item_searching')
    if (!(await isTaken(session, named))) {
      const found = await searchBatch(session, items, { account, ...before })
      if (found.every((hash) => hash === undefined)) throw answer.error
      return followBatch(
        session,
        pass,
        items,
        { lines, found, fromBlock: before.fromBlock },
        () => answer.error,
      )
    }
  }
  const bundle = typeof answer === 'object' ? named : answer
  if (bundle === '') {
    told('item_answered')
    throw new TradeError('no_transaction_hash', 'Transaction hash not returned from sendTransaction method', {
      money: 'sent',
    })
  }
  for (const item of items) tell({ type: 'item_batched', at: placeOf(item), bundle })

  const status = await ended(session, bundle)
  if (status.state === 'failed') {
    for (const line of lines) await line.write('rejected')
    told('item_refused')
    throw new TradeError('wallet_error', 'The wallet did not carry out the calls. Nothing was sent.', {
      data: { bundle },
    })
  }
  const found = await hashesOf(session, items, status)
  return followBatch(
    session,
    pass,
    items,
    { lines, found, fromBlock: before.fromBlock },
    async (line, at) => {
      await line?.write('failed')
      tell({ type: 'item_undone', at })
      return new ItemFailure(notCarriedOut(bundle), at)
    },
  )
}

/** What is known of a batch: the lines of the journal and the transactions of its calls, in their order. */
type Carried = {
  readonly lines: readonly JournalLine[]
  readonly found: readonly (Hex | undefined)[]
  readonly fromBlock: bigint | undefined
}

/**
 * Follows each call of a batch to its end, also where another one failed: what is told of the money is of all of them.
 * @param missing what is thrown for a call without a transaction.
 */
async function followBatch(
  session: Session,
  pass: Pass,
  items: readonly TransactionItem[],
  { lines, found, fromBlock }: Carried,
  missing: (line: JournalLine | undefined, at: ReturnType<typeof placeOf>) => unknown,
): Promise<'sent'> {
  const { account, tell } = session
  let failure: { readonly cause: unknown } | undefined
  for (const [index, item] of items.entries()) {
    const at = placeOf(item)
    const hash = found[index]
    const line = lines[index]
    if (hash === undefined || line === undefined) {
      const cause = await missing(line, at)
      failure ??= { cause }
      continue
    }
    const { to, data, value } = item.call
    // Whoever sends a batch for the account, it is mined already.
    const sent = { account, to, data, value, fromBlock, nonce: undefined, relayed: true }
    await line.write('sent', { hash })
    tell({ type: 'item_sent', at, hash, ...linkOf(session, hash) })
    try {
      await followSent(session, pass, item, { sent, hash, line })
    } catch (error) {
      failure ??= { cause: error instanceof TradeError ? new ItemFailure(error, at) : error }
    }
  }
  if (failure !== undefined) throw failure.cause
  return 'sent'
}

/**
 * Whether a wallet says of a batch that it cannot carry it out, so that single calls would do: not this many, not on this
 * chain, not all or none, not before its user agrees to an upgrade.
 */
const isUnsupported = (error: unknown): boolean =>
  isRefusal(error) &&
  error instanceof TradeError &&
  (error.data.walletError === 'unsupported' || error.data.walletCode === unsupportedChain)

/** EIP-5792: batches do not work on this chain. */
const unsupportedChain = 5_710

/** Looks in which the wallet is asked for a batch that it may have taken. */
const takenLooks = 3

/** Whether the wallet knows a batch by the name that we gave it. */
async function isTaken({ client, wallet, signal }: Session, named: string): Promise<boolean> {
  for (let look = 1; ; look += 1) {
    const status = await unlessAborted(
      (wallet.callsStatus?.(named) ?? Promise.reject(new Error('The wallet tells of no batch.'))).catch(
        () => undefined,
      ),
      signal,
    )
    if (status !== undefined) return true
    if (look >= takenLooks) return false
    await wait(client.pollingInterval, signal)
  }
}

/**
 * The transaction of each call. Of a batch that was carried out in part the wallet names only some, in an order of its
 * own: a call is in the one that shows its effect.
 */
async function hashesOf(
  { reader }: Session,
  items: readonly TransactionItem[],
  status: CallsStatus,
): Promise<readonly (Hex | undefined)[]> {
  const { state, hashes } = status
  if (state !== 'partial' || hashes.length === items.length || reader === undefined)
    return items.map((_, index) => hashOfCall(status, index))
  const receipts = await Promise.all(hashes.map((hash) => readReceipt(reader, hash).catch(() => undefined)))
  return Promise.all(
    items.map(async (item) => {
      for (const receipt of receipts)
        if (receipt !== undefined && checkReceipt(item, receipt).length === 0) return receipt.hash
      return undefined
    }),
  )
}

/** Longer than a transaction's hash, so that nobody takes it for one. */
const bundleId = (): string => {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(48))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const notCarriedOut = (bundle: string) =>
  new TradeError('transaction_reverted', 'The wallet did not carry out all of the calls.', {
    data: { bundle },
  })

/** Asks the wallet until the bundle has ended. What it cannot say now, it is asked again. */
async function ended({ client, chain, wallet, signal }: Session, bundle: string): Promise<CallsStatus> {
  const attempts = chain.maxPollingAttemptsBeforeTimeout ?? client.maxPollingAttemptsBeforeTimeout
  const failure = (n: number) =>
    `Failed to receive a successful response for transaction with hash ${bundle} after ${n} attempt(s).`
  const read = async () => {
    const status = await unlessAborted(
      wallet.callsStatus?.(bundle) ?? Promise.resolve(undefined),
      signal,
    ).catch(() => undefined)
    signal.throwIfAborted()
    return status === undefined || !hasEnded(status) ? undefined : status
  }
  try {
    const { pollingInterval: interval, eager } = client
    return await poll(read, { interval, eager, attempts, signal, failure })
  } catch (error) {
    if (!(error instanceof TradeError) || error.code !== 'poll_timeout') throw error
    throw new TradeError('transaction_timeout', error.message, { data: { bundle }, money: 'sent' })
  }
}
