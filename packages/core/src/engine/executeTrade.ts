import type { CheckedItem } from '@sluice/guards'
import { TradeError } from '../errors.ts'
import type { Lock } from '../journal/lease.ts'
import { type CheckedPlan, itemKey, nextOpenItem } from '../plan/checkedPlan.ts'
import { checkPlan } from '../plan/checkPlan.ts'
import { refreshTokens } from '../plan/reportResult.ts'
import { requestPlan } from '../plan/requestPlan.ts'
import { type Waiting, waitForData, waitForWholePlan } from '../plan/waitForData.ts'
import { agreedOf } from '../run/agreed.ts'
import { ItemError } from '../run/itemError.ts'
import type { Batch } from '../transactions/sendBatch.ts'
import { unlessAborted } from '../wait.ts'
import { loadBatches } from './loadBatches.ts'
import { performBatch, performItem } from './performItem.ts'
import {
  claimAction,
  openTrade,
  type RunHandle,
  type TradeContext,
  type TradeParameters,
} from './tradeContext.ts'

/**
 * Requests the plan, checks it, and carries it out: the first incomplete item, until none is left (specification 4).
 * What happens is dispatched as events. One prompt at a time.
 * @throws {TradeError | ItemError} why the action ended before it was complete.
 */
export async function executeTrade(parameters: TradeParameters, run: RunHandle): Promise<void> {
  const { client, chain, account, prepared } = parameters
  const locks: Lock[] = []
  try {
    run.dispatch({ type: 'account_read', account, agreed: agreedOf(prepared.intent) })
    // Before anything else: by the time the provider has answered, the same action may have ended.
    const claim = await unlessAborted(claimAction(parameters, run, locks), run.signal)
    const answer = await firstAnswer(parameters, run)
    const context = await openTrade(parameters, run, claim)
    const waiting: Waiting = { reads: 0 }
    const plan = await waitForWholePlan(context, answer, waiting)
    await carryOut(context, await checkPlan(context, plan), waiting)
  } catch (error) {
    const cause = error instanceof ItemError ? error.error : error
    if (cause instanceof TradeError) refreshTokens(client, chain, prepared, cause)
    throw error
  } finally {
    const released = Promise.all(locks.map(({ release }) => release()))
    await unlessAborted(released, run.signal).catch(() => undefined)
  }
}

/** Waits for the provider's first answer. If it failed because of the receiver, that is the error. */
async function firstAnswer(parameters: TradeParameters, { signal }: RunHandle): Promise<unknown> {
  return parameters.answer.catch(async (cause: unknown) => {
    signal.throwIfAborted()
    const { parts, own } = parameters
    const refused = parts.receiver?.refusedForReceiver({ ...parameters, signal }, own.wallet)
    throw (await refused?.catch(() => undefined)) ?? cause
  })
}

async function carryOut(context: TradeContext, first: CheckedPlan, waiting: Waiting): Promise<void> {
  let checked = first
  /** Until the wallet says that it cannot carry out a batch after all. */
  let mayBatch = true
  /** What the user confirmed for a batch that was not carried out. */
  let confirmed: ReadonlySet<CheckedItem> = new Set()
  for (let at = nextOpenItem(checked); at !== undefined; at = nextOpenItem(checked)) {
    const key = itemKey(at)
    const items = checked.verdict.items.filter((item) => itemKey(item) === key)
    if (items.length === 0) {
      checked = await checkPlan(context, await waitForData(context, at, waiting))
      continue
    }
    waiting.reads = 0
    const batch = mayBatch ? await nextBatch(context, checked) : undefined
    if (batch !== undefined) {
      const outcome = await performBatch(context, checked, batch)
      if (outcome === 'stale') checked = await replan(context)
      else if (outcome === 'done') finish(checked, batch.items)
      else {
        mayBatch = false
        confirmed = batch.sponsored ? new Set() : new Set(batch.items)
      }
      continue
    }
    const parallel = context.parallel === true ? await loadBatches() : undefined
    const independent = parallel?.independentItems(context, checked) ?? []
    if (parallel !== undefined && independent.length > 1) {
      if (await parallel.performParallel(context, checked, independent)) finish(checked, independent)
      else checked = await replan(context)
      continue
    }
    let stale = false
    for (const item of items) {
      stale = (await performItem(context, checked, item, confirmed.has(item))) === 'stale'
      if (stale) break
    }
    if (stale) checked = await replan(context)
    else checked.finished.add(key)
  }
}

/** Returns what can go in one prompt. The code for it is loaded for wallets that may be able to batch. */
async function nextBatch(context: TradeContext, checked: CheckedPlan): Promise<Batch | undefined> {
  const { wallet } = context
  const least = wallet.sponsored === true ? 1 : 2
  if (wallet.capabilities === undefined || checked.verdict.items.length < least) return undefined
  return (await loadBatches())?.nextBatch(context, checked)
}

function finish({ finished }: CheckedPlan, items: readonly CheckedItem[]): void {
  for (const item of items) finished.add(itemKey(item))
}

/** Requests and checks a new plan in place of one that is too old. */
async function replan(context: TradeContext): Promise<CheckedPlan> {
  const { client, chain, prepared, signal } = context
  return checkPlan(context, await requestPlan(client, chain, prepared, signal))
}
