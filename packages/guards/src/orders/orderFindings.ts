import { addFinding, block } from '../context/findings.ts'
import type { Finding } from '../model/finding.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import type { BidIntent, ListIntent } from '../model/intent.ts'

/** The agreed terms of a listing or a bid. */
export type ListingOrBid = ListIntent['listings'][number] | BidIntent['bids'][number]

/**
 * Collects the findings about one order of the provider. `block` blocks the order, and `confirm` requires a confirmation;
 * `field` is a JSON path below the order.
 */
export type OrderFindings = {
  readonly all: readonly Finding[]
  readonly block: (code: FindingCode, field: string, actual?: unknown, expected?: unknown) => undefined
  readonly confirm: (code: FindingCode, field: string, actual?: unknown) => void
}

/** Creates a separate collector, so that an order can be compared with several terms. */
export function orderFindingsAt(path: string): OrderFindings {
  const all: Finding[] = []
  const collector = { findings: all }
  return {
    all,
    block: (code, field, actual, expected) => block(collector, code, `${path}.${field}`, actual, expected),
    confirm: (code, field, actual) => addFinding(collector, 'confirm', code, `${path}.${field}`, actual),
  }
}
