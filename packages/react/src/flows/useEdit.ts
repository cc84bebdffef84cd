'use client'

import {
  cancelOrders,
  chainOf,
  type Execution,
  listTokens,
  type MarketOrder,
  type PaymentToken,
  placeBids,
} from '@sluice/core'
import { useState } from 'react'
import { useCollection } from '../hooks/reads.ts'
import { endedStatuses, useOwnOrders } from '../hooks/useOwnOrders.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { usePresentPrice } from '../hooks/usePresentPrice.ts'
import { accountOf } from '../kit/addresses.ts'
import { currencyOf } from '../kit/currencyOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { DurationName, InvalidReason } from '../locales/codes.ts'
import { type Deduction, deductionsOf } from './deductions.ts'
import type { ConnectFlow, FlowInput, FormFlow, Money, RunningFlow, WaitingFlow } from './flow.ts'
import { type LowPrices, type UnknownFloor, unknownFloorOf, useLowPrices } from './lowPrices.ts'
import { moneyOf } from './money.ts'
import { figuresOf, targetOf, termsOf } from './terms/editTerms.ts'
import { useRunFlow } from './useRunFlow.ts'

export interface EditInput extends FlowInput {
  /** The account's own order to change: its hash. */
  readonly orderId: `0x${string}`
  /** Whether the order is a listing or an offer. */
  readonly side: 'listing' | 'offer'
}

export interface EditForm {
  /** The order as it is. */
  readonly order: MarketOrder
  /** What the order asks or offers now, for one unit. */
  readonly present: Money
  /** New price of one unit, as typed; for a falling price: the start. */
  readonly price: string
  readonly setPrice: (price: string) => void
  /** Whether the price of the listing falls; the new one does, too. */
  readonly falls: boolean
  /** For a falling price: what one unit costs when the listing ends, as typed; unchanged by default. */
  readonly endPrice: string
  readonly setEndPrice: (price: string) => void
  /** What is wrong with the end price, if there is one. */
  readonly endProblem: InvalidReason | undefined
  /** The currency of the order. */
  readonly currency: Pick<PaymentToken, 'address' | 'symbol' | 'decimals'>
  /** Units of the new order. */
  readonly quantity: number
  /** `unchanged` until another is chosen, if the order has an end that can be kept. */
  readonly duration: DurationName | 'unchanged'
  readonly setDuration: (duration: DurationName | 'unchanged') => void
  /** When the order ends as it is, in milliseconds, if that can be kept. */
  readonly endsAt: number | undefined
  /**
   * How the old order ends. `replaced`: one signature replaces it. `cancelled`: a transaction cancels it first, so
   * that the old price is never open beside the new one.
   */
  readonly ends: 'replaced' | 'cancelled'
  /** Whether this change has canceled the old order already: until the new one is signed, there is none. */
  readonly isCanceled: boolean
  /** The cheapest listing of the collection; absent for an offer. */
  readonly floor: Money | undefined
  /** Price of all units of a listing; for a falling price: the end. Present once the prices are valid. */
  readonly gross: Money | undefined
  readonly deductions: readonly Deduction[]
  /** What the seller receives for all units; absent until the collection's royalty is known. */
  readonly net: Money | undefined
  /** Present if a listing would ask less than half of the floor: the form is `invalid` until it is confirmed. */
  readonly lowPrices: LowPrices | undefined
  /** Present if the floor could not be read, or is not known: the price of a listing is not compared with it. */
  readonly unknownFloor: UnknownFloor | undefined
}

/** Where a run stands in a change, which takes one or two of them. */
export interface EditSteps {
  /** Whether it cancels the old order, before the new one is signed. */
  readonly isFirst: boolean
  /** The cancellation that is done. */
  readonly before: Execution | undefined
  /** What all units cost until now and will cost; absent if the change was begun elsewhere. */
  readonly prices: { readonly present: Money; readonly next: Money } | undefined
}

export type EditFlow =
  | WaitingFlow
  | (RunningFlow & { readonly steps: EditSteps })
  | ConnectFlow
  | FormFlow<EditForm>

