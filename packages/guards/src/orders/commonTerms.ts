import type { Fee, OrderComponents } from '@sluice/seaport'
import { lowerHex } from '@sluice/seaport/hex'
import { type Address, zeroAddress } from 'viem'
import { nowSeconds, readState } from '../context/chainReads.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { saltAt } from '../context/salts.ts'
import { spenderOf } from '../context/spenders.ts'
import type { Objections, OrderTerms } from './objections.ts'
import type { OrderRequest } from './orderRequest.ts'

/**
 * Returns the terms that listings and bids share: times, salt and counter, and the conduit and the zone, which the
 * provider may choose from the lists of the policy if the intent leaves them open.
 */
export function commonTerms(
  context: GuardContext,
  request: OrderRequest,
  offered: OrderComponents,
  terms: OrderTerms,
  index: number,
  { object, ask }: Objections,
) {
  const { policy, chainState, intent } = context
  if (terms.version !== request.version) object('TD_DOMAIN', 'version', request.version, terms.version)
  const now = nowSeconds(context)
  const startTime = terms.startTime ?? startOf(context)
  const { orders } = policy
  const [long, longest] =
    intent.action === 'list'
      ? [orders.longListingSeconds, orders.maxListingSeconds]
      : [orders.longOfferSeconds, orders.maxOfferSeconds]
  if (terms.endTime <= now || terms.endTime - startTime > BigInt(longest))
    object('ORD_TIME', 'endTime', terms.endTime)
  else if (terms.endTime - now > BigInt(long)) ask('ORD_TIME', 'endTime', terms.endTime)
  const conduitKey = terms.conduitKey ?? offered.conduitKey
  const spender = spenderOf(context, conduitKey, request.seaport)
  if (spender === undefined) object('ORD_CONDUIT', 'conduitKey', conduitKey)
  const zone = terms.offChainCancellable ? offered.zone : zeroAddress
  if (terms.offChainCancellable && !policy.zones.own.includes(zone)) object('ORD_ZONE', 'zone', zone)
  const counter = readState(context, chainState.counters, request.seaport)
  if (counter === undefined) ask('ORD_COUNTER', 'counter', offered.counter)
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

/**
 * Returns the start time of an order: one minute before the latest block, so that the order can be filled at once even if
 * the clock of the device is ahead. If the latest block is too old, the start time is bounded by the clock of the device.
 */
function startOf(context: GuardContext): bigint {
  const { chainState, policy } = context
  const now = nowSeconds(context)
  const chain = chainState.chainNow === undefined ? now : BigInt(Math.floor(chainState.chainNow / 1_000))
  const earliest = now - BigInt(policy.orders.startSkewSeconds)
  return (chain > now ? now : chain < earliest ? earliest : chain) - 60n
}

/** Returns the royalties on chain, limited to the total that the terms and the policy allow. */
export function royaltyShares(
  context: GuardContext,
  terms: OrderTerms,
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

/** Returns the kind of a fee: a royalty if its recipient has a royalty on chain, else a fee of the marketplace. */
export const feeKind = (recipient: Address, royalties: readonly Fee[]): 'royalty' | 'marketplace' =>
  royalties.some((share) => share.recipient === recipient) ? 'royalty' : 'marketplace'

/** Checks that the fees do not exceed the maximum of the policy. */
export function checkFeeCeiling(
  context: GuardContext,
  fees: readonly Fee[],
  { object }: Objections,
): undefined {
  const bps = fees.reduce((sum, fee) => sum + fee.bps, 0)
  if (bps > context.policy.maxFeeBps + context.policy.maxRoyaltyBps) object('ORD_FEE', 'consideration', bps)
}
