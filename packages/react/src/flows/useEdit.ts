'use client'

import {
  type Chain,
  type Collection,
  cancelOrders,
  chainOf,
  type Execution,
  isEnded,
  listTokens,
  type MarketOrder,
  type NextOrder,
  type PaymentToken,
  placeBids,
  type Run,
} from '@sluice/core'
import { useState } from 'react'
import { useJournalState } from '../hooks/pending/useJournalState.ts'
import type { ReadResult } from '../hooks/reads.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { accountOf } from '../kit/addresses.ts'
import { currencyOf } from '../kit/currencyOf.ts'
import type { ChangedOrder, RunSetup } from '../kit/runs.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { DurationName, InvalidReason } from '../locales/codes.ts'
import { afterDeductions, type Deduction, deductionsOf } from './deductions.ts'
import type { ConnectFlow, FlowInput, FormFlow, Money, RunningFlow, WaitingFlow } from './flow.ts'
import { type LowPrices, type UnknownFloor, unknownFloorOf, useLowPrices } from './lowPrices.ts'
import { moneyOf } from './money.ts'
import { chosenFor, figuresOf, nextOrderOf, type Target, termsOf } from './terms/editTerms.ts'
import { useEditReads } from './terms/useEditReads.ts'
import { useRunFlow } from './useRunFlow.ts'

export type EditInput = FlowInput & {
  /** The account's own order to change: its hash. */
  readonly orderId: `0x${string}`
  /** Whether the order is a listing or an offer. */
  readonly side: 'listing' | 'offer'
}