/**
 * Changes the price or the end of the account's own listing or offer.
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
  const [prices, setPrices] = useState<EditSteps['prices']>()
  const [begin, setBegin] = useState<() => void>()
  const keys = {
    cancel: `edit-cancel:${chainId}:${account}:${orderId}`,
    sign: `edit:${chainId}:${account}:${orderId}`,
  }
  const cancelling = useRunFlow(keys.cancel)
  const signing = useRunFlow(keys.sign)
  // Canceled by this change: only the new terms remain to be signed.
  const before = cancelling.live?.status === 'complete' ? cancelling.live.execution : undefined
  const cancelled = before !== undefined
  const live = signing.live ?? (cancelled ? undefined : cancelling.live)
  const read = useOwnOrders(side, { ids: [orderId], chainId, enabled: enabled && live === undefined })
  const collectionId = side === 'listing' ? (read.data?.[0]?.contract ?? undefined) : undefined
  const collection = useCollection({ id: collectionId, chainId, enabled: enabled && live === undefined })
  const floorRead = collectionId === undefined ? undefined : collection
  const lowPricesOf = useLowPrices(chain)
  const order = read.data?.find(({ id }) => id === orderId)
  const presentPrice = usePresentPrice(order)
  usePreload('cancel', enabled)
  usePreload(side === 'listing' ? 'list' : 'bid', enabled)

  if (live !== undefined) {
    const isFirst = signing.live === undefined
    const steps = { isFirst, before, prices }
    // Trying the cancellation again goes on to the signature, as it did the first time.
    if (live.status === 'failed' && isFirst && live.retry !== undefined && live.retry !== live.reset)
      return { ...live, retry: begin ?? live.retry, steps }
    return { ...live, steps }
  }
  if (!enabled) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (read.isPending) return { status: 'loading' }
  const retry = () => {
    void read.refetch()
    void floorRead?.refetch()
  }
  if (read.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const status = order?.status ?? ''
  const isOver = endedStatuses.has(status) && !(status === 'cancelled' && cancelled)
  if (order === undefined || isOver || presentPrice == null)
    return { status: 'unavailable', reason: 'order_gone', retry: undefined }
  const target = targetOf(order)
  if (target === undefined) return { status: 'unavailable', reason: 'not_editable', retry: undefined }

  const present = moneyOf(chain, presentPrice)
  const currency = currencyOf(chain, present.currency, present)
  const moving = side === 'listing' ? order.dynamicPricing?.data : undefined
  const until = order.validUntil ?? order.expiration
  const figures = figuresOf(chain, { price, endPrice }, { moving, until, currency, locale: messages.locale })
  const { unit, endUnit, falls, endProblem, endsAt } = figures
  const least = endProblem === undefined ? endUnit : undefined
  const duration = chosen ?? (endsAt !== undefined ? 'unchanged' : side === 'listing' ? 'month' : 'threeDays')
  const quantity = order.quantityRemaining ?? 1
  const ends = order.isNativeOffChainCancellable === true || cancelled ? 'replaced' : 'cancelled'
  const floorPrice = side === 'listing' ? collection.data?.floorAsk?.price : undefined
  const floor = floorPrice == null ? undefined : moneyOf(chain, floorPrice)
  const lowPrices =
    typeof least === 'bigint' && least > 0n && floor !== undefined
      ? lowPricesOf([{ ref: target.token ?? '', price: { ...present, amount: least }, floor }])
      : undefined
  const gross =
    side === 'listing' && typeof least === 'bigint'
      ? { ...present, amount: least * BigInt(quantity) }
      : undefined
  const deductions = deductionsOf(client, { ...currency, name: currency.symbol }, [
    { collection: collection.data ?? undefined, amount: gross?.amount ?? 0n },
  ])
  const net =
    gross === undefined || collection.data === undefined
      ? undefined
      : { ...gross, amount: deductions.reduce((rest, { money }) => rest - money.amount, gross.amount) }
  const form: EditForm = {
    order,
    present,
    price: figures.price,
    setPrice,
    falls,
    endPrice: figures.endPrice,
    setEndPrice,
    endProblem,
    currency,
    quantity,
    duration,
    setDuration,
    endsAt,
    ends,
    isCanceled: cancelled,
    floor,
    gross,
    deductions,
    net,
    lowPrices,
    unknownFloor: unknownFloorOf(target.token ?? '', floorRead),
  }
  if (typeof unit !== 'bigint') return { ...form, status: 'invalid', reason: unit }
  if (unit === 0n) return { ...form, status: 'invalid', reason: 'no_price' }
  if (endProblem !== undefined) return { ...form, status: 'invalid', reason: endProblem }
  if (net !== undefined && net.amount <= 0n)
    return { ...form, status: 'invalid', reason: 'fees_exceed_price' }
  if (floorRead?.isPending) return { ...form, status: 'invalid', reason: 'checking' }
  if (lowPrices?.confirmed === false) return { ...form, status: 'invalid', reason: 'low_price' }

  const end = falls && typeof endUnit === 'bigint' ? endUnit : undefined
  const terms = termsOf(chain, form, { unit, end, endsAt })
  // A listing for one account stays one.
  const taker = accountOf(order.taker)
  const sign = () =>
    signing.start((setup) => {
      const common = { wallet, chainId, ...setup }
      if (side === 'offer') return placeBids(client, { ...common, bids: [{ ...target, ...terms }] })
      return listTokens(client, { ...common, listings: [{ token: target.token ?? '', taker, ...terms }] })
    })
  const confirm = () => {
    if (ends === 'replaced') return sign()
    const inAll = (amount: bigint) => ({ ...present, amount: amount * BigInt(quantity) })
    setPrices({ present: inAll(present.amount), next: inAll(unit) })
    const change = () => {
      const { run } = runs.start(keys.cancel, (setup) =>
        cancelOrders(client, { wallet, chainId, orderIds: [orderId], ...setup }),
      )
      void run.done.then(({ status }) => {
        if (status === 'complete') sign()
      })
    }
    setBegin(() => change)
    change()
  }
  return { ...form, status: 'ready', confirm }
}
