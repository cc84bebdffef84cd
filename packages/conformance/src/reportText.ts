import type { Finding, Report } from './checkProvider.ts'

const marks: Readonly<Record<Finding['outcome'], string>> = { met: '✓', unmet: '✗', 'not tried': '–' }
const areas = {
  transport: 'HTTP',
  reads: 'Reads',
  plans: 'Plans',
  posts: 'Posts',
  status: 'Status',
  apps: 'Routes of other apps',
  push: 'Push',
} as const

/** Returns the lines of a rule. */
const lines = (finding: Finding): readonly string[] => [
  `  ${marks[finding.outcome]} ${finding.rule}${finding.level === 'required' ? '' : ` (${finding.level})`}`,
  ...(finding.detail === undefined ? [] : [`      ${finding.id}: ${finding.detail}`]),
  ...(finding.evidence === undefined
    ? []
    : [`      ${finding.evidence.request} → ${finding.evidence.status}`, `      ${finding.evidence.body}`]),
]

/** Returns the lines of rules that were not tried, grouped by reason. */
function untriedLines(findings: readonly Finding[]): readonly string[] {
  const reasons = new Set(findings.map(({ detail }) => detail))
  return [...reasons].flatMap((reason) => {
    const alike = findings.filter(({ detail }) => detail === reason)
    const [one] = alike
    if (alike.length === 1 && one !== undefined) return lines(one)
    const ids = alike.map(({ id }) => id).join(', ')
    return [`  ${marks['not tried']} ${alike.length} rules were not tried: ${reason}`, `      ${ids}`]
  })
}

/**
 * Returns a report as text: the rules of each area, and what was found where a rule is not met.
 *
 * @example
 * console.log(reportText(await checkProvider({ baseUrl: 'https://provider.example/base' })))
 */
export function reportText(report: Report): string {
  const parts = Object.entries(areas).flatMap(([area, title]) => {
    const found = report.findings.filter((finding) => finding.area === area)
    const tried = found.filter(({ outcome }) => outcome !== 'not tried')
    const rest = found.filter(({ outcome }) => outcome === 'not tried')
    return found.length === 0 ? [] : ['', title, ...tried.flatMap(lines), ...untriedLines(rest)]
  })
  const sum = `${report.met} met, ${report.unmet} not met, ${report.notTried} not tried`
  const verdict = report.conforms
    ? 'Every required rule that could be tried is met.'
    : report.findings.every(({ outcome }) => outcome === 'not tried')
      ? 'No rule could be tried.'
      : 'Required rules are not met: clients will fail with this provider.'
  // If no server responds, one line replaces the same report of every rule.
  const failures = report.findings.filter(({ outcome }) => outcome === 'unmet')
  const [first] = failures
  if (report.met === 0 && failures.every(({ evidence }) => evidence === undefined) && first !== undefined)
    return [
      report.baseUrl,
      '',
      'No server responds at this URL.',
      `  ${first.id}: ${first.detail}`,
      '',
      sum,
      verdict,
    ].join('\n')
  // None of the reads could be checked: the URL probably belongs to another kind of server.
  const reads = report.findings.filter(({ area }) => area === 'reads')
  const isWrongUrl =
    !report.conforms && reads.length > 0 && reads.every(({ outcome }) => outcome === 'not tried')
  const hint =
    'No listing was found. The base URL must be that of one chain of a provider: https://provider.example/base.'
  return [`${report.baseUrl}`, ...parts, '', sum, verdict, ...(isWrongUrl ? [hint] : [])].join('\n')
}
