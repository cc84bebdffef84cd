import { callDigest } from '@sluice/guards/internal'
import { type Hex, pad } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { readAccountCode } from '../chain/reads.ts'
import { callsOfBlock, type MinedReceipt, readInput, readReceipt } from '../chain/receipts.ts'
import { sentBy } from '../chain/sentBy.ts'
import { touching } from '../chain/touching.ts'
import { TradeError } from '../errors.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { ownOf, rivalsOf } from '../journal/rivals.ts'
import { findCallIn } from './findCallIn.ts'
import { showsCall } from './showsCall.ts'

/** Returns whether a mined transaction is the call of an entry, sent by its account. */
export async function isOwnTransaction(
  reader: ChainReader,
  { account, chainId, digest, nonceBefore = 0 }: JournalEntry,
  { from, blockNumber, hash }: MinedReceipt,
): Promise<boolean> {
  if (from !== account) return false
  const call = (await callsOfBlock(reader, blockNumber)).find((mined) => mined.hash === hash)
  return (
    call !== undefined &&
    callDigest(chainId, call.to, call.value, call.data) === digest &&
    call.nonce >= nonceBefore
  )
}

/**
 * Returns the data of an entry's call inside a mined transaction, or `undefined`. An account with code makes its calls
 * inside a transaction to itself, or inside one of another sender that names it, after the prompt.
 */
export async function innerCallOf(
  reader: ChainReader,
  entry: JournalEntry,
  { from, to, logs, blockNumber, hash }: MinedReceipt,
): Promise<Hex | undefined> {
  const { account, blockBefore = 0 } = entry
  const topic = pad(account)
  const isNamed = logs.some(({ address, topics }) => address === account || topics.includes(topic))
  const mayContain = to === account || (from !== account && isNamed)
  if (!mayContain || blockNumber <= blockBefore || (await readAccountCode(reader, account)) === 'none')
    return undefined
  return findCallIn(reader, entry, hash)
}

/**
 * Returns the hash of the account's own mined transaction that makes exactly the call of an entry, at any time since the
 * prompt, unless it is that of another entry.
 * @throws {TradeError} `provider_unreachable` if no node can answer.
 */
async function findOwnTransaction(
  reader: ChainReader,
  entry: JournalEntry,
  others: readonly JournalEntry[],
  reachedNonce: number | undefined,
): Promise<Hex | undefined> {
  const { account, chainId, digest, nonceBefore, blockBefore } = entry
  const fromBlock = blockBefore === undefined ? undefined : BigInt(blockBefore)
  async function* calls() {
    for await (const call of sentBy(reader, { account, fromNonce: nonceBefore, reachedNonce, fromBlock }))
      if (callDigest(chainId, call.to, call.value, call.data) === digest) yield call
  }
  return ownOf(calls(), rivalsOf(entry, others))
}

/**
 * Returns the hash of another sender's mined transaction that carried out an entry's call. The nonce of a contract account
 * does not count its calls, and the wallet of a Safe returns a hash that no chain knows. A transaction of another entry's
 * same call is not this one's, except in one batch.
 * @throws {TradeError} `provider_unreachable` if no node can answer.
 */
async function findOuterTransaction(
  reader: ChainReader,
  entry: JournalEntry,
  others: readonly JournalEntry[],
): Promise<Hex | undefined> {
  const { call, blockBefore = 0 } = entry
  if (call === undefined) return undefined
  const rivals = rivalsOf(entry, others)
  const fromBlock = BigInt(blockBefore) + 1n
  const parts = [call.to.slice(2), call.selector.slice(2)]
  async function* calls() {
    for await (const hash of touching(reader, entry.account, fromBlock)) {
      if (rivals.known.has(hash)) continue
      const input = await readInput(reader, hash)
      if (!parts.every((part) => input.includes(part))) continue
      const receipt = await readReceipt(reader, hash)
      const data = receipt?.status === 'success' ? await innerCallOf(reader, entry, receipt) : undefined
      if (receipt !== undefined && data !== undefined && showsCall(entry, data, receipt.logs))
        yield { hash, block: Number(receipt.blockNumber) }
    }
  }
  return ownOf(calls(), rivals)
}

/** Result of searching the chain for an entry's call. */
export type EntrySearch =
  | { readonly found: 'own' | 'inner'; readonly hash: Hex }
  /** Everything that the account did since the prompt was searched. */
  | { readonly found: 'nothing' }
  /** No node has everything that the account did. */
  | { readonly found: 'unknown' }

/**
 * Searches everything mined since the prompt for the call of an entry: the account's transactions, and those of other
 * senders if the account has code or asked for a batch.
 * @param others entries of the journal, which may have made the same call.
 * @param reachedNonce the account's nonce, where a node has told it: a node that is behind cannot tell what was sent since.
 */
export async function searchEntry(
  reader: ChainReader,
  entry: JournalEntry,
  others: readonly JournalEntry[],
  reachedNonce?: number,
): Promise<EntrySearch> {
  // Without either, the time of the prompt is unknown, and the same call may have been made before it.
  if (entry.nonceBefore === undefined && entry.blockBefore === undefined) return { found: 'unknown' }
  try {
    const hasCode = (await readAccountCode(reader, entry.account)) !== 'none'
    const isContract = hasCode && entry.nonceBefore === undefined
    const own = isContract ? undefined : await findOwnTransaction(reader, entry, others, reachedNonce)
    if (own !== undefined) return { found: 'own', hash: own }
    const outer =
      hasCode || entry.bundle !== undefined ? await findOuterTransaction(reader, entry, others) : undefined
    return outer === undefined ? { found: 'nothing' } : { found: 'inner', hash: outer }
  } catch (cause) {
    if (cause instanceof TradeError && cause.code === 'provider_unreachable') return { found: 'unknown' }
    throw cause
  }
}
