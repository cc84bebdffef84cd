import { shown } from '../context/judgement.ts'
import type { Finding, FindingCode } from './verdict.ts'

/** A finding with its values as short, printable text. */
export function finding(
  severity: Finding['severity'],
  code: FindingCode,
  path: string,
  actual?: unknown,
  expected?: unknown,
): Finding {
  return {
    code,
    severity,
    path,
    ...(expected === undefined ? {} : { expected: shown(expected) }),
    ...(actual === undefined ? {} : { actual: shown(actual) }),
  }
}
