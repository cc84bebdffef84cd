import { addFinding, block } from '../context/findings.ts'
import type { Finding } from '../model/finding.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import type { BidIntent, ListIntent } from '../model/intent.ts'

export type OrderTerms = ListIntent['listings'][number] | BidIntent['bids'][number]

/** Where findings about one offered order go; `field` is its JSON path below the order. */
export type Objections = {
  readonly findings: Finding[]
  readonly object: (code: FindingCode, field: string, actual?: unknown, expected?: unknown) => undefined
  readonly ask: (code: FindingCode, field: string, actual?: unknown) => void
}

/** Collects findings separately, so that an order can be tried against several terms. */
export function objectionsAt(path: string): Objections {
  const findings: Finding[] = []
  const collector = { findings }
  return {
    findings,
    object: (code, field, actual, expected) => block(collector, code, `${path}.${field}`, actual, expected),
    ask: (code, field, actual) => addFinding(collector, 'confirm', code, `${path}.${field}`, actual),
  }
}
