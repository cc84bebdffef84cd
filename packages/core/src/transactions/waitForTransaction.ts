import type { Hex } from 'viem'
import { fetchSynced } from '../api/fetchTransaction.ts'
import type { ChainReader } from '../chain/chainReader.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import { wait } from '../wait.ts'
import { createQueue } from './queue.ts'
import { timeoutError } from './transactionError.ts'
import {
  blockInterval,
  isSettled,
  pollingAttempts,
  type TransactionUpdate,
  type WaitForTransactionParameters,
  type WaitProgress,
  type Wakes,
} from './waitProgress.ts'
import { createWake } from './wake.ts'
import { watchReceipt } from './watchReceipt.ts'

/** The reason that stops both tasks. A string, so that no error with a stack is created for it. */
const finished = 'finished'

/** Pushed messages that are followed up at once, and the milliseconds to wait after each further one. */
const maxImmediateMessages = 4
const messageDelay = 250

/**
 * Waits until the chain shows that a sent transaction succeeded and the provider has seen it (specification 4). Both
 * are asked at the same time, and an answer of one makes the other be asked at once. A receipt that disappears in a
 * reorganization is waited for again, and a node that does not answer is asked until the attempts are used up.
 *
 * - Chain: `eth_getTransactionReceipt`. Without a receipt, the account's nonce (`eth_getTransactionCount`) says whether
 *   another transaction took its place, and the blocks (`eth_getBlockByNumber`) say which.
 * - Provider: `GET /transactions/{txHash}/synced/v1`, after each interval and after each pushed message.
 * @throws {TradeError} `transaction_reverted`, `transaction_cancelled`, `transaction_replaced`; when the attempts are
 * used up `transaction_timeout`, or `transaction_dropped` for one that the nodes knew and dropped.
 */
export async function* waitForTransaction(
  parameters: WaitForTransactionParameters,
): AsyncGenerator<TransactionUpdate> {
  const { reader, hash } = parameters
  const wakes = { chain: createWake(), provider: createWake() }
  const progress: WaitProgress = {
    hash,
    known: undefined,
    isOther: false,
    nonceReadAt: undefined,
    unseen: 0,
    receipt: undefined,
    confirmedAt: undefined,
    syncedAt: undefined,
    absent: 0,
    refused: undefined,
    isSilent: false,
    attempts: 0,
    chainOnly: parameters.chainOnly ?? false,
    behind: false,
  }
  const ask = (inner: WaitForTransactionParameters) =>
    progress.chainOnly ? throwAfterTimeout(inner, progress) : askProvider(inner, progress, wakes)
  if (reader === undefined) await ask(parameters)
  else yield* watched({ ...parameters, reader }, progress, wakes, ask)
  yield { type: 'settled', hash: progress.hash, receipt: progress.receipt }
}

/** Yields what the chain shows until the waiting is over; the first of the two tasks to see that ends both. */
async function* watched(
  parameters: WaitForTransactionParameters & { readonly reader: ChainReader },
  progress: WaitProgress,
  wakes: Wakes,
  ask: (inner: WaitForTransactionParameters) => Promise<void>,
): AsyncGenerator<TransactionUpdate> {
  const { signal } = parameters
  const control = new AbortController()
  const stop = () => control.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  const inner = { ...parameters, signal: control.signal }
  const updates = createQueue<TransactionUpdate>()
  const tasks = [ask(inner), watchReceipt(inner, progress, wakes, updates.push)]
  Promise.race(tasks).then(() => {
    // Whoever reads the updates may take long: nothing that is read from now on belongs to the end.
    control.abort(finished)
    updates.end()
  }, updates.fail)
  for (const task of tasks) task.catch(() => undefined)
  try {
    yield* updates
  } finally {
    signal.removeEventListener('abort', stop)
    control.abort(finished)
  }
}

/** Throws once the time is over for a transaction that only the chain is asked about. */
async function throwAfterTimeout(
  { client, chain, reader, signal }: WaitForTransactionParameters,
  progress: WaitProgress,
): Promise<void> {
  progress.attempts = pollingAttempts(client, chain)
  await wait(client.pollingInterval * progress.attempts, signal)
  throw await timeoutError(chain, reader, progress)
}

