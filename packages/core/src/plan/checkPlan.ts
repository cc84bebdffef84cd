import type { ChainState, Finding, Report, RequiredReads, Verdict } from '@sluice/guards'
import { finding, withFindings } from '@sluice/guards/internal'
import { approve } from '@sluice/seaport'
import { type Plan, parsePlan, type Step } from '@sluice/wire'
import { stringify } from 'viem'
import { callWouldFail, orderGone } from '../chain/callError.ts'
import { agreedChainState } from '../chain/quorum.ts'
import { namedRevert } from '../chain/revert.ts'
import { TradeError } from '../errors.ts'
import { duplicateFindings } from '../journal/findDuplicates.ts'
import type { Log } from '../log.ts'
import { textOf } from '../property.ts'
import { ItemError } from '../run/itemError.ts'
import { wait } from '../wait.ts'
import { type CheckedPlan, itemKey } from './checkedPlan.ts'
import { checkPrice } from './checkPrice.ts'
import { loadOrders } from './ownOrders/loadOrders.ts'
import { ordersToEnd } from './ownOrders/ordersToEnd.ts'
import type { PlanContext } from './planContext.ts'
import { isUnpriced, placeOfFinding, planError, unknownConduit } from './planError.ts'
import type { PreparedAction } from './preparedAction.ts'
import { readPlan } from './requestPlan.ts'

/**
 * Checks one answer of the provider: the specification's price check on the quoted path, then the guards on every
 * byte. Each answer is checked from scratch; only what was carried out before is kept.
 * @throws {ItemError} with `price_mismatch`, `blocked`, `no_price_bound`, `invalid_input`, `order_unavailable` or
 * `transaction_would_fail`; {@link TradeError} `provider_error`, `provider_malformed`, `aborted`.
 */
export const checkPlan = async (context: PlanContext, answer: unknown): Promise<CheckedPlan> =>
  checkParsed(context, answer, readPlan(answer, parsePlan))

/** `firstTimes` are those of the first check of the same bytes. */
async function checkParsed(
  context: PlanContext,
  answer: unknown,
  plan: Plan,
  firstTimes?: ChainState['first'],
): Promise<CheckedPlan> {
  const { client, chain, prepared, reader, done, salts, parts } = context
  const { policy } = client
  const { intent } = prepared
  context.dispatch({ type: 'planned', plan })
  checkQuote(prepared, plan)
  const needs = reader && parts.guards.requiredReads({ intent, plan, policy, chain })
  const before = await readState(context, plan, needs, firstTimes)
  warnOfClock(client.log, before.chainNow)
  const check = (state: ChainState) =>
    parts.guards.check({ intent, plan, chainState: state, policy, chain, done, salts })
  const first = check(before)
  const barred = (await parts.readBarredCollections?.(context, first, before)) ?? []
  const chainState: ChainState = barred.length > 0 ? { ...before, barred } : before
  const checked = withFindings(barred.length > 0 ? check(chainState) : first, [
    ...duplicateFindings(context.duplicates),
    ...(await ownOrderFindings(context, first)),
  ])
  const simulate = async (state: ChainState) =>
    parts.simulate === undefined ? checked : parts.simulate(context, checked, intent, state)
  const verdict = await simulate(chainState)
  const checkedAt = Date.now()
  client.log.info('A plan was checked.', {
    action: intent.action,
    decision: verdict.decision,
    proof: verdict.proof,
    findings: verdict.findings.map(({ code, path }) => `${code} ${path}`),
  })
  context.dispatch({ type: 'plan_checked', verdict })
  const report: Report = { intent, response: answer, chainState, policy, salts, done: [...done] }
  throwForReceiver(context, verdict)
  if (verdict.decision === 'block')
    throw (
      (await wouldRevert(context, checked, verdict, firstTimes !== undefined)) ??
      (await withdrawn(context, needs, chainState, check)) ??
      planError('blocked', verdict, report, unknownConduit(plan, verdict, chain))
    )
  if (verdict.decision === 'confirm' && context.confirm === undefined)
    throw planError(verdict.findings.some(isUnpriced) ? 'no_price_bound' : 'blocked', verdict, report)
  const resimulate = async () => {
    if (verdict.proof !== 'simulated' || Date.now() - checkedAt <= policy.simulation.maxAge) return
    const again = await simulate({ ...chainState, now: Math.max(chainState.now, Date.now()) })
    if (again.decision === 'block')
      throw (await wouldRevert(context, checked, again, true)) ?? planError('blocked', again, report)
    if (stringify(again.effects) !== stringify(verdict.effects))
      throw planError('blocked', withSimulationChanged(again), report)
  }
  const finished = new Set(verdict.settled.map(itemKey))
  const { now, chainNow } = chainState
  return {
    plan,
    verdict,
    finished,
    baseFee: chainState.baseFee,
    accountCode: chainState.accountCode,
    checkedAt,
    resimulate,
    recheck: async () => {
      const again = await checkParsed(
        context,
        answer,
        withFinished(plan, finished),
        firstTimes ?? { now, chainNow },
      )
      for (const key of finished) again.finished.add(key)
      return again
    },
  }
}

