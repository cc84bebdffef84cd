import { callDigest } from '@sluice/guards/internal'
import type { Hex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { readInput } from '../chain/receipts.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'

/**
 * Returns the data of an entry's call if the input of a mined transaction contains it, whoever sent the transaction: the
 * input of an account with code holds its calls byte by byte (ERC-4337, ERC-7579, Safe). Returns `0x` for an older entry,
 * which does not store the beginning of its call.
 */
export async function findCallIn(
  reader: ChainReader,
  { call, chainId, digest }: JournalEntry,
  hash: Hex,
): Promise<Hex | undefined> {
  if (call === undefined) return '0x'
  const { to, value, selector, bytes } = call
  const input = await readInput(reader, hash)
  if (!input.includes(to.slice(2))) return undefined
  const start = selector.slice(2)
  for (let at = input.indexOf(start); at !== -1; at = input.indexOf(start, at + 1)) {
    const data = `0x${input.slice(at, at + 2 * bytes)}` as const
    if (at % 2 === 0 && callDigest(chainId, to, BigInt(value), data) === digest) return data
  }
  return undefined
}
