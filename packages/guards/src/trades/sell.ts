import { bidShape, ItemType } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import { judgePermissions } from '../approvals/checkPermissions.ts'
import { forAllSpenders } from '../approvals/permissions.ts'
import { acceptCall } from '../context/acceptCall.ts'
import { sendsExactly } from '../context/canonicalCall.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { isListed } from '../context/currencies.ts'
import { block } from '../context/findings.ts'
import type { Judgement } from '../context/guardContext.ts'
import { currencyNeed, isPermitted, type Need, tokenNeed, tokensOf } from '../context/requiredApproval.ts'
import type { SellIntent } from '../model/intent.ts'
import { refuseSignatures, splitCalls } from '../unexpected/unexpectedItems.ts'
import { sumOver } from './amounts.ts'
import { checkBounds } from './checkBounds.ts'
import { fillsOf, namedOrders } from './fillReads.ts'
import type { Maker } from './maker.ts'
import { checkMirrors, type MirrorTip, mirrorTips, type Proceeds, writeOfferMatch } from './matchOffers.ts'
import { openTrades, writeFill } from './openTrades.ts'
import { orderTrade } from './prices.ts'
import { type BoundTrade, currencyDelta, feesOf, isDue, nftDelta, type Trade } from './trade.ts'

type Sell = Judgement<SellIntent>

/** Guards of an acceptance of offers. */
export const sellGuards: Guards = guardsOf<SellIntent>({
  check: (judgement) => {
    const { items, minimums } = judgement.intent
    const { seaport, others } = splitCalls(
      judgement,
      'sell',
      (token) =>
        items.some(({ contract }) => contract === token) ||
        (minimums === undefined ? isListed(judgement, token) : minimums.has(token)),
    )
    for (const entry of seaport) sendsExactly(judgement, entry, 0n)
    const trades = openTrades(judgement, seaport, minimums, bidShape, itemsOf)
    const needs = trades.flatMap((trade) => judgeSell(judgement, trade))
    const awaited = needs.length === 0 && judgement.pending
    if (awaited || others.length > 0 || !isPermitted(judgement, needs)) {
      const open = (spender: Address) =>
        items.map(({ contract, tokenId }) => tokenNeed(contract, spender, tokenId))
      judgePermissions(judgement, others, needs, awaited ? forAllSpenders(judgement, open) : undefined)
    }
    refuseSignatures(judgement)
    checkBounds(judgement, trades)
  },
  requiredReads: (judgement) => {
    const { items } = judgement.intent
    const collections = items.map(({ contract }) => contract)
    const { makerCounters, currencies } = fillsOf(judgement)
    return {
      makerCounters,
      kinds: collections,
      operators: collections,
      tokenApprovals: tokensOf(items),
      allowances: currencies,
      royalties: items.map(({ contract, tokenId }) => [contract, tokenId] as const),
      orderStatus: namedOrders(
        judgement,
        items.flatMap(({ orderId }) => (orderId === undefined ? [] : [orderId])),
      ),
    }
  },
})

/** Judges the acceptance of offers: only the agreed tokens leave, and no less than agreed comes to the seller. */
function judgeSell(judgement: Sell, trade: BoundTrade): readonly Need[] {
  const { fill, entry, path, makers, conduitKey, claims } = trade
  const { account, partial } = judgement.intent
  if (![undefined, zeroAddress, account].includes(fill.recipient))
    block(judgement, 'CALL_RECIPIENT', `${path}#recipient`, fill.recipient, account)
  const matched = fill.fulfillments !== undefined
  const tips = matched ? mirrorTips(judgement, trade) : []
  const proceeds = makers.map((maker, position) => proceedsOf(judgement, maker, position, tips))
  for (const { offered, fees, tips: own } of proceeds)
    if (offered < fees + own) block(judgement, 'CALL_PRICE', path, offered, fees + own)
  if (matched) checkMirrors(judgement, trade, proceeds)
  if (trade.failed()) return []
  const all = [...claims, ...tips.map(({ slot, units }) => ({ slot, units }))]
  const needs = needsOf(proceeds, trade)
  if (!isDue(judgement, trade, all)) return needs
  const data = matched ? writeOfferMatch(judgement, trade, tips) : writeFill(trade, { conduitKey })
  acceptCall(judgement, entry, {
    to: entry.data.to,
    data,
    value: 0n,
    purpose: 'sell',
    effects: {
      give: makers.map((maker) => nftDelta(maker)),
      get: proceeds.map((each) =>
        currencyDelta(each.maker.shape.currency, ItemType.erc20, each.offered - each.fees - each.tips),
      ),
      fees: [
        ...makers.flatMap((maker) => feesOf(judgement, maker)),
        ...tips.map((tip) => ({
          ...currencyDelta(tip.currency, ItemType.erc20, tip.units),
          recipient: tip.recipient,
          kindOfFee: 'other' as const,
        })),
      ],
      authority: [],
      trades: makers.map((maker) => orderTrade(judgement, trade, maker)),
    },
    claims: all,
    orders: makers.map(({ orderId }) => orderId),
    partial,
  })
  return needs
}

/** The token may move; by the general route the seller also pays the offer's fees, after being paid. */
const needsOf = (proceeds: readonly Proceeds[], { fill, spender }: Trade): readonly Need[] =>
  proceeds.flatMap(({ maker, fees, tips }): readonly Need[] => {
    const { nft, currency } = maker.shape
    const operator = tokenNeed(nft.token, spender, maker.tokenId)
    const amount = fees + tips
    return !fill.basic && fill.fulfillments === undefined && amount > 0n
      ? [operator, currencyNeed(currency, spender, amount)]
      : [operator]
  })

/** Agreed tokens that an offer may be for; where an offer was named, only that one. */
function itemsOf(judgement: Sell, maker: Omit<Maker, 'items'>, at: string): readonly number[] {
  const { items } = judgement.intent
  const { token } = maker.shape.nft
  const ofToken = items.flatMap((item, index) =>
    item.contract === token && item.tokenId === maker.tokenId ? [index] : [],
  )
  const matching = ofToken.filter((index) => (items[index]?.orderId ?? maker.orderId) === maker.orderId)
  const first = maker.order.index === 0 ? 'CALL_ORDER_ITEM' : 'CALL_EXTRA_ORDER'
  if (matching.length === 0)
    block(judgement, ofToken.length > 0 ? 'CALL_ORDER_ID' : first, at, `${token}:${maker.tokenId}`)
  return matching
}

function proceedsOf(
  judgement: Sell,
  maker: Maker,
  position: number,
  outside: readonly MirrorTip[],
): Proceeds {
  const window = [0, judgement.policy.fills.horizonSeconds] as const
  const { order, shape } = maker
  return {
    maker,
    offered: sumOver(judgement, maker, order.components.offer, 'least', window, 'offer'),
    fees: sumOver(judgement, maker, shape.payments, 'most', window),
    // A match puts the fees on top into the seller's own orders, each with the offer that pays it.
    tips: outside.reduce(
      (total, { mirror, units }) => (mirror === position ? total + units : total),
      sumOver(judgement, maker, order.tips, 'most', window),
    ),
  }
}
