import { collectionOf } from './operators.ts'
import type { Rule } from './rule.ts'
import {
  type Fill,
  type FillCall,
  feeOf,
  isListed,
  type MakerOrder,
  priceOf,
  servedBy,
  sum,
  type TradeIntent,
  termsOf,
} from './tradeCase.ts'

/** Whether nothing of an order can be filled any more. */
const isOver = ({ ends, status }: MakerOrder): boolean =>
  ends <= 0n || status === 'cancelled' || status === 'filled'

type Subject = { readonly intent: TradeIntent; readonly call: FillCall; readonly fill: Fill }

/** The rules for an order of another account, whichever the action. */
export const orderRules: readonly Rule<Subject>[] = [
  {
    code: 'CALL_SELF_ORDER',
    says: 'The order is of another account.',
    breaks: ({ fill }) => fill.order.offerer === 'account',
  },
  {
    code: 'CALL_CONDUIT',
    says: 'An order of the account in a match moves through the same conduit as the call.',
    breaks: ({ call, fill }) => call.form === 'match' && fill.order.offerer === 'account',
  },
  {
    code: 'CALL_ORDER_ITEM',
    says: 'A match has an order of somebody else.',
    breaks: ({ call, fill }) => call.form === 'match' && fill.order.offerer === 'account',
  },
  {
    code: 'TX_VALUE',
    says: 'A match sends no coin for an order of the account.',
    breaks: ({ call, fill }) => call.form === 'match' && fill.order.offerer === 'account',
  },
  {
    code: 'CALL_ZONE',
    says: 'An order is open to all, or restricted to a zone of the policy; only a zone gets bytes.',
    breaks: ({ fill: { order } }) => order.zone === 'foreign' || (order.zone === 'none' && order.hasZoneData),
  },
  {
    code: 'CALL_EXPIRED',
    says: 'The order has begun (a minute is granted to clocks), and begins before it ends.',
    breaks: ({ fill: { order } }) => order.starts > 60n || order.starts >= order.ends,
  },
  {
    code: 'CALL_EXPIRED',
    says: 'The order has not ended, and is neither filled nor cancelled, unless the call may skip it and fill another.',
    breaks: ({ intent, call, fill: { order } }) => {
      const maySkip = intent.isPartial && call.form === 'available'
      return isOver(order) && !(maySkip && call.fills.some((other) => !isOver(other.order)))
    },
  },
  {
    code: 'CALL_ORDER_ITEM',
    says: 'The order names its token by the standard of the collection; a private listing needs a match.',
    breaks: ({ intent, call, fill: { order } }) =>
      (order.standard === 'erc1155') !== (collectionOf(order.token) === 'E') ||
      (intent.action === 'buy' && order.taker !== undefined && call.form !== 'match'),
  },
  {
    code: 'CALL_RECIPIENT',
    says: 'A private listing is for the agreed recipient.',
    breaks: ({ intent, call, fill: { order } }) =>
      call.form === 'match' && order.taker !== undefined && order.taker !== intent.recipient,
  },
  {
    code: 'CALL_CURRENCY',
    says: 'The order is in an agreed currency or, where no total was agreed, in one that the chain lists.',
    breaks: ({ intent: { totals }, fill: { order } }) =>
      totals === undefined ? !isListed(order.currency) : !totals.has(order.currency),
  },
  {
    code: 'CALL_CURRENCY',
    says: 'The chain lists the currency.',
    asks: true,
    breaks: ({ intent: { totals }, fill: { order } }) =>
      !isListed(order.currency) && totals?.has(order.currency) === true,
  },
  {
    code: 'CALL_TIP',
    says: 'Fees on top are paid only to whom they were agreed for.',
    breaks: ({ intent, fill }) => fill.tip > 0n && (intent.tip === 0n || fill.tipTo !== 'market'),
  },
  {
    code: 'CALL_PRICE',
    says: 'An offer pays at least its own fees.',
    breaks: ({ intent, fill }) => intent.action === 'sell' && priceOf('sell', fill) < 0n,
  },
  {
    code: 'ORD_FEE',
    says: 'An offer that is accepted pays at most a quarter to others, as in an order that the account signs.',
    asks: true,
    breaks: ({ intent, fill }) =>
      intent.action === 'sell' && feeOf(fill) > ((fill.order.gross / fill.order.quantity) * fill.units) / 4n,
  },
  {
    code: 'CALL_EXTRA_ORDER',
    says: 'The order is for a token that was agreed.',
    breaks: ({ intent, fill }) => servedBy(intent, fill).length === 0,
  },
  {
    code: 'CALL_ORDER_ID',
    says: 'An item that was agreed by its order is served by that order.',
    breaks: ({ intent, fill }) =>
      servedBy(intent, fill).length === 0 && intent.items.some(({ named }) => named === 'order'),
  },
  {
    code: 'CALL_ORDER_ITEM',
    says: 'An offer that is accepted is for a token that was agreed.',
    breaks: ({ intent, fill }) => intent.action === 'sell' && servedBy(intent, fill).length === 0,
  },
]

/** What a call that fills orders has to be. */
export const callRules: readonly Rule<Omit<Subject, 'fill'>>[] = [
  {
    code: 'CALL_CONDUIT',
    says: 'Tokens and money move through a conduit of the chain, or Seaport itself.',
    breaks: ({ call }) => call.through === 'foreign',
  },
  {
    code: 'CALL_RECIPIENT',
    says: 'What is bought goes to the agreed recipient, and a sale names nobody else.',
    breaks: ({ intent, call }) =>
      call.form !== 'match' && call.to !== (intent.action === 'buy' ? intent.recipient : 'account'),
  },
  {
    code: 'CALL_SELF_ORDER',
    says: "The account's own order in a match takes the tokens to the agreed recipient.",
    breaks: ({ intent, call }) =>
      intent.action === 'buy' &&
      call.form === 'match' &&
      call.to !== intent.recipient &&
      call.fills.some(({ order }) => order.taker === undefined),
  },
  {
    code: 'CALL_EXPIRED',
    says: 'The orders of a match are open at one moment, in which all of them are filled.',
    breaks: ({ call: { form, fills } }) =>
      form === 'match' && fills.some((one) => fills.some((other) => one.order.starts >= other.order.ends)),
  },
  {
    code: 'TX_VALUE',
    says: 'A call sends exactly what it costs in the native coin.',
    breaks: ({ call }) => call.extraValue !== 0n,
  },
  {
    code: 'CALL_CURRENCY',
    says: 'A purchase that is not a match pays in one currency.',
    breaks: ({ intent, call }) =>
      intent.action === 'buy' &&
      call.form !== 'match' &&
      new Set(call.fills.map(({ order }) => order.currency)).size > 1,
  },
]

/** The rules for all orders that a plan fills. */
export const planRules: readonly Rule<readonly Fill[]>[] = [
  {
    code: 'CALL_QUANTITY',
    says: 'An order is filled up to its own quantity.',
    breaks: (fills) =>
      fills.some(({ order }) => {
        const same = fills.filter((other) => termsOf(other.order) === termsOf(order))
        return sum(same.map(({ units }) => units)) > order.quantity
      }),
  },
  {
    code: 'CALL_QUANTITY',
    says: 'A token that exists once moves once.',
    breaks: (fills) => {
      const tokens = fills.flatMap(({ order }) => (order.standard === 'erc721' ? [order.token] : []))
      return new Set(tokens).size < tokens.length
    },
  },
]
