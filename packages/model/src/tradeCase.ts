import { type Collection, collectionOf, type Mover, type OperatorCall, type Token } from './operators.ts'
import type { PlanItem, Unexpected } from './unexpected.ts'

export type Currency = 'coin' | 'weth' | 'usdc' | 'junk'
export type Who = 'account' | 'friend' | 'stranger'
export type Money = { readonly currency: Currency; readonly amount: bigint }

/** An order of another account. Amounts are in base units, times in seconds from now. */
export type MakerOrder = {
  readonly salt: bigint
  readonly offerer: 'maker' | 'account'
  readonly token: Token
  /** The standard as which the order names its token. */
  readonly standard: 'erc721' | 'erc1155'
  readonly quantity: bigint
  readonly gross: bigint
  readonly currency: Currency
  readonly feeBps: number
  readonly starts: bigint
  readonly ends: bigint
  readonly zone: 'none' | 'listed' | 'foreign'
  /** Extra data for the order's zone. */
  readonly hasZoneData: boolean
  /** The only account that may buy. */
  readonly taker: Who | undefined
  readonly status: 'open' | 'cancelled' | 'filled' | 'unread'
}
/** An order as a call fills it; the tip is a fee on top, in the order's currency. */
export type Fill = {
  readonly order: MakerOrder
  readonly units: bigint
  readonly tip: bigint
  readonly tipTo: 'market' | 'stranger'
}
export type FillCall = {
  readonly does: 'fill'
  /** `available` skips orders that are gone; all others fill all of their orders or none. */
  readonly form: 'basic' | 'advanced' | 'available' | 'match'
  readonly fills: readonly Fill[]
  readonly to: Who
  readonly through: Mover
  /** Wei in addition to the price. */
  readonly extraValue: bigint
}
export type ApproveCall = {
  readonly does: 'approve'
  readonly token: Currency
  readonly to: Mover
  readonly amount: bigint
}
export type TradeStep = PlanItem<FillCall | ApproveCall | OperatorCall | Unexpected>

export type TradeIntent = {
  readonly action: 'buy' | 'sell'
  readonly items: readonly {
    readonly token: Token
    /** By token, by the exact order, or (a purchase) any token of its collection. */
    readonly named: 'token' | 'order' | 'any'
    readonly order: MakerOrder | undefined
    readonly quantity: bigint
    readonly price: Money | undefined
  }[]
  readonly totals: ReadonlyMap<Currency, bigint> | undefined
  readonly recipient: Who
  readonly tip: bigint
  readonly isPartial: boolean
}
export type TradeCase = {
  readonly intent: TradeIntent
  readonly plan: readonly TradeStep[]
  /** What the conduit may move already; what is absent was not read. */
  readonly allowances: ReadonlyMap<Currency, bigint>
  readonly operators: ReadonlyMap<Collection, boolean>
}

export const isListed = (currency: Currency): boolean => currency !== 'junk'
export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
export const feeOf = ({ order, units }: Fill): bigint =>
  (((order.gross / order.quantity) * BigInt(order.feeBps)) / 10_000n) * units
export const paidFor = ({ order, units, tip }: Fill): bigint => (order.gross / order.quantity) * units + tip
/** What an order costs (buy) or brings after all fees (sell). */
export const priceOf = (action: 'buy' | 'sell', fill: Fill): bigint =>
  action === 'buy'
    ? paidFor(fill)
    : (fill.order.gross / fill.order.quantity) * fill.units - feeOf(fill) - fill.tip

/** The terms that make an order the one that it is. Its fee is an amount: different shares can come to the same. */
export const termsOf = (order: MakerOrder): string => {
  const { salt, offerer, token, standard, quantity, gross, currency, feeBps, starts, ends, zone, taker } =
    order
  const divisible = taker === undefined ? quantity : 1n
  const fee = ((gross / divisible) * BigInt(feeBps)) / 10_000n
  return [salt, offerer, token, standard, quantity, gross, currency, fee, starts, ends, zone, taker].join(' ')
}

/** The items of an intent that an order may serve. */
export function servedBy({ action, items }: TradeIntent, { order }: Fill): readonly number[] {
  return items.flatMap((item, index) => {
    const byId = item.order !== undefined && termsOf(item.order) === termsOf(order)
    const same =
      item.named === 'any'
        ? collectionOf(item.token) === collectionOf(order.token)
        : item.named === 'order'
          ? byId && (action === 'buy' || item.token === order.token)
          : item.token === order.token
    return same ? [index] : []
  })
}
