import type { ChainState, Finding, Intent, Policy, Verdict } from '@sluice/guards'

/**
 * Adds the findings about the chain state that a verdict was made from: two nodes that disagree block the action (under
 * "trust" the user is asked), and a single node that is behind the clock has the user asked. A receiver that accepts no
 * such tokens would make a transfer fail, and lock away what is bought for it. `more` is added as it is.
 */
export function withChainFindings(
  verdict: Verdict,
  {
    disputes = [],
    behind,
    refusing,
    elsewhere,
    barred = [],
  }: Pick<ChainState, 'disputes' | 'behind' | 'refusing' | 'elsewhere' | 'barred'>,
  policy: Policy,
  action: Intent['action'],
  more: readonly Finding[] = [],
): Verdict {
  const severity = policy.level.mode === 'trust' ? 'confirm' : 'block'
  const added = [
    ...more,
    ...disputes.map(
      ({ path, values: [expected, actual] }): Finding => ({
        code: 'FLOW_QUORUM',
        severity,
        path,
        expected: expected.slice(0, 80),
        actual: actual.slice(0, 80),
      }),
    ),
  ]
  if (behind !== undefined)
    added.push({ code: 'FLOW_STALE', severity: 'confirm', path: 'facts.chainNow', actual: `${behind} ms` })
  if (refusing !== undefined)
    added.push({
      code: 'CALL_RECEIVER',
      severity: action === 'transfer' ? 'block' : 'confirm',
      path: 'intent.to',
      actual: refusing,
    })
  if (elsewhere !== undefined)
    added.push({
      code: 'CALL_ELSEWHERE',
      severity: 'confirm',
      path: 'intent.to',
      actual: `${elsewhere.receiver} on chain ${elsewhere.chainId}`,
    })
  for (const contract of barred)
    added.push({ code: 'ORD_BARRED', severity: 'confirm', path: 'steps', actual: contract })
  if (added.length === 0) return verdict
  const findings = [...verdict.findings, ...added]
  if (verdict.decision === 'block') return { ...verdict, findings }
  return added.some((finding) => finding.severity === 'block')
    ? { ...verdict, findings, decision: 'block', proof: 'none', items: [], settled: [] }
    : { ...verdict, findings, decision: 'confirm' }
}
