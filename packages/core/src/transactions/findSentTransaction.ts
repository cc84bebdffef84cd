import { checkReceipt } from '@sluice/guards/internal'
import { isBytes32, lowerHex } from '@sluice/seaport/hex'
import type { Address, Hex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { readNonce } from '../chain/reads.ts'
import { readBlockNumber, readReceipt, type SentTransaction } from '../chain/receipts.ts'
import { RpcError } from '../chain/rpcError.ts'
import { sentBy } from '../chain/sentBy.ts'
import type { Chain } from '../chains/chain.ts'
import { property } from '../property.ts'
import { wait } from '../wait.ts'
import { hasEnded } from './batchStatus.ts'
import type { TransactionContext, TransactionItem } from './transactionContext.ts'
import { pollingAttempts } from './waitProgress.ts'

/** How many blocks, within bounds in milliseconds, the chain is searched for a call that it does not show. */
const searchBlocks = 3
export const searchTime = ({ blockTime }: Chain): number =>
  Math.min(60_000, Math.max(3_000, searchBlocks * blockTime))

type SearchContext = Pick<TransactionContext, 'client' | 'chain' | 'reader' | 'signal'>

/**
 * Searches the chain for a call that a wallet may have sent without saying so: by the account's nonce, by the call
 * itself and by its effect. Searches as long as a transaction is waited for while one of the account is pending, else
 * for a few blocks.
 *
 * @returns `undefined` if nothing was found, which does not prove that nothing was sent.
 */
export async function searchSentTransaction(
  context: SearchContext,
  item: TransactionItem,
  sent: SentTransaction,
): Promise<Hex | undefined> {
  const seen = new Set<string>()
  return search(context, sent, () => findSentTransaction(context, item, sent, seen))
}

/**
 * Searches the chain for the calls of a batch that a wallet may have carried out without saying so, by their effects:
 * anybody may send a batch for the account.
 *
 * @returns the transaction of each call, in order; `undefined` for a call that was not found.
 */
export async function searchSentBatch(
  context: SearchContext,
  items: readonly TransactionItem[],
  { account, nonce, fromBlock }: Pick<SentTransaction, 'account' | 'nonce' | 'fromBlock'>,
): Promise<readonly (Hex | undefined)[]> {
  const found: (Hex | undefined)[] = items.map(() => undefined)
  await search(context, { account, nonce }, lookForBatch(context, items, fromBlock, found))
  return found
}

/**
 * Looks once for the calls of a batch that its wallet reports as failed: the chain has the last word.
 *
 * @returns the transaction of each call, in order; `undefined` for a call that was not found.
 * @throws if the chain cannot be read.
 */
export async function findSentBatch(
  context: SearchContext,
  items: readonly TransactionItem[],
  fromBlock: bigint | undefined,
): Promise<readonly (Hex | undefined)[]> {
  const found: (Hex | undefined)[] = items.map(() => undefined)
  await lookForBatch(context, items, fromBlock, found)()
  context.signal.throwIfAborted()
  return found
}

/** A batch that its wallet says has ended, or the transaction of each of its calls, in order. */
export type FoundBatch = 'ended' | readonly (Hex | undefined)[]

/**
 * Returns a look for a batch whose prompt is not answered: the wallet is asked by the batch's id, the chain for the
 * effects of its calls.
 */
export function lookForUnanswered(
  context: SearchContext & Pick<TransactionContext, 'wallet'>,
  items: readonly TransactionItem[],
  id: string,
  fromBlock: bigint | undefined,
): () => Promise<FoundBatch | undefined> {
  const found: (Hex | undefined)[] = items.map(() => undefined)
  const look = lookForBatch(context, items, fromBlock, found)
  return async () => {
    const status = await context.wallet.callsStatus?.(id).catch(() => undefined)
    if (status !== undefined && hasEnded(status)) return 'ended'
    return (await look()) === undefined ? undefined : found
  }
}

/** Returns a look for each call of a batch that was not found yet, by its effect. */
function lookForBatch(
  { reader }: SearchContext,
  items: readonly TransactionItem[],
  fromBlock: bigint | undefined,
  found: (Hex | undefined)[],
): () => Promise<'all' | undefined> {
  const seen = items.map(() => new Set<string>())
  return async () => {
    if (reader === undefined) return undefined
    // Nodes fail for logs of a block that does not exist yet.
    if (fromBlock !== undefined && (await readBlockNumber(reader)) <= fromBlock) return undefined
    for (const [index, item] of items.entries())
      found[index] ??= await findEffect(reader, item, fromBlock, seen[index] ?? new Set())
    return found.includes(undefined) ? undefined : 'all'
  }
}

/** Calls `look` until it finds something, for as long as what may have been sent can be expected to show. */
async function search<T>(
  { client, chain, reader, signal }: SearchContext,
  sent: Pick<SentTransaction, 'account' | 'nonce'>,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (reader === undefined) return undefined
  const attempts = pollingAttempts(client, chain)
  const longest = client.pollingInterval * attempts
  const pace = Math.min(client.pollingInterval, Math.max(500, chain.blockTime / 4))
  const begun = performance.now()
  for (;;) {
    const found = await look().catch(() => undefined)
    signal.throwIfAborted()
    if (found !== undefined) return found
    const waited = performance.now() - begun
    const patience = (await isPending(reader, sent)) ? longest : searchTime(chain)
    if (waited >= patience) return undefined
    await wait(pace, signal)
  }
}

/** Returns the hash of a call that was mined although the wallet never said that it was sent. */
export async function findSentTransaction(
  context: Pick<SearchContext, 'reader'>,
  item: TransactionItem,
  sent: SentTransaction,
  seen: Set<string>,
): Promise<Hex | undefined> {
  const { reader } = context
  if (reader === undefined) return undefined
  const own = await findSentCall(reader, sent)
  if (own !== undefined || (sent.nonce !== undefined && sent.delegated !== true)) return own
  return findEffect(reader, item, sent.fromBlock, seen)
}

/**
 * Returns the hash of the mined transaction that makes exactly a sent call, with any nonce since the prompt: if the
 * account sent something else meanwhile, the call has a later one.
 * @throws {TradeError} `provider_unreachable` if a part of what the account sent could not be searched.
 */
export async function findSentCall(reader: ChainReader, sent: SentTransaction): Promise<Hex | undefined> {
  const { account, nonce, fromBlock } = sent
  if (nonce === undefined || (await readNonce(reader, account, 'latest')) <= nonce) return undefined
  for await (const found of sentBy(reader, { account, fromNonce: nonce, fromBlock }))
    if (isSame(sent, found)) return found.hash
  return undefined
}

/** Returns whether the account has a pending transaction that was not there before the prompt. */
export async function isPending(
  reader: ChainReader,
  { account, nonce }: Pick<SentTransaction, 'account' | 'nonce'>,
): Promise<boolean> {
  if (nonce === undefined) return false
  const pending = await readNonce(reader, account, 'pending').catch(() => nonce)
  return pending > nonce
}

const isSame = (
  sent: SentTransaction,
  { to, data, value }: { readonly to: string; readonly data: Hex; readonly value: bigint },
): boolean => to === sent.to && data === sent.data.toLowerCase() && value === sent.value

/** Returns a transaction mined since the prompt whose receipt shows exactly what the item is for. */
export async function findEffect(
  reader: ChainReader,
  item: TransactionItem,
  fromBlock: bigint | undefined,
  seen: Set<string>,
): Promise<Hex | undefined> {
  if (fromBlock === undefined) return undefined
  const { give, get } = item.effects
  const contracts = [item.call.to, ...[...give, ...get].map(({ contract }) => contract)]
  const address: readonly Address[] = [...new Set(contracts)].filter((one) => !/^0x0{40}$/.test(one))
  const filter = { address, fromBlock: `0x${(fromBlock + 1n).toString(16)}`, toBlock: 'latest' }
  const logs = await reader.call('eth_getLogs', [filter])
  if (!Array.isArray(logs)) throw new RpcError('The node returned no list of logs.', undefined)
  for (const log of logs.slice(-200)) {
    const hash = property(log, 'transactionHash')
    if (!isBytes32(hash) || seen.has(hash)) continue
    seen.add(hash)
    const receipt = await readReceipt(reader, hash)
    if (receipt?.status === 'success' && checkReceipt(item, receipt).length === 0) return lowerHex(hash)
  }
  return undefined
}
