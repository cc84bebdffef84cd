import { checkReceipt } from '@sluice/guards/internal'
import type { Hex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { readNonce } from '../chain/reads.ts'
import { readReceipt, type SentTransaction } from '../chain/receipts.ts'
import { sentBy } from '../chain/sentBy.ts'
import { type NamedIn, namedIn } from '../chain/touching.ts'
import type { Chain } from '../chains/chain.ts'
import type { OpenEntry } from '../journal/openEntry.ts'
import { ownOf } from '../journal/rivals.ts'
import { wait } from '../wait.ts'
import type { TransactionContext, TransactionItem } from './transactionContext.ts'
import { pollingAttempts } from './waitProgress.ts'

/** How many blocks, within bounds in milliseconds, the chain is searched for a call that it does not show. */
const searchBlocks = 3
export const searchTime = ({ blockTime }: Chain): number =>
  Math.min(60_000, Math.max(3_000, searchBlocks * blockTime))

/** Milliseconds between two looks of such a search. */
export const searchPace = ({ client, chain }: Pick<SearchContext, 'client' | 'chain'>): number =>
  Math.min(client.pollingInterval, Math.max(500, chain.blockTime / 4))

export type SearchContext = Pick<TransactionContext, 'client' | 'chain' | 'reader' | 'signal'>

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
  entry: Pick<OpenEntry, 'rivals'>,
): Promise<Hex | undefined> {
  const searched = newSearch()
  return search(context, sent, () => findSentTransaction(context, item, sent, entry, searched))
}

/** Calls `look` until it finds something, for as long as what may have been sent can be expected to show. */
export async function search<T>(
  context: SearchContext,
  sent: Pick<SentTransaction, 'account' | 'nonce'>,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { client, chain, reader, signal } = context
  if (reader === undefined) return undefined
  const longest = client.pollingInterval * pollingAttempts(client, chain)
  const begun = performance.now()
  for (;;) {
    const found = await look().catch(() => undefined)
    signal.throwIfAborted()
    if (found !== undefined) return found
    const waited = performance.now() - begun
    const searchLimit = (await isPending(reader, sent).catch(() => false)) ? longest : searchTime(chain)
    if (waited >= searchLimit) return undefined
    await wait(searchPace(context), signal)
  }
}

/** Returns the hash of a call that was mined although the wallet never said that it was sent. */
export async function findSentTransaction(
  context: Pick<SearchContext, 'reader'>,
  item: TransactionItem,
  sent: SentTransaction,
  entry: Pick<OpenEntry, 'rivals'>,
  searched: Searched,
): Promise<Hex | undefined> {
  const { reader } = context
  if (reader === undefined) return undefined
  const own = await findSentCall(reader, sent, entry)
  if (own !== undefined || (sent.nonce !== undefined && sent.delegated !== true)) return own
  return findEffect(reader, item, sent.fromBlock, entry, searched)
}

/**
 * Returns the hash of the mined transaction that makes exactly a sent call, with any nonce since the prompt: if the
 * account sent something else meanwhile, the call has a later one. One that another prompt of the same call sent is not it.
 * @throws {TradeError} `provider_unreachable` if a part of what the account sent could not be searched.
 */
export async function findSentCall(
  reader: ChainReader,
  sent: SentTransaction,
  entry: Pick<OpenEntry, 'rivals'>,
): Promise<Hex | undefined> {
  const { account, nonce, fromBlock } = sent
  if (nonce === undefined) return undefined
  const reachedNonce = await readNonce(reader, account, 'latest')
  if (reachedNonce <= nonce) return undefined
  async function* calls() {
    for await (const found of sentBy(reader, { account, fromNonce: nonce, reachedNonce, fromBlock }))
      if (isSame(sent, found)) yield found
  }
  return ownOf(calls(), await entry.rivals())
}

/**
 * Returns whether the account has a transaction, pending or mined, that was not there before the prompt.
 * @throws if no node can answer.
 */
export async function isPending(
  reader: ChainReader,
  { account, nonce }: Pick<SentTransaction, 'account' | 'nonce'>,
): Promise<boolean> {
  if (nonce === undefined) return false
  return (await readNonce(reader, account, 'pending')) > nonce
}

const isSame = (
  sent: SentTransaction,
  { to, data, value }: { readonly to: string; readonly data: Hex; readonly value: bigint },
): boolean => to === sent.to && data === sent.data.toLowerCase() && value === sent.value

/** What a search for the effect of one call has looked at, so that the next look goes on from there. */
export type Searched = {
  /** Transactions that do not show the effect. */
  readonly hashes: Set<string>
  /** The first block that has not been searched for certain. */
  next: bigint | undefined
}

/** Begins a search. @param hashes transactions that are known not to show the effect. */
export const newSearch = (...hashes: readonly Hex[]): Searched => ({
  hashes: new Set(hashes),
  next: undefined,
})

/** Blocks that are searched again by the next look: of several nodes behind one address, one may be behind. */
const searchedAgain = 16n

/**
 * Returns a transaction mined since the prompt whose receipt shows exactly what the item is for. While a later prompt of
 * the same call does not know what became of it, it may be that one's.
 *
 * @param searched how far earlier looks came; a look that fails keeps what it has searched.
 * @param taken transactions of calls of the batch that are the same: one that makes nothing but the call made it once.
 * @throws {TradeError} `provider_unreachable` if a part of the range could not be searched.
 */
export async function findEffect(
  reader: ChainReader,
  item: TransactionItem,
  fromBlock: bigint | undefined,
  entry: Pick<OpenEntry, 'rivals'>,
  searched: Searched,
  taken: ReadonlySet<string | undefined> = new Set(),
): Promise<Hex | undefined> {
  if (fromBlock === undefined) return undefined
  const { known, newer } = await entry.rivals()
  if (newer.length > 0) return undefined
  const first = searched.next ?? fromBlock + 1n
  let isShown = true
  const onSearched = (last: bigint) => {
    const next = last + 1n - searchedAgain
    if (isShown && next > first) searched.next = next
  }
  for await (const hash of namedIn(reader, placesOf(item), first, onSearched)) {
    if (searched.hashes.has(hash) || known.has(hash)) continue
    const receipt = await readReceipt(reader, hash)
    // A node may show the logs of a block a moment before its receipts.
    if (receipt === undefined) isShown = false
    else searched.hashes.add(hash)
    if (taken.has(hash) && receipt?.to === item.call.to) continue
    if (receipt?.status === 'success' && checkReceipt(item, receipt).length === 0) return hash
  }
  return undefined
}

/** Returns where the effect of a call shows: its contracts name the account, or who gets something in its place. */
function placesOf({ call, effects: { give, get } }: TransactionItem): NamedIn {
  const contracts = [call.to, ...[...give, ...get].map(({ contract }) => contract)]
  const receivers = get.flatMap(({ counterparty }) => counterparty ?? [])
  return {
    contracts: [...new Set(contracts)].filter((one) => !/^0x0{40}$/.test(one)),
    accounts: [...new Set([call.account, ...receivers])],
  }
}
