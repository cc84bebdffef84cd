import { type Budget, budgetRules } from './budget.ts'
import { integers } from './logic.ts'
import { collectionOf } from './operators.ts'
import type { Violations } from './rule.ts'
import {
  type Currency,
  type Fill,
  type FillCall,
  priceOf,
  servedBy,
  sum,
  type TradeIntent,
} from './tradeCase.ts'

const currencyNumber: Readonly<Record<Currency, bigint>> = { coin: 0n, weth: 1n, usdc: 2n, junk: 3n }

/** A plan's orders with the part that each happens with. */
function partsOf(calls: readonly FillCall[]): readonly { readonly fill: Fill; readonly part: bigint }[] {
  let part = 0n
  return calls.flatMap(({ form, fills }) => {
    const first = part
    part += form === 'available' ? BigInt(fills.length) : 1n
    return fills.map((fill, index) => ({ fill, part: form === 'available' ? first + BigInt(index) : first }))
  })
}

/** The items without a price of their own are of one token, of one ERC-721 collection, or any tokens of one. */
function areAlike(
  { action, items }: TradeIntent,
  calls: readonly FillCall[],
  serves: readonly number[],
): boolean {
  const rest = items.flatMap((item, index) => (item.price === undefined ? [{ item, index }] : []))
  const [first] = rest
  if (first === undefined) return false
  const used = calls.flatMap(({ fills }) => fills)
  // A purchase by the id of an order says what its token is only once the order is in the plan.
  const isKnown = ({ item, index }: (typeof rest)[number]) =>
    action === 'sell' || item.named !== 'order' || serves.includes(index)
  if (!rest.every(isKnown)) return false
  const { token } = first.item
  if (rest.some(({ item }) => collectionOf(item.token) !== collectionOf(token))) return false
  if (rest.every(({ item }) => item.named === 'any')) return true
  if (rest.every(({ item }) => item.named !== 'any' && item.token === token)) return true
  const indexes = rest.map(({ index }) => index)
  return used.every(
    ({ order }, at) => !indexes.includes(serves[at] ?? -1) || collectionOf(order.token) !== 'E',
  )
}

/** Whether the totals of a sale may wait: a part was agreed to, or each item keeps a price and more is to come. */
const mayWait = ({ isPartial, items }: TradeIntent, isPending: boolean): boolean =>
  isPartial || (isPending && items.every(({ price }) => price !== undefined))

function budgetOf(
  intent: TradeIntent,
  calls: readonly FillCall[],
  serves: readonly number[],
  isPending: boolean,
): Budget<bigint, boolean> {
  const placed = partsOf(calls)
  const totals = intent.totals ?? new Map<Currency, bigint>()
  return {
    action: intent.action,
    items: intent.items.map(({ quantity, price }) => ({
      quantity,
      isPriced: price !== undefined,
      price: price?.amount ?? 0n,
      currency: currencyNumber[price?.currency ?? 'coin'],
    })),
    totals: (Object.keys(currencyNumber) as Currency[]).flatMap((name) => {
      const isUsed = placed.some(({ fill }) => fill.order.currency === name)
      if (!totals.has(name) && !(isUsed && intent.action === 'buy')) return []
      return [{ currency: currencyNumber[name], isAgreed: totals.has(name), amount: totals.get(name) ?? 0n }]
    }),
    orders: placed.map(({ fill, part }, at) => ({
      item: BigInt(serves[at] ?? 0),
      units: fill.units,
      amount: priceOf(intent.action, fill),
      currency: currencyNumber[fill.order.currency],
      part,
      isDone: false,
      isThere: true,
    })),
    parts: [...new Set(placed.map(({ part }) => part))],
    isAlike: areAlike(intent, calls, serves),
    isPartial: mayWait(intent, isPending),
  }
}

/** Every way to let each order serve an item that it fits. */
function* waysToServe(intent: TradeIntent, fills: readonly Fill[]): Generator<readonly number[]> {
  const [first, ...others] = fills
  if (first === undefined) return void (yield [])
  for (const index of servedBy(intent, first))
    for (const rest of waysToServe(intent, others)) yield [index, ...rest]
}

/**
 * Checks the money: some way to serve the items has to keep every price; one that needs no question is best. Where another
 * way that keeps every price needs a question, asking it is allowed too.
 */
export function checkMoney(
  violations: Violations,
  intent: TradeIntent,
  calls: readonly FillCall[],
  isPending: boolean,
): void {
  const fills = calls.flatMap((call) => call.fills)
  if (fills.length === 0) return
  let isFree = false
  let best: { readonly refuses: ReadonlySet<string>; readonly asks: readonly string[] } | undefined
  for (const serves of waysToServe(intent, fills)) {
    const rules = budgetRules(integers, budgetOf(intent, calls, serves, isPending))
    const isPriced = intent.totals !== undefined
    const own = isPriced ? rules.CALL_PRICE : ownPricesKept(intent, fills, serves)
    const refuses = [
      ...(rules.FLOW_BUDGET ? [] : ['FLOW_BUDGET', 'CALL_EXTRA_ORDER']),
      ...(own ? [] : ['CALL_PRICE']),
    ]
    const asks = isPriced ? (rules.NO_ITEM_PRICE ? [] : ['NO_ITEM_PRICE']) : ['NO_PRICE_BOUND']
    if (refuses.length === 0) {
      isFree ||= asks.length === 0
      for (const code of asks) violations.mayAsk.add(code)
    }
    if (best === undefined || (refuses.length === 0 && best.refuses.size > 0))
      best = { refuses: new Set(refuses), asks }
    else if (best.refuses.size > 0) best = { refuses: new Set([...best.refuses, ...refuses]), asks: [] }
  }
  if (isFree) return
  for (const code of best?.refuses ?? []) violations.refuse(code)
  for (const code of best?.asks ?? []) violations.ask(code)
}

const ownPricesKept = (intent: TradeIntent, fills: readonly Fill[], serves: readonly number[]): boolean =>
  fills.every((fill, at) => {
    const own = intent.items[serves[at] ?? -1]?.price
    if (own === undefined) return true
    const amount = priceOf(intent.action, fill)
    const bound = own.amount * fill.units
    return (
      own.currency === fill.order.currency && (intent.action === 'buy' ? amount <= bound : amount >= bound)
    )
  })

/** Checks fees on top: no more than agreed and, once everything is traded, no less except for rounding. */
export function checkTips(
  violations: Violations,
  { tip, items }: TradeIntent,
  fills: readonly Fill[],
  isWhole: boolean,
) {
  if (tip === 0n) return
  const paid = sum(fills.map((fill) => (fill.tipTo === 'market' ? fill.tip : 0n)))
  const most = items.reduce((units, { quantity }) => (quantity > units ? quantity : units), 0n)
  if (paid > tip || (isWhole && tip - paid >= most)) violations.refuse('CALL_TIP')
}
