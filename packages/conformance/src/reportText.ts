import type { Finding, Report } from './checkProvider.ts'

const marks: Readonly<Record<Finding['outcome'], string>> = { met: '✓', unmet: '✗', 'not tried': '–' }
const areas = {
  transport: 'How it speaks',
  reads: 'What can be read',
  plans: 'What it would have a wallet do',
  posts: 'What it takes',
  status: 'What became of it',
  apps: 'What other apps ask',
  push: 'What it tells by itself',
} as const

const lines = (finding: Finding): readonly string[] => [
  `  ${marks[finding.outcome]} ${finding.rule}${finding.level === 'required' ? '' : ` (${finding.level})`}`,
  ...(finding.detail === undefined ? [] : [`      ${finding.id}: ${finding.detail}`]),
  ...(finding.evidence === undefined
    ? []
    : [`      ${finding.evidence.request} → ${finding.evidence.status}`, `      ${finding.evidence.body}`]),
]

/** Rules that were not tried, grouped by reason. */
function untried(findings: readonly Finding[]): readonly string[] {
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
 * The report for people: by area, each broken rule with what was seen.
 *
 * @example
 * console.log(reportText(await checkProvider({ baseUrl: 'https://provider.example/base' })))
 */
export function reportText(report: Report): string {
  const parts = Object.entries(areas).flatMap(([area, title]) => {
    const found = report.findings.filter((finding) => finding.area === area)
    const tried = found.filter(({ outcome }) => outcome !== 'not tried')
    const rest = found.filter(({ outcome }) => outcome === 'not tried')
    return found.length === 0 ? [] : ['', title, ...tried.flatMap(lines), ...untried(rest)]
  })
  const sum = `${report.met} met, ${report.unmet} not met, ${report.notTried} not tried`
  const verdict = report.conforms
    ? 'Every required rule that could be tried is met.'
    : report.findings.every(({ outcome }) => outcome === 'not tried')
      ? 'Nothing could be tried.'
      : 'Required rules are broken: clients will stumble here.'
  // If nothing answers at the address, fifty rules would all report the same.
  const failures = report.findings.filter(({ outcome }) => outcome === 'unmet')
  const [first] = failures
  if (report.met === 0 && failures.every(({ evidence }) => evidence === undefined) && first !== undefined)
    return [
      report.baseUrl,
      '',
      'Nobody answers here.',
      `  ${first.id}: ${first.detail}`,
      '',
      sum,
      verdict,
    ].join('\n')
  // Another kind of server answers here: none of its responses can be checked.
  const reads = report.findings.filter(({ area }) => area === 'reads')
  const astray = !report.conforms && reads.length > 0 && reads.every(({ outcome }) => outcome === 'not tried')
  const hint =
    'Nothing is sold here. A base URL names one chain of a provider: https://provider.example/base.'
  return [`${report.baseUrl}`, ...parts, '', sum, verdict, ...(astray ? [hint] : [])].join('\n')
}
