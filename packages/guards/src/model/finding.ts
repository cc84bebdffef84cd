import type { FindingCode } from './findingCodes.ts'

/** One thing that the guards found, with the place in the plan that it was found at. */
export type Finding = {
  readonly code: FindingCode
  readonly severity: 'block' | 'confirm' | 'info'
  /** JSON path into the provider's answer, e.g. `steps.1.items.0.data.to`. */
  readonly path: string
  readonly expected?: string
  readonly actual?: string
}

/** Returns a value as short, printable text: nothing else of the provider gets into a verdict. */
export function printable(value: unknown): string {
  const text =
    typeof value === 'string' ? value : typeof value === 'bigint' ? `${value}` : JSON.stringify(value)
  return String(text)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 80)
}

/** Returns a finding with its values as short, printable text. */
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
    ...(expected === undefined ? {} : { expected: printable(expected) }),
    ...(actual === undefined ? {} : { actual: printable(actual) }),
  }
}

export const hasBlocked = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'block')
