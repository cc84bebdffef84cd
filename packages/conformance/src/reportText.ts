import type { Finding, Report } from './checkProvider.ts'

const marks: Readonly<Record<Finding['outcome'], string>> = { met: '✓', unmet: '✗', 'not tried': '–' }
const areas = {
  transport: 'How it speaks',
  reads: 'What can be read',
  plans: 'What it would have a wallet do',
  posts: 'What it takes',
  status: 'What became of it',
  push: 'What it tells by itself',
} as const

const lines = (finding: Finding): readonly string[] => [
  `  ${marks[finding.outcome]} ${finding.rule}${finding.level === 'required' ? '' : ` (${finding.level})`}`,
  ...(finding.detail === undefined ? [] : [`      ${finding.id}: ${finding.detail}`]),
  ...(finding.evidence === undefined
    ? []
    : [`      ${finding.evidence.request} → ${finding.evidence.status}`, `      ${finding.evidence.body}`]),
]

/** The report as a person reads it: by area, each broken rule with what was seen. */
export function reportText(report: Report): string {
  const parts = Object.entries(areas).flatMap(([area, title]) => {
    const found = report.findings.filter((finding) => finding.area === area)
    return found.length === 0 ? [] : ['', title, ...found.flatMap(lines)]
  })
  const sum = `${report.met} met, ${report.unmet} not met, ${report.notTried} not tried`
  const verdict = report.conforms
    ? 'Every required rule that could be tried is met.'
    : report.findings.every(({ outcome }) => outcome === 'not tried')
      ? 'Nothing could be tried.'
      : 'Required rules are broken: clients will stumble here.'
  // Of an address where nobody is, fifty rules would all say the same.
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
  const astray = report.findings.some(
    ({ evidence }) => evidence?.status === 404 && evidence.request.startsWith('POST /execute/buy/v7'),
  )
  const hint =
    'Nothing is sold here. A base URL names one chain of a provider: https://provider.example/base.'
  return [`${report.baseUrl}`, ...parts, '', sum, verdict, ...(astray ? [hint] : [])].join('\n')
}
