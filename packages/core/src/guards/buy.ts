import {
  type Call,
  canFulfilBasic,
  type Fill,
  type FillOptions,
  fulfilAdvanced,
  fulfilAvailable,
  fulfilBasic,
  ItemType,
  matchPrivateListing,
} from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import type { Need } from './approval.ts'
import { sendsExactly } from './call.ts'
import { amountsOver, type FillCall, judgeMaker, type Maker } from './fill.ts'
import type { BuyIntent } from './intent.ts'
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
} from './trade.ts'
import type { Claim } from './verdict.ts'

type Buy = Judgement<BuyIntent>

const slotOf = (index: number): string => `item:${index}`
const quantities = ({ intent }: Buy) =>
  intent.items.map(({ quantity }, index) => ({ slot: slotOf(index), quantity }))

/** What a fill costs at the most, in one currency, and the wei to send with it. */
type Cost = {
  readonly currency: Address
  readonly itemType: number
  readonly most: bigint
  readonly value: bigint
}

/** Judges a purchase: every order is one that was agreed on, and the goods come to the agreed recipient. */
export function judgeBuy(judgement: Buy, entry: TransactionEntry): readonly Need[] {
  const read = readTrade(judgement, entry)
  if (read === undefined) return []
  const { fill, seaport, path } = read
  const before = judgement.findings.length
  const recipient = recipientOf(judgement, fill, path)
  const conduit = ownConduit(judgement, fill, seaport, path)
  checkGroups(judgement, fill, path)
  const makers = makersOf(judgement, fill).map((order) =>
    judgeMaker(judgement, order, 'ask', fill.resolvers, seaport, path),
  )
  const good = makers.filter((maker): maker is Maker => maker !== undefined)
  const claims = bindMakers(judgement, entry, good, path)
  const mirrors = mirrorsOf(judgement, fill)
  if (fill.fulfillments === undefined)
    for (const mirror of mirrors) judgeMaker(judgement, mirror, 'ask', fill.resolvers, seaport, path)
  const costs = good.map((maker) => costOf(judgement, maker, path))
  if (good.length < makers.length || claims === undefined || conduit === undefined || recipient === undefined)
    return []
  if (costs.some((cost) => cost === undefined)) return []
  const cost = total(judgement, costs as Cost[], path)
  checkPrivate(judgement, fill, good, cost, path)
  if (cost === undefined || judgement.findings.slice(before).some(({ severity }) => severity === 'block'))
    return []
  if (!valueFits(judgement, entry, good, cost)) return []
  if (settleIfDone(judgement, entry, claims)) return needsOf(cost, conduit.spender)
  const quantityOf = (slot: string) => quantities(judgement).find((item) => item.slot === slot)?.quantity
  const items = claims.filter(({ slot }) => slot.startsWith('item:'))
  if (!fitsBudget(judgement, entry, items, (slot) => quantityOf(slot) ?? 0n)) return []
  const { account } = judgement.intent
  const options = {
    seaport,
    conduitKey: conduit.conduitKey,
    recipient: recipient === account ? undefined : recipient,
    now: nowSeconds(judgement),
  }
  const call = rebuild(judgement, path, () => build(judgement, fill, good, options))
  if (call === undefined) return []
  acceptCall(judgement, entry, {
    ...call,
    value: cost.value,
    purpose: 'buy',
    effects: {
      give: cost.most === 0n ? [] : [currencyDelta(cost.currency, cost.itemType, cost.most)],
      get: good.map((maker) => nftDelta(maker, recipient === account ? undefined : recipient)),
      fees: good.flatMap((maker) => feesOf(judgement, maker)),
      authority: [],
    },
    claims,
    orders: good.map(({ orderId }) => orderId),
    partial: judgement.intent.partial,
  })
  return needsOf(cost, conduit.spender)
}

const needsOf = (cost: Cost, spender: Address): readonly Need[] =>
  cost.currency === zeroAddress || cost.most === 0n
    ? []
    : [{ kind: 'erc20', token: cost.currency, spender, amount: cost.most }]

