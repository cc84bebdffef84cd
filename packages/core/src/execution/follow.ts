import type { Hex } from 'viem'
import { fetchSynced } from '../api/synced.ts'
import { wait } from '../api/wait.ts'
import { readNonce } from '../chain/reads.ts'
import {
  type FoundReplacement,
  findReplacement,
  type MinedReceipt,
  readBlockNumber,
  readReceipt,
  readRevertReason,
  readSentNonce,
  type SentTransaction,
} from '../chain/receipts.ts'
import type { ChainReader } from '../chain/rpc.ts'
import { type Chain, transactionUrl } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import { createWake } from './poll.ts'
import { createQueue } from './queue.ts'

/** What following a transaction finds out, in order. `settled` comes last. */
export type FollowedFact =
  | { readonly type: 'replaced'; readonly hash: Hex }
  /** Whether it waits for an earlier transaction of the account. */
  | { readonly type: 'behind'; readonly behind: boolean }
  /** Its nonce was used up by something else: nothing of it ever happens. */
  | { readonly type: 'undone'; readonly hash: Hex }
  | { readonly type: 'mined'; readonly receipt: MinedReceipt }
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

type Progress = {
  hash: Hex
  nonce: number | undefined
  /** Looks in which no node knew the transaction. */
  unseen: number
  receipt: MinedReceipt | undefined
  synced: boolean
  /** Answers in a row that the provider has no such route or transaction. */
  absent: number
  /** The provider refuses to speak to this client any more. */
  refused: TradeError | undefined
  /** Looks at the chain in a row that no node answered. */
  blind: number
  attempts: number
  behind: boolean
}

/** Answers of 404 after which the chain's word alone has to do. */
const absentLimit = 3
/** Looks without an answer after which a provider's word has to do. */
const blindLimit = 3
/** Looks after which a transaction that no node knows is searched for by the nonce it should have. */
const unseenLimit = 8
/** Least milliseconds between two asks that news led to. */
const leastGap = 250

/**
 * Follows a sent transaction until the chain shows that it succeeded and the provider has seen it
 * (specification 4). Both are asked at the same time, and news from one makes the other be asked at once.
 * @throws {TradeError} `transaction_reverted`, `transaction_cancelled`, `transaction_replaced`, or when the
 * attempts are used up `transaction_timeout`, or `transaction_dropped` for one that the nodes knew and forgot.
 */
export async function* follow(parameters: FollowParameters): AsyncGenerator<FollowedFact> {
  const { reader, hash, signal } = parameters
  const control = new AbortController()
  const inner = AbortSignal.any([signal, control.signal])
  const facts = createQueue<FollowedFact>()
  const wakes = { chain: createWake(), provider: createWake() }
  const progress: Progress = {
    hash,
    nonce: undefined,
    unseen: 0,
    receipt: undefined,
    synced: false,
    absent: 0,
    refused: undefined,
    blind: 0,
    attempts: 0,
    behind: false,
  }
  const { alone = false } = parameters
  const asking = alone ? giveUp(parameters, progress, inner) : askProvider(parameters, progress, wakes, inner)
  const watching =
    reader === undefined
      ? undefined
      : watchChain({ ...parameters, reader }, progress, wakes, facts.push, inner)
  const tasks = alone && watching !== undefined ? [Promise.race([asking, watching])] : [asking, watching]
  Promise.all(tasks).then(facts.end, facts.fail)
  try {
    yield* facts
    yield { type: 'settled', hash: progress.hash, receipt: progress.receipt }
  } finally {
    control.abort()
  }
}

/** Ends the waiting for a transaction that nobody but the chain could tell of. */
async function giveUp({ client, chain, reader }: FollowParameters, progress: Progress, signal: AbortSignal) {
  const { pollingInterval, maxPollingAttemptsBeforeTimeout } = client
  progress.attempts = maxPollingAttemptsBeforeTimeout
  await wait(pollingInterval * maxPollingAttemptsBeforeTimeout, signal)
  throw await gaveUp(chain, reader, progress)
}

