import { type Fill, ItemType, isNft, matchBids } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import { type ActionGuards, refuseSignatures, splitCalls } from './action.ts'
import {
  approveCollection,
  approveCurrency,
  checkNeeds,
  type Grant,
  gatherNeeds,
  judgeApproval,
  type Need,
  operatorNeeds,
  tokensOf,
} from './approval.ts'
import { sendsExactly } from './call.ts'
import { type Maker, sumOver } from './fill.ts'
import { fillsOf, namedOrders } from './fillNeeds.ts'
import type { SellIntent } from './intent.ts'
import {
  acceptCall,
  block,
  isListed,
  type Judgement,
  matchSalt,
  nowSeconds,
  type TransactionEntry,
  used,
} from './judgement.ts'
import {
  askPrice,
  bindMakers,
  checkWhole,
  currencyDelta,
  feesOf,
  isDue,
  nftDelta,
  openTrade,
  type Trade,
  tipSlot,
  writeFill,
} from './trade.ts'
import type { Claim } from './verdict.ts'

type Sell = Judgement<SellIntent>

/** Guards of an acceptance of offers. */
export const sellGuards: ActionGuards<SellIntent> = {
  route: (judgement) => {
    const { items, minimums } = judgement.intent
    const { seaport, others } = splitCalls(
      judgement,
      'sell',
      (token) =>
        items.some(({ contract }) => contract === token) ||
        (minimums === undefined ? isListed(judgement, token) : minimums.has(token)),
    )
    const needs = seaport.flatMap((entry) => judgeSell(judgement, entry))
    const awaited = needs.length === 0 && judgement.pending
    const open = awaited ? operatorNeeds(judgement, items) : gatherNeeds(needs)
    for (const entry of others) judgeApproval(judgement, entry, open, approve)
    refuseSignatures(judgement)
    if (!awaited) checkNeeds(judgement, open)
    checkSell(judgement)
  },
  wishes: (judgement) => {
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
}

/** Fees of an offer are known to the unit: their allowance is no more and no less than the provider wrote. */
const approve: Grant = (need, ...rest) =>
  need.kind === 'erc20' ? approveCurrency(need, ...rest, 'exact') : approveCollection(need, ...rest)

/** What one offer brings at the least, and what the seller pays out of pocket before being paid. */
type Proceeds = {
  readonly maker: Maker
  readonly offered: bigint
  readonly fees: bigint
  readonly tips: bigint
}
type MirrorTip = Claim & { readonly currency: Address; readonly recipient: Address; readonly mirror: number }

/** Judges the acceptance of offers: only the agreed tokens leave, and no less than agreed comes to the seller. */
function judgeSell(judgement: Sell, entry: TransactionEntry): readonly Need[] {
  const trade = openTrade(judgement, entry, 'bid')
  sendsExactly(judgement, entry, 0n)
  if (trade === undefined) return []
  const { fill, path, makers, conduitKey } = trade
  const { account, minimums, partial } = judgement.intent
  if (fill.recipient !== undefined && fill.recipient !== zeroAddress && fill.recipient !== account)
    block(judgement, 'CALL_RECIPIENT', `${path}#recipient`, fill.recipient, account)
  const claims = bindMakers(judgement, trade, (maker, at) => candidates(judgement, maker, at))
  for (const { shape } of makers)
    if (minimums === undefined ? !isListed(judgement, shape.currency) : !minimums.has(shape.currency))
      block(judgement, 'CALL_CURRENCY', path, shape.currency)
  const tips = mirrorTips(judgement, trade)
  const proceeds = makers.map((maker, position) => proceedsOf(judgement, maker, position === 0 ? tips : []))
  for (const { offered, fees, tips: own } of proceeds)
    if (offered < fees + own) block(judgement, 'CALL_PRICE', path, offered, fees + own)
  if (fill.fulfillments !== undefined) checkMirrors(judgement, trade, proceeds)
  if (trade.failed()) return []
  const all = [...claims, ...tips.map(({ slot, units }) => ({ slot, units }))]
  const needs = needsOf(proceeds, trade)
  if (!isDue(judgement, trade, all)) return needs
  const data =
    fill.fulfillments === undefined
      ? writeFill(trade, { conduitKey })
      : matchBids(fillsFor(trade, tips), {
          seaport: entry.data.to,
          conduitKey,
          now: nowSeconds(judgement),
          account,
          salt: matchSalt(judgement),
        }).data
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
    const operator = { kind: 'operator' as const, token: nft.token, spender, tokenIds: [maker.tokenId] }
    const amount = fees + tips
    return !fill.basic && fill.fulfillments === undefined && amount > 0n
      ? [operator, { kind: 'erc20', token: currency, spender, amount }]
      : [operator]
  })

