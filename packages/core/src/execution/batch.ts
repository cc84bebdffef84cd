import { unlessAborted } from '../api/wait.ts'
import type { Head } from '../chain/reads.ts'
import { TradeError } from '../errors.ts'
import type { CallsStatus } from '../wallet/wallet.ts'
import { hasEnded, hashOfCall } from './bundle.ts'
import { ItemFailure } from './itemFailure.ts'
import { openLine } from './line.ts'
import { poll } from './poll.ts'
import { ensureWallet } from './prompt.ts'
import { followSent, linkOf, readBefore, type TransactionItem } from './send.ts'
import { keyOf, type Pass, type Session } from './session.ts'
import { isRefusal } from './walletError.ts'

const placeOf = ({ stepIndex, itemIndex }: TransactionItem) => ({ stepIndex, itemIndex })

/**
 * The calls that come next and can go in one prompt: at least two, before any signature, where the wallet says
 * that it carries them out all or none (EIP-5792). A wallet that does not say so is asked call by call.
 */
export async function batchOf(session: Session, pass: Pass): Promise<readonly TransactionItem[]> {
  const { wallet, chain, client, signal } = session
  if (wallet.capabilities === undefined || wallet.sendCalls === undefined || wallet.callsStatus === undefined)
    return []
  const open = pass.verdict.items.filter((item) => !pass.finished.has(keyOf(item)))
  const end = open.findIndex(({ kind }) => kind !== 'transaction')
  const calls = (end === -1 ? open : open.slice(0, end)) as readonly TransactionItem[]
  if (calls.length < 2) return []
  try {
    const { atomic } = await unlessAborted(wallet.capabilities(chain.id), signal)
    return atomic ? calls : []
  } catch (cause) {
    signal.throwIfAborted()
    client.log.verbose('The wallet did not say whether it can batch.', { reason: String(cause) })
    return []
  }
}

/**
 * Has checked calls carried out in one prompt, and follows what became of each of them: every one is proven by
 * itself, and of a batch that was carried out in part each call ends as what it is.
 */
export async function sendBatch(
  session: Session,
  pass: Pass,
  items: readonly TransactionItem[],
  head: Partial<Head>,
): Promise<void> {
  const { account, signal, wallet, tell } = session
  const [first] = items
  if (first === undefined) return
  await ensureWallet(session, (doing) => tell({ type: `item_${doing}`, at: placeOf(first) }))
  const before = await readBefore(session, pass, head)
  const more = { nonceBefore: before.nonce, blockBefore: before.fromBlock }
  // Named by us and written down before the wallet is asked: a page that dies meanwhile can ask what became of it.
  const named = bundleId()
  const lines = await Promise.all(
    items.map((item, index) => openLine(session, item, { ...more, bundle: { id: named, index } })),
  )
  for (const item of items) tell({ type: 'item_prompted', at: placeOf(item) })
  const calls = items.map(({ call }) => call)
  const answered = (wallet.sendCalls?.(calls, named) ?? Promise.resolve('')).then(
    async (id) => {
      for (const [index, line] of lines.entries())
        await line.write(id === '' ? 'unknown' : 'sent', { bundle: { id: id === '' ? named : id, index } })
      return id
    },
    async (error: unknown) => {
      for (const line of lines) await line.write(isRefusal(error) ? 'rejected' : 'unknown')
      throw error
    },
  )
  answered.catch(() => undefined)
  const bundle = await unlessAborted(answered, signal)
  if (bundle === '')
    throw new TradeError('no_transaction_hash', 'Transaction hash not returned from sendTransaction method', {
      money: 'sent',
    })
  for (const item of items) tell({ type: 'item_batched', at: placeOf(item), bundle })

  const status = await ended(session, bundle)
  if (status.state === 'failed') {
    for (const line of lines) await line.write('rejected')
    throw new TradeError('wallet_error', 'The wallet did not carry out the calls. Nothing was sent.', {
      data: { bundle },
    })
  }
  for (const [index, item] of items.entries()) {
    const at = placeOf(item)
    const hash = hashOfCall(status, index)
    const line = lines[index]
    if (hash === undefined || line === undefined) {
      await line?.write('failed')
      throw new ItemFailure(notCarriedOut(bundle), at)
    }
    const { to, data, value } = item.call
    // Whoever sends a batch for the account, it is mined already.
    const sent = { account, to, data, value, fromBlock: before.fromBlock, nonce: undefined, relayed: true }
    await line.write('sent', { hash })
    tell({ type: 'item_sent', at, hash, ...linkOf(session, hash) })
    try {
      await followSent(session, pass, item, { sent, hash, line })
    } catch (error) {
      throw error instanceof TradeError ? new ItemFailure(error, at) : error
    }
  }
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