/** Reads what a check of a plan needs: from the chain, and of the account's own orders from the journal or the provider. */
async function readState(
  context: PlanContext,
  plan: Plan,
  needs: RequiredReads | undefined,
  firstTimes: ChainState['first'],
): Promise<ChainState> {
  const { client, chain, prepared, reader, account, parts } = context
  const { intent } = prepared
  const ending = ordersToEnd(intent, plan, chain)
  const [read, openBidTotals, ended] = await Promise.all([
    agreedChainState(reader, chain, account, needs, client.policy, (pause) => wait(pause, context.signal)),
    intent.action === 'bid' || approvesAmount(plan)
      ? loadOrders().then((orders) => orders.openBidTotals(context))
      : undefined,
    ending.ids.length > 0
      ? loadOrders().then(({ readEndedOrders }) => readEndedOrders(context, ending))
      : undefined,
  ])
  return {
    ...read,
    ...(firstTimes && { first: firstTimes }),
    ...(openBidTotals && { openBidTotals }),
    ...ended,
    ...(await parts.receiver?.readReceiverState(context, read)),
  }
}

/** @throws {ItemError} if the receiver cannot take the tokens, and nobody can be asked about it. */
function throwForReceiver({ prepared, parts, confirm }: PlanContext, { decision, findings }: Verdict): void {
  const error = parts.receiver?.receiverError(prepared.intent, findings)
  if (error !== undefined && (decision === 'block' || confirm === undefined))
    throw new ItemError(error, placeOfFinding(findings[0]))
}

/**
 * Returns what has to be asked because of orders that the account signed before: listings that the plan revives, and what
 * stays open when everything is cancelled.
 */
async function ownOrderFindings(context: PlanContext, verdict: Verdict): Promise<readonly Finding[]> {
  const { client, chain, account, reader } = context
  // Without a node it is not known which of them are open.
  if (reader === undefined || verdict.items.length === 0) return []
  const entries = await client.journal.undone().catch((cause: unknown) => {
    client.log.warn('The journal could not be searched for signed orders.', { reason: textOf(cause) })
    return []
  })
  const signed = entries.filter(
    (entry) => entry.kind === 'signature' && entry.chainId === chain.id && entry.account === account,
  )
  if (signed.length === 0) return []
  const { ordersLeftOpen, revivedListings } = await loadOrders()
  return [
    ...(await revivedListings(context, verdict, signed)),
    ...(await ordersLeftOpen(context, verdict, signed)),
  ]
}

/**
 * Returns whether a plan approves an allowance (ERC-20 `approve`), from which open offers may take what was not theirs to
 * take before. The approval of one ERC-721 has the same selector.
 */
const approvesAmount = ({ steps }: Plan): boolean =>
  steps.some(
    (step) =>
      step.kind === 'transaction' &&
      step.items?.some(
        (item) => item.status === 'incomplete' && item.data?.data.toLowerCase().startsWith(approve.selector),
      ),
  )

