import {
  type Call,
  canFulfilBasic,
  type Fill,
  type FillOptions,
  fulfilAdvanced,
  fulfilAvailable,
  fulfilBasic,
  ItemType,
  isNft,
  matchBids,
} from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import type { Need } from './approval.ts'
import { sendsExactly } from './call.ts'
import { amountsOver, type FillCall, judgeMaker, type Maker } from './fill.ts'
import type { SellIntent } from './intent.ts'
import {
  acceptCall,
  block,
  type Judgement,
  matchSalt,
  nowSeconds,
  settleIfDone,
  type TransactionEntry,
  used,
} from './judgement.ts'
import {
  askPrice,
  checkComplete,
  checkGroups,
  checkTips,
  currencyDelta,
  feesOf,
  fitsBudget,
  makersOf,
  mirrorsOf,
  nftDelta,
  ownConduit,
  readTrade,
  rebuild,
  remaining,
  tipClaims,
  tipSlot,
} from './trade.ts'
import type { Claim } from './verdict.ts'

type Sell = Judgement<SellIntent>

const slotOf = (index: number): string => `item:${index}`
const quantities = ({ intent }: Sell) =>
  intent.items.map(({ quantity }, index) => ({ slot: slotOf(index), quantity }))

/** What one offer brings at the least, and what the seller pays out of pocket before being paid. */
type Proceeds = {
  readonly maker: Maker
  readonly offered: bigint
  readonly fees: bigint
  readonly tips: bigint
}

const isMoving = ({ order }: Maker): boolean =>
  [...order.components.offer, ...order.components.consideration].some(
    (item) => item.startAmount !== item.endAmount,
  )

/** Judges the acceptance of offers: only the agreed tokens leave, and no less than agreed comes to the seller. */
export function judgeSell(judgement: Sell, entry: TransactionEntry): readonly Need[] {
  const read = readTrade(judgement, entry)
  if (read === undefined) return []
  const { fill, seaport, path } = read
  const before = judgement.findings.length
  const { account } = judgement.intent
  sendsExactly(judgement, entry, 0n)
  if (fill.recipient !== undefined && fill.recipient !== zeroAddress && fill.recipient !== account)
    block(judgement, 'CALL_RECIPIENT', `${path}#recipient`, fill.recipient, account)
  const conduit = ownConduit(judgement, fill, seaport, path)
  checkGroups(judgement, fill, path)
  const match = fill.fulfillments !== undefined
  const orders = match ? makersOf(judgement, fill) : fill.orders
  const makers = orders.map((order) => judgeMaker(judgement, order, 'bid', fill.resolvers, seaport, path))
  const good = makers.filter((maker): maker is Maker => maker !== undefined)
  const claims = good.length === makers.length ? bindOffers(judgement, entry, good, path) : undefined
  if (claims === undefined || conduit === undefined) return []
  const tips = match ? mirrorTips(judgement, fill, good, path) : undefined
  const proceeds = good.map((maker, position) => proceedsOf(judgement, maker, position, tips, path))
  const certain = proceeds.filter((each): each is Proceeds => each !== undefined)
  if (certain.length < proceeds.length || certain.length === 0) return []
  if (match) checkMirrors(judgement, fill, certain, path)
  if (judgement.findings.slice(before).some(({ severity }) => severity === 'block')) return []
  const all = tips === undefined ? claims : [...claims, ...tips.map(({ slot, units }) => ({ slot, units }))]
  const needs = needsOf(certain, fill, conduit.spender)
  if (settleIfDone(judgement, entry, all)) return needs
  const quantityOf = (slot: string) => quantities(judgement).find((item) => item.slot === slot)?.quantity
  const items = all.filter(({ slot }) => slot.startsWith('item:'))
  if (!fitsBudget(judgement, entry, items, (slot) => quantityOf(slot) ?? 0n)) return []
  const options = { seaport, conduitKey: conduit.conduitKey, now: nowSeconds(judgement) }
  const call = rebuild(judgement, path, () => build(judgement, fill, good, tips, options))
  if (call === undefined) return []
  acceptCall(judgement, entry, {
    ...call,
    value: 0n,
    purpose: 'sell',
    effects: {
      give: good.map((maker) => nftDelta(maker)),
      get: certain.map((each) =>
        currencyDelta(each.maker.shape.currency, ItemType.erc20, each.offered - each.fees - each.tips),
      ),
      fees: [
        ...good.flatMap((maker) => feesOf(judgement, maker)),
        ...(tips ?? []).map((tip) => ({
          ...currencyDelta(tip.currency, ItemType.erc20, tip.units),
          recipient: tip.recipient,
          kindOfFee: 'other' as const,
        })),
      ],
      authority: [],
    },
    claims: all,
    orders: good.map(({ orderId }) => orderId),
    partial: judgement.intent.partial,
  })
  return needs
}

