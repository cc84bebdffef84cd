import type { ChainState } from '../model/chainState.ts'
import { freezeIntent, type Intent } from '../model/intent.ts'
import type { Policy } from '../model/policy.ts'
import type { CheckedItem } from '../model/verdict.ts'

/** Everything a verdict is made of: enough for anybody to reach it again with `verify`. Holds no secret. */
export type Report = {
  readonly intent: Intent
  /** The provider's raw answer. */
  readonly response: unknown
  readonly facts: ChainState
  readonly policy: Policy
  readonly salts: readonly bigint[]
  /** What the run had done already. */
  readonly done?: readonly CheckedItem[]
}

/** A report as text. Numbers beyond JSON's and maps are written as objects of one key. */
export const writeReport = (report: Report): string =>
  JSON.stringify(report, (_key, value: unknown) => {
    if (typeof value === 'bigint') return { $bigint: `${value}` }
    return value instanceof Map ? { $map: [...value] } : value
  })

/**
 * Reads a report again, for `verify(intent, response, facts, policy, { salts, done })`: the same findings and the
 * same digest. The text decides what is judged by, so that it is for engineers and never for a page.
 * @throws {SyntaxError} for text that is no report.
 */
export function readReport(text: string): Report {
  const report = JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    const [name, ...others] = Object.keys(value)
    if (others.length > 0) return value
    if (name === '$bigint') return BigInt((value as { $bigint: string }).$bigint)
    return name === '$map' ? new Map((value as { $map: [unknown, unknown][] }).$map) : value
  }) as Report
  if (typeof report !== 'object' || report === null || !('intent' in report))
    throw new SyntaxError('The text is no report.')
  return { ...report, intent: freezeIntent(report.intent) }
}