/** Returns a plan with its finished items marked complete, as the provider does once it sees them. */
const withFinished = (plan: Plan, finished: ReadonlySet<string>): Plan => ({
  ...plan,
  steps: plan.steps.map((step, stepIndex): Step => {
    const marked = <I>(items: readonly I[] | null) =>
      items?.map((item, itemIndex) =>
        finished.has(itemKey({ stepIndex, itemIndex })) ? { ...item, status: 'complete' as const } : item,
      ) ?? null
    return step.kind === 'signature'
      ? { ...step, items: marked(step.items) }
      : { ...step, items: marked(step.items) }
  }),
})

/** Milliseconds by which the clocks of device and chain may differ without a warning. */
const clockTolerance = 300_000

function warnOfClock(log: Log, chainNow: number | undefined): void {
  const skew = chainNow === undefined ? 0 : Math.round((Date.now() - chainNow) / 1_000)
  if (Math.abs(skew) * 1_000 > clockTolerance)
    log.warnOnce('clock', `The clock of this device and the chain's latest block differ by ${skew} seconds.`)
}

/** The specification attaches a price mismatch to the first step, with the path. */
function checkQuote({ price }: PreparedAction, plan: Plan): void {
  if (price === undefined) return
  try {
    checkPrice({ ...price, path: plan.path })
  } catch (error) {
    if (!(error instanceof TradeError)) throw error
    throw new ItemError(error, { stepIndex: 0, itemIndex: 0 }, plan.path)
  }
}

/**
 * Returns whether an order was open when the provider made its plan, and no longer is. An order whose time is over was
 * open if the same bytes passed a check before.
 */
const isEnded = ({ code, path }: Finding, passedBefore: boolean): boolean =>
  (code === 'CALL_EXPIRED' && (passedBefore || path.endsWith('.status'))) ||
  // In the simulation fewer units are left, and it pays for no more than these.
  (code === 'SIM_INFLOW' && path.endsWith('.units'))
/** Findings that follow from an ended order: nothing is left to do, and approvals for it are extra. */
const consequences: readonly string[] = ['FLOW_FALSE_COMPLETE', 'FLOW_EXTRA_STEP']

/**
 * Returns the error for a plan whose calls would fail, or whose order somebody else filled first: such a plan cannot
 * be carried out, but it is not one that was not agreed. Of several items, it names those that are the cause.
 * @param checked what was simulated.
 */
async function wouldRevert(
  context: PlanContext,
  { items }: Verdict,
  { findings }: Verdict,
  passedBefore: boolean,
): Promise<ItemError | undefined> {
  const blocking = findings.filter(({ severity }) => severity === 'block')
  const [first] = blocking
  const ended = blocking.filter((one) => isEnded(one, passedBefore))
  if (ended.length > 0 && blocking.every((one) => ended.includes(one) || consequences.includes(one.code)))
    return new ItemError(orderGone({ findings: blocking }), placeOfFinding(first))
  if (first === undefined || blocking.some(({ code }) => code !== 'SIM_REVERT')) return undefined
  const { actual = '' } = first
  const error = callWouldFail(actual, { reason: actual, revert: namedRevert(actual) })
  const named = await context.parts.withFailingItems?.(context, items, error)
  return new ItemError(named ?? error, placeOfFinding(first))
}

/**
 * Returns the error for a plan that is right by the counters that its makers had some blocks ago: they have raised them
 * since, which ended the orders. The provider did not see it yet, and asks for nothing that was not agreed.
 */
async function withdrawn(
  { reader }: PlanContext,
  needs: RequiredReads | undefined,
  chainState: ChainState,
  check: (chainState: ChainState) => Verdict,
): Promise<ItemError | undefined> {
  if (reader === undefined || needs === undefined) return undefined
  const { raisedCounters } = await loadOrders()
  const states = await raisedCounters(reader, needs, chainState.makerCounters)
  const before = states.map((makerCounters) => check({ ...chainState, makerCounters }))
  if (!before.some(({ decision }) => decision !== 'block')) return undefined
  return new ItemError(orderGone({}), { stepIndex: 0, itemIndex: 0 })
}

/** Adds the finding that what was confirmed is no longer what would happen. */
const withSimulationChanged = (verdict: Verdict): Verdict =>
  withFindings(verdict, [finding('block', 'SIM_CHANGED', 'steps')])
