import type { FindingCode } from './findingCodes.ts'

/** One finding of the guards, with its place in the plan. */
export type Finding = {
  /** What is wrong; see the list of findings. */
  readonly code: FindingCode
  /** Whether it stops the action, needs a confirmation, or is only reported. */
  readonly severity: 'block' | 'confirm' | 'info'
  /** JSON path into the provider's answer, e.g. `steps.1.items.0.data.to`. */
  readonly path: string
  /** What the guards derived. */
  readonly expected?: string
  /** What the provider's answer or the chain holds instead. */
  readonly actual?: string
}

/** Returns a value as short, printable text. Values from the provider enter a verdict only in this form. */
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