/** The token may move; by the general route the seller also pays the offer's fees, after being paid. */
function needsOf(proceeds: readonly Proceeds[], fill: FillCall, spender: Address): readonly Need[] {
  const general = fill.fulfillments === undefined && !fill.name.startsWith('fulfillBasic')
  return proceeds.flatMap(({ maker, fees, tips }): readonly Need[] => {
    const { nft, currency } = maker.shape
    const operator = { kind: 'operator' as const, token: nft.token, spender, tokenIds: [maker.tokenId] }
    const amount = fees + tips
    return general && amount > 0n
      ? [operator, { kind: 'erc20', token: currency, spender, amount }]
      : [operator]
  })
}

/** Each offer on one agreed token, and on the agreed offer where one was named. */
function bindOffers(
  judgement: Sell,
  entry: TransactionEntry,
  makers: readonly Maker[],
  path: string,
): readonly Claim[] | undefined {
  const claims: Claim[] = []
  const { items } = judgement.intent
  for (const maker of makers) {
    const at = `${path}#orders.${maker.order.index}`
    const ofToken = items.flatMap((item, index) =>
      item.contract === maker.shape.nft.token && item.tokenId === maker.tokenId ? [{ item, index }] : [],
    )
    const matching = ofToken.filter(
      ({ item }) => item.orderId === undefined || item.orderId === maker.orderId,
    )
    if (matching.length === 0)
      return block(
        judgement,
        ofToken.length > 0
          ? 'CALL_ORDER_ID'
          : maker.order.index === 0
            ? 'CALL_ORDER_ITEM'
            : 'CALL_EXTRA_ORDER',
        at,
        `${maker.shape.nft.token}:${maker.tokenId}`,
      )
    const room = matching.find(
      ({ index, item }) => remaining(judgement, entry, slotOf(index), item.quantity, claims) >= maker.units,
    )
    if (room === undefined) {
      const elsewhere = matching.some(({ index }) => used(judgement, slotOf(index)) > 0n)
      return block(
        judgement,
        elsewhere ? 'FLOW_BUDGET' : 'CALL_EXTRA_ORDER',
        elsewhere ? entry.path : at,
        maker.units,
      )
    }
    const tips = tipClaims(judgement, maker, path)
    if (tips === undefined) return undefined
    claims.push({ slot: slotOf(room.index), units: maker.units }, ...tips)
  }
  return claims
}

type MirrorTip = Claim & { readonly currency: Address; readonly recipient: Address; readonly mirror: number }

/** Payments of the seller's own orders to others: fees on top, nothing else. */
function mirrorTips(
  judgement: Sell,
  fill: FillCall,
  makers: readonly Maker[],
  path: string,
): readonly MirrorTip[] {
  const { account } = judgement.intent
  const currencies = new Set(makers.map((maker) => maker.shape.currency))
  return mirrorsOf(judgement, fill).flatMap((mirror, position) =>
    [...mirror.components.consideration, ...mirror.tips].flatMap((item) => {
      if (item.recipient === account) return []
      const plain =
        item.itemType === ItemType.erc20 &&
        currencies.has(item.token) &&
        item.identifierOrCriteria === 0n &&
        item.startAmount === item.endAmount
      if (!plain) {
        block(judgement, 'CALL_TIP', `${path}#orders.${mirror.index}`, item.recipient)
        return []
      }
      const { token: currency, recipient, startAmount: units } = item
      return [{ slot: tipSlot(currency, recipient), units, currency, recipient, mirror: position }]
    }),
  )
}

function proceedsOf(
  judgement: Sell,
  maker: Maker,
  position: number,
  mirrored: readonly MirrorTip[] | undefined,
  path: string,
): Proceeds | undefined {
  const window = { from: 0n, to: BigInt(judgement.policy.fills.horizonSeconds) }
  const { order, shape } = maker
  const [price] = order.components.offer
  const offered = price && amountsOver(judgement, price, order, 'offer', window)?.least
  const sum = (items: typeof shape.payments) =>
    items.reduce<bigint | undefined>((total, item) => {
      const amounts = amountsOver(judgement, item, order, 'consideration', window)
      return total === undefined || amounts === undefined ? undefined : total + amounts.most
    }, 0n)
  const [fees, own] = [sum(shape.payments), sum(order.tips)]
  if (offered === undefined || fees === undefined || own === undefined)
    return block(judgement, 'CALL_FRACTION', `${path}#orders.${order.index}`)
  // A match puts the fees on top into the seller's own orders; which of them pays is not the seller's concern.
  const outside = position === 0 ? (mirrored ?? []).reduce((total, tip) => total + tip.units, 0n) : 0n
  return { maker, offered, fees, tips: own + outside }
}

/**
 * The seller's own orders in a match give exactly the tokens that the offers ask for, and take what is left
 * of the offers to the seller.
 */