/** Agreed tokens that an offer may be for; where an offer was named, only that one. */
function candidates(judgement: Sell, maker: Maker, at: string): readonly number[] {
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

/** Payments of the seller's own orders to others: fees on top, nothing else. */
function mirrorTips(judgement: Sell, { makers, mirrors, path }: Trade): readonly MirrorTip[] {
  const { account } = judgement.intent
  return mirrors.flatMap((mirror, position) =>
    [...mirror.components.consideration, ...mirror.tips].flatMap((item) => {
      if (item.recipient === account) return []
      const { token: currency, recipient, startAmount: units } = item
      const plain =
        item.itemType === ItemType.erc20 &&
        makers.some(({ shape }) => shape.currency === currency) &&
        item.identifierOrCriteria === 0n &&
        units === item.endAmount
      if (!plain) block(judgement, 'CALL_TIP', `${path}#orders.${mirror.index}`, recipient)
      return [{ slot: tipSlot(currency, recipient), units, currency, recipient, mirror: position }]
    }),
  )
}

function proceedsOf(judgement: Sell, maker: Maker, outside: readonly MirrorTip[]): Proceeds {
  const window = [0, judgement.policy.fills.horizonSeconds] as const
  const { order, shape } = maker
  const own = sumOver(judgement, maker, order.tips, 'most', window)
  return {
    maker,
    offered: sumOver(judgement, maker, order.components.offer, 'least', window, 'offer'),
    fees: sumOver(judgement, maker, shape.payments, 'most', window),
    // A match puts the fees on top into the seller's own orders; which of them pays is not the seller's concern.
    tips: own + outside.reduce((total, tip) => total + tip.units, 0n),
  }
}

/**
 * The seller's own orders in a match give exactly the tokens that the offers ask for, and take what is left
 * of the offers to the seller.
 */
function checkMirrors(
  judgement: Sell,
  { makers, mirrors, path }: Trade,
  proceeds: readonly Proceeds[],
): undefined {
  const { account } = judgement.intent
  const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  const given = new Map<string, bigint>()
  const taken = new Map<string, bigint>()
  for (const { components, tips, numerator, denominator, index } of mirrors) {
    const { offer, consideration, orderType } = components
    const own = consideration.filter(({ recipient }) => recipient === account)
    const sound =
      numerator === denominator &&
      orderType === 0 &&
      tips.length === 0 &&
      offer.every((item) => isNft(item.itemType)) &&
      own.every((item) => item.itemType === ItemType.erc20) &&
      [...offer, ...own].every((item) => item.startAmount === item.endAmount)
    if (!sound) block(judgement, 'CALL_SELF_ORDER', `${path}#orders.${index}`)
    for (const item of offer)
      add(given, `${item.itemType}:${item.token}:${item.identifierOrCriteria}`, item.startAmount)
    for (const item of own) add(taken, item.token, item.startAmount)
  }
  const wanted = new Map<string, bigint>()
  const owed = new Map<string, bigint>()
  for (const { maker, offered, fees, tips } of proceeds) {
    const { nft, currency } = maker.shape
    const itemType = nft.itemType > 3 ? nft.itemType - 2 : nft.itemType
    add(wanted, `${itemType}:${nft.token}:${maker.tokenId}`, maker.units)
    add(owed, currency, offered - fees - tips)
  }
  const same = given.size === wanted.size && [...wanted].every(([key, amount]) => given.get(key) === amount)
  if (!same) block(judgement, 'CALL_SELF_ORDER', path, [...given.keys()].join(), [...wanted.keys()].join())
  // What a moving offer leaves beyond comes to the account as the recipient of the match.
  const moving = makers.some(({ order: { components } }) =>
    [...components.offer, ...components.consideration].some((item) => item.startAmount !== item.endAmount),
  )
  for (const [currency, amount] of taken) {
    const due = owed.get(currency) ?? -1n
    if (amount > due || (amount < due && !moving)) block(judgement, 'CALL_PRICE', path, amount, due)
  }
}

/** The offers of a match as fills, the fees on top that stand in the seller's own orders with them. */
const fillsFor = ({ makers }: Trade, mirrored: readonly MirrorTip[]): readonly Fill[] =>
  makers.map(({ order, shape, units, tokenId, resolvers }, position) => ({
    components: order.components,
    signature: order.signature,
    units: units === shape.quantity ? undefined : units,
    tokenId,
    proof: resolvers[0]?.criteriaProof ?? [],
    extraData: order.extraData === '0x' ? undefined : order.extraData,
    tips: [
      ...order.tips.map(({ recipient, startAmount }) => ({
        recipient,
        amount: (startAmount * units) / shape.quantity,
      })),
      ...mirrored
        .filter((tip) => tip.mirror === position)
        .map(({ recipient, units: amount }) => ({ recipient, amount })),
    ],
  }))

/** The whole sale against what was agreed: at least the minimum per currency, fees on top, nothing missing. */
function checkSell(judgement: Sell): undefined {
  const { minimums, items, partial } = judgement.intent
  const all = [...judgement.done, ...judgement.items].filter((item) => item.purpose === 'sell')
  const got = new Map<Address, bigint>()
  for (const { contract, amount } of all.flatMap((item) => item.effects.get))
    got.set(contract, (got.get(contract) ?? 0n) + amount)
  checkWhole(judgement, got.keys())
  if (all.length === 0) return
  if (minimums === undefined) return askPrice(judgement)
  // Of a sale that may be partial, the part that is sold brings its part of the minimum.
  const sold = items.reduce((sum, _, index) => sum + used(judgement, `item:${index}`), 0n)
  const agreed = items.reduce((sum, item) => sum + item.quantity, 0n)
  for (const [currency, minimum] of minimums) {
    const due = partial ? (minimum * sold) / agreed : minimum
    const actual = got.get(currency) ?? 0n
    if (actual < due) block(judgement, 'CALL_PRICE', 'steps', actual, due)
  }
}
