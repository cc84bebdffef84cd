import type { Facts, Finding, Intent, Policy, Verdict } from '@sluice/guards'

/**
 * A verdict with what is to be said of the nodes whose facts it was made from: two that disagree stop the action
 * (under "trust" the user is asked), and of one alone that is behind the clock the user is asked. A receiver that
 * takes no such token would make a transfer fail, and keep what is bought for it out of reach. `asked` is what the
 * user is to be asked about besides.
 */
export function withObjections(
  verdict: Verdict,
  {
    disputes = [],
    behind,
    refusing,
    elsewhere,
    barred = [],
  }: Pick<Facts, 'disputes' | 'behind' | 'refusing' | 'elsewhere' | 'barred'>,
  policy: Policy,
  action: Intent['action'],
  asked: readonly Finding[] = [],
): Verdict {
  const severity = policy.level.mode === 'trust' ? 'ask' : 'block'
  const more = [
    ...asked,
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
    more.push({ code: 'FLOW_STALE', severity: 'ask', path: 'facts.chainNow', actual: `${behind} ms` })
  if (refusing !== undefined)
    more.push({
      code: 'CALL_RECEIVER',
      severity: action === 'transfer' ? 'block' : 'ask',
      path: 'intent.to',
      actual: refusing,
    })
  if (elsewhere !== undefined)
    more.push({
      code: 'CALL_ELSEWHERE',
      severity: 'ask',
      path: 'intent.to',
      actual: `${elsewhere.receiver} on chain ${elsewhere.chainId}`,
    })
  for (const contract of barred)
    more.push({ code: 'ORD_BARRED', severity: 'ask', path: 'steps', actual: contract })
  if (more.length === 0) return verdict
  const findings = [...verdict.findings, ...more]
  if (verdict.decision === 'block') return { ...verdict, findings }
  return more.some((finding) => finding.severity === 'block')
    ? { ...verdict, findings, decision: 'block', proof: 'none', items: [], settled: [] }
    : { ...verdict, findings, decision: 'ask' }
}
