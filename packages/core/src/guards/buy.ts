import { askShape, ItemType } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import { type ActionGuards, refuseSignatures, splitCalls } from './action.ts'
import { checkBounds, mostAgreed, orderTrade } from './bounds.ts'
import { sendsExactly } from './call.ts'
import { tradeChunks } from './chunks.ts'
import { isMoving, type Maker, paid, sumOver } from './fill.ts'
import { fillsOf, namedOrders } from './fillNeeds.ts'
import type { BuyIntent } from './intent.ts'
import { acceptCall, block, isListed, type Judgement } from './judgement.ts'
import { currencyNeed, type Need } from './need.ts'
import { part, paysOnTop, tradeParts } from './parts.ts'
import { checkPrice } from './price.ts'
import { proveMoves } from './proveMoves.ts'
import { type BoundTrade, currencyDelta, feesOf, isDue, nftDelta, openTrades, writeFill } from './trade.ts'

type Buy = Judgement<BuyIntent>

/** Guards of a purchase. */
export const buyGuards: ActionGuards<BuyIntent> = {
  route: (judgement) => {
    const { limits } = judgement.intent
    const { seaport, others } = splitCalls(judgement, 'buy', (token) =>
      limits === undefined ? isListed(judgement, token) : limits.has(token),
    )
    const trades = openTrades(judgement, seaport, limits, askShape, itemsOf)
    const needs = trades.flatMap((trade) => judgeBuy(judgement, trade))
    // The purchase may still be missing: then the approval goes as far as the user agreed to pay, no further.
    const awaited = needs.length === 0 && judgement.pending && limits !== undefined
    if (awaited || needs.length + others.length > 0) {
      const { forAllSpenders, judgePermissions } = part(judgement, 'permissions')
      const open = (spender: Address) =>
        [...(limits ?? [])].map(([token, amount]) => currencyNeed(token, spender, amount))
      judgePermissions(judgement, others, needs, awaited ? forAllSpenders(judgement, open) : undefined)
    }
    refuseSignatures(judgement)
    checkBounds(judgement, trades)
  },
  partsOf: (judgement, entries) => [
    ...tradeParts(judgement, entries, 'privateMatch'),
    // Where only the native coin may be spent, no permission is needed.
    ...([...(judgement.intent.limits?.keys() ?? [])].some((currency) => currency !== zeroAddress)
      ? (['permissions'] as const)
      : []),
  ],
  chunks: {
    ...tradeChunks,
    privateMatch: () => import('./privateMatch.ts'),
  },
  prove: proveMoves,
  checkPrice,
  wishes: (judgement) => {
    const { intent } = judgement
    const { makerCounters, collections, currencies, orders } = fillsOf(judgement)
    return {
      makerCounters,
      kinds: collections,
      allowances: [...(intent.limits?.keys() ?? currencies)].filter((currency) => currency !== zeroAddress),
      royalties: paysOnTop(judgement) ? part(judgement, 'tips').royaltyTokens(judgement, orders) : [],
      orderStatus: namedOrders(
        judgement,
        intent.items.flatMap(({ target }) => (target.kind === 'order' ? [target.orderId] : [])),
      ),
    }
  },
}

/** Judges a purchase: every order is one that was agreed on, and the goods come to the agreed recipient. */
function judgeBuy(judgement: Buy, trade: BoundTrade): readonly Need[] {
  const { fill, entry, path, makers, conduitKey, spender, claims } = trade
  const { account, recipient, partial } = judgement.intent
  // A private listing names its taker itself; what is left over comes back to the caller.
  const named = fill.recipient === undefined || fill.recipient === zeroAddress ? account : fill.recipient
  if (named !== recipient) block(judgement, 'CALL_RECIPIENT', `${path}#recipient`, named, recipient)
  const { currency, payments } = (makers[0] as Maker).shape
  const itemType = payments[0]?.itemType ?? ItemType.native
  if (makers.some(({ shape }) => shape.currency !== currency))
    block(judgement, 'CALL_CURRENCY', path, currency)
  const horizon = judgement.policy.fills.horizonSeconds
  const sum = (from: number, pick: 'most' | 'least' = 'most') =>
    makers.reduce((all, maker) => all + sumOver(judgement, maker, paid(maker), pick, [from, horizon]), 0n)
  const cost = sum(0)
  if (fill.fulfillments !== undefined) part(judgement, 'privateMatch').checkPrivate(judgement, trade, cost)
  else if (makers.some(({ shape }) => shape.taker !== undefined))
    block(judgement, 'CALL_ORDER_ITEM', path, 'private')
  const value = valueToSend(judgement, trade, cost, sum)
  if (trade.failed() || value === undefined) return []
  const needs: readonly Need[] =
    currency === zeroAddress || cost === 0n ? [] : [currencyNeed(currency, spender, cost)]
  if (!isDue(judgement, trade, claims)) return needs
  const most = makers.flatMap(paid).some(isMoving) && {
    most: part(judgement, 'advanced').mostOfMoving(mostAgreed(judgement, trade, currency), cost, sum),
  }
  const filler = { conduitKey, recipient: recipient === account ? undefined : recipient }
  acceptCall(judgement, entry, {
    to: entry.data.to,
    data:
      fill.fulfillments === undefined
        ? writeFill(judgement, trade, filler)
        : part(judgement, 'privateMatch').writeMatch(judgement, trade, conduitKey),
    value,
    purpose: 'buy',
    effects: {
      give: cost === 0n ? [] : [{ ...currencyDelta(currency, itemType, cost), ...most }],
      get: makers.map((maker) => nftDelta(maker, filler.recipient)),
      fees: makers.flatMap((maker) => feesOf(judgement, maker)),
      authority: [],
      trades: makers.map((maker) => orderTrade(judgement, trade, maker)),
    },
    claims,
    orders: makers.map(({ orderId }) => orderId),
    partial,
  })
  return needs
}

/** Agreed items that an order may stand for: by order id, by token, or by collection. */
function itemsOf(judgement: Buy, maker: Omit<Maker, 'items'>, at: string): readonly number[] {
  const { items } = judgement.intent
  const { token } = maker.shape.nft
  // One contract, several collections: any token of it may be one of a cheap neighbour.
  const { sharedContracts } = judgement.policy
  const matching = items.flatMap(({ target }, index) => {
    const same =
      target.kind === 'order'
        ? target.orderId === maker.orderId
        : target.contract === token &&
          (target.kind === 'collection' ? !sharedContracts.includes(token) : target.tokenId === maker.tokenId)
    return same ? [index] : []
  })
  if (matching.length === 0) {
    const what = `${token}:${maker.tokenId}`
    if (items.some(({ target }) => target.kind === 'order')) block(judgement, 'CALL_ORDER_ID', at, what)
    block(judgement, 'CALL_EXTRA_ORDER', at, what)
  }
  return matching
}

/** The wei to send: exactly the price. */
function valueToSend(
  judgement: Buy,
  trade: BoundTrade,
  cost: bigint,
  sum: (from: number, pick?: 'most' | 'least') => bigint,
): bigint | undefined {
  const { entry, makers } = trade
  const isNative = (makers[0] as Maker).shape.currency === zeroAddress
  if (isNative && makers.flatMap(paid).some(isMoving))
    return part(judgement, 'advanced').valueOfMoving(
      judgement,
      entry,
      mostAgreed(judgement, trade, zeroAddress),
      cost,
      sum,
    )
  const value = isNative ? cost : 0n
  return sendsExactly(judgement, entry, value) ? value : undefined
}