/** Asks the provider whether it has seen the transaction: every interval, sooner if that may help, at once on a message. */
async function askProvider(
  { client, chain, reader, listen, signal }: WaitForTransactionParameters,
  progress: WaitProgress,
  wakes: Wakes,
): Promise<void> {
  const { pollingInterval: interval } = client
  const limit = pollingAttempts(client, chain)
  const onMessage = () => {
    wakes.provider.wakeUp()
    wakes.chain.wakeUp()
  }
  // Listening starts after the first answer, which may already be the last.
  let listeningTo: Hex | undefined
  let unlisten: (() => void) | undefined
  const nextPause = createPauses(client, chain, reader !== undefined)
  /** When the provider may be asked again after a `Retry-After`. */
  let retryAt = 0
  const onRetryAfter = (milliseconds: number) => {
    retryAt = performance.now() + milliseconds
  }
  /** When the next attempt begins. Requests in between do not count. */
  let attemptAt = performance.now()
  let isAttempt = true
  let messages = 0
  let woken = false
  try {
    for (;;) {
      // Each attempt has its full interval, the last one too.
      if (isAttempt && progress.attempts >= limit) {
        // The chain has proven it, so a provider that never sees it fails nothing.
        if (progress.receipt !== undefined) return
        throw await timeoutError(chain, reader, progress)
      }
      if (isAttempt) attemptAt = Math.max(attemptAt, performance.now()) + interval
      if (isAttempt) progress.attempts += 1
      // The last attempt is made, however long the provider asked to wait.
      const mayAsk = performance.now() >= retryAt || (isAttempt && progress.attempts >= limit)
      if (
        mayAsk &&
        progress.syncedAt === undefined &&
        (await isSynced({ client, chain, reader, signal }, progress, onRetryAfter))
      ) {
        progress.syncedAt = performance.now()
        if (!isSettled(progress, reader !== undefined)) wakes.chain.wakeUp()
      }
      if (isSettled(progress, reader !== undefined)) return
      if (progress.receipt !== undefined && progress.refused !== undefined) return
      if (listeningTo !== progress.hash) {
        unlisten?.()
        listeningTo = progress.hash
        unlisten = listen?.(progress.hash, onMessage)
      }
      const rest = Math.max(1, attemptAt - performance.now())
      const pause = Math.min(rest, Math.max(nextPause(progress, rest, woken), retryAt - performance.now()))
      woken = await wakes.provider.pause(pause, signal)
      // Measured by what was waited for, not by the clock: a timer may fire early, and that must not add an attempt.
      isAttempt = performance.now() >= attemptAt || (!woken && pause >= rest)
      // The first messages are followed up at once, a flood of them is not.
      if (woken) messages += 1
      if (woken && messages > maxImmediateMessages) await wait(messageDelay, signal)
    }
  } finally {
    unlisten?.()
  }
}

/** Milliseconds of the pauses after a message that the provider's answers do not show yet. */
const afterMessage = [15, 30, 60, 120]

/**
 * Returns a function that says how long to pause before the provider is asked again, at most `rest` milliseconds. Once
 * the chain has shown the transaction, the provider is asked soon and then less often. Where no node can be asked, it
 * is asked as blocks come. A message may arrive a moment before the answers show what it is about.
 */
function createPauses(client: Client, chain: Chain, hasReader: boolean) {
  let pause = 40
  let sinceMessage = afterMessage.length
  const startedAt = performance.now()
  return ({ receipt, syncedAt }: WaitProgress, rest: number, woken: boolean): number => {
    if (woken) sinceMessage = 0
    const soon = afterMessage[sinceMessage]
    sinceMessage += 1
    if (soon !== undefined && syncedAt === undefined) return Math.min(rest, soon)
    if (!client.adaptivePolling || syncedAt !== undefined) return rest
    if (receipt !== undefined) {
      pause = Math.min(pause * 1.5, 1_000)
      return Math.min(rest, pause)
    }
    return hasReader ? rest : Math.min(rest, blockInterval(chain, performance.now() - startedAt))
  }
}

/** The provider's code for a transaction that was mined and failed (`executeCode` of the wire). */
const transactionFailed = 23

/**
 * Asks the provider once whether it has seen the transaction. Errors count as "not yet", since the money is already on
 * its way. `onRetryAfter` is called with the milliseconds for which the provider asks to wait.
 */
async function isSynced(
  {
    client,
    chain,
    reader,
    signal,
  }: Pick<WaitForTransactionParameters, 'client' | 'chain' | 'reader' | 'signal'>,
  progress: WaitProgress,
  onRetryAfter: (milliseconds: number) => void,
): Promise<boolean> {
  const { hash } = progress
  try {
    const synced = await fetchSynced(client, chain, hash, signal)
    progress.absent = 0
    return synced && progress.hash === hash
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TradeError)) throw error
    const { status, providerCode, retryAfter } = error.data
    if (retryAfter !== undefined) onRetryAfter(retryAfter)
    if (providerCode === transactionFailed) {
      // It has seen the transaction. Where the chain can be read, the chain decides how it ended.
      if (reader !== undefined) return progress.hash === hash
      throw new TradeError(
        'transaction_reverted',
        'The provider says that the transaction failed on chain.',
        {
          data: { hash },
          money: 'sent',
        },
      )
    }
    progress.absent = status === 404 ? progress.absent + 1 : 0
    if (status === 401 || status === 403) progress.refused = error
    client.log.verbose('The provider did not say whether it has seen the transaction.', { hash })
    return false
  }
}
