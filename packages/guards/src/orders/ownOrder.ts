import type { Fee, OfferItem, OrderComponents } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import { block, fact, find, type Judgement, nowSeconds, saltAt, spenderOf } from '../context/judgement.ts'
import { part } from '../context/parts.ts'
import type { BidIntent, ListIntent } from '../model/intent.ts'
import type { Finding, FindingCode } from '../model/verdict.ts'
import type { OrderRequest } from './request.ts'

export type OrderTerms = ListIntent['listings'][number] | BidIntent['bids'][number]

/** Where findings about one offered order go; `field` is its JSON path below the order. */
export type Objections = {
  readonly findings: Finding[]
  readonly object: (code: FindingCode, field: string, actual?: unknown, expected?: unknown) => undefined
  readonly ask: (code: FindingCode, field: string, actual?: unknown) => void
}

/** Collects findings apart, so that an order can be tried against several terms. */
export function objectionsAt(path: string): Objections {
  const findings: Finding[] = []
  const apart = { findings }
  return {
    findings,
    object: (code, field, actual, expected) => block(apart, code, `${path}.${field}`, actual, expected),
    ask: (code, field, actual) => find(apart, 'ask', code, `${path}.${field}`, actual),
  }
}

/**
 * What both kinds of own order share: times, salt, counter, and the choices a provider may make where the
 * terms leave them open (conduit and zone, from our lists).
 */
export function commonTerms(
  judgement: Judgement,
  request: OrderRequest,
  offered: OrderComponents,
  terms: OrderTerms,
  index: number,
  { object, ask }: Objections,
) {
  const { policy, facts, intent } = judgement
  if (terms.version !== request.version) object('TD_DOMAIN', 'version', request.version, terms.version)
  const now = nowSeconds(judgement)
  const startTime = terms.startTime ?? startOf(judgement)
  const { orders } = policy
  const [long, longest] =
    intent.action === 'list'
      ? [orders.longListingSeconds, orders.maxListingSeconds]
      : [orders.longOfferSeconds, orders.maxOfferSeconds]
  if (terms.endTime <= now || terms.endTime - startTime > BigInt(longest))
    object('ORD_TIME', 'endTime', terms.endTime)
  else if (terms.endTime - now > BigInt(long)) ask('ORD_TIME', 'endTime', terms.endTime)
  const conduitKey = terms.conduitKey ?? offered.conduitKey
  const spender = spenderOf(judgement, conduitKey, request.seaport)
  if (spender === undefined) object('ORD_CONDUIT', 'conduitKey', conduitKey)
  const zone = terms.offChainCancellable ? offered.zone : zeroAddress
  if (terms.offChainCancellable && !policy.zones.own.includes(zone)) object('ORD_ZONE', 'zone', zone)
  const counter = fact(judgement, facts.counters, request.seaport)
  if (counter === undefined) ask('ORD_COUNTER', 'counter', offered.counter)
  const own = {
    maker: intent.account,
    gross: terms.gross,
    currency: terms.currency,
    quantity: terms.quantity,
    startTime,
    endTime: terms.endTime,
    salt: terms.salt ?? saltAt(judgement, index),
    conduitKey,
    counter: counter ?? offered.counter,
    zone,
  }
  return { own, spender: spender ?? zeroAddress }
}

/**
 * A minute ago by the chain's clock, so that an order of a device whose clock is ahead can be filled at once;
 * by the device's where the chain has stood still for longer than the clocks may differ.
 */
function startOf(judgement: Judgement): bigint {
  const { facts, policy } = judgement
  const now = nowSeconds(judgement)
  const chain = facts.chainNow === undefined ? now : BigInt(Math.floor(facts.chainNow / 1_000))
  const earliest = now - BigInt(policy.orders.startSkewSeconds)
  return (chain > now ? now : chain < earliest ? earliest : chain) - 60n
}

/** Royalties read from the chain, cut off at what the terms and the policy allow in all. */
export function royaltyShares(
  judgement: Judgement,
  terms: OrderTerms,
  token: Address,
  tokenId: bigint,
): readonly Fee[] {
  if (terms.royalties.mode === 'none') return []
  const known = fact(judgement, judgement.facts.royalties, `${token}:${tokenId}`)
  const shares = known === undefined ? [] : 'bps' in known ? [known] : known
  let left = Math.min(terms.royalties.maxBps, judgement.policy.maxRoyaltyBps)
  return shares.flatMap(({ recipient, bps }) => {
    const share = Math.min(bps, left)
    left -= share
    return share > 0 ? [{ recipient: recipient.toLowerCase() as Address, bps: share }] : []
  })
}

/** Why somebody is paid: the chain names royalties, the rest are the terms' own fees. */
export const feeKind = (recipient: Address, royalties: readonly Fee[]): 'royalty' | 'marketplace' =>
  royalties.some((share) => share.recipient === recipient) ? 'royalty' : 'marketplace'

/** Fees of the terms and of the policy's ceiling. */
export function checkFeeCeiling(
  judgement: Judgement,
  fees: readonly Fee[],
  { object }: Objections,
): undefined {
  const bps = fees.reduce((sum, fee) => sum + fee.bps, 0)
  if (bps > judgement.policy.maxFeeBps + judgement.policy.maxRoyaltyBps)
    object('ORD_FEE', 'consideration', bps)
}

/** Whether two structs have the same in each of these fields. */
export const agree = <T>(fields: readonly (keyof T)[], a: T, b: T): boolean =>
  fields.every((field) => a[field] === b[field])

const itemFields = [
  'itemType',
  'token',
  'identifierOrCriteria',
  'startAmount',
  'endAmount',
  'recipient',
] as readonly (keyof OfferItem)[]

/** Whether two items say the same. */
export const sameItem = (a: OfferItem, b: OfferItem | undefined): boolean =>
  b !== undefined && agree(itemFields, a, b)

const sameItems = (a: readonly OfferItem[], b: readonly OfferItem[]): boolean =>
  a.length === b.length && a.every((item, index) => sameItem(item, b[index]))

const headFields = ['offerer', 'zone', 'zoneHash', 'orderType', 'endTime', 'conduitKey', 'counter'] as const

/** Whether the offered order is ours in all but salt and start: then there is no difference to look for. */
const isOurs = (offered: OrderComponents, own: OrderComponents): boolean =>
  agree(headFields, offered, own) &&
  sameItems(offered.offer, own.offer) &&
  sameItems(offered.consideration, own.consideration)

/**
 * Compares the provider's order with ours: start times may differ a little, salts are not looked at. Only where
 * anything else differs there is a difference to look for.
 */
export function compareOrders(
  judgement: Judgement,
  offered: OrderComponents,
  own: OrderComponents,
  terms: OrderTerms,
  fees: readonly Fee[],
  objections: Objections,
): undefined {
  const { object } = objections
  if (!isOurs(offered, own)) part(judgement, 'differences').tell(offered, own, terms, fees, objections)
  const skew = offered.startTime - own.startTime
  const limit = BigInt(judgement.policy.orders.startSkewSeconds)
  if (skew > limit || skew < -limit) object('ORD_TIME', 'startTime', offered.startTime, own.startTime)
}
