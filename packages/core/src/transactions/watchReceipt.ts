import type { Hex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { isAgreed, isFinal } from '../chain/quorum.ts'
import { readNonce } from '../chain/reads.ts'
import {
  isConfirmed,
  type MinedCall,
  type MinedReceipt,
  readReceipt,
  readTransaction,
} from '../chain/receipts.ts'
import { carriesCall, type FoundReplacement, findReplacement } from '../chain/replacement.ts'
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
      progress.known = undefined
      progress.isOther = false
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

/**
 * Returns the transaction that the wallet named, if it makes the call: no other one says how the call ended. Returns
 * `undefined` while no node has it, and for one that belongs to another prompt of the same call.
 */
async function readOwn(
  { reader, sent, entry }: WatchParameters,
  progress: WaitProgress,
  onUpdate: OnUpdate,
): Promise<MinedCall | undefined> {
  if (progress.known === undefined) {
    const known = await readTransaction(reader, progress.hash)
    if (known === undefined) return undefined
    progress.isOther = !carriesCall(sent, known) || (await entry.rivals()).known.has(known.hash)
    progress.known = known
    if (progress.isOther) onUpdate({ type: 'other' })
    else if (known.from === sent.account) onUpdate({ type: 'seen', nonce: known.nonce })
  }
  return progress.isOther ? undefined : progress.known
}

async function read(
  parameters: WatchParameters,
  progress: WaitProgress,
  onUpdate: OnUpdate,
): Promise<MinedReceipt | FoundReplacement | 'nothing' | 'unanswered'> {
  const { client, chain, reader, sent, signal } = parameters
  let hasChanged = false
  try {
    const receipt = await readReceipt(reader, progress.hash)
    hasChanged = progress.receipt?.blockHash !== receipt?.blockHash
    if (receipt !== undefined) {
      const known = !hasChanged
      const other = known ? undefined : await findActual(parameters, progress, onUpdate, receipt)
      if (other !== undefined) return other
      if (known) return (await isConfirmed(reader, chain, receipt)) ? receipt : 'nothing'
      if (await isAgreed(reader, receipt, client.policy))
        return (await isConfirmed(reader, chain, receipt)) ? receipt : 'nothing'
      client.log.warn('Two nodes disagree about a transaction.', { hash: receipt.hash })
      return 'nothing'
    }
    return sent.relayed ? 'nothing' : await findInPlace(parameters, progress, onUpdate)
  } catch (cause) {
    signal.throwIfAborted()
    // A node that fails says nothing more about the transaction: it is asked again. A block that is gone stays gone.
    if (!(cause instanceof Error)) throw cause
    return hasChanged ? 'nothing' : 'unanswered'
  }
}

/** Returns what took the nonce of a transaction without a receipt, or makes the call in place of a named one. */
async function findInPlace(
  parameters: WatchParameters,
  progress: WaitProgress,
  onUpdate: OnUpdate,
): Promise<FoundReplacement | 'nothing'> {
  const { reader, sent, entry } = parameters
  const own = await readOwn(parameters, progress, onUpdate)
  const ownNonce = own?.from === sent.account ? own.nonce : undefined
  if (ownNonce === undefined) progress.unseen += 1
  const isGuessed = progress.isOther || progress.unseen > unseenLimit
  const nonce = ownNonce ?? (isGuessed ? sent.nonce : undefined)
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
  // The nonce from before the prompt is a guess: the account may have sent something else beside this one, which may
  // wait in a private pool for longer than a run waits. Only its own nonce shows that it can never be mined.
  if (ownNonce === undefined) return repriced(await findSentCall(reader, sent, entry), progress)
  const found = await findReplacement(reader, { ...sent, nonce }, latest, progress.hash)
  return found === undefined ? 'nothing' : judged(parameters, found)
}

const repriced = (made: Hex | undefined, { hash }: WaitProgress): FoundReplacement | 'nothing' =>
  made === undefined || made === hash ? 'nothing' : { hash: made, reason: 'repriced' }

/**
 * Returns what a replacement means for the call. One that shows the effect carried the call out in another form. Any other
 * ends the call, which is said only of what is as settled as a receipt has to be: a reorganization may bring the call back.
 */
async function judged(
  parameters: WatchParameters,
  found: FoundReplacement,
): Promise<FoundReplacement | 'nothing'> {
  const { client, chain, reader, isShown } = parameters
  if (found.reason === 'repriced') return found
  const receipt = await readReceipt(reader, found.hash)
  if (receipt === undefined) return 'nothing'
  if (receipt.status === 'success' && isShown(receipt)) return { hash: found.hash, reason: 'repriced' }
  return (await isFinal(reader, chain, client.policy, receipt)) ? found : 'nothing'
}

/**
 * Returns what counts in place of a mined transaction that the wallet named: the one that makes the call, where another
 * one does; nothing, where the named one was mined before the prompt, or failed without making the call. A named one that
 * shows the effect, or makes the call, counts itself.
 */
async function findActual(
  parameters: WatchParameters,
  progress: WaitProgress,
  onUpdate: OnUpdate,
  receipt: MinedReceipt,
): Promise<FoundReplacement | 'nothing' | undefined> {
  const { reader, sent, entry, isShown } = parameters
  const { hash, status, blockNumber } = receipt
  if (sent.relayed) return undefined
  const isEarly = sent.fromBlock !== undefined && blockNumber <= sent.fromBlock
  if (!isEarly && status === 'success' && isShown(receipt)) return undefined
  const made = await findSentCall(reader, sent, entry).catch(() => undefined)
  if (made === hash) return undefined
  if (made !== undefined) return { hash: made, reason: 'repriced' }
  if (isEarly) return 'nothing'
  if (status === 'success' || (await readOwn(parameters, progress, onUpdate)) !== undefined) return undefined
  return 'nothing'
}
