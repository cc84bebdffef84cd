import type {
  Chain,
  MarketOrder,
  NextOrder,
  OrderKindName,
  PaymentToken,
  UnfinishedChange,
} from '@sluice/core'
import { durations, endOf } from '../../kit/durations.ts'
import { parseAmount, typedText } from '../../kit/parseAmount.ts'
import type { DurationName } from '../../locales/codes.ts'
import { whyNotEnd } from '../lowPrices.ts'
import { moneyOf } from '../money.ts'

type Currency = Pick<PaymentToken, 'address' | 'symbol' | 'decimals'>

/** The prices of one unit as the form shows them and in base units, and when the order ends as it is. */
export function figuresOf(
  chain: Chain,
  typed: { readonly price: string | undefined; readonly endPrice: string | undefined },
  known: {
    readonly currency: Currency
    readonly moving: NonNullable<MarketOrder['dynamicPricing']>['data'] | undefined
    /** Unix seconds. */
    readonly until: number | null | undefined
    readonly locale: string
    /** The terms that were chosen before a reload, if there were any. */
    readonly chosen: NextOrder | undefined
  },
) {
  const { currency, moving, until, locale, chosen } = known
  const textOf = (total: string) => {
    const unit = BigInt(total) / BigInt(Math.max(chosen?.quantity ?? 1, 1))
    return typedText(unit, currency.decimals, locale)
  }
  const starting = moving === undefined ? undefined : moneyOf(chain, moving.price.start)
  const ending = moving === undefined ? undefined : moneyOf(chain, moving.price.end)
  const falls = moving !== undefined && moving.price.end.amount.raw < moving.price.start.amount.raw
  const present = falls && starting !== undefined ? typedText(starting.amount, starting.decimals, locale) : ''
  const started = chosen === undefined ? present : textOf(chosen.weiPrice)
  const price = typed.price ?? started
  const unit = parseAmount(price, currency.decimals, locale)
  const presentEnd = ending === undefined ? '' : typedText(ending.amount, ending.decimals, locale)
  const endPrice =
    typed.endPrice ?? (chosen?.endWeiPrice === undefined ? presentEnd : textOf(chosen.endWeiPrice))
  const endUnit = falls ? parseAmount(endPrice, currency.decimals, locale) : unit
  const endProblem = falls ? whyNotEnd(unit, endUnit) : undefined
  const end = (chosen?.expirationTime ?? (falls ? moving.time.end : (until ?? 0))) * 1_000
  const endsAt = end > Date.now() ? end : undefined
  return { price, unit, falls, endPrice, endUnit, endProblem, endsAt }
}

/** The terms of the new order, from the filled-in form and its prices of one unit. */
export function termsOf(
  chain: Chain,
  form: {
    readonly order: MarketOrder
    readonly currency: Currency
    readonly quantity: number
    readonly duration: DurationName | 'unchanged'
  },
  prices: {
    readonly unit: bigint
    /** What a falling price falls to. */
    readonly end: bigint | undefined
    /** When the order ends as it is, in milliseconds. */
    readonly endsAt: number | undefined
  },
) {
  const { order, currency, quantity, duration } = form
  const { unit, end, endsAt } = prices
  const kind = kindOf(order, chain)
  const inZone = order.isNativeOffChainCancellable === true
  return {
    weiPrice: unit * BigInt(quantity),
    ...(end === undefined ? {} : { endWeiPrice: end * BigInt(quantity) }),
    currency: currency.address,
    orderKind: kind,
    quantity,
    expirationTime:
      duration === 'unchanged' && endsAt !== undefined
        ? String(endsAt / 1_000)
        : endOf(durations[duration === 'unchanged' ? 'month' : duration]),
    ...(inZone ? { options: { [kind]: { useOffChainCancellation: true, replaceOrderId: order.id } } } : {}),
  }
}

/** The order that follows the cancellation of a change, as the journal keeps it. */
export function nextOrderOf(
  side: NextOrder['side'],
  target: Target,
  { weiPrice, endWeiPrice, currency, quantity, expirationTime }: ReturnType<typeof termsOf>,
): NextOrder {
  return {
    side,
    subject: (target.token ?? target.collection ?? '').toLowerCase(),
    weiPrice: String(weiPrice),
    ...(endWeiPrice === undefined ? {} : { endWeiPrice: String(endWeiPrice) }),
    currency,
    quantity,
    expirationTime: Number(expirationTime),
  }
}

/**
 * The terms that a change which was cut off has for an order. They are in its currency and for what it is for: read
 * beside another order, the same digits are another price.
 */
export function chosenFor(
  order: MarketOrder,
  changes: readonly UnfinishedChange[],
  { side, chainId }: { readonly side: NextOrder['side']; readonly chainId: number },
): NextOrder | undefined {
  const { token, collection } = targetOf(order) ?? {}
  return changes.find(
    (change) =>
      change.orderId === order.id &&
      change.chainId === chainId &&
      change.order.side === side &&
      change.order.subject === (token ?? collection)?.toLowerCase() &&
      change.order.currency === order.price?.currency.contract,
  )?.order
}

export type Target = { readonly token?: string; readonly collection?: string; readonly tokenSetId?: string }

/** What the order is for, in the form that a new order takes; a set of tokens cannot be named by its id alone. */
export function targetOf(order: MarketOrder): Target | undefined {
  const [kind, contract, tokenId] = (order.tokenSetId ?? '').split(':')
  if (kind === 'token' && contract !== undefined && tokenId !== undefined)
    return { token: `${contract}:${tokenId}` }
  if (kind === 'contract' && contract !== undefined) return { collection: contract }
  return undefined
}

const kindOf = (order: MarketOrder, chain: Chain): OrderKindName =>
  order.kind === 'seaport-v1.5' && chain.seaport['1.5'] !== undefined ? 'seaport-v1.5' : 'seaport-v1.6'
