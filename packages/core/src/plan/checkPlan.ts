import type { Facts, Finding, FindingCode, Report, Verdict } from '@sluice/guards'
import type { ItemIndex } from '@sluice/guards/internal'
import { type Plan, parsePlan } from '@sluice/wire'
import { readPlan } from '../api/parseAnswer.ts'
import { agreedFacts } from '../chain/quorum.ts'
import type { Client } from '../client.ts'
import { notLoaded, TradeError } from '../errors.ts'
import { repeatFindings } from '../journal/findDuplicates.ts'
import { ItemFailure } from '../run/itemError.ts'
import { gone, wouldFail } from '../transactions/preflight.ts'
import { wait } from '../wait.ts'
import { badReceiver } from './badReceiver.ts'
import { withObjections } from './chainFindings.ts'
import { checkPrice } from './checkPrice.ts'
import { endingOrders } from './endingOrders.ts'
import { keyOf, type Pass, type Prepared, type Session } from './session.ts'
import { textOfEffects, witness } from './simulatePlan.ts'
import { unknownConduit } from './unknownConduit.ts'

/**
 * Judges one answer: the specification's price check on the quoted path, then the guards on every byte.
 * Every answer is judged from the start; only what was executed before is kept.
 */
export async function judgePlan(session: Session, answer: unknown): Promise<Pass> {
  const { client, chain, prepared, reader, account, done, salts, confirm, engine } = session
  const { guards } = engine
  const plan = readPlan(answer, parsePlan)
  const { intent } = prepared
  session.tell({ type: 'planned', plan, done: [] })
  checkQuote(prepared, plan)
  const { policy } = client
  const needs = reader && guards.requiredReads({ intent, plan, policy, chain })
  const [read, committed, ended] = await Promise.all([
    agreedFacts(reader, chain, account, needs, policy, (pause) => wait(pause, session.signal)),
    intent.action === 'bid' ? loadCommitted(session) : undefined,
    loadEnded(session, plan),
  ])
  const receiver = await receiverFacts(session, read)
  const before = {
    ...read,
    ...(committed && { committed }),
    ...ended,
    ...receiver,
  }
  warnOfClock(client, before.chainNow)
  const told = guards.check({ intent, plan, facts: before, policy, chain, done, salts })
  const barred = await barredOf(session, told, before)
  const facts: Facts = barred.length > 0 ? { ...before, barred } : before
  const judged = withObjections(told, facts, policy, intent.action, repeatFindings(session.repeats))
  const verdict = await witness(session, judged, intent, facts)
  const judgedAt = Date.now()
  client.log.info('A plan was judged.', {
    action: intent.action,
    decision: verdict.decision,
    proof: verdict.proof,
    findings: verdict.findings.map(({ code, path }) => `${code} ${path}`),
  })
  session.tell({ type: 'judged', verdict })
  const report: Report = { intent, response: answer, facts, policy, salts, done: [...done] }
  const wrongReceiver = badReceiver(intent, verdict.findings)
  if (wrongReceiver !== undefined && (verdict.decision === 'block' || confirm === undefined))
    throw new ItemFailure(wrongReceiver, placeOf(verdict.findings[0]))
  if (verdict.decision === 'block')
    throw (
      (await wouldRevert(verdict)) ??
      objection('blocked', verdict, report, unknownConduit(plan, verdict, chain))
    )
  if (verdict.decision === 'ask' && confirm === undefined)
    throw objection(
      verdict.findings.some(({ code }) => code in unpriced) ? 'no_price_bound' : 'blocked',
      verdict,
      report,
    )
  const renew = async () => {
    if (verdict.proof !== 'simulated' || Date.now() - judgedAt <= policy.simulation.maxAge) return
    const again = await witness(session, judged, intent, {
      ...facts,
      now: Math.max(facts.now, Date.now()),
    })
    if (again.decision === 'block') throw (await wouldRevert(again)) ?? objection('blocked', again, report)
    if (textOfEffects(again.effects) !== textOfEffects(verdict.effects))
      throw objection('blocked', changed(again), report)
  }
  return {
    plan,
    verdict,
    finished: new Set(verdict.settled.map(keyOf)),
    baseFee: facts.baseFee,
    accountCode: facts.accountCode,
    judgedAt,
    renew,
  }
}

/** What the chains say of a receiver; asked only where somebody else than the account receives tokens. */
async function receiverFacts(
  { client, chain, reader, prepared, account, signal }: Session,
  { kinds }: Facts,
): Promise<Pick<Facts, 'refusing' | 'elsewhere'>> {
  const { intent } = prepared
  const elsewhere = intent.action === 'transfer' || (intent.action === 'buy' && intent.recipient !== account)
  if (!elsewhere || reader === undefined) return {}
  const { receiverOf, refuses, contractElsewhere } = await import('../chain/receiver.ts').catch(
    (cause: unknown) => {
      throw notLoaded(cause)
    },
  )
  const receiver = receiverOf(intent, kinds)
  if (receiver === undefined) return {}
  const { to, token } = receiver
  const kind = kinds.get(token.contract)
  const [refused, chainId] = await Promise.all([
    kind === undefined ? false : refuses(reader, account, to, token, kind).catch(() => false),
    contractElsewhere(client, chain, reader, to, signal).catch(() => undefined),
  ])
  return {
    ...(refused && { refusing: to }),
    ...(chainId !== undefined && { elsewhere: { receiver: to, chainId } }),
  }
}

