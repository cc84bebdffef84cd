import type { Hex } from 'viem'
import { hasWaiting } from '../../chain/reads.ts'
import { readBlockNumber, type SentTransaction } from '../../chain/receipts.ts'
import { unsearched } from '../../chain/sentBy.ts'
import type { OpenEntry } from '../../journal/openEntry.ts'
import { wait } from '../../wait.ts'
import type { CallsStatus } from '../../wallets/wallet.ts'
import {
  findEffect,
  newSearch,
  type SearchContext,
  search,
  searchPace,
  searchTime,
} from '../findSentTransaction.ts'
import type { TransactionContext, TransactionItem } from '../transactionContext.ts'
import { statusOf } from './askStatus.ts'
import { type BatchHashes, hasEnded, hashesOf } from './batchStatus.ts'

/**
 * The end of a batch, as the chain shows it. With a doubt, the calls without a transaction may have been carried out all
 * the same, or may still be.
 */
type BatchEnd = { readonly hashes: BatchHashes; readonly doubt?: { readonly cause: unknown } }

/** Where the calls of a batch are looked for: since its prompt, of its account. */
export type SentBatch = Pick<SentTransaction, 'account' | 'nonce' | 'fromBlock'>

/**
 * Searches the chain for the calls of a batch that a wallet may have carried out without saying so, by their effects:
 * anybody may send a batch for the account.
 */
export async function searchSentBatch(
  context: SearchContext,
  items: readonly TransactionItem[],
  entries: readonly OpenEntry[],
  { account, nonce, fromBlock }: SentBatch,
): Promise<BatchHashes> {
  const found: (Hex | undefined)[] = items.map(() => undefined)
  await search(context, { account, nonce }, lookForBatch(context, items, entries, fromBlock, found))
  return found
}

/**
 * Looks for the calls of a batch that its wallet says it did not carry out, or names no transaction of: the chain has the
 * last word. A call counts as not carried out only once a block shows nothing of it that came after the wallet's word, and
 * nothing of the account waits to be mined. Where no node can be asked at all, the wallet is believed.
 *
 * @param named the transactions that are known already.
 */
async function findSentBatch(
  context: SearchContext,
  items: readonly TransactionItem[],
  entries: readonly OpenEntry[],
  sent: SentBatch,
  named: BatchHashes,
): Promise<BatchEnd> {
  const { reader, chain, signal } = context
  if (reader === undefined) return { hashes: named }
  const hashes = [...named]
  const look = lookForBatch(context, items, entries, sent.fromBlock, hashes)
  let reported: bigint | undefined
  let empty = 0
  let doubt: { readonly cause: unknown } = { cause: unsearched() }
  for (const begun = performance.now(); ; await wait(searchPace(context), signal)) {
    try {
      const head = await readBlockNumber(reader)
      reported ??= head
      const isLater = sent.fromBlock !== undefined && head > reported && head > sent.fromBlock
      if ((await look()) !== undefined) return { hashes }
      empty = isLater && !(await hasWaiting(reader, sent.account, sent.nonce)) ? empty + 1 : 0
      if (empty >= enoughLooks) return { hashes }
    } catch (cause) {
      signal.throwIfAborted()
      doubt = { cause }
    }
    if (performance.now() - begun >= searchTime(chain)) return { hashes, doubt }
  }
}

/** How often in a row a call has to be missing: of several nodes behind one address, one may be a block behind. */
const enoughLooks = 2

/**
 * Returns the transaction of each call of a batch that has ended. A wallet that reports calls as failed or reverted, or
 * leaves some out, is not believed before the chain was asked.
 */
export async function endOfBatch(
  context: TransactionContext,
  items: readonly TransactionItem[],
  entries: readonly OpenEntry[],
  sent: SentBatch,
  status: CallsStatus,
): Promise<BatchEnd> {
  const none = items.map(() => undefined)
  if (status.state === 'failed') return findSentBatch(context, items, entries, sent, none)
  try {
    const named = await hashesOf(context, items, status)
    return named.includes(undefined)
      ? await findSentBatch(context, items, entries, sent, named)
      : { hashes: named }
  } catch (cause) {
    context.signal.throwIfAborted()
    return { hashes: none, doubt: { cause } }
  }
}

/** A batch that its wallet says has ended, or the transaction of each of its calls, in order. */
export type FoundBatch = 'ended' | BatchHashes

/**
 * Returns a look for a batch whose prompt is not answered: the wallet is asked by the batch's id, the chain for the
 * effects of its calls.
 */
export function lookForUnanswered(
  context: SearchContext & Pick<TransactionContext, 'wallet'>,
  items: readonly TransactionItem[],
  entries: readonly OpenEntry[],
  id: string,
  fromBlock: bigint | undefined,
): () => Promise<FoundBatch | undefined> {
  const look = lookForCalls(context, items, entries, fromBlock)
  return async () => {
    const status = await statusOf(context.wallet, id, context.signal)
    return status !== undefined && hasEnded(status) ? 'ended' : look()
  }
}

/** Returns a look for the calls of a batch, by their effects, which finds them once the chain shows all of them. */
export function lookForCalls(
  context: SearchContext,
  items: readonly TransactionItem[],
  entries: readonly OpenEntry[],
  fromBlock: bigint | undefined,
): () => Promise<BatchHashes | undefined> {
  const found: (Hex | undefined)[] = items.map(() => undefined)
  const look = lookForBatch(context, items, entries, fromBlock, found)
  return async () => ((await look()) === undefined ? undefined : found)
}

/** Returns a look for each call of a batch that was not found yet, by its effect. */
export function lookForBatch(
  { reader }: SearchContext,
  items: readonly TransactionItem[],
  entries: readonly OpenEntry[],
  fromBlock: bigint | undefined,
  found: (Hex | undefined)[],
): () => Promise<'all' | undefined> {
  const searches = items.map(() => newSearch())
  return async () => {
    if (reader === undefined) return undefined
    // Nodes fail for logs of a block that does not exist yet.
    if (fromBlock !== undefined && (await readBlockNumber(reader)) <= fromBlock) return undefined
    for (const [index, item] of items.entries()) {
      const [entry, searched = newSearch()] = [entries[index], searches[index]]
      if (entry === undefined || found[index] !== undefined) continue
      const taken = new Set(found.filter((_hash, other) => items[other]?.digest === item.digest))
      found[index] = await findEffect(reader, item, fromBlock, entry, searched, taken)
    }
    return found.includes(undefined) ? undefined : 'all'
  }
}
