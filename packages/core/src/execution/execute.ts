import type { RouteName } from '@sluice/wire'
import type { Address } from 'viem'
import { fetchPlan } from '../api/endpoints.ts'
import { listenTransaction } from '../api/stream.ts'
import { unlessAborted } from '../api/wait.ts'
import { createReader } from '../chain/rpc.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { Intent } from '../guards/intent.ts'
import type { ExpectedPrice } from '../guards/price.ts'
import type { CheckedItem, ItemIndex } from '../guards/verdict.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { poll } from './poll.ts'
import { ensureWallet } from './prompt.ts'
import { refreshTokens, reportResult } from './report.ts'
import { ItemFailure } from './run.ts'
import { send } from './send.ts'
import { ask, drawSalts, judgePlan, keyOf, type Pass, type Session } from './session.ts'
import { sign } from './sign.ts'
import type { ExecutionEvent, Review } from './state.ts'

/** Asked with the decoded card before each prompt. */
export type ConfirmReview = (review: Review) => boolean | Promise<boolean>

/** What an action wants, and how it asks the provider for a plan. */
export type Prepared = {
  readonly intent: Intent
  readonly route: RouteName
  readonly body: Readonly<Record<string, unknown>>
  /** The specification's price check, for buys and sales. */
  readonly price?: {
    readonly side: 'buy' | 'sell'
    readonly expected: ReadonlyMap<Address, ExpectedPrice> | undefined
  }
  /** Tokens whose liquidity the provider is asked to look at again when it failed. */
  readonly refresh?: readonly string[]
}

export type TradeParameters = {
  readonly runId: string
  readonly signal: AbortSignal
  readonly client: Client
  readonly chain: Chain
  readonly wallet: Wallet
  readonly confirm: ConfirmReview | undefined
  readonly gas: bigint | undefined
  readonly prepare: (account: Address) => Prepared
}

/** Polls for the data of an item before giving up (specification 9). */
const dataAttempts = 15

/**
 * Asks for the plan, judges it, and walks it: the first incomplete item, until none is left (specification
 * 4). One prompt at a time. Yields what happened.
 */
export async function* executeTrade(parameters: TradeParameters): AsyncGenerator<ExecutionEvent> {
  const session = yield* open(parameters)
  const { client, chain, prepared } = session
  try {
    let pass = yield* ask(session)
    for (let at = nextOpen(pass); at !== undefined; at = nextOpen(pass)) {
      const items = pass.verdict.items.filter((item) => keyOf(item) === keyOf(at as ItemIndex))
      if (items.length === 0) {
        pass = yield* awaitData(session, at)
        continue
      }
      for (const item of items) yield* perform(session, pass, item)
      pass.finished.add(keyOf(at))
    }
  } catch (error) {
    const cause = error instanceof ItemFailure ? error.error : error
    if (cause instanceof TradeError) refreshTokens(client, chain, prepared.refresh ?? [], cause)
    throw error
  }
}

/** Reads the account, writes down the intent, and finds out whether the chain can be read. */
async function* open(parameters: TradeParameters): AsyncGenerator<ExecutionEvent, Session> {
  const { client, chain, wallet, signal, prepare, ...rest } = parameters
  const account = (await unlessAborted(wallet.address(), signal)).toLowerCase() as Address
  yield { type: 'account_read', account }
  const prepared = prepare(account)
  const reader = createReader(client, chain, wallet, signal)
  // A chain that only the wallet's node knows can be read once the wallet is on it.
  if (wallet.request !== undefined && !(await reader.reachable()))
    for await (const _switching of ensureWallet(wallet, chain, account, signal));
  const { intent } = prepared
  const orders = intent.action === 'list' ? intent.listings : intent.action === 'bid' ? intent.bids : []
  return {
    ...rest,
    client,
    chain,
    wallet,
    signal,
    account,
    prepared,
    reader: (await reader.reachable()) ? reader : undefined,
    salts: drawSalts(orders.length),
    done: [],
    listen: (hash, news) => listenTransaction(client, chain, hash, news),
  }
}

/** The first incomplete item of the plan. */
function nextOpen({ plan, finished }: Pass): ItemIndex | undefined {
  for (const [stepIndex, step] of plan.steps.entries())
    for (const [itemIndex, item] of (step.items ?? []).entries())
      if (item.status === 'incomplete' && !finished.has(keyOf({ stepIndex, itemIndex })))
        return { stepIndex, itemIndex }
  return undefined
}

/**
 * Asks the same again until the item has data or is complete. Each answer that has is a new plan and is
 * judged as one.
 */
async function* awaitData(session: Session, at: ItemIndex): AsyncGenerator<ExecutionEvent, Pass> {
  const { client, chain, prepared, signal } = session
  const plan = await poll(
    async () => {
      const answer = await fetchPlan(client, chain, prepared.route, prepared.body, signal, 0)
      const item = answer.steps[at.stepIndex]?.items?.[at.itemIndex]
      const waits = item !== undefined && item.status === 'incomplete' && item.data == null
      return waits ? undefined : answer
    },
    {
      interval: client.pollingInterval,
      attempts: dataAttempts,
      signal,
      failure: (n) => `Failed to get data after ${n} attempt(s), aborting`,
    },
  )
  return yield* judgePlan(session, plan)
}

/** One checked item: shown, prompted and followed to its end. What fails is marked, and reported. */
async function* perform(session: Session, pass: Pass, item: CheckedItem): AsyncGenerator<ExecutionEvent> {
  const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  const { client, chain } = session
  try {
    yield* review(session, pass, item)
    await pass.renew()
    if (item.kind === 'transaction') yield* send(session, pass, item)
    else yield* sign(session, item)
    session.done.push(item)
  } catch (cause) {
    if (!(cause instanceof TradeError)) throw cause
    const stepId = pass.plan.steps[at.stepIndex]?.id ?? ''
    const hash = cause.data.hash as `0x${string}` | undefined
    reportResult(client, chain, {
      requestId: pass.plan.requestId ?? undefined,
      stepId,
      txHash: hash,
      error: cause,
    })
    throw new ItemFailure(cause, at)
  }
}

/** Shows the card, where the host wants to be asked. */
async function* review(session: Session, pass: Pass, item: CheckedItem): AsyncGenerator<ExecutionEvent> {
  const { confirm, prepared, chain, account, signal } = session
  if (confirm === undefined) return
  const card: Review = {
    action: prepared.intent.action,
    chainId: chain.id,
    account,
    at: { stepIndex: item.stepIndex, itemIndex: item.itemIndex },
    item,
    verdict: pass.verdict,
    path: pass.plan.path ?? [],
  }
  yield { type: 'review_asked', review: card }
  const agreed = await unlessAborted(answerOf(confirm, card), signal)
  yield { type: 'review_answered' }
  if (!agreed) throw new TradeError('declined', 'The action was not confirmed.')
}

/** A `confirm` that throws has not agreed. */
async function answerOf(confirm: ConfirmReview, card: Review): Promise<boolean> {
  try {
    return (await confirm(card)) === true
  } catch (cause) {
    throw new TradeError('declined', 'The confirmation failed.', { cause })
  }
}
