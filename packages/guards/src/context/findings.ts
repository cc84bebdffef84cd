import { type Finding, finding } from '../model/finding.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import type { GuardContext } from './guardContext.ts'

/** Records a finding with its values as short, printable text. */
export function addFinding(
  { findings }: Pick<GuardContext, 'findings'>,
  severity: Finding['severity'],
  code: FindingCode,
  path: string,
  actual?: unknown,
  expected?: unknown,
): void {
  findings.push(finding(severity, code, path, actual, expected))
}

/** Records a finding that blocks the plan. Returns `undefined`, so that callers can write `return block(…)`. */
export function block(
  context: Pick<GuardContext, 'findings'>,
  code: FindingCode,
  path: string,
  actual?: unknown,
  expected?: unknown,
): undefined {
  addFinding(context, 'block', code, path, actual, expected)
}
