import type { BuyIntent, Intent, SellIntent } from '@sluice/guards'
import { addTo } from '@sluice/guards/internal'
import { type PathEntry, type Plan, parseQuote } from '@sluice/wire'
import type { Address } from 'viem'
import { type Chain, decimalsOf } from '../chains/chain.ts'
import { pathTotals } from '../plan/checkPrice.ts'
import { readPlan } from '../plan/requestPlan.ts'
import { type Problem, problemsOf } from '../run/execution.ts'

/**
 * What everything together costs (buy, bid), brings (sell), or is listed for less the fees it names (list), in
 * one currency.
 */
export type PreviewTotal = {
  /** Contract of the currency; the zero address is the native coin. */
  readonly currency: Address
  /** Decimals of the currency. */
  readonly decimals: number
  /** Base units: per-unit prices times quantities, fees on top included (buy) or taken off (sell). */
  readonly raw: bigint
}

/**
 * What one item of a purchase or sale costs or brings, all of its units in one currency.
 * @example
 * ```ts
 * const { prices } = await preview.buyTokens(client, { items })
 * const bound = items.map((item, index) => {
 *   const price = prices[index]
 *   return price === undefined ? item : { ...item, maxPrice: { currency: price.currency, raw: price.unit } }
 * })
 * ```
 */
export type PreviewPrice = {
  /** Contract of the currency; the zero address is the native coin. */
  readonly currency: Address
  /** Decimals of the currency. */
  readonly decimals: number
  /** Base units of the most expensive unit, with fees on top (buy), or of the unit that brings least after fees (sell). */
  readonly unit: bigint
  /** Base units of all units of the item together. */
  readonly total: bigint
}

/** The provider's plan and quote. Nothing is checked, signed or sent. */
export type Preview = {
  /** The chain that was asked. */
  readonly chainId: number
  /** The provider's id of the plan. */
  readonly requestId: string | undefined
  /** The provider's quote: one entry for each order that would be filled. */
  readonly path: readonly PathEntry[]
  /** The steps of the provider's plan, unchecked. */
  readonly steps: Plan['steps']
  /** The sum in each currency. */
  readonly totals: readonly PreviewTotal[]
  /**
   * Of each item of a purchase or sale, in the order of the request; `undefined` where not all of its units are
   * quoted, or not in one currency. Empty for other actions.
   */
  readonly prices: readonly (PreviewPrice | undefined)[]
  /** What could not be included, with the provider's reason. */
  readonly problems: readonly Problem[]
  /** Most units per item of the request, where the provider says so. */
  readonly maxQuantities: readonly { readonly itemIndex: number; readonly maxQuantity: bigint | undefined }[]
}

/** Reads a provider's answer as what an action would cost, bring and take. */
export function readPreview(chain: Chain, intent: Intent, answer: unknown): Preview {
  const plan = readPlan(answer, parseQuote)
  const path = plan.path ?? []
  return {
    chainId: chain.id,
    requestId: plan.requestId ?? undefined,
    path,
    steps: plan.steps,
    totals: totalsOf(chain, intent, path),
    prices: intent.action === 'buy' || intent.action === 'sell' ? pricesOf(chain, intent, path) : [],
    problems: problemsOf(plan),
    maxQuantities: (plan.maxQuantities ?? []).map(({ itemIndex, maxQuantity }) => ({
      itemIndex,
      maxQuantity: maxQuantity != null && /^[0-9]{1,78}$/.test(maxQuantity) ? BigInt(maxQuantity) : undefined,
    })),
  }
}

const listedDecimals = (chain: Chain) => (currency: Address) =>
  chain.paymentTokens.find(({ address }) => address === currency)?.decimals

/** Whether an entry of the path is for an item: by its order, its token, or as any token of its collection. */
function isFor(intent: BuyIntent | SellIntent, index: number, entry: PathEntry): boolean {
  const contract = entry.contract?.toLowerCase()
  const orderId = entry.orderId?.toLowerCase()
  const isToken = (item: { readonly contract: Address; readonly tokenId: bigint }) =>
    contract === item.contract && entry.tokenId === `${item.tokenId}`
  if (intent.action === 'sell') {
    const item = intent.items[index]
    return item !== undefined && isToken(item) && (item.orderId === undefined || orderId === item.orderId)
  }
  const target = intent.items[index]?.target
  if (target === undefined) return false
  if (target.kind === 'order') return orderId === target.orderId
  return target.kind === 'token' ? isToken(target) : contract === target.contract
}

/** Each entry of the path goes to the first item that it is for and that is not quoted in full yet. */
function pricesOf(
  chain: Chain,
  intent: BuyIntent | SellIntent,
  path: Preview['path'],
): readonly (PreviewPrice | undefined)[] {
  const items: readonly {
    readonly quantity: bigint
    readonly target?: BuyIntent['items'][number]['target']
  }[] = intent.items
  const entries = items.map((): PathEntry[] => [])
  const units = items.map(() => 0n)
  // Any token of a collection may be one that another item names.
  const order = items
    .map((_, index) => index)
    .sort(
      (a, b) =>
        Number(items[a]?.target?.kind === 'collection') - Number(items[b]?.target?.kind === 'collection'),
    )
  for (const entry of path) {
    const index = order.find(
      (one) => (units[one] ?? 0n) < (items[one]?.quantity ?? 0n) && isFor(intent, one, entry),
    )
    if (index === undefined) continue
    entries[index]?.push(entry)
    units[index] = (units[index] ?? 0n) + BigInt(entry.quantity ?? 1)
  }
  return items.map(({ quantity }, index) => {
    const mine = entries[index] ?? []
    const [sum, ...others] = pathTotals(intent.action, mine, listedDecimals(chain))
    if ((units[index] ?? 0n) < quantity || sum === undefined || others.length > 0) return undefined
    const single = mine.flatMap((entry) =>
      pathTotals(intent.action, [{ ...entry, quantity: 1 }], listedDecimals(chain)).map(({ raw }) => raw),
    )
    const isFurther = (a: bigint, b: bigint) => (intent.action === 'buy' ? a > b : a < b)
    const unit = single.reduce((found, raw) => (isFurther(raw, found) ? raw : found))
    return { currency: sum.currency, decimals: sum.decimals, unit, total: sum.raw }
  })
}

/** Fills cost and bring what the quote says; orders of our own what their terms say. */
function totalsOf(chain: Chain, intent: Intent, path: Preview['path']): readonly PreviewTotal[] {
  const decimals = (currency: Address) => decimalsOf(chain, currency)
  switch (intent.action) {
    case 'buy':
    case 'sell':
      return pathTotals(intent.action, path, listedDecimals(chain))
    case 'list':
      // Of a falling price the least.
      return sums(intent.listings, decimals, ({ gross, endGross = gross, fees }) =>
        fees.reduce((net, { bps }) => net - (endGross * BigInt(bps)) / 10_000n, endGross),
      )
    case 'bid':
      return sums(intent.bids, decimals, ({ gross }) => gross)
    default:
      return []
  }
}

function sums<T extends { readonly currency: Address }>(
  orders: readonly T[],
  decimalsOf: (currency: Address) => number,
  rawOf: (order: T) => bigint,
): readonly PreviewTotal[] {
  const totals = new Map<Address, bigint>()
  for (const order of orders) addTo(totals, order.currency, rawOf(order))
  return [...totals].map(([currency, raw]) => ({ currency, decimals: decimalsOf(currency), raw }))
}
