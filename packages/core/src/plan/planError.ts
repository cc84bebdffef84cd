import type { Finding, FindingCode, Report, Verdict } from '@sluice/guards'
import { approvalOf, type ItemIndex } from '@sluice/guards/internal'
import { isAddress, isBytes32 } from '@sluice/seaport/hex'
import type { Plan } from '@sluice/wire'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { isRecord } from '../property.ts'
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

/** The findings of a plan that uses a conduit that the chain's settings do not name, with nothing else wrong. */
const conduitCodes: readonly string[] = [
  'APR_SPENDER',
  'CALL_CONDUIT',
  'FLOW_FALSE_COMPLETE',
  'FLOW_EXTRA_STEP',
]

/**
 * Returns the error message for a plan that was blocked because it uses a conduit that the chain's settings do not
 * name, or relies on an approval for one: then every listing, bid and sale of the provider is blocked. `undefined` if
 * anything else is wrong too.
 */
export function unknownConduit(plan: Plan, { findings }: Verdict, chain: Chain): string | undefined {
  const blocking = findings.filter(({ severity }) => severity === 'block')
  if (blocking.length === 0 || blocking.some(({ code }) => !conduitCodes.includes(code))) return undefined
  const known: readonly string[] = [
    ...chain.conduits.flatMap(({ key, address }) => [key, address]),
    ...Object.values(chain.seaport),
    `0x${'0'.repeat(64)}`,
  ]
  const named = [
    ...keysOf(plan),
    ...blocking.flatMap(({ code, actual }) =>
      code === 'APR_SPENDER' || code === 'CALL_CONDUIT' ? (actual ?? []) : [],
    ),
  ]
  const unknown = named
    .filter((one) => isBytes32(one) || isAddress(one))
    .find((one) => !known.includes(one.toLowerCase()))
  const name = `name it in the chain: conduits: [{ key, address }].`
  if (unknown === undefined) {
    const counted = blocking.some(
      ({ code, expected }) =>
        code === 'FLOW_FALSE_COMPLETE' && expected !== undefined && approvalOf(expected) !== undefined,
    )
    return counted
      ? `The provider counts on an approval that the chain does not show for any conduit that the settings of ${chain.name} name (OpenSea's where they name none), so nothing was asked of the wallet. If your marketplace has another conduit, ${name}`
      : undefined
  }
  const what = unknown.length === 66 ? `the conduit with the key ${unknown}` : `${unknown}`
  return `The provider wants tokens to be moved by ${what}, which is not a conduit in the settings of ${chain.name}, so nothing was asked of the wallet. If it is the right one, ${name}`
}

/** Returns the conduit keys of the orders that the provider wants signed. */
const keysOf = (plan: Plan): readonly unknown[] =>
  plan.steps.flatMap((step) =>
    step.kind === 'signature'
      ? (step.items ?? []).flatMap((item) => {
          const sign = item.status === 'incomplete' ? item.data?.sign : undefined
          const value = sign?.signatureKind === 'eip712' ? sign.value : undefined
          return isRecord(value) ? [value.conduitKey] : []
        })
      : [],
  )
