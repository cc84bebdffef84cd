import type { Hex } from 'viem'
import { readNonce } from '../chain/reads.ts'
import type { SentTransaction } from '../chain/receipts.ts'
import type { ChainReader } from '../chain/rpc.ts'
import { sentBy } from '../chain/sentBy.ts'
import type { Chain } from '../chains/chain.ts'
import type { Session } from '../plan/session.ts'
import { wait } from '../wait.ts'
import { findEffect } from './awaitCosigners.ts'
import type { TransactionItem } from './sendTransaction.ts'

/** Blocks, and bounds in milliseconds, for which the chain is searched while it shows nothing of a call. */
const quietBlocks = 3
const quiet = ({ blockTime }: Chain): number => Math.min(60_000, Math.max(3_000, quietBlocks * blockTime))

/**
 * Searches the chain for a call that a wallet may have sent without saying so: by the account's nonce, by the call
 * itself and by its effect. While something of the account waits to be mined, as long as a transaction is followed;
 * else for a few blocks. Returns `undefined` where nothing was found, which proves nothing.
 */
export async function searchSent(
  session: Session,
  item: TransactionItem,
  sent: SentTransaction,
): Promise<Hex | undefined> {
  const seen = new Set<string>()
  return search(session, sent, () => findSent(session, item, sent, seen))
}

/**
 * Searches the chain for the calls of a batch that a wallet may have carried out without saying so. Whoever sends a batch
 * for the account, its calls show by what they did.
 * @returns the transaction of each call, in their order; `undefined` for a call of which nothing was found.
 */
export async function searchBatch(
  session: Session,
  items: readonly TransactionItem[],
  { account, nonce, fromBlock }: Pick<SentTransaction, 'account' | 'nonce' | 'fromBlock'>,
): Promise<readonly (Hex | undefined)[]> {
  const { reader } = session
  const found: (Hex | undefined)[] = items.map(() => undefined)
  const seen = items.map(() => new Set<string>())
  if (reader === undefined) return found
  await search(session, { account, nonce }, async () => {
    for (const [index, item] of items.entries())
      found[index] ??= await findEffect(reader, item, fromBlock, seen[index] ?? new Set())
    return found.includes(undefined) ? undefined : 'all'
  })
  return found
}

/** Looks again and again, for as long as what may have been sent can be expected to show. */
async function search<T>(
  { client, chain, reader, signal }: Session,
  sent: Pick<SentTransaction, 'account' | 'nonce'>,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (reader === undefined) return undefined
  const attempts = chain.maxPollingAttemptsBeforeTimeout ?? client.maxPollingAttemptsBeforeTimeout
  const longest = client.pollingInterval * attempts
  const pace = Math.min(client.pollingInterval, Math.max(500, chain.blockTime / 4))
  const begun = performance.now()
  for (;;) {
    const found = await look().catch(() => undefined)
    signal.throwIfAborted()
    if (found !== undefined) return found
    const waited = performance.now() - begun
    const patience = (await isPending(reader, sent)) ? longest : quiet(chain)
    if (waited >= patience) return undefined
    await wait(pace, signal)
  }
}

/** The hash of a call that was mined although the wallet never said that it was sent. */
export async function findSent(
  session: Session,
  item: TransactionItem,
  sent: SentTransaction,
  seen: Set<string>,
): Promise<Hex | undefined> {
  const { reader } = session
  const { account, nonce, fromBlock } = sent
  if (reader === undefined) return undefined
  if (nonce === undefined) return findEffect(reader, item, fromBlock, seen)
  if ((await readNonce(reader, account, 'latest')) <= nonce) return undefined
  // Whoever sent something else meanwhile sent this one with a later nonce.
  for await (const found of sentBy(reader, { account, fromNonce: nonce, fromBlock }))
    if (isSame(sent, found)) return found.hash
  return undefined
}

/** Whether a transaction of the account waits to be mined that was not there before the prompt. */
export async function isPending(
  reader: ChainReader,
  { account, nonce }: Pick<SentTransaction, 'account' | 'nonce'>,
): Promise<boolean> {
  if (nonce === undefined) return false
  const pending = await readNonce(reader, account, 'pending').catch(() => nonce)
  return pending > nonce
}

const isSame = (
  sent: SentTransaction,
  { to, data, value }: { readonly to: string; readonly data: Hex; readonly value: bigint },
): boolean => to === sent.to && data === sent.data.toLowerCase() && value === sent.value
