import { callDigest } from '@sluice/guards/internal'
import { type Hex, pad } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { readAccountCode } from '../chain/reads.ts'
import { callsOfBlock, type MinedCall, type MinedReceipt, readInput, readReceipt } from '../chain/receipts.ts'
import { sentBy } from '../chain/sentBy.ts'
import { touching } from '../chain/touching.ts'
import { TradeError } from '../errors.ts'
import { type JournalEntry, openStates } from '../journal/journalEntry.ts'
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

/** Returns the other entries that made the same call. */
const sameCalls = (
  { id, account, chainId, digest }: JournalEntry,
  others: readonly JournalEntry[],
): readonly JournalEntry[] =>
  others.filter(
    (other) =>
      other.id !== id && other.account === account && other.chainId === chainId && other.digest === digest,
  )

const hashesOf = (entries: readonly JournalEntry[]): ReadonlySet<string | undefined> =>
  new Set(entries.map(({ hash }) => hash?.toLowerCase()))

/**
 * Returns the hash of the account's own mined transaction that makes exactly the call of an entry, at any time since the
 * prompt. A transaction counts once: one that belongs to another entry is not this call, and of entries that made the same
 * call and do not know what became of it, the newest are served first, whose prompts may still be open.
 * @throws {TradeError} `provider_unreachable` if no node can answer.
 */
async function findOwnTransaction(
  reader: ChainReader,
  entry: JournalEntry,
  others: readonly JournalEntry[],
): Promise<Hex | undefined> {
  const { account, chainId, digest, nonceBefore, blockBefore } = entry
  const fromBlock = blockBefore === undefined ? undefined : BigInt(blockBefore)
  const alike = sameCalls(entry, others)
  const known = hashesOf(alike)
  const newer = alike
    .filter((other) => other.hash === undefined && openStates.has(other.state) && isNewer(other, entry))
    .sort((one, other) => (isNewer(one, other) ? -1 : 1))
  const found: MinedCall[] = []
  for await (const call of sentBy(reader, { account, fromNonce: nonceBefore, fromBlock })) {
    if (known.has(call.hash) || callDigest(chainId, call.to, call.value, call.data) !== digest) continue
    if (newer.length === 0) return call.hash
    found.push(call)
  }
  for (const { nonceBefore: least = 0 } of newer) {
    const last = found.at(-1)
    if (last !== undefined && last.nonce >= least) found.pop()
  }
  return found.at(-1)?.hash
}

/** Whether an entry was written after another one; the ids decide between two of the same moment. */
const isNewer = (one: JournalEntry, other: JournalEntry): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt

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
  const { call, bundle, blockBefore = 0 } = entry
  if (call === undefined) return undefined
  const apart = sameCalls(entry, others).filter(
    (other) => bundle === undefined || other.bundle?.id !== bundle.id,
  )
  const known = hashesOf(apart)
  const fromBlock = BigInt(blockBefore) + 1n
  const parts = [call.to.slice(2), call.selector.slice(2)]
  for await (const hash of touching(reader, entry.account, fromBlock)) {
    if (known.has(hash)) continue
    const input = await readInput(reader, hash)
    if (!parts.every((part) => input.includes(part))) continue
    const receipt = await readReceipt(reader, hash)
    const data = receipt?.status === 'success' ? await innerCallOf(reader, entry, receipt) : undefined
    if (receipt !== undefined && data !== undefined && showsCall(entry, data, receipt.logs)) return hash
  }
  return undefined
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
 */
export async function searchEntry(
  reader: ChainReader,
  entry: JournalEntry,
  others: readonly JournalEntry[],
): Promise<EntrySearch> {
  // Without either, the time of the prompt is unknown, and the same call may have been made before it.
  if (entry.nonceBefore === undefined && entry.blockBefore === undefined) return { found: 'unknown' }
  try {
    const hasCode = (await readAccountCode(reader, entry.account)) !== 'none'
    const isContract = hasCode && entry.nonceBefore === undefined
    const own = isContract ? undefined : await findOwnTransaction(reader, entry, others)
    if (own !== undefined) return { found: 'own', hash: own }
    const outer =
      hasCode || entry.bundle !== undefined ? await findOuterTransaction(reader, entry, others) : undefined
    return outer === undefined ? { found: 'nothing' } : { found: 'inner', hash: outer }
  } catch (cause) {
    if (cause instanceof TradeError && cause.code === 'provider_unreachable') return { found: 'unknown' }
    throw cause
  }
}
