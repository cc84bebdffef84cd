import { type Finding, finding } from '../model/finding.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import type { GuardContext } from './guardContext.ts'

/** Records a finding with its values as short, printable text. */
export function find(
  { findings }: Pick<GuardContext, 'findings'>,
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
  context: Pick<GuardContext, 'findings'>,
  code: FindingCode,
  path: string,
  actual?: unknown,
  expected?: unknown,
): undefined {
  find(context, 'block', code, path, actual, expected)
}
