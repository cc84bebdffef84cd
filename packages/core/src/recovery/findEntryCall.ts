import { callDigest } from '@sluice/guards/internal'
import type { Address, Hex } from 'viem'
import { readAccountCode } from '../chain/reads.ts'
import { type MinedReceipt, minedBy, minedSince, readReceipt } from '../chain/receipts.ts'
import type { ChainReader } from '../chain/rpc.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { findCallIn } from './findCallIn.ts'
import { showsCall } from './showsCall.ts'

/** Whether a mined transaction is the call of an entry itself. */
export async function isSent(
  reader: ChainReader,
  { account, chainId, digest, nonceBefore = 0 }: JournalEntry,
  { from, blockNumber, hash }: MinedReceipt,
): Promise<boolean> {
  if (from !== account) return false
  for await (const call of minedBy(reader, account, blockNumber, blockNumber))
    if (call.hash === hash && callDigest(chainId, call.to as Address, call.value, call.data) === digest)
      return call.nonce >= nonceBefore
  return false
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
  const named = `0x${account.slice(2).padStart(64, '0')}` as const
  const touches = logs.some(({ address, topics }) => address === account || topics.includes(named))
  const within = to === account || (from !== account && touches)
  if (!within || blockNumber <= blockBefore || (await readAccountCode(reader, account)) === 'none')
    return undefined
  return findCallIn(reader, entry, hash)
}

/** The mined transaction that makes exactly the call of an entry. */
export async function findCall(reader: ChainReader, entry: JournalEntry): Promise<Hex | undefined> {
  const from = entry.blockBefore === undefined ? undefined : BigInt(entry.blockBefore)
  for await (const { hash, to, data, value, nonce } of minedBy(reader, entry.account, from)) {
    if (nonce < (entry.nonceBefore ?? 0)) return undefined
    if (callDigest(entry.chainId, to as Address, value, data) === entry.digest) return hash
  }
  return undefined
}

/**
 * The mined transaction of somebody else that carried an entry's call out. A contract account has no nonce that tells
 * of it, and a Safe's wallet answers with a hash of its own, which no chain knows.
 */
export async function findCarrier(reader: ChainReader, entry: JournalEntry): Promise<Hex | undefined> {
  const { call, blockBefore } = entry
  if (call === undefined || blockBefore === undefined) return undefined
  const parts = [call.to.slice(2), call.selector.slice(2)]
  for await (const { hash, data } of minedSince(reader, BigInt(blockBefore) + 1n)) {
    if (!parts.every((part) => data.includes(part))) continue
    const receipt = await readReceipt(reader, hash)
    const carried = receipt?.status === 'success' ? await carriedIn(reader, entry, receipt) : undefined
    if (receipt !== undefined && carried !== undefined && showsCall(entry, carried, receipt.logs)) return hash
  }
  return undefined
}
