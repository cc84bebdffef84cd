import {
  basicData,
  type FillCall,
  type Filler,
  type FillOrder,
  type OrderComponents,
  type OrderShape,
  readFillBy,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { readCanonical } from '../context/call.ts'
import {
  block,
  claimedPath,
  hasBlocked,
  isMoney,
  type Judgement,
  spenderOf,
  type TransactionEntry,
  used,
} from '../context/judgement.ts'
import { part, paysOnTop } from '../context/parts.ts'
import { type BuyIntent, type SellIntent, unitPrices } from '../model/intent.ts'
import type { AssetDelta, Claim, Effects } from '../model/verdict.ts'
import { fillFunctions, judgeMaker, type Maker, standardOf, sumOver } from './fill.ts'

export type TradeJudgement = Judgement<BuyIntent> | Judgement<SellIntent>

/** A call to Seaport that fills orders, with what both sides of a trade ask of it judged. */
export type Trade = {
  readonly fill: FillCall
  readonly entry: TransactionEntry
  readonly path: string
  readonly makers: readonly Maker[]
  /** The account's own orders in a match. */
  readonly mirrors: readonly FillOrder[]
  readonly conduitKey: Hex
  readonly spender: Address
  /** Whether something of it was blocked. */
  readonly failed: () => boolean
}
/** With what its orders claim: agreed items, and fees on top by their tips. */
export type BoundTrade = Trade & {
  readonly claims: readonly Claim[]
  /** Index of the item that each order serves. */
  readonly serves: ReadonlyMap<Maker, number>
}

/** Agreed items that an order may stand for; objects where there are none. */
type ItemsOf<TJudgement> = (
  judgement: TJudgement,
  maker: Omit<Maker, 'items'>,
  path: string,
) => readonly number[]

/** Bytes that a call, and each of its orders, may have: a contract's signature and a zone's data are the largest. */
const callBytes = 4_096
const orderBytes = 12_288

/** Reads a call to Seaport as a fill, its orders and the conduit of the account judged. */
function openTrade<TJudgement extends TradeJudgement>(
  judgement: TJudgement,
  entry: TransactionEntry,
  shapeOf: (order: OrderComponents) => OrderShape | undefined,
  itemsOf: ItemsOf<TJudgement>,
): Trade | undefined {
  const path = `${entry.path}.data.data`
  const seaport = entry.data.to
  const fill = readCanonical(judgement, entry, () =>
    readFillBy(fillFunctions(judgement), entry.data.data, judgement.policy.fills.suffixBytes),
  )
  if (fill === undefined) return undefined
  const { orders, fulfillments } = fill
  // Every byte is paid for: what no signature, proof or zone needs would only burn gas.
  if (entry.data.data.length > 2 * (callBytes + orders.length * orderBytes))
    return block(judgement, 'CALL_SIZE', path, entry.data.data.length / 2)
  if (orders.length === 0 || orders.length > 100)
    return block(judgement, 'CALL_EXTRA_ORDER', path, orders.length)
  if (!fill.basic) part(judgement, 'advanced').checkResolvers(judgement, fill, path)
  const mirrors = orders.filter(
    ({ components }) => fulfillments !== undefined && components.offerer === judgement.intent.account,
  )
  const conduitKey = fill.conduitKey ?? mirrors[0]?.components.conduitKey
  const spender =
    conduitKey &&
    mirrors.every(({ components }) => components.conduitKey === conduitKey) &&
    spenderOf(judgement, conduitKey, seaport)
  if (fill.considerationFulfillments !== undefined)
    part(judgement, 'groups').checkGroups(judgement, fill, path)
  const others = orders.filter((order) => !mirrors.includes(order))
  const makers = others.flatMap((order) => {
    const maker = judgeMaker(judgement, order, shapeOf, fill, seaport, path)
    return maker ? { ...maker, items: itemsOf(judgement, maker, `${path}#orders.${order.index}`) } : []
  })
  if (!conduitKey || !spender) return block(judgement, 'CALL_CONDUIT', path, conduitKey)
  if (makers.length < others.length) return undefined
  if (makers.length === 0) return block(judgement, 'CALL_ORDER_ITEM', path)
  const failed = () => hasBlocked(judgement.findings.filter((one) => one.path.startsWith(entry.path)))
  return { fill, entry, path, makers, mirrors, conduitKey, spender, failed }
}

/** The same fill, written by us from what was judged. A match is the caller's to write. */
export function writeFill(judgement: Judgement, { fill, makers }: Trade, filler: Filler): Hex {
  const [first] = makers as [Maker]
  const { components, signature, tips } = first.order
  if (fill.considerationFulfillments !== undefined)
    return part(judgement, 'groups').writeGroups(makers, filler)
  if (!fill.basic) return part(judgement, 'advanced').writeAdvanced(first, filler)
  return basicData(components, first.shape, tips, signature, filler)
}

export const itemSlot = (index: number): string => `item:${index}`
export const unitsOf = (claims: readonly Claim[], slot: string): bigint =>
  claims.reduce((sum, claim) => (claim.slot === slot ? sum + claim.units : sum), 0n)

/** The item that each order of a flow serves. */
export type Assignment = ReadonlyMap<Maker, number>

/** Of one order, for one item without a price of its own, there is nothing to be decided. */
const isPlain = ({ intent }: TradeJudgement, { items, units }: Maker): boolean =>
  items.length < 2 &&
  items.every(
    (index) => (intent.items[index]?.quantity ?? 0n) >= units && unitPrices(intent)[index] === undefined,
  )

/** Reads calls to Seaport as fills, judges them as far as both sides of a trade ask, and binds their orders to agreed items. `bounds`: what was agreed per currency. */
export function openTrades<TJudgement extends TradeJudgement>(
  judgement: TJudgement,
  entries: readonly TransactionEntry[],
  bounds: ReadonlyMap<Address, bigint> | undefined,
  ...how: readonly [shapeOf: (order: OrderComponents) => OrderShape | undefined, itemsOf: ItemsOf<TJudgement>]
): readonly BoundTrade[] {
  const trades = entries.flatMap((entry) => openTrade(judgement, entry, ...how) ?? [])
  const makers = trades.flatMap((trade) => trade.makers)
  const serves: Assignment =
    makers.length + judgement.done.length < 2 && makers.every((maker) => isPlain(judgement, maker))
      ? new Map(makers.flatMap((maker) => maker.items.map((index) => [maker, index] as const)))
      : part(judgement, 'assignment').assign(judgement, trades)
  return trades.map((trade) => ({
    ...trade,
    serves,
    claims: trade.makers.flatMap((maker) => {
      const { units, order } = maker
      const [tip] = order.tips
      const { currency } = maker.shape
      if (!bounds?.has(currency) || !isMoney(judgement, currency))
        part(judgement, 'others').judgeCurrency(judgement, currency, bounds, trade.path)
      const path = `${trade.path}#orders.${order.index}.tips`
      const tips = paysOnTop(judgement)
        ? part(judgement, 'tips').tipClaims(judgement, maker, path)
        : tip && block(judgement, 'CALL_TIP', path, tip.recipient)
      const index = serves.get(maker)
      return [
        ...(tips ?? []),
        ...(index === undefined ? [] : [{ slot: itemSlot(index), units, order: maker.orderId }]),
      ]
    }),
  }))
}

/** Whether this call is still to be made: not done at its place, and within what is left of every item. */
export const isDue = (judgement: TradeJudgement, { entry }: Trade, claims: readonly Claim[]): boolean =>
  judgement.done.length === 0 || part(judgement, 'several').isDue(judgement, entry, claims)

export const nftDelta = (maker: Maker, counterparty?: Address): AssetDelta => ({
  kind: standardOf(maker),
  contract: maker.shape.nft.token,
  tokenId: maker.tokenId,
  amount: maker.units,
  ...(counterparty && { counterparty }),
})

export const currencyDelta = (contract: Address, itemType: number, amount: bigint): AssetDelta => ({
  kind: itemType === 0 ? 'native' : 'erc20',
  contract,
  amount,
})

export const sharesOf = ({ facts }: Judgement, { shape, tokenId }: Maker) =>
  [facts.royalties.get(`${shape.nft.token}:${tokenId}`) ?? []].flat()

/** The fees that a maker's order pays to others, at the most. */
export function feesOf(judgement: TradeJudgement, maker: Maker): Effects['fees'] {
  const shares = sharesOf(judgement, maker)
  const { tips, components } = maker.order
  const others = maker.shape.payments.filter((item) => item.recipient !== components.offerer)
  return [...others, ...tips].map((item) => ({
    ...currencyDelta(item.token, item.itemType, sumOver(judgement, maker, [item])),
    recipient: item.recipient,
    kindOfFee: shares.some((share) => share.recipient === item.recipient)
      ? 'royalty'
      : tips.includes(item)
        ? 'other'
        : 'marketplace',
  }))
}

/** What both sides ask of the whole flow: everything agreed bought or sold, less only where the user agreed to less. */
export function checkWhole(judgement: TradeJudgement, currencies: Iterable<Address>): undefined {
  const { items, partial } = judgement.intent
  const missing = items.findIndex(({ quantity }, index) => used(judgement, itemSlot(index)) < quantity)
  const whole = missing < 0
  const some = items.some((_, index) => used(judgement, itemSlot(index)) > 0n)
  if (!whole && !judgement.pending && !(partial && some)) {
    block(
      judgement,
      'FLOW_FALSE_COMPLETE',
      claimedPath(judgement, 'transaction'),
      undefined,
      itemSlot(missing),
    )
  }
  if (paysOnTop(judgement))
    part(judgement, 'tips').checkTips(judgement, currencies, whole && !judgement.pending)
}
