import type { ChainState } from '../model/chainState.ts'
import { effectsOf } from '../model/effects.ts'
import { type Finding, hasBlocked } from '../model/finding.ts'
import type { Intent } from '../model/intent.ts'
import { unknownChoices } from '../model/unknownChoices.ts'
import type { Verdict } from '../model/verdict.ts'
import { verdictOf } from '../model/verdictOf.ts'
import { checkChainState, checkContracts } from './checkChainState.ts'
import { checkSequence } from './checkSequence.ts'
import { addFinding, block } from './findings.ts'
import { type CheckInput, callsOf, type GuardContext, openContext } from './guardContext.ts'
import { type ActionReads, type ReadsInput, type RequiredReads, requiredReadsFor } from './requiredReads.ts'

/** The rules of one action: how it binds the items of a plan to the intent, and which chain reads that needs. */
export type ActionRules<TIntent extends Intent> = {
  readonly check: (context: GuardContext<TIntent>) => undefined
  readonly requiredReads: (context: GuardContext<TIntent>) => ActionReads
}

/** The guards of one action. */
export type Guards = {
  /** Checks a plan against what the user agreed to. Pure: the same input gives the same verdict. */
  readonly check: (input: CheckInput) => Verdict
  /** Returns the chain reads that the check of a plan needs. Reads nothing itself. */
  readonly requiredReads: (input: ReadsInput) => RequiredReads
}

/** Makes the guards of an action from its rules. */
export const guardsOf = <TIntent extends Intent>(rules: ActionRules<TIntent>): Guards => ({
  check: (input) => checkPlan(rules, input),
  requiredReads: (input) => {
    const context = openContext({ ...input, chainState: unread, done: [], salts: [] })
    return requiredReadsFor(context, rules.requiredReads(context as GuardContext<TIntent>))
  },
})

/** A chain state in which nothing was read. */
const unread = { now: 0 } as ChainState

/**
 * Decodes every item of a plan strictly, binds it to one slot of the intent, and rebuilds it from our own data.
 * Anything that is left over, unread or unproven blocks the whole plan.
 */
function checkPlan<TIntent extends Intent>(rules: ActionRules<TIntent>, input: CheckInput): Verdict {
  const context = openContext(input)
  try {
    checkIntent(context)
    checkEnvelope(context)
    rules.check(context as GuardContext<TIntent>)
    checkSequence(context)
  } catch (cause) {
    block(context, 'FLOW_UNDECIDED', 'steps', cause instanceof Error ? cause.name : typeof cause)
  }
  checkChainState(context)
  return verdictFor(context)
}

/** Checks that the intent has only declared values. An intent that was read from JSON may have others. */
function checkIntent(context: GuardContext): void {
  for (const [path, value, known] of unknownChoices(context.intent))
    block(context, 'FLOW_UNDECIDED', `intent.${path}`, value, known.join(', '))
}

/** Checks that the chain and the sender of each call are the user's. The provider's gas values are ignored. */
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

/** Makes the verdict of a finished check. */
function verdictFor(context: GuardContext): Verdict {
  const { items, settled, ended, filled, awaiting, done, policy, usedChainState } = context
  const findings = confirmUnread(context.findings)
  const known = hasBlocked(findings) ? done : [...done, ...items]
  const effects = effectsOf(known.map((item) => item.effects))
  const proof = policy.level.mode === 'trust' ? 'none' : usedChainState ? 'static+read' : 'static'
  return verdictOf({ proof, items, settled, effects, ended, filled, awaiting }, findings)
}

/** At the level "trust", the user may confirm what a call to an unknown contract leaves unproven. */
function confirmUnread(findings: readonly Finding[]): readonly Finding[] {
  const unread = findings.some(({ code, severity }) => code === 'TX_TO' && severity === 'confirm')
  return findings.map((finding) =>
    unread && finding.code === 'FLOW_FALSE_COMPLETE' && finding.severity === 'block'
      ? { ...finding, severity: 'confirm' }
      : finding,
  )
}