/** Who gets the tokens: the caller where the call names nobody; else only whom the user named. */
function recipientOf(judgement: Buy, fill: FillCall, path: string): Address | undefined {
  const { account, recipient } = judgement.intent
  const named = fill.recipient === undefined || fill.recipient === zeroAddress ? account : fill.recipient
  // A private listing names its taker itself; what is left over comes back to the caller.
  const wanted = fill.fulfillments === undefined ? recipient : account
  if (named === wanted && (fill.fulfillments === undefined || recipient === account)) return named
  return block(judgement, 'CALL_RECIPIENT', `${path}#recipient`, named, wanted)
}

/** Each order on one agreed item: by order id, by token, or by collection, as far as its quantity goes. */
function bindMakers(
  judgement: Buy,
  entry: TransactionEntry,
  makers: readonly Maker[],
  path: string,
): readonly Claim[] | undefined {
  const claims: Claim[] = []
  const { items } = judgement.intent
  for (const maker of makers) {
    const matching = items.flatMap(({ target, quantity }, index) =>
      matches(target, maker) ? [{ index, quantity }] : [],
    )
    const at = `${path}#orders.${maker.order.index}`
    const named = items.some(({ target }) => target.kind === 'order')
    if (matching.length === 0) {
      block(
        judgement,
        named ? 'CALL_ORDER_ID' : 'CALL_EXTRA_ORDER',
        at,
        `${maker.shape.nft.token}:${maker.tokenId}`,
      )
      if (named) block(judgement, 'CALL_EXTRA_ORDER', at)
      return undefined
    }
    const room = matching.find(
      ({ index, quantity }) => remaining(judgement, entry, slotOf(index), quantity, claims) >= maker.units,
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

function matches(target: BuyIntent['items'][number]['target'], maker: Maker): boolean {
  if (target.kind === 'order') return target.orderId === maker.orderId
  if (target.contract !== maker.shape.nft.token) return false
  return target.kind === 'collection' || target.tokenId === maker.tokenId
}

/** A descending price may be a minute dearer for a block before ours; Seaport gives the rest back. */
const spread = 60n

function costOf(judgement: Buy, maker: Maker, path: string): Cost | undefined {
  const { order, shape } = maker
  const horizon = BigInt(judgement.policy.fills.horizonSeconds)
  const sum = (from: bigint) =>
    [...shape.payments, ...order.tips].reduce<bigint | undefined>((total, item) => {
      const amounts = amountsOver(judgement, item, order, 'consideration', { from, to: horizon })
      return total === undefined || amounts === undefined ? undefined : total + amounts.most
    }, 0n)
  const [most, value] = [sum(0n), sum(-spread)]
  const itemType = shape.payments[0]?.itemType ?? ItemType.native
  const token = shape.payments[0]?.token
  if (most === undefined || value === undefined)
    return block(judgement, 'CALL_FRACTION', `${path}#orders.${order.index}`)
  if (itemType === ItemType.native && token !== zeroAddress)
    return block(judgement, 'CALL_CURRENCY', `${path}#orders.${order.index}`, token)
  return { currency: shape.currency, itemType, most, value: itemType === ItemType.native ? value : 0n }
}

/** All orders of one call are paid in one currency, and it is one that was agreed on. */
function total(judgement: Buy, costs: readonly Cost[], path: string): Cost | undefined {
  const [first] = costs
  if (first === undefined) return block(judgement, 'CALL_ORDER_ITEM', path, 'no order')
  const { limits } = judgement.intent
  const listed = judgement.chain.paymentTokens.some((token) => token.address.toLowerCase() === first.currency)
  const agreed = limits === undefined ? listed : limits.has(first.currency)
  if (!agreed || costs.some(({ currency }) => currency !== first.currency))
    return block(judgement, 'CALL_CURRENCY', path, first.currency, limits && [...limits.keys()].join())
  const most = costs.reduce((sum, cost) => sum + cost.most, 0n)
  const value = costs.reduce((sum, cost) => sum + cost.value, 0n)
  const limit = limits?.get(first.currency)
  return { ...first, most, value: limit !== undefined && value > limit && first.value > 0n ? most : value }
}

/** The wei sent: exactly the price; for a moving price anything it may come to, and ours is sent. */
function valueFits(judgement: Buy, entry: TransactionEntry, makers: readonly Maker[], cost: Cost): boolean {
  const moving = makers.some(({ order, shape }) =>
    [...shape.payments, ...order.tips].some((item) => item.startAmount !== item.endAmount),
  )
  const actual = entry.data.value ?? 0n
  if (!moving || cost.currency !== zeroAddress) return sendsExactly(judgement, entry, cost.value)
  const window = { from: -300n, to: BigInt(judgement.policy.fills.horizonSeconds) }
  const bounds = makers.map(({ order, shape }) =>
    [...shape.payments, ...order.tips].map((item) =>
      amountsOver(judgement, item, order, 'consideration', window),
    ),
  )
  const sum = (pick: 'most' | 'least') =>
    bounds.flat().reduce((all, amounts) => all + (amounts?.[pick] ?? 0n), 0n)
  if (actual >= sum('least') && actual <= sum('most')) return true
  block(judgement, 'TX_VALUE', `${entry.path}.data.value`, actual, cost.value)
  return false
}

/** A match is only for one private listing to this account; the account's own order pays its price, nothing else. */
function checkPrivate(
  judgement: Buy,
  fill: FillCall,
  makers: readonly Maker[],
  cost: Cost | undefined,
  path: string,
): undefined {
  const { account } = judgement.intent
  const taken = makers.some(({ shape }) => shape.taker !== undefined)
  if (fill.fulfillments === undefined) {
    if (taken) block(judgement, 'CALL_ORDER_ITEM', path, 'private')
    return
  }
  const mirrors = mirrorsOf(judgement, fill)
  const [maker] = makers
  const [mirror] = mirrors
  if (makers.length !== 1 || mirrors.length !== 1 || maker === undefined || mirror === undefined)
    return block(judgement, 'CALL_SELF_ORDER', path, mirrors.length, 1)
  if (maker.shape.taker !== account) block(judgement, 'CALL_RECIPIENT', path, maker.shape.taker, account)
  const { components, tips } = mirror
  const plain = components.consideration.length === 0 && tips.length === 0 && components.orderType === 0
  const paid = components.offer.reduce((sum, item) => sum + item.startAmount, 0n)
  const same = components.offer.every(
    (item) =>
      item.token === cost?.currency &&
      item.itemType === cost.itemType &&
      item.identifierOrCriteria === 0n &&
      item.startAmount === item.endAmount,
  )
  if (!plain || !same || paid !== cost?.most) block(judgement, 'CALL_SELF_ORDER', path, paid, cost?.most)
}

/** The same purchase, written by us. */
function build(judgement: Buy, fill: FillCall, makers: readonly Maker[], options: FillOptions): Call {
  const fills = makers.map((maker): Fill => {
    const { order, shape, units, tokenId, proof } = maker
    const tips = tipClaims(judgement, maker, '') ?? []
    return {
      components: order.components,
      signature: order.signature,
      units: units === shape.quantity ? undefined : units,
      tokenId,
      proof,
      extraData: order.extraData === '0x' ? undefined : order.extraData,
      tips: order.tips.map(({ recipient }, index) => ({ recipient, amount: tips[index]?.units ?? 0n })),
    }
  })
  const [first] = fills
  if (first === undefined) throw new RangeError('A purchase has an order.')
  if (fill.fulfillments !== undefined)
    return matchPrivateListing(first, {
      ...options,
      account: judgement.intent.account,
      salt: matchSalt(judgement),
    })
  if (fill.considerationGroups !== undefined) return fulfilAvailable(fills, options)
  const basic = fill.name.startsWith('fulfillBasic') && canFulfilBasic(first, options)
  return basic ? fulfilBasic(first, options) : fulfilAdvanced(first, options)
}

/** The whole purchase within what was agreed: limits per currency, fees on top, nothing missing. */
export function checkBuy(judgement: Buy): undefined {
  const { limits } = judgement.intent
  const whole = checkComplete(judgement, quantities(judgement))
  const all = [...judgement.done, ...judgement.items]
  const spent = new Map<Address, bigint>()
  for (const { contract, amount } of all.flatMap((item) => item.effects.give))
    spent.set(contract, (spent.get(contract) ?? 0n) + amount)
  checkTips(judgement, new Set(spent.keys()), whole && !judgement.pending)
  if (limits === undefined) {
    if (all.some((item) => item.purpose === 'buy')) askPrice(judgement)
    return
  }
  for (const [currency, amount] of spent) {
    const limit = limits.get(currency)
    if (limit === undefined || amount > limit) block(judgement, 'CALL_PRICE', 'steps', amount, limit ?? 0n)
  }
}
