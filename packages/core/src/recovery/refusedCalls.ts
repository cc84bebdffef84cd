import { callDigest } from '@sluice/guards/internal'
import type { Hex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { readNonce } from '../chain/reads.ts'
import { sentBy } from '../chain/sentBy.ts'
import { TradeError } from '../errors.ts'
import type { JournalClient } from '../journal/journal.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { storeFound } from '../journal/storeFound.ts'

/**
 * What the chain says of a call that a wallet said it did not send.
 *
 * - unsent: nothing that the account sent since the prompt is this call, and nothing of it is pending.
 * - sent: the call was mined all the same.
 * - unknown: something of the account is pending, or no node has everything that it sent.
 */
export type RefusedCall =
  | { readonly state: 'unsent' | 'unknown' }
  | { readonly state: 'sent'; readonly hash: Hex }

/**
 * Looks up a refused call by the account's nonce, and by the call itself only if the nonce moved since the prompt. A
 * contract account sends nothing itself: its wallet is believed.
 *
 * @param others entries of the journal; a transaction that belongs to one of them is not this call.
 * @throws {TradeError} `provider_unreachable`, `aborted`
 */
export async function lookUpRefused(
  reader: ChainReader,
  { account, chainId, digest, nonceBefore, blockBefore }: JournalEntry,
  others: readonly JournalEntry[],
): Promise<RefusedCall> {
  if (nonceBefore === undefined) return { state: 'unsent' }
  const [mined, waiting] = await Promise.all([
    readNonce(reader, account, 'latest'),
    readNonce(reader, account, 'pending'),
  ])
  if (Math.max(mined, waiting) <= nonceBefore) return { state: 'unsent' }
  const known = new Set(others.map(({ hash }) => hash?.toLowerCase()))
  const fromBlock = blockBefore === undefined ? undefined : BigInt(blockBefore)
  try {
    for await (const { hash, to, data, value } of sentBy(reader, {
      account,
      fromNonce: nonceBefore,
      reachedNonce: mined,
      fromBlock,
    }))
      if (!known.has(hash) && callDigest(chainId, to, value, data) === digest) return { state: 'sent', hash }
  } catch (cause) {
    if (!(cause instanceof TradeError) || cause.code !== 'provider_unreachable') throw cause
    return { state: 'unknown' }
  }
  return { state: waiting > mined ? 'unknown' : 'unsent' }
}

/** Milliseconds for which a refusal is held against the chain: a wallet that sent late has done so by then. */
const doubtedFor = 86_400_000

/**
 * Returns refused calls for the same items whose refusal the chain contradicts or leaves open, as entries that may still
 * happen. What was mined is written to the journal as sent, so that `resume` finishes it.
 */
export async function contradictedRefusals(
  client: JournalClient,
  entries: readonly JournalEntry[],
  reader: ChainReader,
): Promise<readonly JournalEntry[]> {
  const all = await client.journal.entries()
  const looked = await Promise.all(
    entries.map(async (entry): Promise<readonly JournalEntry[]> => {
      if (Date.now() - entry.updatedAt > doubtedFor) return []
      const found = await lookUpRefused(reader, entry, all)
      if (found.state === 'sent') {
        const sent: JournalEntry = { ...entry, state: 'sent', hash: found.hash, updatedAt: Date.now() }
        await storeFound(client, sent)
        return [sent]
      }
      return found.state === 'unknown' ? [{ ...entry, state: 'unknown' }] : []
    }),
  )
  return looked.flat()
}
