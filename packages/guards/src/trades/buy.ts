import { askShape, ItemType } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import { judgePermissions } from '../approvals/checkPermissions.ts'
import { forAllSpenders } from '../approvals/permissions.ts'
import { acceptCall } from '../context/acceptCall.ts'
import { sendsExactly } from '../context/canonicalCall.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { isListed } from '../context/currencies.ts'
import { block } from '../context/findings.ts'
import type { Judgement, TransactionEntry } from '../context/guardContext.ts'
import { currencyNeed, type Need } from '../context/requiredApproval.ts'
import type { BuyIntent } from '../model/intent.ts'
import type { AssetDelta } from '../model/verdict.ts'
import { refuseSignatures, splitCalls } from '../unexpected/unexpectedItems.ts'
import { mostOfMoving, sumOver, valueOfMoving } from './amounts.ts'
import { checkBounds } from './checkBounds.ts'
import { royaltyTokens } from './feesOnTop.ts'
import { fillsOf, namedOrders } from './fillReads.ts'
import { isMoving, type Maker, paid } from './maker.ts'
import { checkAskMatch, writeAskMatch } from './matchAsks.ts'
import { openTrades, writeFill } from './openTrades.ts'
import { mostAgreed, orderTrade } from './prices.ts'
import { type BoundTrade, currencyDelta, feesOf, isDue, nftDelta, paysOnTop } from './trade.ts'

type Buy = Judgement<BuyIntent>

/** Guards of a purchase. */
export const buyGuards: Guards = guardsOf<BuyIntent>({
  check: (judgement) => {
    const { limits } = judgement.intent
    const { seaport, others } = splitCalls(judgement, 'buy', (token) =>
      limits === undefined ? isListed(judgement, token) : limits.has(token),
    )
    const trades = openTrades(judgement, seaport, limits, askShape, itemsOf)
    const needs = trades.flatMap((trade) => judgeBuy(judgement, trade))
    // The purchase may still be missing: then the approval goes as far as the user agreed to pay, no further.
    const awaited = needs.length === 0 && judgement.pending && limits !== undefined
    if (awaited || needs.length + others.length > 0) {
      const open = (spender: Address) =>
        [...(limits ?? [])].map(([token, amount]) => currencyNeed(token, spender, amount))
      judgePermissions(judgement, others, needs, awaited ? forAllSpenders(judgement, open) : undefined)
    }
    refuseSignatures(judgement)
    checkBounds(judgement, trades)
  },
  requiredReads: (judgement) => {
    const { intent } = judgement
    const { makerCounters, collections, currencies, orders } = fillsOf(judgement)
    return {
      makerCounters,
      kinds: collections,
      allowances: [...(intent.limits?.keys() ?? currencies)].filter((currency) => currency !== zeroAddress),
      royalties: paysOnTop(judgement) ? royaltyTokens(judgement, orders) : [],
      orderStatus: namedOrders(
        judgement,
        intent.items.flatMap(({ target }) => (target.kind === 'order' ? [target.orderId] : [])),
      ),
    }
  },
})

/** Judges a purchase: every order is one that was agreed on, and the goods come to the agreed recipient. */
function judgeBuy(judgement: Buy, trade: BoundTrade): readonly Need[] {
  const { fill, entry, path, makers, conduitKey, spender, claims } = trade
  const { account, recipient, partial } = judgement.intent
  const matched = fill.fulfillments !== undefined
  const currencies = [...new Set(makers.map(({ shape }) => shape.currency))]
  if (matched) checkAskMatch(judgement, trade)
  else {
    const named = fill.recipient === undefined || fill.recipient === zeroAddress ? account : fill.recipient
    if (named !== recipient) block(judgement, 'CALL_RECIPIENT', `${path}#recipient`, named, recipient)
    if (currencies.length > 1) block(judgement, 'CALL_CURRENCY', path, currencies[0])
    if (makers.some(({ shape }) => shape.taker !== undefined))
      block(judgement, 'CALL_ORDER_ITEM', path, 'private')
  }
  const bills = currencies.map((currency) => billOf(judgement, trade, currency))
  const value = valueToSend(judgement, entry, bills)
  if (trade.failed() || value === undefined) return []
  const needs = bills.flatMap(({ currency, cost }): readonly Need[] =>
    currency === zeroAddress || cost === 0n ? [] : [currencyNeed(currency, spender, cost)],
  )
  if (!isDue(judgement, trade, claims)) return needs
  const filler = { conduitKey, recipient: recipient === account ? undefined : recipient }
  acceptCall(judgement, entry, {
    to: entry.data.to,
    data: matched ? writeAskMatch(judgement, trade, filler) : writeFill(trade, filler),
    value,
    purpose: 'buy',
    effects: {
      give: bills.flatMap((bill) => givenFor(bill)),
      get: makers.map((maker) => nftDelta(maker, filler.recipient)),
      fees: makers.flatMap((maker) => feesOf(judgement, maker)),
      authority: [],
      trades: makers.map((maker) => orderTrade(judgement, trade, maker)),
    },
    claims,
    orders: makers.map(({ orderId }) => orderId),
    // A match is for all of its orders or none.
    partial: partial && !matched,
  })
  return needs
}

/** What the orders of a call cost in one currency. */
type Bill = {
  readonly currency: Address
  readonly moves: boolean
  /** The most from now to the policy's horizon, in base units. */
  readonly cost: bigint
  /** Base units that they may cost, where a price was agreed on. */
  readonly agreed: bigint | undefined
  /** The most or the least to be sent from `from` seconds after now to the horizon. */
  readonly sum: (from: number, pick?: 'most' | 'least') => bigint
}

function billOf(judgement: Buy, trade: BoundTrade, currency: Address): Bill {
  const makers = trade.makers.filter(({ shape }) => shape.currency === currency)
  const moving = makers.flatMap(paid).filter(isMoving).length
  // In a match the account's own order offers a moving price with a base unit to spare, which comes back.
  const spare = trade.fill.fulfillments === undefined ? 0n : BigInt(moving)
  const span = (from: number) => [from, judgement.policy.fills.horizonSeconds] as const
  const sum: Bill['sum'] = (from, pick = 'most') =>
    makers.reduce((total, maker) => total + sumOver(judgement, maker, paid(maker), pick, span(from)), spare)
  const agreed = moving === 0 ? undefined : mostAgreed(judgement, { ...trade, makers }, currency)
  return { currency, moves: moving > 0, cost: sum(0) - spare, agreed, sum }
}

/** What leaves the account for a bill. */
function givenFor({ currency, moves, cost, agreed, sum }: Bill): readonly AssetDelta[] {
  if (cost === 0n) return []
  const itemType = currency === zeroAddress ? ItemType.native : ItemType.erc20
  const most = moves && { most: mostOfMoving(agreed, cost, sum) }
  return [{ ...currencyDelta(currency, itemType, cost), ...most }]
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
function valueToSend(judgement: Buy, entry: TransactionEntry, bills: readonly Bill[]): bigint | undefined {
  const native = bills.find(({ currency }) => currency === zeroAddress)
  if (native?.moves) return valueOfMoving(judgement, entry, native.agreed, native.cost, native.sum)
  const value = native?.cost ?? 0n
  return sendsExactly(judgement, entry, value) ? value : undefined
}
