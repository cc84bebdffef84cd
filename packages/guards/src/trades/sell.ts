import { bidShape, feeAmount, ItemType } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import { checkPermissions } from '../approvals/checkPermissions.ts'
import { forAllSpenders } from '../approvals/requiredApprovals.ts'
import { acceptCall } from '../context/acceptCall.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { isListed } from '../context/currencies.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { sendsExactly } from '../context/readCanonical.ts'
import {
  approvalTokens,
  isApproved,
  type RequiredApproval,
  requireCurrency,
  requireToken,
} from '../context/requiredApproval.ts'
import type { SellIntent } from '../model/intent.ts'
import { refuseSignatures, splitCalls } from '../unexpected/unexpectedItems.ts'
import { horizonOf, leastOffered, sumOver } from './amounts.ts'
import { checkBounds } from './checkBounds.ts'
import { fillsOf, namedOrders } from './fillReads.ts'
import type { Maker } from './maker.ts'
import { checkMirrors, type MirrorTip, mirrorTips, type Proceeds, writeOfferMatch } from './matchOffers.ts'
import { openTrades, writeFill } from './openTrades.ts'
import { orderTrade } from './prices.ts'
import { type BoundTrade, currencyDelta, feesOf, isTradeDue, nftDelta, type Trade } from './trade.ts'

type Sell = GuardContext<SellIntent>

/** The guards of sales: the account accepts offers. */
export const sellGuards: Guards = guardsOf<SellIntent>({
  check: (context) => {
    const { items, minimums } = context.intent
    const { seaport, others } = splitCalls(
      context,
      'sell',
      (token) =>
        items.some(({ contract }) => contract === token) ||
        (minimums === undefined ? isListed(context, token) : minimums.has(token)),
    )
    for (const entry of seaport) sendsExactly(context, entry, 0n)
    const trades = openTrades(context, seaport, minimums, bidShape, itemsOf)
    const needs = trades.flatMap((trade) => checkSell(context, trade))
    const awaited = needs.length === 0 && context.pending
    if (awaited || others.length > 0 || !isApproved(context, needs)) {
      const open = (spender: Address) =>
        items.map(({ contract, tokenId }) => requireToken(contract, spender, tokenId))
      checkPermissions(context, others, needs, awaited ? forAllSpenders(context, open) : undefined)
    }
    refuseSignatures(context)
    checkBounds(context, trades)
  },
  requiredReads: (context) => {
    const { items } = context.intent
    const collections = items.map(({ contract }) => contract)
    const { makerCounters, currencies } = fillsOf(context)
    return {
      makerCounters,
      kinds: collections,
      operators: collections,
      tokenApprovals: approvalTokens(items),
      allowances: currencies,
      royalties: items.map(({ contract, tokenId }) => [contract, tokenId] as const),
      orderStatus: namedOrders(
        context,
        items.flatMap(({ orderId }) => (orderId === undefined ? [] : [orderId])),
      ),
    }
  },
})

