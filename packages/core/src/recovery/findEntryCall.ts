import { callDigest } from '@sluice/guards/internal'
import { type Address, type Hex, pad } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { readAccountCode } from '../chain/reads.ts'
import { callsOfBlock, type MinedReceipt, readInput, readReceipt } from '../chain/receipts.ts'
import { sentBy } from '../chain/sentBy.ts'
import { touching } from '../chain/touching.ts'
import { TradeError } from '../errors.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { findCallIn } from './findCallIn.ts'
import { showsCall } from './showsCall.ts'

/** Whether a mined transaction is the call of an entry itself. */
export async function isSent(
  reader: ChainReader,
  { account, chainId, digest, nonceBefore = 0 }: JournalEntry,
  { from, blockNumber, hash }: MinedReceipt,
): Promise<boolean> {
  if (from !== account) return false
  const call = (await callsOfBlock(reader, blockNumber)).find((one) => one.hash === hash)
  return (
    call !== undefined &&
    callDigest(chainId, call.to as Address, call.value, call.data) === digest &&
    call.nonce >= nonceBefore
  )
}

/**
 * The data of an entry's call inside of a mined transaction. An account with code makes its calls inside of one to
 * itself, or of somebody else's that names it; then it is later than the prompt, and carries the call.
 */
export async function carriedIn(
  reader: ChainReader,
  entry: JournalEntry,
  { from, to, logs, blockNumber, hash }: MinedReceipt,
): Promise<Hex | undefined> {
  const { account, blockBefore = 0 } = entry
  const named = pad(account)
  const touches = logs.some(({ address, topics }) => address === account || topics.includes(named))
  const within = to === account || (from !== account && touches)
  if (!within || blockNumber <= blockBefore || (await readAccountCode(reader, account)) === 'none')
    return undefined
  return findCallIn(reader, entry, hash)
}

/**
 * The mined transaction of the account that makes exactly the call of an entry, however long ago it was mined; `undefined`
 * where there is none.
 * @throws {TradeError} `provider_unreachable` where no node can tell.
 */
async function findCall(reader: ChainReader, entry: JournalEntry): Promise<Hex | undefined> {
  const { account, chainId, digest, nonceBefore, blockBefore } = entry
  const fromBlock = blockBefore === undefined ? undefined : BigInt(blockBefore)
  for await (const { hash, to, data, value } of sentBy(reader, {
    account,
    fromNonce: nonceBefore,
    fromBlock,
  }))
    if (callDigest(chainId, to as Address, value, data) === digest) return hash
  return undefined
}

/**
 * The mined transaction of somebody else that carried an entry's call out. A contract account has no nonce that tells
 * of it, and a Safe's wallet answers with a hash of its own, which no chain knows.
 * @throws {TradeError} `provider_unreachable` where no node can tell.
 */
async function findCarrier(reader: ChainReader, entry: JournalEntry): Promise<Hex | undefined> {
  const { call, blockBefore = 0 } = entry
  if (call === undefined) return undefined
  const fromBlock = BigInt(blockBefore) + 1n
  const parts = [call.to.slice(2), call.selector.slice(2)]
  for await (const hash of touching(reader, entry.account, fromBlock)) {
    const input = await readInput(reader, hash)
    if (!parts.every((part) => input.includes(part))) continue
    const receipt = await readReceipt(reader, hash)
    const carried = receipt?.status === 'success' ? await carriedIn(reader, entry, receipt) : undefined
    if (receipt !== undefined && carried !== undefined && showsCall(entry, carried, receipt.logs)) return hash
  }
  return undefined
}

/** What a search of the chain for an entry's call came to. */
export type EntrySearch =
  | { readonly found: 'own' | 'carried'; readonly hash: Hex }
  /** All that the account did since was looked at. */
  | { readonly found: 'nothing' }
  /** No node tells all of it. */
  | { readonly found: 'unknown' }

/**
 * Searches all that was mined since the prompt for the call of an entry: what the account sent, and what others carried
 * out for it where it has code or asked for a batch.
 */
export async function searchEntry(reader: ChainReader, entry: JournalEntry): Promise<EntrySearch> {
  // Without either nobody knows when the prompt was: the same call may have been made before it.
  if (entry.nonceBefore === undefined && entry.blockBefore === undefined) return { found: 'unknown' }
  try {
    const isContract =
      entry.nonceBefore === undefined && (await readAccountCode(reader, entry.account)) !== 'none'
    const own = isContract ? undefined : await findCall(reader, entry)
    if (own !== undefined) return { found: 'own', hash: own }
    const carrier = isContract || entry.bundle !== undefined ? await findCarrier(reader, entry) : undefined
    return carrier === undefined ? { found: 'nothing' } : { found: 'carried', hash: carrier }
  } catch (cause) {
    if (cause instanceof TradeError && cause.code === 'provider_unreachable') return { found: 'unknown' }
    throw cause
  }
}
