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

function reasonOf(sent: SentTransaction, found: MinedCall): FoundReplacement['reason'] {
  if (carriesCall(sent, found)) return 'repriced'
  const { to, data, value } = found
  return to === sent.account && value === 0n && data === '0x' ? 'cancelled' : 'replaced'
}

/**
 * Returns whether a transaction makes a sent call: by itself, with bytes behind it that some wallets append, or inside. An
 * account with code makes its calls inside a transaction to itself, or inside one of another sender that names it, and holds
 * them byte by byte (EIP-7702, ERC-4337).
 */
export function carriesCall(
  { account, ...sent }: SentTransaction,
  { from, to, data, value }: MinedCall,
): boolean {
  const call = sent.data.toLowerCase()
  const isSameCall = call === '0x' ? data === call : data.startsWith(call)
  if (from === account && to === sent.to && value === sent.value && isSameCall) return true
  const isOfAccount = to === account || (from !== account && data.includes(account.slice(2)))
  return isOfAccount && [sent.to, call].every((part) => data.includes(part.slice(2)))
}
