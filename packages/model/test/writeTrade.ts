import type { BuyIntent, ChainState, Intent, SellIntent } from '@sluice/guards'
import {
  buildBid,
  buildListing,
  fulfillAdvanced,
  fulfillAvailable,
  fulfillBasic,
  matchAsks,
  matchBids,
  type OrderComponents,
  orderHash,
  type Fill as SeaportFill,
} from '@sluice/seaport'
import type { Hex } from 'viem'
import {
  type Fill,
  type FillCall,
  type MakerOrder,
  type Money,
  priceOf,
  type TradeCase,
  type TradeIntent,
  type TradeStep,
  termsOf,
} from '../src/tradeCase.ts'
import { remembered } from './remembered.ts'
import {
  addresses,
  approveStep,
  bareChain,
  callStep,
  contractOf,
  counter,
  currencies,
  foreignZone,
  listedZone,
  makerCounter,
  movers,
  now,
  operatorStep,
  permissionsOf,
  seaport,
  signature,
  tokenIdOf,
  unexpectedStep,
} from './world.ts'

const zones = { none: undefined, listed: listedZone, foreign: foreignZone }

/** Orders by their terms: the same ones come again and again, and hashing them is most of the work. */
const known = new Map<string, { readonly components: OrderComponents; readonly id: Hex }>()

function orderOf(action: 'buy' | 'sell', order: MakerOrder) {
  const key = `${action} ${termsOf(order)}`
  const before = known.get(key)
  if (before !== undefined) return before
  const components = buildOrder(action, order)
  const made = { components, id: orderHash(components) }
  if (known.size > 100_000) known.clear()
  known.set(key, made)
  return made
}

function buildOrder(action: 'buy' | 'sell', order: MakerOrder): OrderComponents {
  const common = {
    maker: addresses[order.offerer],
    gross: order.gross,
    currency: currencies[order.currency],
    quantity: order.quantity,
    fees: order.feeBps > 0 ? [{ recipient: addresses.artist, bps: order.feeBps }] : [],
    startTime: now + order.starts,
    endTime: now + order.ends,
    salt: order.salt,
    conduitKey: movers.conduit.key,
    counter: order.offerer === 'maker' ? makerCounter : counter,
    zone: zones[order.zone],
  }
  const token = contractOf(order.token)
  const tokenId = tokenIdOf(order.token)
  if (action === 'sell') return buildBid({ ...common, target: { kind: order.standard, token, tokenId } })
  const taker = order.taker && addresses[order.taker]
  return buildListing({ ...common, token, tokenId, kind: order.standard, taker })
}

const fillOf = (action: 'buy' | 'sell', { order, units, tip, tipTo }: Fill): SeaportFill => ({
  components: orderOf(action, order).components,
  signature,
  ...(units !== order.quantity && { units }),
  ...(tip > 0n && { tips: [{ recipient: addresses[tipTo], amount: tip }] }),
  ...(order.hasZoneData && { extraData: '0x1234' as Hex }),
})

/** Whether the basic function of Seaport can carry a fill. */
export const isBasic = (action: 'buy' | 'sell', fill: Fill): boolean =>
  fill.order.zone === 'none' &&
  !fill.order.hasZoneData &&
  fill.order.taker === undefined &&
  fill.units === fill.order.quantity &&
  (action === 'buy' || priceOf(action, fill) >= 0n)

function writeFill(action: 'buy' | 'sell', call: FillCall) {
  const fills = call.fills.map((fill) => fillOf(action, fill))
  const recipient = call.to === 'account' ? undefined : addresses[call.to]
  const options = { seaport, conduitKey: movers[call.through].key, now, recipient }
  const [first] = fills
  if (first === undefined) throw new RangeError('A call fills an order.')
  const write = () => {
    if (call.form === 'match')
      return (action === 'buy' ? matchAsks : matchBids)(fills, { ...options, account: addresses.account })
    if (call.form === 'available') return fulfillAvailable(fills, options)
    return call.form === 'basic' ? fulfillBasic(first, options) : fulfillAdvanced(first, options)
  }
  const { to, data, value } = write()
  return { to, data, value: value + call.extraValue }
}

function writeStep(action: 'buy' | 'sell', step: TradeStep): object {
  if (step.does === 'unexpected') return unexpectedStep(step)
  if (step.does === 'fill') return callStep(step, writeFill(action, step))
  return step.does === 'approve' ? approveStep(step) : operatorStep(step)
}
const steps = {
  buy: remembered((step: TradeStep) => writeStep('buy', step)),
  sell: remembered((step: TradeStep) => writeStep('sell', step)),
}

const money = (price: Money | undefined) =>
  price && { currency: currencies[price.currency], amount: price.amount }

function intentOf(intent: TradeIntent): Intent {
  const { action, items, totals, tip, recipient, isPartial } = intent
  const common = {
    chainId: 1,
    account: addresses.account,
    feesOnTop: tip > 0n ? [{ recipient: addresses.market, amount: tip }] : [],
    partial: isPartial,
  }
  const bounds = totals && new Map([...totals].map(([name, amount]) => [currencies[name], amount] as const))
  const idOf = (order: MakerOrder | undefined) => order && orderOf(action, order).id
  if (action === 'sell')
    return {
      ...common,
      action,
      minimums: bounds,
      items: items.map(({ token, order, named, quantity, price }) => ({
        contract: contractOf(token),
        tokenId: tokenIdOf(token),
        quantity,
        orderId: named === 'order' ? idOf(order) : undefined,
        minPrice: money(price),
      })),
    } satisfies SellIntent
  return {
    ...common,
    action,
    recipient: addresses[recipient],
    limits: bounds,
    items: items.map(({ token, order, named, quantity, price }) => {
      const contract = contractOf(token)
      const orderId = named === 'order' ? idOf(order) : undefined
      return {
        quantity,
        maxPrice: money(price),
        target:
          orderId !== undefined
            ? { kind: 'order', orderId }
            : named === 'any'
              ? { kind: 'collection', contract }
              : { kind: 'token', contract, tokenId: tokenIdOf(token) },
      }
    }),
  } satisfies BuyIntent
}
const writeIntent = remembered(intentOf)

const statuses = {
  open: { cancelled: false, filled: 0n, size: 0n },
  cancelled: { cancelled: true, filled: 0n, size: 0n },
  filled: { cancelled: false, filled: 1n, size: 1n },
}

function writeChainState({ intent, plan, allowances, operators }: TradeCase): ChainState {
  const orders = plan.flatMap((step) => (step.does === 'fill' ? step.fills.map(({ order }) => order) : []))
  return {
    ...bareChain,
    ...permissionsOf(allowances, operators),
    orderStatus: new Map(
      orders.flatMap((order) =>
        order.status === 'unread'
          ? []
          : [[orderOf(intent.action, order).id, statuses[order.status]] as const],
      ),
    ),
  }
}

/** Writes a case as what the guards are given. Throws where Seaport's own functions cannot express it. */
export const writeTrade = (trade: TradeCase) => ({
  intent: writeIntent(trade.intent),
  response: { steps: trade.plan.map(steps[trade.intent.action]), path: [], errors: [] },
  chainState: writeChainState(trade),
})

export type Written = {
  readonly intent: Intent
  readonly response: { readonly steps: readonly object[] }
  readonly chainState: ChainState
}
