import { type ConsiderationItem, type Fee, type OrderComponents, TermsError } from '@sluice/seaport'
import { lowerHex } from '@sluice/seaport/hex'
import { type Address, zeroAddress } from 'viem'
import { nowSeconds, readState } from '../context/chainReads.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { saltAt } from '../context/salts.ts'
import { spenderOf } from '../context/spenders.ts'
import { assetOf } from '../model/assetOf.ts'
import type { ChainState } from '../model/chainState.ts'
import type { Effects } from '../model/verdict.ts'
import type { ListingOrBid, OrderFindings } from './orderFindings.ts'
import type { OrderRequest } from './orderRequest.ts'

/**
 * Returns the terms that listings and bids share: times, salt and counter, and the conduit and the zone, which the
 * provider may choose from the lists of the policy if the intent leaves them open.
 */
export function commonTerms(
  context: GuardContext,
  request: OrderRequest,
  offered: OrderComponents,
  terms: ListingOrBid,
  index: number,
  { block, confirm }: OrderFindings,
) {
  const { policy, chainState, intent } = context
  if (terms.version !== request.version) block('TD_DOMAIN', 'version', request.version, terms.version)
  const now = nowSeconds(context)
  const startTime = startOf(context, terms)
  const { orders } = policy
  const [long, longest] =
    intent.action === 'list'
      ? [orders.longListingSeconds, orders.maxListingSeconds]
      : [orders.longOfferSeconds, orders.maxOfferSeconds]
  if (terms.endTime <= now || terms.endTime - startTime > BigInt(longest))
    block('ORD_TIME', 'endTime', terms.endTime)
  else if (terms.endTime - now > BigInt(long)) confirm('ORD_TIME', 'endTime', terms.endTime)
  const conduitKey = terms.conduitKey ?? offered.conduitKey
  const spender = spenderOf(context, conduitKey, request.seaport)
  if (spender === undefined) block('ORD_CONDUIT', 'conduitKey', conduitKey)
  const zone = terms.offChainCancellable ? offered.zone : zeroAddress
  if (terms.offChainCancellable && !policy.zones.own.includes(zone)) block('ORD_ZONE', 'zone', zone)
  const counter = readState(context, chainState.counters, request.seaport)
  if (counter === undefined) confirm('ORD_COUNTER', 'counter', offered.counter)
  const common = {
    maker: intent.account,
    gross: terms.gross,
    currency: terms.currency,
    quantity: terms.quantity,
    startTime,
    endTime: terms.endTime,
    salt: terms.salt ?? saltAt(context, index),
    conduitKey,
    counter: counter ?? offered.counter,
    zone,
  }
  return { common, spender: spender ?? zeroAddress }
}

/** Returns whether a price falls with time: such an order starts when it is signed. */
const isFalling = (terms: ListingOrBid): boolean =>
  'endGross' in terms && terms.endGross !== undefined && terms.endGross < terms.gross

/**
 * Returns the start time of our own order: the agreed one, or that of the first check of these bytes, so that what was
 * shown is what is signed however long its card was open. A price that falls starts to fall at the time of this check.
 */
function startOf(context: GuardContext, terms: ListingOrBid): bigint {
  return isFalling(terms)
    ? (terms.startTime ?? startAt(context, context.chainState))
    : firstStartOf(context, terms)
}

/** Returns the start time that our own order had when these bytes were checked first. */
export function firstStartOf(context: GuardContext, terms: ListingOrBid): bigint {
  const { chainState } = context
  return terms.startTime ?? startAt(context, chainState.first ?? chainState)
}

/**
 * Returns the start time for an order at these times: one minute before the latest block, so that the order can be
 * filled at once even if the clock of the device is ahead. If the latest block is too old, the start time is bounded by
 * the clock of the device.
 */
function startAt(
  { policy }: GuardContext,
  { now, chainNow = now }: Pick<ChainState, 'now' | 'chainNow'>,
): bigint {
  const [device, chain] = [now, chainNow].map((time) => BigInt(Math.floor(time / 1_000))) as [bigint, bigint]
  const earliest = device - BigInt(policy.orders.startSkewSeconds)
  return (chain > device ? device : chain < earliest ? earliest : chain) - 60n
}

/** Returns the royalties on chain, limited to the total that the terms and the policy allow. */
export function royaltyShares(
  context: GuardContext,
  terms: ListingOrBid,
  token: Address,
  tokenId: bigint,
): readonly Fee[] {
  if (terms.royalties.mode === 'none') return []
  const known = readState(context, context.chainState.royalties, `${token}:${tokenId}`)
  const shares = known === undefined ? [] : 'bps' in known ? [known] : known
  let left = Math.min(terms.royalties.maxBps, context.policy.maxRoyaltyBps)
  return shares.flatMap(({ recipient, bps }) => {
    const share = Math.min(bps, left)
    left -= share
    return share > 0 ? [{ recipient: lowerHex(recipient), bps: share }] : []
  })
}

/** Builds our own order. Terms that no order can have block the provider's order. */
export function buildOrder(
  { block }: OrderFindings,
  build: () => OrderComponents,
): OrderComponents | undefined {
  try {
    return build()
  } catch (cause) {
    if (!(cause instanceof TermsError)) throw cause
    return block('ORD_TERMS', cause.field, cause.message)
  }
}

/**
 * Returns the fees of an order. A recipient that has a royalty on chain gets a royalty, any other a marketplace fee.
 */
export const orderFees = (items: readonly ConsiderationItem[], royalties: readonly Fee[]): Effects['fees'] =>
  items.map((item) => ({
    ...assetOf(item),
    recipient: item.recipient,
    kindOfFee: royalties.some((share) => share.recipient === item.recipient) ? 'royalty' : 'marketplace',
  }))

/** Checks that the fees do not exceed the maximum of the policy. */
export function checkFeeCeiling(
  context: GuardContext,
  fees: readonly Fee[],
  { block }: OrderFindings,
): undefined {
  const bps = fees.reduce((sum, fee) => sum + fee.bps, 0)
  if (bps > context.policy.maxFeeBps + context.policy.maxRoyaltyBps) block('ORD_FEE', 'consideration', bps)
}
