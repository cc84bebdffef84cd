import type { Finding, FindingCode, Report, Verdict } from '@sluice/guards'
import type { ItemIndex } from '@sluice/guards/internal'
import { TradeError } from '../errors.ts'
import { ItemError } from '../run/itemError.ts'

/** What to do about a price that was not agreed, where nobody can be asked to confirm it. */
const unpriced: Partial<Record<FindingCode, string>> = {
  NO_PRICE_BOUND: 'No price was agreed on, and nobody can be asked to confirm the one on the card.',
  NO_ITEM_PRICE:
    'Only a total was agreed on, and a part of the trade can happen without the rest: give each item a price of its own (maxPrice of a purchase, minPrice of a sale), or pass "confirm" to have the price of each order confirmed.',
}

/** Returns whether a finding is about a price that was not agreed. */
export const isUnpriced = ({ code }: Finding): boolean => code in unpriced

/**
 * Returns a verdict as the error that ends the action, with the findings and the report that reproduces them.
 * `sentence` replaces the list of codes where there is a more helpful message.
 */
export function planError(
  code: 'blocked' | 'no_price_bound',
  verdict: Verdict,
  report?: Report | undefined,
  sentence?: string | undefined,
): ItemError {
  const severity = code === 'blocked' ? ['block', 'confirm'] : ['confirm']
  const findings = verdict.findings.filter((finding) => severity.includes(finding.severity))
  const message =
    sentence ??
    (code === 'blocked'
      ? `The provider asked for something that was not agreed: ${[...new Set(findings.map((finding) => finding.code))].join(', ')}.`
      : (findings.map((finding) => unpriced[finding.code]).find((text) => text !== undefined) ??
        'No price was agreed on.'))
  return new ItemError(
    new TradeError(code, message, { data: { findings, ...(report && { report }) } }),
    placeOfFinding(findings[0]),
  )
}

/** Returns the item that a finding is about: `steps.1.items.0.data.to` is about item 0 of step 1. */
export function placeOfFinding(finding: Finding | undefined): ItemIndex {
  const [, step, item] = /^steps\.([0-9]{1,4})(?:\.items\.([0-9]{1,4}))?/.exec(finding?.path ?? '') ?? []
  return { stepIndex: Number(step ?? 0), itemIndex: Number(item ?? 0) }
}
