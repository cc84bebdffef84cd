import type * as others from '../approvals/others.ts'
import type * as permissions from '../approvals/permissions.ts'
import type * as wraps from '../approvals/wrap.ts'
import type { BuyIntent, SellIntent } from '../model/intent.ts'
import type { CheckedItem } from '../model/verdict.ts'
import type * as bulk from '../orders/bulk.ts'
import type * as cancelSignature from '../orders/cancelSignature.ts'
import type * as criteria from '../orders/criteria.ts'
import type * as differences from '../orders/differences.ts'
import type * as units from '../receipts/units.ts'
import type * as advanced from '../trades/advanced.ts'
import type * as askMatch from '../trades/askMatch.ts'
import type * as assignment from '../trades/assignment.ts'
import type * as groups from '../trades/groups.ts'
import type * as offerMatch from '../trades/offerMatch.ts'
import type * as tips from '../trades/tips.ts'
import type * as helper from '../transfers/helperTransfer.ts'
import type { Entry, Judgement } from './judgement.ts'
import type * as several from './several.ts'

/**
 * Groups of rules that few plans need. Each is a chunk of its own, loaded by what a plan contains before it is
 * judged; a rule that finds its group missing says so, and the plan is judged again from the start with it.
 */
export type Parts = {
  /** Orders by the general functions: parts of them, moving prices, tokens under a criteria root. */
  readonly advanced?: typeof advanced
  /** What the account must permit before a currency or a token can move. */
  readonly permissions?: typeof permissions
  /** Fees on top, and royalties that an order left out. */
  readonly tips?: typeof tips
  /** Offers for any of several tokens. */
  readonly criteria?: typeof criteria
  /** Where an offered order is not ours to the last field: what differs, and whether it may. */
  readonly differences?: typeof differences
  /** Tokens of which there are several units. */
  readonly units?: typeof units
  /** What several items do together, or what was done before. */
  readonly several?: typeof several
  /** Approvals, and whatever has no place in the action. */
  readonly others?: typeof others
  /** Wraps of the native coin, for offers. */
  readonly wraps?: typeof wraps
  /** Calls that fill several orders, each by itself. */
  readonly groups?: typeof groups
  /** Which order serves which item, where some may serve several, or items have prices of their own. */
  readonly assignment?: typeof assignment
  /** Matches that buy listings. */
  readonly askMatch?: typeof askMatch
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
/** How the parts are loaded that plans of an action may call for. */
export type Chunks = { readonly [TName in PartName]?: () => Promise<NonNullable<Parts[TName]>> }

/** A group of rules that a judgement cannot be made without, and that was not loaded: the message is its name. */
export class MissingPart extends Error {}

/** A group of rules that the plan's contents call for. */
export function part<TName extends PartName>(
  { parts }: Pick<Judgement, 'parts'>,
  name: TName,
): NonNullable<Parts[TName]> {
  const found = parts[name]
  if (found === undefined) throw new MissingPart(name)
  return found as NonNullable<Parts[TName]>
}

/** Whether an item needs the rules for {@link Parts.others}: it is not a call to Seaport. */
export const isOther = ({ seaports }: Judgement, { data }: Entry): boolean =>
  data !== undefined && !('to' in data && seaports.has(data.to))

/** Parts that an item of a trade's plan calls for, by the function it calls. */
function tradeItemParts(judgement: Judgement, entry: Entry, match: PartName): readonly PartName[] {
  const { data } = entry
  if (isOther(judgement, entry)) return ['others', 'permissions']
  const selector = data && 'to' in data && data.data.slice(0, 10)
  if (selector === '0xb3a34c4c' || selector === '0xe7acab24') return ['advanced']
  if (selector === '0xed98a574' || selector === '0x87201b41') return ['advanced', 'groups', 'assignment']
  if (selector !== '0xa8174404' && selector !== '0xf2d12b12') return []
  return judgement.intent.action === 'buy' && judgement.intent.items.length > 1
    ? ['advanced', match, 'assignment']
    : ['advanced', match]
}

/** Whether anything was agreed to be paid on top of the orders. */
export const paysOnTop = ({
  intent: { feesOnTop, normalizeRoyalties },
}: Judgement<BuyIntent> | Judgement<SellIntent>): boolean =>
  feesOnTop.length > 0 || normalizeRoyalties === true

/** Parts that a trade's plan calls for, and what was agreed with it. */
export function tradeParts(
  judgement: Judgement<BuyIntent> | Judgement<SellIntent>,
  entries: readonly Entry[],
  match: PartName,
): readonly PartName[] {
  return [
    ...entries.flatMap((entry) => tradeItemParts(judgement, entry, match)),
    ...(paysOnTop(judgement) ? (['tips'] as const) : []),
  ]
}

/** Parts that an item of a plan calls for that asks to sign orders. */
export function orderParts(judgement: Judgement, entries: readonly Entry[]): readonly PartName[] {
  return entries.flatMap((entry) => {
    const { data } = entry
    const sign = data !== undefined && 'sign' in data ? data.sign : undefined
    if (data !== undefined && sign?.signatureKind !== 'eip712')
      return judgement.intent.action === 'bid' ? (['others', 'wraps'] as const) : ['others']
    const bulk = sign?.signatureKind === 'eip712' && sign.primaryType === 'BulkOrder'
    return bulk || judgement.entries.length > 8 ? ['bulk'] : []
  })
}

/** Groups of rules without which a mined item cannot be proven. */
export function provingParts({
  purpose,
  effects,
}: Pick<CheckedItem, 'purpose' | 'effects'>): readonly PartName[] {
  if (purpose === 'wrap') return ['wraps']
  if (purpose.startsWith('approve')) return ['others']
  return [...effects.give, ...effects.get].some(({ kind }) => kind === 'erc1155') ? ['units'] : []
}
