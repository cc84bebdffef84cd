'use client'

import {
  type Chain,
  cancelOrders,
  chainOf,
  listTokens,
  type MarketOrder,
  type OrderKindName,
  type PaymentToken,
  placeBids,
} from '@sluice/core'
import { useState } from 'react'
import { useCollection } from '../hooks/reads.ts'
import { useOwnOrders } from '../hooks/useOwnOrders.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { usePresentPrice } from '../hooks/usePresentPrice.ts'
import { currencyOf } from '../kit/currencyOf.ts'
import { durations, endOf } from '../kit/durations.ts'
import { parseAmount, typedText } from '../kit/parseAmount.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { DurationName, InvalidReason } from '../locales/codes.ts'
import type { ConnectFlow, FlowInput, Money, RunningFlow, WaitingFlow } from './flow.ts'
import { type LowPrices, useLowPrices, whyNotEnd } from './lowPrices.ts'
import { moneyOf } from './money.ts'
import { useRunFlow } from './useRunFlow.ts'

export interface EditInput extends FlowInput {
  readonly orderId: `0x${string}`
  readonly side: 'listing' | 'offer'
}

export interface EditForm {
  readonly order: MarketOrder
  /** What the order asks or offers now, for one unit. */
  readonly present: Money
  /** New price of one unit, as typed: of a falling price where it starts. */
  readonly price: string
  readonly setPrice: (price: string) => void
  /** Whether the price of the listing falls, as it goes on doing. */
  readonly falls: boolean
  /** Of a falling price what one unit costs when the listing ends, as typed; what it was until now by default. */
  readonly endPrice: string
  readonly setEndPrice: (price: string) => void
  /** What is wrong with the end price, where there is one. */
  readonly endProblem: InvalidReason | undefined
  readonly currency: Pick<PaymentToken, 'address' | 'symbol' | 'decimals'>
  readonly quantity: number
  /** Of a falling price `unchanged` until another is chosen: it ends when it would have ended. */
  readonly duration: DurationName | 'unchanged'
  readonly setDuration: (duration: DurationName | 'unchanged') => void
  /** When the order ends as it is, in milliseconds, where that can be kept. */
  readonly endsAt: number | undefined
  /**
   * How the old order ends. `replaced`: one signature replaces it. `cancelled`: a transaction cancels it first, so
   * that the old price is never open beside the new one.
   */
  readonly ends: 'replaced' | 'cancelled'
  /** Present where a listing would ask less than half of the floor: the form is `invalid` until it is confirmed. */
  readonly lowPrices: LowPrices | undefined
}

export type EditFlow =
  | WaitingFlow
  | RunningFlow
  | ConnectFlow
  | (EditForm & { readonly status: 'invalid'; readonly reason: InvalidReason })
  | (EditForm & { readonly status: 'ready'; readonly confirm: () => void })

/**
 * Gives the account's own listing or offer another price or end.
 *
 * @example
 * const flow = useEdit({ orderId, side: 'listing' })
 * if (flow.status === 'ready') return <button onClick={flow.confirm}>Change price</button>
 */
