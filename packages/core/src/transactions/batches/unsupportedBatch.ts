import { readNonce } from '../../chain/reads.ts'
import { TradeError } from '../../errors.ts'
import type { OpenEntry } from '../../journal/openEntry.ts'
import { withTimeout } from '../../wait.ts'
import type { Wallet } from '../../wallets/wallet.ts'
import { isRefusal } from '../../wallets/walletError.ts'
import type { SearchContext } from '../findSentTransaction.ts'
import type { TransactionItem } from '../transactionContext.ts'
import { lookForBatch, type SentBatch } from './findSentBatch.ts'

/**
 * Returns whether a wallet says that it cannot carry out a batch, so that single calls may work: not this many, not on
 * this chain, not all or none, or not before its user agrees to an upgrade.
 */
export const isUnsupported = (error: unknown): boolean =>
  isRefusal(error) &&
  error instanceof TradeError &&
  (error.data.walletError === 'unsupported' || error.data.walletCode === unsupportedChain)

/** EIP-5792: batches do not work on this chain. */
const unsupportedChain = 5_710

/** Milliseconds to wait for what a wallet says of a batch that it cannot carry out. */
const answerTime = 1_500

/**
 * Returns whether anything contradicts a wallet that says it cannot carry out a batch: it knows the batch by our id, or
 * the chain shows one of the calls, or something of the account that was not there before the prompt waits. Looks once,
 * without waiting for anything to come; where no node can be asked, the wallet is believed.
 */
export async function mayBeSent(
  context: SearchContext & { readonly wallet: Wallet },
  items: readonly TransactionItem[],
  entries: readonly OpenEntry[],
  id: string,
  sent: SentBatch,
): Promise<boolean> {
  const [known, shown] = await Promise.all([
    isReported(context.wallet, id),
    isOnChain(context, items, entries, sent),
  ])
  return known || shown
}

async function isReported(wallet: Wallet, id: string): Promise<boolean> {
  const asked = wallet.callsStatus?.(id) ?? Promise.resolve(undefined)
  const status = await withTimeout(
    asked.catch(() => undefined),
    answerTime,
    () => undefined,
  )
  return status !== undefined && status.state !== 'failed'
}

async function isOnChain(
  context: SearchContext,
  items: readonly TransactionItem[],
  entries: readonly OpenEntry[],
  { account, nonce, fromBlock }: SentBatch,
): Promise<boolean> {
  const { reader } = context
  if (reader === undefined) return false
  const unread = () => undefined
  const [mined, waiting] = await Promise.all([
    readNonce(reader, account, 'latest').catch(unread),
    readNonce(reader, account, 'pending').catch(unread),
  ])
  if (nonce !== undefined && waiting !== undefined && waiting > Math.max(mined ?? nonce, nonce)) return true
  const found = items.map(() => undefined)
  const look = lookForBatch(context, items, entries, fromBlock, found)
  const looked = await look().then(
    () => true,
    () => false,
  )
  // Whatever the account has sent since may be the batch, if nobody says what it did.
  return found.some((hash) => hash !== undefined) || (!looked && nonce !== undefined && (mined ?? 0) > nonce)
}

/** Returns the error of a wallet that was contradicted: what became of the batch is unknown. */
export const contradicted = (cause: unknown): TradeError =>
  new TradeError(
    'wallet_error',
    'The wallet says that it cannot carry out the calls together, but it may have sent them.',
    { cause, money: 'unknown' },
  )
