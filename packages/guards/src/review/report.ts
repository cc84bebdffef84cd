import type { ChainState } from '../model/chainState.ts'
import { freezeIntent, type Intent } from '../model/intent.ts'
import type { Policy } from '../model/policy.ts'
import type { CheckedItem } from '../model/verdict.ts'

/** Everything that a verdict depends on: enough to reproduce it with `verify`. It contains no secret. */
export type Report = {
  readonly intent: Intent
  /** The provider's raw response. */
  readonly response: unknown
  readonly chainState: ChainState
  readonly policy: Policy
  readonly salts: readonly bigint[]
  /** Items that the run had executed already. */
  readonly done?: readonly CheckedItem[]
}

/**
 * Writes a report as text. A bigint or a Map is written as an object with one key.
 *
 * @example
 * ```ts
 * writeFileSync('report.json', writeReport({ intent, response, chainState, policy, salts }))
 * ```
 */
export const writeReport = (report: Report): string =>
  JSON.stringify(report, (_key, value: unknown) => {
    if (typeof value === 'bigint') return { $bigint: `${value}` }
    return value instanceof Map ? { $map: [...value] } : value
  })

/**
 * Reads a report. `verify(intent, response, chainState, policy, { salts, done })` then gives the same findings and the
 * same digest. The text contains the policy, too, so use it only for debugging and never to decide anything in a page.
 * @throws {SyntaxError} if the text is not a report.
 *
 * @example
 * ```ts
 * const { intent, response, chainState, policy, salts, done = [] } = readReport(text)
 * const verdict = verify(intent, response, chainState, policy, { salts, done })
 * ```
 */
export function readReport(text: string): Report {
  const report = JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    const fields: readonly (readonly [string, unknown])[] = Object.entries(value)
    const [[name, inner] = []] = fields
    if (fields.length !== 1) return value
    if (name === '$bigint' && typeof inner === 'string') return BigInt(inner)
    return name === '$map' && Array.isArray(inner) ? new Map(inner) : value
  }) as Report
  if (typeof report !== 'object' || report === null || !('intent' in report))
    throw new SyntaxError('The text is not a report.')
  return { ...report, intent: freezeIntent(report.intent) }
}