export function useEdit(input: EditInput): EditFlow {
  const { client, wallet, account, connect, runs, messages } = useKit()
  const { orderId, side, enabled = true } = input
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const [price, setPrice] = useState<string>()
  const [endPrice, setEndPrice] = useState<string>()
  const [chosen, setDuration] = useState<EditForm['duration']>()
  const keys = {
    cancel: `edit-cancel:${chainId}:${account}:${orderId}`,
    sign: `edit:${chainId}:${account}:${orderId}`,
  }
  const cancelling = useRunFlow(keys.cancel)
  const signing = useRunFlow(keys.sign)
  // Cancelled by this very change: only the new terms are left to sign, whenever that is done.
  const cancelled = cancelling.live?.status === 'complete'
  const live = signing.live ?? (cancelled ? undefined : cancelling.live)
  const read = useOwnOrders(side, { ids: [orderId], chainId, enabled: enabled && live === undefined })
  const collection = useCollection({
    id: read.data?.[0]?.contract ?? undefined,
    chainId,
    enabled: enabled && live === undefined && side === 'listing',
  })
  const lowPricesOf = useLowPrices(chain)
  const order = read.data?.find(({ id }) => id === orderId)
  const presentPrice = usePresentPrice(order)
  usePreload('cancel', enabled)
  usePreload(side === 'listing' ? 'list' : 'bid', enabled)

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (read.isPending) return { status: 'loading' }
  if (read.isError) return { status: 'unavailable', reason: 'unreachable', retry: () => void read.refetch() }
  const over =
    (order?.status === 'cancelled' && !cancelled) || order?.status === 'filled' || order?.status === 'expired'
  if (order === undefined || over || presentPrice == null)
    return { status: 'unavailable', reason: 'order_gone', retry: undefined }
  const target = targetOf(order)
  if (target === undefined) return { status: 'unavailable', reason: 'not_editable', retry: undefined }

  const present = moneyOf(chain, presentPrice)
  const currency = currencyOf(chain, present.currency, present)
  const typed = price ?? ''
  const unit = parseAmount(typed, currency.decimals, messages.locale)
  const moving = side === 'listing' ? order.dynamicPricing?.data : undefined
  const ending = moving === undefined ? undefined : moneyOf(chain, moving.price.end)
  const falls = moving !== undefined && moving.price.end.amount.raw < moving.price.start.amount.raw
  const typedEnd =
    endPrice ?? (ending === undefined ? '' : typedText(ending.amount, ending.decimals, messages.locale))
  const endUnit = falls ? parseAmount(typedEnd, currency.decimals, messages.locale) : unit
  const endProblem = falls ? whyNotEnd(unit, endUnit) : undefined
  const least = endProblem === undefined ? endUnit : undefined
  const endsAt = falls && moving.time.end * 1_000 > Date.now() ? moving.time.end * 1_000 : undefined
  const duration = chosen ?? (endsAt !== undefined ? 'unchanged' : side === 'listing' ? 'month' : 'threeDays')
  const quantity = order.quantityRemaining ?? 1
  const kind = kindOf(order, chain)
  const inZone = order.isNativeOffChainCancellable === true
  const ends = inZone || cancelled ? 'replaced' : 'cancelled'
  const floor = side === 'listing' ? collection.data?.floorAsk?.price : undefined
  const lowPrices =
    typeof least === 'bigint' && least > 0n && floor != null
      ? lowPricesOf([
          { ref: target.token ?? '', price: { ...present, amount: least }, floor: moneyOf(chain, floor) },
        ])
      : undefined
  const form: EditForm = {
    order,
    present,
    price: typed,
    setPrice,
    falls,
    endPrice: typedEnd,
    setEndPrice,
    endProblem,
    currency,
    quantity,
    duration,
    setDuration,
    endsAt,
    ends,
    lowPrices,
  }
  if (typeof unit !== 'bigint') return { ...form, status: 'invalid', reason: unit }
  if (unit === 0n) return { ...form, status: 'invalid', reason: 'no_price' }
  if (endProblem !== undefined) return { ...form, status: 'invalid', reason: endProblem }
  if (lowPrices?.confirmed === false) return { ...form, status: 'invalid', reason: 'low_price' }

  const terms = {
    weiPrice: unit * BigInt(quantity),
    ...(falls && typeof endUnit === 'bigint' ? { endWeiPrice: endUnit * BigInt(quantity) } : {}),
    currency: currency.address,
    orderKind: kind,
    quantity,
    expirationTime:
      duration === 'unchanged'
        ? String(moving?.time.end ?? endOf(durations.month))
        : endOf(durations[duration]),
    ...(inZone ? { options: { [kind]: { useOffChainCancellation: true, replaceOrderId: orderId } } } : {}),
  }
  // A listing for one account stays one.
  const taker = order.taker == null || BigInt(order.taker) === 0n ? undefined : order.taker
  const sign = () =>
    signing.start((setup) => {
      const common = { wallet, chainId, ...setup }
      if (side === 'offer') return placeBids(client, { ...common, bids: [{ ...target, ...terms }] })
      return listTokens(client, { ...common, listings: [{ token: target.token ?? '', taker, ...terms }] })
    })
  const confirm = () => {
    if (ends === 'replaced') return sign()
    const { run } = runs.start(keys.cancel, (setup) =>
      cancelOrders(client, { wallet, chainId, orderIds: [orderId], ...setup }),
    )
    void run.done.then(({ status }) => {
      if (status === 'complete') sign()
    })
  }
  return { ...form, status: 'ready', confirm }
}

type Target = { readonly token?: string; readonly collection?: string; readonly tokenSetId?: string }

/** What the order is for, as a new one names it; a set of tokens cannot be named by its id alone. */
export function targetOf(order: MarketOrder): Target | undefined {
  const [kind, contract, tokenId] = (order.tokenSetId ?? '').split(':')
  if (kind === 'token' && contract !== undefined && tokenId !== undefined)
    return { token: `${contract}:${tokenId}` }
  if (kind === 'contract' && contract !== undefined) return { collection: contract }
  return undefined
}

const kindOf = (order: MarketOrder, chain: Chain): OrderKindName =>
  order.kind === 'seaport-v1.5' && chain.seaport['1.5'] !== undefined ? 'seaport-v1.5' : 'seaport-v1.6'