/** Checks a call that accepts offers: the recipient, the fees and the price. Returns the approvals that it needs. */
function checkSell(context: Sell, trade: BoundTrade): readonly RequiredApproval[] {
  const { fill, entry, path, makers, conduitKey, claims } = trade
  const { account, partial } = context.intent
  if (![undefined, zeroAddress, account].includes(fill.recipient))
    block(context, 'CALL_RECIPIENT', `${path}#recipient`, fill.recipient, account)
  const matched = fill.fulfillments !== undefined
  const tips = matched ? mirrorTips(context, trade) : []
  const proceeds = makers.map((maker, position) => proceedsOf(context, maker, position, tips))
  for (const { offered, fees, tips: tipSum } of proceeds)
    if (offered < fees + tipSum) block(context, 'CALL_PRICE', path, offered, fees + tipSum)
  if (matched) checkMirrors(context, trade, proceeds)
  if (trade.failed()) return []
  const allClaims = [...claims, ...tips.map(({ slot, units }) => ({ slot, units }))]
  const needs = needsOf(proceeds, trade)
  if (!isTradeDue(context, trade, allClaims)) return needs
  for (const one of proceeds) checkFees(context, one, path)
  const data = matched ? writeOfferMatch(context, trade, tips) : writeFill(trade, { conduitKey })
  acceptCall(context, entry, {
    to: entry.data.to,
    data,
    value: 0n,
    purpose: 'sell',
    effects: {
      give: makers.map((maker) => nftDelta(maker)),
      get: proceeds.map(({ maker, offered, fees, tips: tipSum }) =>
        currencyDelta(maker.shape.currency, ItemType.erc20, offered - fees - tipSum),
      ),
      fees: [
        ...makers.flatMap((maker) => feesOf(context, maker)),
        ...tips.map((tip) => ({
          ...currencyDelta(tip.currency, ItemType.erc20, tip.units),
          recipient: tip.recipient,
          kindOfFee: 'other' as const,
        })),
      ],
      authority: [],
      trades: makers.map((maker) => orderTrade(context, trade, maker)),
    },
    claims: allClaims,
    orders: makers.flatMap(({ provenId }) => provenId ?? []),
    partial,
  })
  return needs
}

/**
 * Returns the required approvals: for the token, and for the fees if Seaport takes them from the seller, as it does in all
 * fills but basic orders and matches.
 */
const needsOf = (proceeds: readonly Proceeds[], { fill, spender }: Trade): readonly RequiredApproval[] =>
  proceeds.flatMap(({ maker, fees, tips }): readonly RequiredApproval[] => {
    const { nft, currency } = maker.shape
    const operator = requireToken(nft.token, spender, maker.tokenId)
    const amount = fees + tips
    return !fill.basic && fill.fulfillments === undefined && amount > 0n
      ? [operator, requireCurrency(currency, spender, amount)]
      : [operator]
  })

/**
 * Requires a confirmation if an offer pays more to others than the policy allows in an order that the user signs. Such an
 * offer brings what was agreed, but the approval of its fees is as large as its maker likes.
 */
function checkFees(context: Sell, { offered, fees }: Proceeds, path: string): undefined {
  const most = context.policy.maxFeeBps + context.policy.maxRoyaltyBps
  if (fees > feeAmount(offered, most)) addFinding(context, 'confirm', 'ORD_FEE', path, fees, offered)
}

/** Returns the agreed items that an offer may fill. An item that names an offer is filled by that offer only. */
function itemsOf(context: Sell, maker: Omit<Maker, 'items'>, path: string): readonly number[] {
  const { items } = context.intent
  const { token } = maker.shape.nft
  const sameToken = items.flatMap((item, index) =>
    item.contract === token && item.tokenId === maker.tokenId ? [index] : [],
  )
  const matching = sameToken.filter((index) => (items[index]?.orderId ?? maker.orderId) === maker.orderId)
  const otherToken = maker.order.index === 0 ? 'CALL_ORDER_ITEM' : 'CALL_EXTRA_ORDER'
  if (matching.length === 0)
    block(context, sameToken.length > 0 ? 'CALL_ORDER_ID' : otherToken, path, `${token}:${maker.tokenId}`)
  return matching
}

function proceedsOf(context: Sell, maker: Maker, position: number, mirrored: readonly MirrorTip[]): Proceeds {
  const span = horizonOf(context)
  const { order, shape } = maker
  return {
    maker,
    offered: leastOffered(context, maker),
    fees: sumOver(context, maker, shape.payments, { span }),
    // In a match, the seller's own orders pay the fees on top. The order at the position of an offer pays its fees.
    tips: mirrored.reduce(
      (total, { mirror, units }) => (mirror === position ? total + units : total),
      sumOver(context, maker, order.tips, { span }),
    ),
  }
}