export type EditForm = {
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
  /** Units of the new order: no more than remain of the old one, and of a listing no more than the account holds. */
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
  /** The cheapest listing of the collection; absent for an offer, and where it is this listing itself. */
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
export type EditSteps = {
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
  const { client, wallet, account, connect } = useKit()
  const { orderId, side, enabled = true } = input
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const runs = useEditRuns(`${chainId}:${account}:${orderId}`, { orderId, side })
  const { live, sign, cancelAndSign } = runs
  const reading = { chainId, enabled: enabled && live === undefined }
  const journal = useJournalState(reading)
  const { read, order, target, presentPrice, collection, holding, retry } = useEditReads(input, reading)
  // Cut off by a reload after the cancellation: the terms that were chosen then.
  const chosen = order === undefined ? undefined : chosenFor(order, journal.changes, { side, chainId })
  const isCanceled = runs.isCanceled || chosen !== undefined
  const formOf = useEditForm(chain, side)
  usePreload('cancel', enabled)
  usePreload(side === 'listing' ? 'list' : 'bid', enabled)

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (read.isPending) return { status: 'loading' }
  if (read.isError || holding?.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const status = order?.status
  if (status === 'cancelled' && !isCanceled && !journal.isRead) return { status: 'loading' }
  const isOver = order !== undefined && isEnded(order) && !(status === 'cancelled' && isCanceled)
  if (order === undefined || isOver || presentPrice == null)
    return { status: 'unavailable', reason: 'order_gone', retry: undefined }
  if (target === undefined) return { status: 'unavailable', reason: 'not_editable', retry: undefined }
  if (holding?.isPending) return { status: 'loading' }
  const held = holding?.held
  if (held === 0) return { status: 'unavailable', reason: 'not_owner', retry }

  const present = moneyOf(chain, presentPrice)
  const { form, terms } = formOf({ order, target, present, held, collection, isCanceled, chosen })
  if (typeof terms === 'string') return { ...form, status: 'invalid', reason: terms }
  const signNew = () =>
    sign((setup) => {
      const common = { wallet, chainId, ...setup }
      if (side === 'offer') return placeBids(client, { ...common, bids: [{ ...target, ...terms }] })
      // A listing for one account stays one.
      const listing = { token: target.token ?? '', taker: accountOf(order.taker), ...terms }
      return listTokens(client, { ...common, listings: [listing] })
    })
  const cancelOld = (setup: RunSetup) =>
    cancelOrders(client, {
      wallet,
      chainId,
      orderIds: [orderId],
      followedBy: nextOrderOf(side, target, terms),
      ...setup,
    })
  const prices = {
    present: { ...present, amount: present.amount * BigInt(form.quantity) },
    next: { ...present, amount: terms.weiPrice },
  }
  const confirm = form.ends === 'replaced' ? signNew : () => cancelAndSign(cancelOld, signNew, prices)
  return { ...form, status: 'ready', confirm }
}

/** The runs of a change: the cancellation of the old order, if it takes one, and the signature of the new one. */
function useEditRuns(key: string, order: ChangedOrder) {
  const { runs } = useKit()
  const [prices, setPrices] = useState<EditSteps['prices']>()
  const [begin, setBegin] = useState<() => void>()
  const cancelKey = `edit-cancel:${key}`
  const canceling = useRunFlow(cancelKey)
  const signing = useRunFlow(`edit:${key}`)
  // Canceled by this change: only the new terms remain to be signed.
  const before = canceling.live?.status === 'complete' ? canceling.live.execution : undefined
  const cancelAndSign = (cancel: (setup: RunSetup) => Run, sign: () => void, shown: EditSteps['prices']) => {
    setPrices(shown)
    const change = () => {
      const { run } = runs.start(cancelKey, cancel, order)
      void run.done.then(({ status }) => {
        if (status === 'complete') sign()
      })
    }
    setBegin(() => change)
    change()
  }
  const isFirst = signing.live === undefined
  const live = signing.live ?? (before === undefined ? canceling.live : undefined)
  const steps: EditSteps = { isFirst, before, prices }
  // Trying the cancellation again goes on to the signature, as it did the first time.
  const isTriedAgain =
    live?.status === 'failed' && isFirst && live.retry !== undefined && live.retry !== live.reset
  return {
    live:
      live === undefined
        ? undefined
        : isTriedAgain
          ? { ...live, retry: begin ?? live.retry, steps }
          : { ...live, steps },
    isCanceled: before !== undefined,
    sign: (make: (setup: RunSetup) => Run) => signing.start(make, order),
    cancelAndSign,
  }
}

/** What a change starts from: the order as it is, and the read of its collection if it is a listing. */
type OldOrder = Pick<EditForm, 'order' | 'present' | 'isCanceled'> & {
  readonly target: Target
  readonly collection: ReadResult<Collection | null> | undefined
  /** Units of a listing's token that the account holds. */
  readonly held: number | undefined
  /** The terms that were chosen before a reload. */
  readonly chosen: NextOrder | undefined
}

/** The form, and the terms of the new order or what is wrong with them. */
type Filled = { readonly form: EditForm; readonly terms: ReturnType<typeof termsOf> | InvalidReason }

/** Keeps what is typed, and returns a function that makes the form of it. */
function useEditForm(chain: Chain, side: EditInput['side']): (old: OldOrder) => Filled {
  const { client, messages } = useKit()
  const [price, setPrice] = useState<string>()
  const [endPrice, setEndPrice] = useState<string>()
  const [duration, setDuration] = useState<EditForm['duration']>()
  const lowPricesOf = useLowPrices(chain)
  return ({ order, target, present, held, collection, isCanceled, chosen }) => {
    const currency = currencyOf(chain, present.currency, present)
    const moving = side === 'listing' ? order.dynamicPricing?.data : undefined
    const until = order.validUntil ?? order.expiration
    const figures = figuresOf(
      chain,
      { price, endPrice },
      { moving, until, currency, locale: messages.locale, chosen },
    )
    const { unit, endUnit, endProblem, endsAt, ...shown } = figures
    const least = endProblem === undefined && typeof endUnit === 'bigint' ? endUnit : undefined
    const remaining = order.quantityRemaining ?? chosen?.quantity ?? 1
    const quantity = Math.min(chosen?.quantity ?? remaining, remaining, held ?? remaining)
    const floorPrice = collection?.data?.floorAsk?.price
    const floor = floorPrice == null ? undefined : moneyOf(chain, floorPrice)
    const isFloor = order.id !== undefined && collection?.data?.floorAsk?.id === order.id
    const ref = target.token ?? ''
    const lowPrices =
      least !== undefined && least > 0n && floor !== undefined
        ? lowPricesOf([{ ref, price: { ...present, amount: least }, floor }])
        : undefined
    const gross = side === 'listing' && least !== undefined ? least * BigInt(quantity) : undefined
    const deductions = deductionsOf(client, { ...currency, name: currency.symbol }, [
      { collection: collection?.data ?? undefined, amount: gross ?? 0n },
    ])
    const net =
      gross === undefined || collection?.data === undefined ? undefined : afterDeductions(gross, deductions)
    const form: EditForm = {
      ...shown,
      order,
      present,
      setPrice,
      setEndPrice,
      endProblem,
      currency,
      quantity,
      duration: duration ?? (endsAt !== undefined ? 'unchanged' : side === 'listing' ? 'month' : 'threeDays'),
      setDuration,
      endsAt,
      ends: order.isNativeOffChainCancellable === true || isCanceled ? 'replaced' : 'cancelled',
      isCanceled,
      floor: isFloor ? undefined : floor,
      gross: gross === undefined ? undefined : { ...present, amount: gross },
      deductions,
      net: net === undefined ? undefined : { ...present, amount: net },
      lowPrices,
      unknownFloor: unknownFloorOf(ref, collection),
    }
    if (typeof unit !== 'bigint') return { form, terms: unit }
    if (unit === 0n) return { form, terms: 'no_price' }
    if (endProblem !== undefined) return { form, terms: endProblem }
    if (net !== undefined && net <= 0n) return { form, terms: 'fees_exceed_price' }
    if (collection?.isPending) return { form, terms: 'checking' }
    if (lowPrices?.confirmed === false) return { form, terms: 'low_price' }
    return { form, terms: termsOf(chain, form, { unit, end: form.falls ? least : undefined, endsAt }) }
  }
}