type Wakes = {
  readonly chain: ReturnType<typeof createWake>
  readonly provider: ReturnType<typeof createWake>
}

/** Looks for the receipt, or for what took the nonce, until the transaction's end is known. */
async function watchChain(
  parameters: FollowParameters & { readonly reader: ChainReader },
  progress: Progress,
  wakes: Wakes,
  tell: (fact: FollowedFact) => void,
  signal: AbortSignal,
): Promise<void> {
  const { client, chain } = parameters
  // A quarter of a block: soon enough to be first, rare enough for a wallet's node.
  const interval = Math.min(client.pollingInterval, Math.max(250, chain.blockTime / 4))
  for (let pause = Math.min(interval, 60); ; pause = Math.min(interval, pause * 1.5)) {
    const found = await look(parameters, progress, tell, signal)
    if (found === 'blind' && progress.synced && progress.blind >= blindLimit) return
    if (typeof found === 'object' && 'reason' in found) {
      if (found.reason !== 'repriced') {
        tell({ type: 'undone', hash: found.hash })
        throw undone(chain, progress.hash, found)
      }
      progress.hash = found.hash
      progress.attempts = 0
      tell({ type: 'replaced', hash: progress.hash })
      wakes.provider.now()
      continue
    }
    if (typeof found === 'object' && (await isDeep(parameters, found))) {
      tell({ type: 'mined', receipt: found })
      if (found.status === 'reverted') throw await reverted(parameters, found)
      progress.receipt = found
      wakes.provider.now()
      return
    }
    await wakes.chain.pause(pause, signal)
  }
}

/** Whether as many blocks hold it as the chain asks for. Until then a reorganisation may take it back. */
async function isDeep(
  { reader, chain }: FollowParameters & { readonly reader: ChainReader },
  { blockNumber }: MinedReceipt,
): Promise<boolean> {
  if (chain.confirmations <= 1) return true
  const head = await readBlockNumber(reader).catch(() => 0n)
  return head >= blockNumber + BigInt(chain.confirmations) - 1n
}

async function look(
  { reader, sent }: FollowParameters & { readonly reader: ChainReader },
  progress: Progress,
  tell: (fact: FollowedFact) => void,
  signal: AbortSignal,
): Promise<MinedReceipt | FoundReplacement | 'nothing' | 'blind'> {
  try {
    const receipt = await readReceipt(reader, progress.hash)
    if (receipt !== undefined) return receipt
    progress.nonce ??= await readSentNonce(reader, progress.hash)
    if (progress.nonce === undefined) progress.unseen += 1
    // The nonce from before the prompt is a guess: the account may have sent something else meanwhile.
    const nonce = progress.nonce ?? (progress.unseen > unseenLimit ? sent.nonce : undefined)
    const latest = nonce === undefined ? undefined : await readNonce(reader, sent.account, 'latest')
    progress.blind = 0
    if (nonce === undefined || latest === undefined) return 'nothing'
    if (latest < nonce !== progress.behind) {
      progress.behind = latest < nonce
      tell({ type: 'behind', behind: progress.behind })
    }
    return (await findReplacement(reader, { ...sent, nonce }, latest, progress.hash)) ?? 'nothing'
  } catch (cause) {
    signal.throwIfAborted()
    // A node that fails says nothing about the transaction: looked at again.
    if (!(cause instanceof Error)) throw cause
    progress.blind += 1
    return 'blind'
  }
}

/** A repriced transaction is the same one; anything else with its nonce means that ours never happens. */
function undone(chain: Chain, before: Hex, found: FoundReplacement): TradeError {
  const data = linked(chain, found.hash, { replaced: before })
  return found.reason === 'cancelled'
    ? new TradeError('transaction_cancelled', 'Transaction cancelled', { data })
    : new TradeError('transaction_replaced', 'Another transaction took the place of this one.', { data })
}

async function reverted(
  { chain, reader, sent }: FollowParameters & { readonly reader: ChainReader },
  receipt: MinedReceipt,
): Promise<TradeError> {
  const { hash, gasCost } = receipt
  const reason = await readRevertReason(reader, sent, receipt)
  return new TradeError('transaction_reverted', 'The transaction failed on chain. Only its gas was paid.', {
    data: linked(chain, hash, {
      ...(reason === undefined ? {} : { reason }),
      ...(gasCost === undefined ? {} : { gasCost }),
    }),
  })
}

