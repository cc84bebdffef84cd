import { keysOf } from '@sluice/seaport'
import type { Finding } from '../model/finding.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import type { Intent } from '../model/intent.ts'
import type { Effects, OrderTrade, Verdict } from '../model/verdict.ts'
import { type UnprovenCode, unprovenPlaces } from './unprovenPlaces.ts'

/**
 * How far a verdict may be trusted.
 *
 * - green: every byte was proven.
 * - amber: the user must explicitly confirm something.
 * - red: blocked. The user cannot continue.
 */
export type Trust = 'green' | 'amber' | 'red'

/** How the effects on a card were proven, from the strongest proof to none. */
export type CheckedHow = Verdict['proof']

/** The review card as data, in the order in which it is shown. Nothing in it was written by a provider. */
export type ReviewCard = {
  /** How far the verdict may be trusted. */
  readonly trust: Trust
  /** Whether the user may continue; `false` if the plan is blocked. */
  readonly mayContinue: boolean
  /** You give. */
  readonly give: Effects['give']
  /** Whether limits in several currencies were agreed for the same items. Each of them may be spent in full. */
  readonly limitsAddUp: boolean
  /** You get, at least. */
  readonly get: Effects['get']
  /** Fees that are part of the trade, with the recipient of each. */
  readonly fees: Effects['fees']
  /**
   * The price of each token: what each order costs (purchase, offer) or brings (sale, listing), fees included. Empty if
   * there are no orders (a transfer) or they are not known (a router).
   */
  readonly trades: readonly OrderTrade[]
  /** Permissions that the action adds and that remain after it. Those given earlier remain, too, and are not listed. */
  readonly permissions: Effects['authority']
  /** Unix seconds until which a signed order is valid. */
  readonly until: bigint | undefined
  /** The exact texts to sign. Show them with `visibleText`, which makes every character visible. */
  readonly messages: readonly string[]
  /** The announced auction: its token, and its terms unless it is withdrawn. */
  readonly auction: Effects['auction']
  /** Orders that can no longer be filled afterwards. */
  readonly ends: Effects['ends']
  /** How the effects were proven. */
  readonly checkedHow: CheckedHow
  /** Whether a simulation of the whole plan agrees. */
  readonly simulated: boolean
  /** Findings that block or need a confirmation. */
  readonly findings: readonly Finding[]
  /** What cannot be proven beforehand about this action. The card tells the user. */
  readonly unproven: readonly UnprovenCode[]
  /** Hash of the chain id and the rebuilt bytes, to compare with a second device. */
  readonly digest: Verdict['digest']
}

/**
 * Returns the review card of a verdict.
 *
 * @param action What was agreed: the action of the run.
 * @example
 * ```ts
 * const { give, get, trust } = reviewCard('buy', verdict)
 * ```
 */
export function reviewCard(action: Intent['action'], verdict: Verdict): ReviewCard {
  const { effects, digest, proof } = verdict
  const trust = trustOf(verdict)
  return Object.freeze({
    trust,
    mayContinue: trust !== 'red',
    give: effects.give,
    limitsAddUp: verdict.findings.some(({ code }) => code === 'CALL_CURRENCIES'),
    get: effects.get,
    fees: effects.fees,
    trades: effects.trades ?? [],
    permissions: effects.authority,
    until: effects.until,
    messages: verdict.items.flatMap((item) =>
      item.kind === 'signature' && item.request.kind === 'message' ? [item.request.message] : [],
    ),
    auction: effects.auction,
    ends: effects.ends,
    checkedHow: proof,
    simulated: verdict.simulated === true && trust !== 'red',
    findings: verdict.findings.filter(({ severity }) => severity !== 'info'),
    unproven: unprovenOf(action, verdict),
    digest,
  })
}

/**
 * Returns how far a verdict may be trusted: green only for what was proven from bytes and needs no confirmation.
 *
 * @example
 * ```ts
 * if (trustOf(verdict) === 'red') stop()
 * ```
 */
export function trustOf({ decision, proof }: Pick<Verdict, 'decision' | 'proof'>): Trust {
  if (decision === 'block') return 'red'
  const proven = proof === 'static' || proof === 'static+read'
  return decision === 'allow' && proven ? 'green' : 'amber'
}

/**
 * Returns what the card lists as unproven: what can never be proven for this action, and what this verdict does not
 * prove.
 */
function unprovenOf(
  action: Intent['action'],
  { findings, proof, items, effects }: Verdict,
): readonly UnprovenCode[] {
  const has = (code: FindingCode) => findings.some((finding) => finding.code === code)
  const signed = items.some(({ kind }) => kind === 'signature')
  const applies: Partial<Record<UnprovenCode, boolean>> = {
    trait_members: has('ORD_CRITERIA'),
    simulated_only: proof === 'simulated',
    // A signed order ends another one only if it replaces it.
    signed_cancellation: signed && effects.ends !== undefined,
    late_cancellation: !signed,
    // If nothing was read, no node can have lied.
    node: proof !== 'static',
  }
  return keysOf(unprovenPlaces).filter((code) => {
    const { actions, where } = unprovenPlaces[code]
    return actions.some((covered) => covered === action) && where !== 'docs' && (applies[code] ?? true)
  })
}

/**
 * Returns a verdict as JSON for a bug report. It has codes, paths and hashes, but no signature and no order.
 *
 * @example
 * ```ts
 * await navigator.clipboard.writeText(verdictReport(verdict))
 * ```
 */
export function verdictReport({ decision, proof, digest, findings, simulated }: Verdict): string {
  return JSON.stringify({ decision, proof, simulated: simulated === true, digest, findings }, null, 2)
}

/**
 * Returns a text with every character visible. Invisible characters, and those that reorder others, are replaced by
 * their code points. Line breaks stay.
 * @param text The text to show.
 * @example visibleText('pay\u202e42') // 'pay⟨U+202E⟩42'
 */
export const visibleText = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]|\p{Zs}(?<! )/gu, (char) =>
    char === '\n' ? char : `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
