import { addFinding, block } from '../context/findings.ts'
import type { Finding } from '../model/finding.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import type { BidIntent, ListIntent } from '../model/intent.ts'

/** The agreed terms of a listing or a bid. */
export type OrderTerms = ListIntent['listings'][number] | BidIntent['bids'][number]

/**
 * Collects the findings about one order of the provider. `object` blocks the order, and `ask` requires a confirmation;
 * `field` is a JSON path below the order.
 */
export type Objections = {
  readonly findings: Finding[]
  readonly object: (code: FindingCode, field: string, actual?: unknown, expected?: unknown) => undefined
  readonly ask: (code: FindingCode, field: string, actual?: unknown) => void
}

/** Creates a separate collector, so that an order can be compared with several terms. */
export function objectionsAt(path: string): Objections {
  const findings: Finding[] = []
  const collector = { findings }
  return {
    findings,
    object: (code, field, actual, expected) => block(collector, code, `${path}.${field}`, actual, expected),
    ask: (code, field, actual) => addFinding(collector, 'confirm', code, `${path}.${field}`, actual),
  }
}
