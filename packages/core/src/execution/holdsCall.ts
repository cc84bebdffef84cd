import { readInput } from '../chain/receipts.ts'
import type { ChainReader } from '../chain/rpc.ts'
import { callDigest } from '../guards/judgement.ts'
import type { JournalEntry } from '../journal/journal.ts'

/**
 * Whether a mined transaction, whoever sent it, carries the call of an entry: an account with code is told its calls
 * byte by byte (ERC-4337, ERC-7579, Safe). An older entry does not say how its call begins, so that nothing is known.
 */
export async function holdsCall(
  reader: ChainReader,
  { call, chainId, digest }: JournalEntry,
  hash: JournalEntry['digest'],
): Promise<boolean> {
  if (call === undefined) return true
  const { to, value, selector, bytes } = call
  const input = await readInput(reader, hash)
  if (!input.includes(to.slice(2))) return false
  const start = selector.slice(2)
  for (let at = input.indexOf(start); at !== -1; at = input.indexOf(start, at + 1)) {
    const data = `0x${input.slice(at, at + 2 * bytes)}` as const
    if (at % 2 === 0 && callDigest(chainId, to, BigInt(value), data) === digest) return true
  }
  return false
}
