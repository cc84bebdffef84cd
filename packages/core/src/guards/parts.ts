import type * as bulk from './bulk.ts'
import type * as cancelSignature from './cancelSignature.ts'
import type * as groups from './groups.ts'
import type * as helper from './helperTransfer.ts'
import type { Entry, Judgement } from './judgement.ts'
import type * as offerMatch from './offerMatch.ts'
import type * as others from './others.ts'
import type * as privateMatch from './privateMatch.ts'
import type * as wraps from './wrap.ts'

/**
 * Groups of rules that few plans need. Each is a chunk of its own, loaded by what a plan contains before it is
 * judged; a rule that finds its group missing throws, which blocks the plan.
 */
export type Parts = {
  /** Approvals, and whatever has no place in the action. */
  readonly others?: typeof others
  /** Wraps of the native coin, for offers. */
  readonly wraps?: typeof wraps
  /** Calls that fill several orders, each by itself. */
  readonly groups?: typeof groups
  /** Matches that buy a private listing. */
  readonly privateMatch?: typeof privateMatch
  /** Matches that accept offers. */
  readonly offerMatch?: typeof offerMatch
  /** Several orders under one signature, or many signatures. */
  readonly bulk?: typeof bulk
  /** Cancellations by signature. */
  readonly cancelSignature?: typeof cancelSignature
  /** Transfers through the helper. */
  readonly helper?: typeof helper
}
export type PartName = keyof Parts

/** A group of rules that the plan's contents call for. */
export function part<TName extends PartName>({ parts }: Judgement, name: TName): NonNullable<Parts[TName]> {
  const found = parts[name]
  if (found === undefined) throw new ReferenceError(name)
  return found as NonNullable<Parts[TName]>
}

/** Whether an item needs the rules for {@link Parts.others}: a call that goes not to Seaport, or a text to sign. */
export const isOther = ({ seaports }: Judgement, { data }: Entry): boolean =>
  data !== undefined && ('to' in data ? !seaports.has(data.to) : data.sign?.signatureKind === 'eip191')

/** Parts that an item of a trade's plan calls for, by the function it calls. */
export function tradeParts<TName extends PartName>(judgement: Judgement, entry: Entry, match: TName) {
  const { data } = entry
  if (isOther(judgement, entry)) return ['others'] as const
  const selector = data !== undefined && 'to' in data ? data.data.slice(0, 10) : ''
  if (selector === '0xed98a574' || selector === '0x87201b41') return ['groups'] as const
  return selector === '0xa8174404' || selector === '0xf2d12b12' ? [match] : []
}

/** Parts that an item of a plan calls for that asks to sign orders. */
export function orderParts(judgement: Judgement, entry: Entry): readonly PartName[] {
  const { data } = entry
  if (isOther(judgement, entry)) return judgement.intent.action === 'bid' ? ['others', 'wraps'] : ['others']
  const bulk =
    data !== undefined &&
    'sign' in data &&
    data.sign?.signatureKind === 'eip712' &&
    data.sign.primaryType === 'BulkOrder'
  return bulk || judgement.entries.length > 8 ? ['bulk'] : []
}
