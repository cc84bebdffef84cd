import type { ChainState } from '../model/chainState.ts'
import { verdictOf } from '../model/decide.ts'
import { effectsOf } from '../model/effects.ts'
import { type Finding, hasBlocked } from '../model/finding.ts'
import type { Intent } from '../model/intent.ts'
import { unknownWords } from '../model/unknownWords.ts'
import type { Verdict } from '../model/verdict.ts'
import { checkChainState, checkContracts } from './checkChainState.ts'
import { checkOrder } from './checkOrder.ts'
import { addFinding, block } from './findings.ts'
import { type CheckInput, callsOf, type GuardContext, openContext } from './guardContext.ts'
import { type ActionReads, type ReadsInput, type RequiredReads, requiredReadsFor } from './requiredReads.ts'

/** What one action adds: how the items of its plans are bound to what was agreed, and what must be read for that. */
export type ActionRules<TIntent extends Intent> = {
  readonly check: (context: GuardContext<TIntent>) => undefined
  readonly requiredReads: (context: GuardContext<TIntent>) => ActionReads
}

/** The guards of one action. */
export type Guards = {
  /** Checks a plan against what the user agreed to. Pure: the same input gives the same verdict. */
  readonly check: (input: CheckInput) => Verdict
  /** The chain reads that the check of a plan needs. Reads nothing itself. */
  readonly requiredReads: (input: ReadsInput) => RequiredReads
}

export const guardsOf = <TIntent extends Intent>(rules: ActionRules<TIntent>): Guards => ({
  check: (input) => checkPlan(rules, input),
  requiredReads: (input) => {
    const context = openContext({ ...input, chainState: unread, done: [], salts: [] })
    return requiredReadsFor(context, rules.requiredReads(context as GuardContext<TIntent>))
  },
})

/** The state of a chain of which nothing was read. */
const unread = { now: 0 } as ChainState

/**
 * Reads every item of a plan strictly, binds it to one slot of what was agreed, and rebuilds it from our own data.
 * Whatever is left over, unread or unproven blocks the whole plan.
 */
function checkPlan<TIntent extends Intent>(rules: ActionRules<TIntent>, input: CheckInput): Verdict {
  const context = openContext(input)
  try {
    checkIntent(context)
    checkEnvelope(context)
    rules.check(context as GuardContext<TIntent>)
    checkOrder(context)
  } catch (cause) {
    block(context, 'FLOW_UNDECIDED', 'steps', cause instanceof Error ? cause.name : typeof cause)
  }
  checkChainState(context)
  return close(context)
}

/** Checks that every choice of the intent is a declared one. A typed caller cannot make others; JSON can. */
function checkIntent(context: GuardContext): void {
  for (const [path, value, known] of unknownWords(context.intent))
    block(context, 'FLOW_UNDECIDED', `intent.${path}`, value, known.join(', '))
}

/** Checks that chain and sender are the user's. What the provider says about gas is not used. */
function checkEnvelope(context: GuardContext): undefined {
  const { intent, chain } = context
  checkContracts(context)
  if (intent.chainId !== chain.id) block(context, 'FLOW_CHAIN', 'steps', chain.id, intent.chainId)
  for (const { data, path } of callsOf(context)) {
    const { chainId, from, gas, maxFeePerGas, maxPriorityFeePerGas } = data
    if (chainId != null && chainId !== intent.chainId)
      block(context, 'FLOW_CHAIN', `${path}.data.chainId`, chainId, intent.chainId)
    if (from != null && from !== intent.account)
      block(context, 'TX_FROM', `${path}.data.from`, from, intent.account)
    if ((gas ?? maxFeePerGas ?? maxPriorityFeePerGas) != null)
      addFinding(context, 'info', 'TX_FEE', `${path}.data`)
  }
}

function close(context: GuardContext): Verdict {
  const { items, done, policy, usedChainState } = context
  const findings = entrusted(context.findings)
  const known = hasBlocked(findings) ? done : [...done, ...items]
  const effects = effectsOf(known.map((item) => item.effects))
  const proof = policy.level.mode === 'trust' ? 'none' : usedChainState ? 'static+read' : 'static'
  return verdictOf({ ...context, effects, proof }, findings)
}

/** At the level "trust" the user confirms what an unread call leaves unproven. */
function entrusted(findings: readonly Finding[]): readonly Finding[] {
  const unread = findings.some(({ code, severity }) => code === 'TX_TO' && severity === 'confirm')
  return findings.map((finding) =>
    unread && finding.code === 'FLOW_FALSE_COMPLETE' && finding.severity === 'block'
      ? { ...finding, severity: 'confirm' }
      : finding,
  )
}
