import type { Address } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { isAgreed } from '../chain/quorum.ts'
import { readNonce } from '../chain/reads.ts'
import {
  type MinedReceipt,
  readBlockNumber,
  readReceipt,
  readSender,
  type SentTransaction,
} from '../chain/receipts.ts'
import { type FoundReplacement, findReplacement } from '../chain/replacement.ts'
import type { Chain } from '../chains/chain.ts'
import { findSentCall, searchTime } from './findSentTransaction.ts'
import { replacedError, revertedError } from './transactionError.ts'
import {
  blockInterval,
  isSettled,
  type TransactionUpdate,
  type WaitForTransactionParameters,
  type WaitProgress,
  type Wakes,
} from './waitProgress.ts'

type WatchParameters = WaitForTransactionParameters & { readonly reader: ChainReader }
type OnUpdate = (update: TransactionUpdate) => void

/** Reads after which a transaction that no node knows is searched for by the nonce it should have. */
const unseenLimit = 8
/** Milliseconds between reads of the account's nonce, which shows whether another transaction took this one's place. */
const nonceInterval = 2_000
/** Milliseconds of the first pause; a local chain is faster than any block time. */
const firstPause = 40

/**
 * Reads the receipt, or what took the nonce, until the waiting is over. Goes on reading while the provider is waited
 * for: until then a reorganization may take the block back.
 */
export async function watchReceipt(
  parameters: WatchParameters,
  progress: WaitProgress,
  wakes: Wakes,
  onUpdate: OnUpdate,
): Promise<void> {
  const { client, chain } = parameters
  const begun = performance.now()
  let answeredAt = begun
  for (let pause = firstPause; ; pause *= 1.5) {
    const startedAt = performance.now()
    const longest = Math.min(client.pollingInterval, blockInterval(chain, startedAt - begun))
    pause = Math.min(pause, longest)
    const found = await read(parameters, progress, onUpdate)
    // The other task may have ended the waiting meanwhile, by what was known then.
    parameters.signal.throwIfAborted()
    const readAt = performance.now()
    if (found !== 'unanswered') answeredAt = readAt
    progress.isSilent = readAt - answeredAt >= searchTime(chain)
    if (typeof found === 'object' && 'reason' in found) {
      if (found.reason !== 'repriced') {
        onUpdate({ type: 'undone', hash: found.hash })
        throw replacedError(chain, progress.hash, found)
      }
      progress.hash = found.hash
      progress.sender = undefined
      progress.receipt = undefined
      progress.attempts = 0
      onUpdate({ type: 'replaced', hash: progress.hash })
      wakes.provider.wakeUp()
      continue
    }
    if (typeof found === 'object') {
      const isNew = progress.receipt?.blockHash !== found.blockHash
      progress.confirmedAt = startedAt
      if (isNew) {
        onUpdate({ type: 'mined', receipt: found })
        if (found.status === 'reverted') throw await revertedError(parameters, found)
        progress.receipt = found
        wakes.provider.wakeUp()
      }
    } else if (found !== 'unanswered' && progress.receipt !== undefined) {
      progress.receipt = undefined
      progress.confirmedAt = undefined
      onUpdate({ type: 'unmined' })
    }
    if (isSettled(progress, true)) return
    await wakes.chain.pause(progress.receipt === undefined ? pause : longest, parameters.signal)
  }
}

/** Returns whether it has as many confirmations as the chain's settings ask for. */
async function isConfirmed(
  reader: ChainReader,
  { confirmations }: Chain,
  { blockNumber }: MinedReceipt,
): Promise<boolean> {
  if (confirmations <= 1) return true
  return (await readBlockNumber(reader)) >= blockNumber + BigInt(confirmations) - 1n
}

/** Returns the nonce of a transaction that the account itself sent; `undefined` while no node has it as such. */
async function readOwnNonce(
  reader: ChainReader,
  account: Address,
  progress: WaitProgress,
  onUpdate: OnUpdate,
): Promise<number | undefined> {
  if (progress.sender === undefined) {
    progress.sender = await readSender(reader, progress.hash)
    if (progress.sender?.account === account) onUpdate({ type: 'seen', nonce: progress.sender.nonce })
  }
  return progress.sender?.account === account ? progress.sender.nonce : undefined
}

async function read(
  { client, chain, reader, sent, entry, signal, isShown }: WatchParameters,
  progress: WaitProgress,
  onUpdate: OnUpdate,
): Promise<MinedReceipt | FoundReplacement | 'nothing' | 'unanswered'> {
  let hasChanged = false
  try {
    const receipt = await readReceipt(reader, progress.hash)
    hasChanged = progress.receipt?.blockHash !== receipt?.blockHash
    if (receipt !== undefined) {
      const known = !hasChanged
      const other = known ? undefined : await findActual(reader, sent, entry, receipt, isShown(receipt))
      if (other !== undefined) return other
      if (known || (await isAgreed(reader, receipt, client.policy)))
        return (await isConfirmed(reader, chain, receipt)) ? receipt : 'nothing'
      client.log.warn('Two nodes disagree about a transaction.', { hash: receipt.hash })
      return 'nothing'
    }
    if (sent.relayed) return 'nothing'
    const known = await readOwnNonce(reader, sent.account, progress, onUpdate)
    if (known === undefined) progress.unseen += 1
    const nonce = known ?? (progress.unseen > unseenLimit ? sent.nonce : undefined)
    const now = performance.now()
    // What took its place is looked for less often: most reads ask the node once.
    if (nonce === undefined || now - (progress.nonceReadAt ?? Number.NEGATIVE_INFINITY) < nonceInterval)
      return 'nothing'
    const latest = await readNonce(reader, sent.account, 'latest')
    progress.nonceReadAt = now
    if (latest < nonce !== progress.behind) {
      progress.behind = latest < nonce
      onUpdate({ type: 'behind', behind: progress.behind })
    }
    const found = await findReplacement(reader, { ...sent, nonce }, latest, progress.hash)
    // The nonce from before the prompt is a guess: the account may have sent something else beside this one, which may
    // wait in a private pool for longer than a run waits. Only its own nonce shows that it can never be mined.
    if (found === undefined || known !== undefined) return found ?? 'nothing'
    const isOwn = found.reason === 'repriced' && !(await entry.rivals()).known.has(found.hash)
    return isOwn ? found : 'nothing'
  } catch (cause) {
    signal.throwIfAborted()
    // A node that fails says nothing more about the transaction: it is asked again. A block that is gone stays gone.
    if (!(cause instanceof Error)) throw cause
    return hasChanged ? 'nothing' : 'unanswered'
  }
}

/**
 * Returns what counts in place of a mined transaction that the wallet named: the one that makes the call, where another
 * one does; nothing, where the named one was mined before the prompt. A named one that shows the effect, or makes the call,
 * counts itself.
 */
async function findActual(
  reader: ChainReader,
  sent: SentTransaction,
  entry: WatchParameters['entry'],
  { hash, blockNumber }: MinedReceipt,
  isShown: boolean,
): Promise<FoundReplacement | 'nothing' | undefined> {
  const { nonce, fromBlock, relayed } = sent
  if (relayed || nonce === undefined || fromBlock === undefined) return undefined
  const isEarly = blockNumber <= fromBlock
  if (!isEarly && isShown) return undefined
  const made = await findSentCall(reader, sent, entry).catch(() => undefined)
  if (made === hash) return undefined
  if (made !== undefined) return { hash: made, reason: 'repriced' }
  return isEarly ? 'nothing' : undefined
}
