import type { Hex } from 'viem'
import type { ChainReader } from './chainReader.ts'
import type { MinedCall, SentTransaction } from './receipts.ts'
import { sentBy } from './sentBy.ts'

/** The transaction that used the nonce of a sent one. */
export type FoundReplacement = {
  readonly hash: Hex
  readonly reason: 'repriced' | 'replaced' | 'cancelled'
}

/**
 * Returns the transaction that used a sent one's nonce, if the account's `latest` nonce is past it. The sent one may have
 * been dropped from every node, so only the account's nonce shows it.
 */
export async function findReplacement(
  reader: ChainReader,
  sent: SentTransaction,
  latest: number,
  hash: Hex | undefined,
): Promise<FoundReplacement | undefined> {
  const { account, nonce, fromBlock } = sent
  if (nonce === undefined || latest <= nonce) return undefined
  const range = { account, fromNonce: nonce, toNonce: nonce + 1, reachedNonce: latest, fromBlock }
  for await (const found of sentBy(reader, range))
    return found.hash === hash ? undefined : { hash: found.hash, reason: reasonOf(sent, found) }
  return undefined
}

function reasonOf(sent: SentTransaction, { to, data, value }: MinedCall): FoundReplacement['reason'] {
  if (to === sent.to && data === sent.data.toLowerCase() && value === sent.value) return 'repriced'
  return to === sent.account && value === 0n && data === '0x' ? 'cancelled' : 'replaced'
}
