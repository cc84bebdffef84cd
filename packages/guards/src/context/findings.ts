import { finding } from '../model/finding.ts'
import type { Finding, FindingCode } from '../model/verdict.ts'
import type { Judgement } from './guardContext.ts'

/** Records a finding with its values as short, printable text. */
export function find(
  { findings }: Pick<Judgement, 'findings'>,
  severity: Finding['severity'],
  code: FindingCode,
  path: string,
  actual?: unknown,
  expected?: unknown,
): void {
  findings.push(finding(severity, code, path, actual, expected))
}

/** Records an objection that stops the flow; answers `undefined` so that a reader can return it. */
export function block(
  judgement: Pick<Judgement, 'findings'>,
  code: FindingCode,
  path: string,
  actual?: unknown,
  expected?: unknown,
): undefined {
  find(judgement, 'block', code, path, actual, expected)
}