function linked(chain: Chain, hash: Hex, more: object = {}) {
  const explorerUrl = transactionUrl(chain, hash)
  return { hash, ...more, ...(explorerUrl === undefined ? {} : { explorerUrl }) }
}

/** Asks whether the provider has seen it, every interval, and at once when there is news. */
async function askProvider(
  { client, chain, reader, listen }: FollowParameters,
  progress: Progress,
  wakes: Wakes,
  signal: AbortSignal,
): Promise<void> {
  const { pollingInterval: interval } = client
  const limit = chain.maxPollingAttemptsBeforeTimeout ?? client.maxPollingAttemptsBeforeTimeout
  const listening = { hash: progress.hash, stop: listen?.(progress.hash, wakes.provider.now) }
  const ends = () =>
    (progress.synced || (progress.absent >= absentLimit && progress.receipt !== undefined)) &&
    (reader === undefined || progress.receipt !== undefined || progress.blind >= blindLimit)
  let due = performance.now()
  try {
    let earlyAt = 0
    for (
      let quick = leastGap;
      ;
      quick = progress.receipt === undefined ? leastGap : Math.min(quick * 1.25, 2_000)
    ) {
      const counted = performance.now() >= due
      // Each attempt has its whole interval: the last one too.
      if (counted && progress.attempts >= limit) throw await gaveUp(chain, reader, progress)
      if (counted) due = performance.now() + interval
      if (counted) progress.attempts += 1
      if (!progress.synced && (await isSynced(client, chain, progress, signal))) {
        progress.synced = true
        wakes.chain.now()
      }
      if (ends()) return
      if (progress.receipt !== undefined && progress.refused !== undefined) throw progress.refused
      const rest = Math.max(1, due - performance.now())
      const pause = progress.receipt === undefined || progress.synced ? rest : Math.min(rest, quick)
      await wakes.provider.pause(pause, signal)
      // News is answered at once, a flood of it is not.
      const gap = earlyAt + leastGap - performance.now()
      if (performance.now() < due && gap > 0) await wait(Math.min(gap, due - performance.now()), signal)
      if (performance.now() < due) earlyAt = performance.now()
      if (listening.hash !== progress.hash) {
        listening.stop?.()
        listening.hash = progress.hash
        listening.stop = listen?.(progress.hash, wakes.provider.now)
      }
    }
  } finally {
    listening.stop?.()
  }
}

/** What the provider cannot say now, it is asked again: the money is on its way already. */
async function isSynced(
  client: Client,
  chain: Chain,
  progress: Progress,
  signal: AbortSignal,
): Promise<boolean> {
  const { hash } = progress
  try {
    const synced = await fetchSynced(client, chain, hash, signal)
    progress.absent = 0
    return synced && progress.hash === hash
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TradeError)) throw error
    const { status } = error.data
    progress.absent = status === 404 ? progress.absent + 1 : 0
    if (status === 401 || status === 403) progress.refused = error
    client.log.verbose('The provider did not say whether it has seen the transaction.', { hash })
    return false
  }
}

/** Out of attempts. A node that knew the transaction and does not any more has dropped it. */
async function gaveUp(
  chain: Chain,
  reader: ChainReader | undefined,
  { hash, nonce, receipt, attempts }: Progress,
): Promise<TradeError> {
  const known = reader === undefined || nonce === undefined || receipt !== undefined
  if (!known && (await readSentNonce(reader, hash).catch(() => nonce)) === undefined)
    return new TradeError(
      'transaction_dropped',
      'The network has forgotten the transaction. It may still come: speed it up or cancel it in your wallet.',
      { data: linked(chain, hash) },
    )
  return new TradeError(
    'transaction_timeout',
    `Failed to receive a successful response for transaction with hash ${hash} after ${attempts} attempt(s).`,
    { data: linked(chain, hash) },
  )
}
