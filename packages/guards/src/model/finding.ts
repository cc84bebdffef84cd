import type { Finding, FindingCode } from './verdict.ts'

/** Provider text and values travel into a verdict only as a short, printable `actual`. */
export function shown(value: unknown): string {
  const text =
    typeof value === 'string' ? value : typeof value === 'bigint' ? `${value}` : JSON.stringify(value)
  return String(text)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 80)
}

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

export const hasBlocked = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'block')
