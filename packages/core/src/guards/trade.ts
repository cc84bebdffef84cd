import {
  type Call,
  type ConsiderationItem,
  FractionError,
  feeAmount,
  ItemType,
  isNft,
  type OrderComponents,
  SeaportError,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { readCall } from './call.ts'
import { amountsOver, type FillCall, type FillOrder, type Maker, readFill, strayResolver } from './fill.ts'
import type { BuyIntent, SellIntent } from './intent.ts'
import { block, find, type Judgement, spenderOf, type TransactionEntry, used } from './judgement.ts'
import type { AssetDelta, Claim, Effects, Finding } from './verdict.ts'

export type TradeJudgement = Judgement<BuyIntent> | Judgement<SellIntent>

const callPath = (entry: TransactionEntry): string => `${entry.path}.data.data`

/** Reads a call to Seaport as a fill with its conduit and recipient judged, or objects. */
export function readTrade(
  judgement: TradeJudgement,
  entry: TransactionEntry,
): { readonly fill: FillCall; readonly seaport: Address; readonly path: string } | undefined {
  const call = readCall(judgement, entry, judgement.policy.fills.suffixBytes)
  if (call === undefined) return undefined
  const path = callPath(entry)
  const fill = readFill(call)
  if (fill === undefined) {
    const basic = call.name.startsWith('fulfillBasic')
    return block(judgement, basic ? 'TX_CANON' : 'TX_SELECTOR', path, call.name)
  }
  if (fill.orders.length === 0 || fill.orders.length > 100)
    return block(judgement, 'CALL_EXTRA_ORDER', path, fill.orders.length)
  if (strayResolver(fill)) return block(judgement, 'CALL_RESOLVER', path)
  return { fill, seaport: entry.data.to, path }
}

/** The conduit of the account in a fill: an argument, or the conduit of the account's own order in a match. */
export function ownConduit(
  judgement: TradeJudgement,
  fill: FillCall,
  seaport: Address,
  path: string,
): { readonly conduitKey: Hex; readonly spender: Address } | undefined {
  const keys =
    fill.fulfillments === undefined
      ? [fill.conduitKey]
      : mirrorsOf(judgement, fill).map((order) => order.components.conduitKey)
  const [conduitKey] = keys
  if (conduitKey === undefined || keys.some((key) => key !== conduitKey))
    return block(judgement, 'CALL_CONDUIT', path, conduitKey)
  const spender = spenderOf(judgement, conduitKey, seaport)
  if (spender === undefined) return block(judgement, 'CALL_CONDUIT', path, conduitKey)
  return { conduitKey, spender }
}

/** The account's own orders in a match. */
export const mirrorsOf = (judgement: Judgement, fill: FillCall): readonly FillOrder[] =>
  fill.orders.filter(({ components }) => components.offerer === judgement.intent.account)

export const makersOf = (judgement: Judgement, fill: FillCall): readonly FillOrder[] =>
  fill.orders.filter(({ components }) => components.offerer !== judgement.intent.account)

/** Each item in exactly one group, and only items that may be paid together in one. */
export function checkGroups(judgement: Judgement, fill: FillCall, path: string): undefined {
  const sides = [
    { groups: fill.offerGroups, items: (order: FillOrder) => order.components.offer },
    {
      groups: fill.considerationGroups,
      items: (order: FillOrder) => [...order.components.consideration, ...order.tips],
    },
  ]
  for (const { groups, items } of sides) {
    if (groups === undefined) continue
    const seen = new Set<string>()
    for (const group of groups) {
      const kinds = new Set<string>()
      for (const { orderIndex, itemIndex } of group) {
        const order = fill.orders[orderIndex]
        const item = order === undefined ? undefined : items(order)[itemIndex]
        if (order === undefined || item === undefined || seen.has(`${orderIndex}:${itemIndex}`))
          return block(judgement, 'CALL_FULFILLMENTS', path, `${orderIndex}:${itemIndex}`)
        seen.add(`${orderIndex}:${itemIndex}`)
        const whose =
          'recipient' in item ? item.recipient : `${order.components.offerer}:${order.components.conduitKey}`
        kinds.add(`${item.itemType}:${item.token}:${item.identifierOrCriteria}:${whose}`)
      }
      if (kinds.size !== 1) return block(judgement, 'CALL_FULFILLMENTS', path, group.length)
    }
    const wanted = fill.orders.reduce((count, order) => count + items(order).length, 0)
    if (seen.size !== wanted) return block(judgement, 'CALL_FULFILLMENTS', path, seen.size, wanted)
  }
  const { maximumFulfilled } = fill
  if (maximumFulfilled !== undefined && maximumFulfilled < BigInt(fill.orders.length))
    block(judgement, 'CALL_QUANTITY', path, maximumFulfilled, fill.orders.length)
}

/** Calls that Seaport cannot make of these parts are an objection, not an accident. */
export function rebuild(judgement: Judgement, path: string, make: () => Call): Call | undefined {
  try {
    return make()
  } catch (cause) {
    if (cause instanceof FractionError) return block(judgement, 'CALL_FRACTION', path, cause.message)
    if (cause instanceof SeaportError || cause instanceof RangeError)
      return block(judgement, 'CALL_ORDER_ITEM', path, cause.message)
    throw cause
  }
}

/** What one agreed item still lets through, apart from what the done item at the same place took. */
export function remaining(
  judgement: TradeJudgement,
  entry: TransactionEntry,
  slot: string,
  quantity: bigint,
  claims: readonly Claim[],
): bigint {
  const same = judgement.done.filter(
    (item) => item.stepIndex === entry.stepIndex && item.itemIndex === entry.itemIndex,
  )
  const sum = (all: readonly Claim[]) =>
    all.reduce((total, claim) => (claim.slot === slot ? total + claim.units : total), 0n)
  return quantity - used(judgement, slot) + sum(same.flatMap((item) => item.claims)) - sum(claims)
}

/** Whether the claims fit into what is agreed, counting everything done and accepted. */
export function fitsBudget(
  judgement: TradeJudgement,
  entry: TransactionEntry,
  claims: readonly Claim[],
  quantityOf: (slot: string) => bigint,
): boolean {
  for (const { slot } of claims) {
    const asked = claims.reduce((total, claim) => (claim.slot === slot ? total + claim.units : total), 0n)
    if (used(judgement, slot) + asked <= quantityOf(slot)) continue
    block(judgement, 'FLOW_BUDGET', entry.path, slot)
    return false
  }
  return true
}

export const nftDelta = (maker: Maker, counterparty?: Address): AssetDelta => ({
  kind: maker.shape.nft.itemType % 2 === 0 ? 'erc721' : 'erc1155',
  contract: maker.shape.nft.token,
  tokenId: maker.tokenId,
  amount: maker.units,
  ...(counterparty === undefined ? {} : { counterparty }),
})

export const currencyDelta = (contract: Address, itemType: number, amount: bigint): AssetDelta => ({
  kind: itemType === ItemType.native ? 'native' : 'erc20',
  contract,
  amount,
})

export const tipSlot = (currency: Address, recipient: Address): string => `tip:${currency}:${recipient}`

/** The tips of a maker's order as claims on the agreed fees on top, in the order's own currency only. */
export function tipClaims(
  judgement: TradeJudgement,
  maker: Maker,
  path: string,
): readonly Claim[] | undefined {
  const { currency } = maker.shape
  const claims: Claim[] = []
  for (const tip of maker.order.tips) {
    const amounts = amountsOver(judgement, tip, maker.order, 'consideration', { from: 0n, to: 0n })
    const plain =
      !isNft(tip.itemType) &&
      tip.token === currency &&
      tip.identifierOrCriteria === 0n &&
      tip.startAmount === tip.endAmount &&
      tip.itemType === (maker.shape.payments[0]?.itemType ?? tip.itemType)
    if (!plain || amounts === undefined)
      return block(judgement, 'CALL_TIP', `${path}#orders.${maker.order.index}.tips`, tip.recipient)
    const royalty = amounts.most <= royaltyOwed(judgement, maker, tip.recipient)
    const slot = tipSlot(currency, tip.recipient)
    claims.push({ slot: royalty ? `royalty:${slot}` : slot, units: amounts.most })
  }
  return claims
}

/** The royalty that an order left out, where the user agreed to pay it on top: the chain's share less what is in it. */
function royaltyOwed(judgement: TradeJudgement, maker: Maker, recipient: Address): bigint {
  if (judgement.intent.normalizeRoyalties !== true) return 0n
  const { nft, payments } = maker.shape
  const known = judgement.facts.royalties.get(`${nft.token}:${maker.tokenId}`)
  const share = (known === undefined ? [] : 'bps' in known ? [known] : known).find(
    (each) => each.recipient === recipient,
  )
  const bps = Math.min(share?.bps ?? 0, judgement.policy.maxRoyaltyBps)
  const amount = (item: ConsiderationItem | OrderComponents['offer'][number]) =>
    amountsOver(judgement, item, maker.order, 'consideration', { from: 0n, to: 0n })?.least ?? 0n
  const price = maker.shape.side === 'ask' ? payments : maker.order.components.offer
  const total = price.reduce((sum, item) => sum + amount(item), 0n)
  const paid = payments
    .filter((item) => item.recipient === recipient)
    .reduce((sum, item) => sum + amount(item), 0n)
  const owed = feeAmount(total, bps) - paid
  return owed > 0n ? owed : 0n
}

/** The fees that a maker's order pays to others, at the most. */
export function feesOf(judgement: TradeJudgement, maker: Maker): Effects['fees'] {
  const royalties = judgement.facts.royalties.get(`${maker.shape.nft.token}:${maker.tokenId}`)
  const shares = royalties === undefined ? [] : 'bps' in royalties ? [royalties] : royalties
  const fee = (item: ConsiderationItem, kindOfFee: Effects['fees'][number]['kindOfFee']) => ({
    ...currencyDelta(
      item.token,
      item.itemType,
      amountsOver(judgement, item, maker.order, 'consideration', { from: 0n, to: 0n })?.most ?? 0n,
    ),
    recipient: item.recipient,
    kindOfFee,
  })
  return [
    ...maker.shape.payments
      .filter((item) => item.recipient !== maker.order.components.offerer)
      .map((item) =>
        fee(item, shares.some((share) => share.recipient === item.recipient) ? 'royalty' : 'marketplace'),
      ),
    ...maker.order.tips.map((item) => fee(item, 'other')),
  ]
}

/**
 * Fees on top come out as agreed once nothing is missing; none may come that was not. A fee on several units
 * of one order is paid per unit, so that less than one unit's worth of it may be left unpaid.
 */
export function checkTips(
  judgement: TradeJudgement,
  currencies: ReadonlySet<Address>,
  whole: boolean,
): undefined {
  const { feesOnTop, items } = judgement.intent
  const most = items.reduce((units, { quantity }) => (quantity > units ? quantity : units), 1n)
  const agreed = new Map<Address, bigint>()
  for (const { recipient, amount } of feesOnTop) agreed.set(recipient, (agreed.get(recipient) ?? 0n) + amount)
  const all = [...judgement.done, ...judgement.items]
  const slots = new Set(
    all.flatMap((item) => item.claims.map(({ slot }) => slot)).filter((slot) => slot.startsWith('tip:')),
  )
  for (const slot of slots) {
    const recipient = slot.slice(slot.lastIndexOf(':') + 1) as Address
    if (used(judgement, slot) > (agreed.get(recipient) ?? 0n)) block(judgement, 'CALL_TIP', 'steps', slot)
  }
  if (!whole) return
  for (const [recipient, amount] of agreed) {
    const paid = [...currencies].reduce(
      (sum, currency) => sum + used(judgement, tipSlot(currency, recipient)),
      0n,
    )
    if (paid > amount || amount - paid >= most) block(judgement, 'CALL_TIP', 'steps', paid, amount)
  }
}

export type Quantity = { readonly slot: string; readonly quantity: bigint }

/** Everything agreed is bought or sold in this plan; less only where the user agreed to less. */
export function checkComplete(judgement: TradeJudgement, items: readonly Quantity[]): boolean {
  const missing = items.filter(({ slot, quantity }) => used(judgement, slot) < quantity)
  if (missing.length === 0) return true
  const some = items.some(({ slot }) => used(judgement, slot) > 0n)
  if (judgement.pending || (judgement.intent.partial && some)) return false
  const entry = judgement.entries.find((each) => each.kind === 'transaction' && each.complete)
  const path = entry === undefined ? 'steps' : `${entry.path}.status`
  block(judgement, 'FLOW_FALSE_COMPLETE', path, undefined, missing[0]?.slot)
  return false
}

/** No price was agreed: the decoded one must be confirmed on the card. */
export function askPrice(judgement: TradeJudgement): undefined {
  const asked = judgement.findings.some((finding: Finding) => finding.code === 'NO_PRICE_BOUND')
  if (!asked) find(judgement, 'ask', 'NO_PRICE_BOUND', 'steps')
}