function checkMirrors(
  judgement: Sell,
  fill: FillCall,
  proceeds: readonly Proceeds[],
  path: string,
): undefined {
  const { account } = judgement.intent
  const mirrors = mirrorsOf(judgement, fill)
  const given = new Map<string, bigint>()
  const taken = new Map<string, bigint>()
  const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  for (const { components, tips, numerator, denominator, index } of mirrors) {
    const at = `${path}#orders.${index}`
    if (numerator !== denominator || components.orderType !== 0 || tips.length > 0)
      block(judgement, 'CALL_SELF_ORDER', at)
    for (const item of components.offer) {
      if (!isNft(item.itemType) || item.startAmount !== item.endAmount)
        block(judgement, 'CALL_SELF_ORDER', at, item.token)
      add(given, `${item.itemType}:${item.token}:${item.identifierOrCriteria}`, item.startAmount)
    }
    for (const item of components.consideration)
      if (item.recipient === account) {
        if (item.itemType !== ItemType.erc20 || item.startAmount !== item.endAmount)
          block(judgement, 'CALL_SELF_ORDER', at, item.token)
        add(taken, item.token, item.startAmount)
      }
  }
  const wanted = new Map<string, bigint>()
  const owed = new Map<string, bigint>()
  for (const { maker, offered, fees, tips } of proceeds) {
    const itemType = maker.shape.nft.itemType > 3 ? maker.shape.nft.itemType - 2 : maker.shape.nft.itemType
    add(wanted, `${itemType}:${maker.shape.nft.token}:${maker.tokenId}`, maker.units)
    add(owed, maker.shape.currency, offered - fees - tips)
  }
  const same = given.size === wanted.size && [...wanted].every(([key, amount]) => given.get(key) === amount)
  if (!same) block(judgement, 'CALL_SELF_ORDER', path, [...given.keys()].join(), [...wanted.keys()].join())
  for (const [currency, amount] of taken) {
    const due = owed.get(currency)
    // What a moving offer leaves beyond comes to the account as the recipient of the match.
    const moving = proceeds.some(({ maker }) => isMoving(maker))
    if (due === undefined || amount > due || (amount < due && !moving))
      block(judgement, 'CALL_PRICE', path, amount, due ?? 0n)
  }
}

/** The same acceptance, written by us. */
function build(
  judgement: Sell,
  fill: FillCall,
  makers: readonly Maker[],
  mirrored: readonly MirrorTip[] | undefined,
  options: FillOptions,
): Call {
  const fills = makers.map((maker, position): Fill => {
    const { order, shape, units, tokenId, proof } = maker
    const claims = tipClaims(judgement, maker, '') ?? []
    const own = order.tips.map(({ recipient }, index) => ({ recipient, amount: claims[index]?.units ?? 0n }))
    const outside = (mirrored ?? [])
      .filter((tip) => tip.mirror === position)
      .map(({ recipient, units: amount }) => ({ recipient, amount }))
    return {
      components: order.components,
      signature: order.signature,
      units: units === shape.quantity ? undefined : units,
      tokenId,
      proof,
      extraData: order.extraData === '0x' ? undefined : order.extraData,
      tips: [...own, ...outside],
    }
  })
  const [first] = fills
  if (first === undefined) throw new RangeError('An acceptance has an order.')
  if (fill.fulfillments !== undefined)
    return matchBids(fills, { ...options, account: judgement.intent.account, salt: matchSalt(judgement) })
  if (fill.considerationGroups !== undefined) return fulfilAvailable(fills, options)
  const basic = fill.name.startsWith('fulfillBasic') && canFulfilBasic(first, options)
  return basic ? fulfilBasic(first, options) : fulfilAdvanced(first, options)
}

/** The whole sale against what was agreed: at least the minimum per currency, fees on top, nothing missing. */
export function checkSell(judgement: Sell): undefined {
  const { minimums, items, partial } = judgement.intent
  const whole = checkComplete(judgement, quantities(judgement))
  const all = [...judgement.done, ...judgement.items].filter((item) => item.purpose === 'sell')
  const got = new Map<Address, bigint>()
  for (const { contract, amount } of all.flatMap((item) => item.effects.get))
    got.set(contract, (got.get(contract) ?? 0n) + amount)
  checkTips(judgement, new Set(got.keys()), whole && !judgement.pending)
  if (minimums === undefined) {
    if (all.length > 0) askPrice(judgement)
    return
  }
  for (const currency of got.keys())
    if (!minimums.has(currency)) block(judgement, 'CALL_CURRENCY', 'steps', currency)
  if (all.length === 0) return
  // Of a sale that may be partial, the part that is sold brings its part of the minimum.
  const sold = items.reduce((sum, _, index) => sum + used(judgement, slotOf(index)), 0n)
  const agreed = items.reduce((sum, item) => sum + item.quantity, 0n)
  for (const [currency, minimum] of minimums) {
    const due = partial ? (minimum * sold) / agreed : minimum
    const actual = got.get(currency) ?? 0n
    if (actual < due) block(judgement, 'CALL_PRICE', 'steps', actual, due)
  }
}
