import type { Hex } from 'viem'
import { fetchSynced } from '../api/fetchSynced.ts'
import type { MinedReceipt, SentTransaction } from '../chain/receipts.ts'
import type { ChainReader } from '../chain/rpc.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import { wait } from '../wait.ts'
import { createQueue } from './queue.ts'
import { gaveUp } from './transactionError.ts'
import { blindLimit, blockPace, isSettled, type Progress } from './waitProgress.ts'
import { createWake, type Wake } from './wake.ts'
import { watchChain } from './watchReceipt.ts'

/** What following a transaction finds out, in order. `settled` comes last. */
export type FollowedFact =
  | { readonly type: 'replaced'; readonly hash: Hex }
  /** Whether it waits for an earlier transaction of the account. */
  | { readonly type: 'behind'; readonly behind: boolean }
  /** Its nonce was used up by something else: nothing of it ever happens. */
  | { readonly type: 'undone'; readonly hash: Hex }
  | { readonly type: 'mined'; readonly receipt: MinedReceipt }
  /** Its block is not part of the chain any more: it is on its way again. */
  | { readonly type: 'unmined' }
  | {
      readonly type: 'settled'
      readonly hash: Hex
      /** Absent where no node could be asked: the provider's word alone ended the waiting. */
      readonly receipt: MinedReceipt | undefined
    }

/** Calls `news` when the provider pushes something about a hash. Answers the function that stops it. */
export type Listen = (hash: Hex, news: () => void) => () => void

export type FollowParameters = {
  readonly client: Client
  readonly chain: Chain
  /** Absent where no node can be asked at all. */
  readonly reader: ChainReader | undefined
  readonly sent: SentTransaction
  readonly hash: Hex
  readonly signal: AbortSignal
  readonly listen: Listen | undefined
  /** The provider has no part in it: the chain's word ends the waiting. */
  readonly alone?: boolean | undefined
}

/** Why the two stop asking. Given, so that no error with a stack is made for it. */
const over = 'over'

/** News that is answered at once; more of it waits its turn, milliseconds. */
const promptNews = 4
const floodGap = 250
/**
 * Follows a sent transaction until the chain shows that it succeeded and the provider has seen it
 * (specification 4). Both are asked at the same time, and news from one makes the other be asked at once. A
 * receipt that vanishes in a reorganisation is waited for again.
 * @throws {TradeError} `transaction_reverted`, `transaction_cancelled`, `transaction_replaced`, or when the
 * attempts are used up `transaction_timeout`, or `transaction_dropped` for one that the nodes knew and forgot.
 */
export async function* follow(parameters: FollowParameters): AsyncGenerator<FollowedFact> {
  const { reader, hash } = parameters
  const wakes = { chain: createWake(), provider: createWake() }
  const progress: Progress = {
    hash,
    nonce: undefined,
    noncedAt: undefined,
    unseen: 0,
    receipt: undefined,
    shownAt: undefined,
    syncedAt: undefined,
    absent: 0,
    refused: undefined,
    blind: 0,
    attempts: 0,
    alone: parameters.alone ?? false,
    behind: false,
    waits: false,
  }
  const ask = (inner: FollowParameters) =>
    progress.alone ? giveUp(inner, progress) : askProvider(inner, progress, wakes)
  if (reader === undefined) await ask(parameters)
  else yield* watched({ ...parameters, reader }, progress, wakes, ask)
  yield { type: 'settled', hash: progress.hash, receipt: progress.receipt }
}

/** What the chain shows until all has been said; the first of the two to see that ends both. */
async function* watched(
  parameters: FollowParameters & { readonly reader: ChainReader },
  progress: Progress,
  wakes: Wakes,
  ask: (inner: FollowParameters) => Promise<void>,
): AsyncGenerator<FollowedFact> {
  const { signal } = parameters
  const control = new AbortController()
  const stop = () => control.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  const inner = { ...parameters, signal: control.signal }
  const facts = createQueue<FollowedFact>()
  const tasks = [ask(inner), watchChain(inner, progress, wakes, facts.push)]
  Promise.race(tasks).then(facts.end, facts.fail)
  for (const task of tasks) task.catch(() => undefined)
  try {
    yield* facts
  } finally {
    signal.removeEventListener('abort', stop)
    control.abort(over)
  }
}

/** Ends the waiting for a transaction that nobody but the chain could tell of. */
async function giveUp(
  { client, chain, reader, signal }: FollowParameters,
  progress: Progress,
): Promise<void> {
  progress.attempts = chain.maxPollingAttemptsBeforeTimeout ?? client.maxPollingAttemptsBeforeTimeout
  await wait(client.pollingInterval * progress.attempts, signal)
  throw await gaveUp(chain, reader, progress)
}

