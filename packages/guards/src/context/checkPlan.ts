import type { Facts } from '../model/chainState.ts'
import { verdictOf } from '../model/decide.ts'
import { effectsOf } from '../model/effects.ts'
import { hasBlocked } from '../model/finding.ts'
import type { Intent } from '../model/intent.ts'
import type { Finding, Verdict } from '../model/verdict.ts'
import { judgeContracts } from './checkContracts.ts'
import { checkOrder } from './checkOrder.ts'
import { block, find } from './findings.ts'
import { callsOf, type JudgeInput, type Judgement, openJudgement } from './guardContext.ts'
import { type ActionReads, type FactNeeds, type NeedsInput, requiredReadsFor } from './requiredReads.ts'

/** What one action adds: how the items of its plans are bound to what was agreed, and what must be read for that. */
export type ActionRules<TIntent extends Intent> = {
  readonly check: (judgement: Judgement<TIntent>) => undefined
  readonly requiredReads: (judgement: Judgement<TIntent>) => ActionReads
}

/** The guards of one action. */
export type Guards = {
  /** Checks a plan against what the user agreed to. Pure: the same input gives the same verdict. */
  readonly check: (input: JudgeInput) => Verdict
  /** The chain reads that the check of a plan needs. Reads nothing itself. */
  readonly requiredReads: (input: NeedsInput) => FactNeeds
}

/** The guards that rules make. */
export const guardsOf = <TIntent extends Intent>(rules: ActionRules<TIntent>): Guards => ({
  check: (input) => checkPlan(rules, input),
  requiredReads: (input) => {
    const judgement = openJudgement({ ...input, facts: unread, done: [], salts: [] })
    return requiredReadsFor(judgement, rules.requiredReads(judgement as Judgement<TIntent>))
  },
})

/** The state of a chain of which nothing was read. */
const unread = { now: 0 } as Facts

/**
 * Reads every item of a plan strictly, binds it to one slot of what was agreed, and rebuilds it from our own data.
 * Whatever is left over, unread or unproven blocks the whole plan.
 */
function checkPlan<TIntent extends Intent>(rules: ActionRules<TIntent>, input: JudgeInput): Verdict {
  const judgement = openJudgement(input)
  try {
    checkEnvelope(judgement)
    rules.check(judgement as Judgement<TIntent>)
    checkOrder(judgement)
  } catch (cause) {
    block(judgement, 'FLOW_UNDECIDED', 'steps', cause instanceof Error ? cause.name : typeof cause)
  }
  return close(judgement)
}

/** Chain and sender are the user's; what the provider says about gas is not used. */
function checkEnvelope(judgement: Judgement): undefined {
  const { intent, chain } = judgement
  judgeContracts(judgement)
  if (intent.chainId !== chain.id) block(judgement, 'FLOW_CHAIN', 'steps', chain.id, intent.chainId)
  for (const { data, path } of callsOf(judgement)) {
    const { chainId, from, gas, maxFeePerGas, maxPriorityFeePerGas } = data
    if (chainId != null && chainId !== intent.chainId)
      block(judgement, 'FLOW_CHAIN', `${path}.data.chainId`, chainId, intent.chainId)
    if (from != null && from !== intent.account)
      block(judgement, 'TX_FROM', `${path}.data.from`, from, intent.account)
    if ((gas ?? maxFeePerGas ?? maxPriorityFeePerGas) != null)
      find(judgement, 'info', 'TX_FEE', `${path}.data`)
  }
}

function close(judgement: Judgement): Verdict {
  const { items, done, policy, usedFacts } = judgement
  const findings = entrusted(judgement.findings)
  const known = hasBlocked(findings) ? done : [...done, ...items]
  const effects = effectsOf(known.map((item) => item.effects))
  const proof = policy.level.mode === 'trust' ? 'none' : usedFacts ? 'static+read' : 'static'
  return verdictOf({ ...judgement, effects, proof }, findings)
}

/** At the level "trust" what an unread call leaves unproven is for the user to say. */
function entrusted(findings: readonly Finding[]): readonly Finding[] {
  const unread = findings.some(({ code, severity }) => code === 'TX_TO' && severity === 'ask')
  return findings.map((finding) =>
    unread && finding.code === 'FLOW_FALSE_COMPLETE' && finding.severity === 'block'
      ? { ...finding, severity: 'ask' }
      : finding,
  )
}