/** Of listings that are to be signed, the collections that do not let the exchange move them. */
async function barredOf({ client, prepared, reader, signal }: Session, verdict: Verdict, facts: Facts) {
  const { intent } = prepared
  const { authority } = verdict.effects
  const spender = authority.find(({ kind }) => kind === 'order')?.spender
  const signs = verdict.items.some(({ purpose }) => purpose === 'sign-listing')
  const tries = client.policy.simulation.when === 'always' && intent.action === 'list' && signs
  if (reader === undefined || !tries || spender === undefined) return []
  // A hint to the user: where its code does not arrive nothing is said.
  const module = await import('../chain/barredCollections.ts').catch(() => undefined)
  const { kinds, holdings, operators } = facts
  const barred = await module?.barredCollections({ reader, intent, spender, kinds, holdings, operators })
  signal.throwIfAborted()
  return barred ?? []
}

/** @throws {TradeError} `not_loaded` */
const loadCommitted = async (session: Session) => {
  const { committedOf } = await import('./openBids.ts').catch((cause: unknown) => {
    throw notLoaded(cause)
  })
  return committedOf(session)
}

/** Of a plan that ends orders, the terms of those. @throws {TradeError} `not_loaded` */
async function loadEnded(session: Session, plan: Plan) {
  const ending = endingOrders(session.prepared.intent, plan, session.chain)
  if (ending.ids.length === 0) return undefined
  const { endedOrders } = await import('./endedOrders.ts').catch((cause: unknown) => {
    throw notLoaded(cause)
  })
  return endedOrders(session, ending)
}

/** Milliseconds by which the clocks of device and chain may differ without a word. */
const clockTolerance = 300_000

function warnOfClock({ log }: Client, chainNow: number | undefined): void {
  const skew = chainNow === undefined ? 0 : Math.round((Date.now() - chainNow) / 1_000)
  if (Math.abs(skew) * 1_000 > clockTolerance)
    log.warnOnce('clock', `The clock of this device and the chain's latest block differ by ${skew} seconds.`)
}

/** The specification attaches a price mismatch to the first step, with the path. */
function checkQuote({ price }: Prepared, plan: Plan): void {
  if (price === undefined) return
  try {
    checkPrice({ ...price, path: plan.path })
  } catch (error) {
    if (!(error instanceof TradeError)) throw error
    throw new ItemFailure(error, { stepIndex: 0, itemIndex: 0 }, plan.path)
  }
}

/** Whether an order was open when the provider made its plan, and is not any more. */
const isEnded = ({ code, path }: Finding): boolean => code === 'CALL_EXPIRED' && path.endsWith('.status')
/** What then follows: nothing is left to do, and what was to be permitted is for nothing. */
const following: readonly string[] = ['FLOW_FALSE_COMPLETE', 'FLOW_EXTRA_STEP']

/**
 * Calls that would fail are a plan that cannot be carried out, not one that was not agreed; so is one whose order
 * somebody was quicker to fill, of which then nothing is left to do.
 */
async function wouldRevert({ findings }: Verdict): Promise<ItemFailure | undefined> {
  const grave = findings.filter(({ severity }) => severity === 'block')
  const [first] = grave
  if (grave.some(isEnded) && grave.every((one) => isEnded(one) || following.includes(one.code)))
    return new ItemFailure(gone({ findings: grave }), placeOf(first))
  if (first === undefined || grave.some(({ code }) => code !== 'SIM_REVERT')) return undefined
  const { actual = '' } = first
  const module = await import('../chain/revert.ts').catch(() => undefined)
  const revert = module?.namedRevert(actual)
  return new ItemFailure(
    wouldFail(actual, revert === undefined ? {} : { reason: actual, revert }),
    placeOf(first),
  )
}

/** What was confirmed is not what would happen any more. */
const changed = (verdict: Verdict): Verdict => ({
  ...verdict,
  findings: [...verdict.findings, { code: 'SIM_CHANGED', severity: 'block', path: 'steps' }],
})

/** What to do about a price that was not agreed on, where nobody can be asked. */
const unpriced: Partial<Record<FindingCode, string>> = {
  NO_PRICE_BOUND: 'No price was agreed on, and nobody can be asked to confirm the one on the card.',
  NO_ITEM_PRICE:
    'Only a total was agreed on, and a part of the trade can happen without the rest: give each item a price of its own (maxPrice of a purchase, minPrice of a sale), or pass "confirm" to have the price of each order confirmed.',
}

/**
 * A verdict as the error that ends the action: what was found, where, and what it was made of. `sentence` stands in the
 * place of the codes, where there is one that helps.
 */
export function objection(
  code: 'blocked' | 'no_price_bound',
  verdict: Verdict,
  report?: Report | undefined,
  sentence?: string | undefined,
): ItemFailure {
  const severity = code === 'blocked' ? ['block', 'ask'] : ['ask']
  const findings = verdict.findings.filter((finding) => severity.includes(finding.severity))
  const message =
    sentence ??
    (code === 'blocked'
      ? `The provider asked for something that was not agreed: ${[...new Set(findings.map((finding) => finding.code))].join(', ')}.`
      : (findings.map((finding) => unpriced[finding.code]).find((sentence) => sentence !== undefined) ??
        'No price was agreed on.'))
  return new ItemFailure(
    new TradeError(code, message, { data: { findings, ...(report && { report }) } }),
    placeOf(findings[0]),
  )
}

/** `steps.1.items.0.data.to` is about item 0 of step 1. */
function placeOf(finding: Finding | undefined): ItemIndex {
  const [, step, item] = /^steps\.([0-9]{1,4})(?:\.items\.([0-9]{1,4}))?/.exec(finding?.path ?? '') ?? []
  return { stepIndex: Number(step ?? 0), itemIndex: Number(item ?? 0) }
}