/** What makes the two look at once. */
export type Wakes = { readonly chain: Wake; readonly provider: Wake }

/** Asks whether the provider has seen it: every interval, in between where that helps, and on news at once. */
async function askProvider(
  { client, chain, reader, listen, signal }: FollowParameters,
  progress: Progress,
  wakes: Wakes,
): Promise<void> {
  const { pollingInterval: interval } = client
  const limit = chain.maxPollingAttemptsBeforeTimeout ?? client.maxPollingAttemptsBeforeTimeout
  const news = () => {
    wakes.provider.now()
    wakes.chain.now()
  }
  // What the first answer shows already needs no listening.
  const listening: { hash: Hex | undefined; stop: (() => void) | undefined } = {
    hash: undefined,
    stop: undefined,
  }
  const pace = createPace(client, chain, reader !== undefined)
  const quiet = { until: 0 }
  let due = performance.now()
  let flood = 0
  let heard = false
  let counted = true
  try {
    for (;;) {
      // Each attempt has its whole interval: the last one too.
      if (counted && progress.attempts >= limit) {
        // The chain has proven it: a provider that never sees it fails nothing.
        if (progress.receipt !== undefined) return
        throw await gaveUp(chain, reader, progress)
      }
      if (counted) due = Math.max(due, performance.now()) + interval
      if (counted && !progress.waits) progress.attempts += 1
      // However long the provider wants not to be asked: the last attempt is one.
      const may = performance.now() >= quiet.until || (counted && progress.attempts >= limit)
      const calm = (milliseconds: number) => {
        quiet.until = performance.now() + milliseconds
      }
      if (
        may &&
        progress.syncedAt === undefined &&
        (await isSynced({ client, chain, reader, signal }, progress, calm))
      ) {
        progress.syncedAt = performance.now()
        if (!isSettled(progress, reader !== undefined)) wakes.chain.now()
      }
      if (isSettled(progress, reader !== undefined)) return
      if (progress.receipt !== undefined && progress.refused !== undefined) return
      if (listening.hash !== progress.hash) {
        listening.stop?.()
        listening.hash = progress.hash
        listening.stop = listen?.(progress.hash, news)
      }
      const rest = Math.max(1, due - performance.now())
      const pause = Math.min(rest, Math.max(pace(progress, rest, heard), quiet.until - performance.now()))
      heard = await wakes.provider.pause(pause, signal)
      // By what was waited for, not by the clock: a timer may fire early, and that is no ask more.
      counted = performance.now() >= due || (!heard && pause >= rest)
      // News is answered at once, a flood of it is not.
      if (heard) flood += 1
      if (heard && flood > promptNews) await wait(floodGap, signal)
    }
  } finally {
    listening.stop?.()
  }
}

/** Milliseconds of the pauses after news that the provider's answer did not show yet. */
const afterNews = [15, 30, 60, 120]

/**
 * How long to pause before the provider is asked again, of at most `rest` milliseconds. Once the chain has
 * shown the transaction the provider cannot be far: soon at first, then more seldom. Where no node tells, asks
 * go as blocks come. News may be told a moment before the answers show it.
 */
function createPace(client: Client, chain: Chain, hasReader: boolean) {
  const held = { quick: 40, sinceNews: afterNews.length }
  const begun = performance.now()
  return ({ receipt, syncedAt, blind }: Progress, rest: number, heard: boolean): number => {
    if (heard) held.sinceNews = 0
    const soon = afterNews[held.sinceNews]
    held.sinceNews += 1
    if (soon !== undefined && syncedAt === undefined) return Math.min(rest, soon)
    if (!client.eager || syncedAt !== undefined) return rest
    if (receipt !== undefined) {
      held.quick = Math.min(held.quick * 1.5, 1_000)
      return Math.min(rest, held.quick)
    }
    return hasReader && blind < blindLimit
      ? rest
      : Math.min(rest, blockPace(chain, performance.now() - begun))
  }
}

/** The provider's code for a transaction that was mined and failed (`executeCode` of the wire). */
const transactionFailed = 23

/**
 * What the provider cannot say now, it is asked again: the money is on its way already. `calm` is told the milliseconds for
 * which it wants not to be asked.
 */
async function isSynced(
  { client, chain, reader, signal }: Pick<FollowParameters, 'client' | 'chain' | 'reader' | 'signal'>,
  progress: Progress,
  calm: (milliseconds: number) => void,
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
    if (retryAfter !== undefined) calm(retryAfter)
    if (providerCode === transactionFailed) {
      // It has seen the transaction. Where the chain can be read, the chain says how it ended.
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
