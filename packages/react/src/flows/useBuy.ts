'use client'

import { buyTokens, chainOf, isEnded, type MarketOrder, type Token } from '@sluice/core'
import { useState } from 'react'
import { useListings, useToken } from '../hooks/reads.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { usePresentPrice } from '../hooks/usePresentPrice.ts'
import { refusedQuote, unfillableOf } from '../kit/refusedQuote.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { UnavailableReason } from '../locales/codes.ts'
import type { ConnectFlow, FlowInput, FormFlow, Money, RunningFlow, WaitingFlow } from './flow.ts'
import { boundOf, expectedPriceOf, moneyOf, unitsOf } from './money.ts'
import { useQuote } from './useQuote.ts'
import { useRunFlow } from './useRunFlow.ts'

export type BuyInput = FlowInput & {
  /** `contract:tokenId`. */
  readonly token: string
  /** One listing; the cheapest by default. */
  readonly orderId?: `0x${string}` | undefined
}

export type BuyForm = {
  /** The token to buy. */
  readonly token: Token
  /** Total per currency: what leaves the wallet, without the network fee. Of the last quote while `isQuoting`. */
  readonly totals: readonly Money[]
  /** Whether a quote for the present quantity is still missing; nothing can be confirmed until it is there. */
  readonly isQuoting: boolean
  /** Units, as entered: not a number while the field is empty. */
  readonly quantity: number
  /** Units for sale. */
  readonly available: number
  readonly setQuantity: (quantity: number) => void
  /** What the account holds of the currency; absent until it is read. */
  readonly balance: Money | undefined
}

export type BuyFlow =
  | WaitingFlow
  | RunningFlow
  | (ConnectFlow & { readonly token: Token; readonly totals: readonly Money[] })
  | FormFlow<BuyForm>

/**
 * Buys one token: its price, the summary, progress and the proof on chain.
 *
 * @example
 * const flow = useBuy({ token: `${collection}:42` })
 * switch (flow.status) {
 *   case 'ready': return <button onClick={flow.confirm}>Buy</button>
 *   case 'reviewing': return <ReviewCard review={flow.review} />
 *   case 'failed': return <ErrorNote error={flow.error} />
 * }
 */
export function useBuy(input: BuyInput): BuyFlow {
  const { client, wallet, account, connect } = useKit()
  const { token: tokenRef, orderId, enabled = true } = input
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const [quantity, setQuantity] = useState(1)
  const purchase = `buy:${chainId}:${account}:${orderId ?? tokenRef}`
  const { live, start } = useRunFlow(purchase)
  const reading = enabled && live === undefined
  const isGone = live?.status === 'failed' && live.error.code === 'order_unavailable'
  // After that the token may be for sale by another listing, or not at all.
  const tokenRead = useToken({ token: tokenRef, chainId, enabled: reading || (enabled && isGone) })
  const orderRead = useListings({
    chainId,
    ids: orderId === undefined ? [] : [orderId],
    enabled: reading && orderId !== undefined,
  })
  const item = { ...(orderId === undefined ? { token: tokenRef } : { orderId }), quantity }
  const isWhole = Number.isSafeInteger(quantity) && quantity >= 1
  const {
    read: quote,
    totals,
    balance,
    isShort,
  } = useQuote({
    purchase,
    chainId,
    items: [item],
    enabled: reading && account !== undefined && isWhole,
  })
  const path = quote.data?.path ?? []
  const order = orderId === undefined ? undefined : (orderRead.data?.[0] ?? null)
  const listing = order ?? tokenRead.data?.market?.floorAsk
  const price = usePresentPrice(listing)
  usePreload('buy', enabled)

  if (live !== undefined) {
    const isOver =
      isGone && tokenRead.data != null && whyNot(tokenRead.data, listing, order, account) !== undefined
    // There would be nothing to buy in the form.
    return isOver ? { ...live, retry: undefined } : live
  }
  if (!enabled) return { status: 'idle' }
  if (tokenRead.isPending || (orderId !== undefined && orderRead.isPending)) return { status: 'loading' }
  const retry = () => {
    void tokenRead.refetch()
    void quote.refetch()
    if (orderId !== undefined) void orderRead.refetch()
  }
  if (tokenRead.isError || orderRead.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const token = tokenRead.data
  if (token == null) return { status: 'unavailable', reason: 'not_listed', retry: undefined }
  const reason = whyNot(token, listing, order, account)
  if (reason !== undefined) return { status: 'unavailable', reason, retry: undefined }
  if (wallet === undefined || account === undefined)
    return { status: 'connect', token, totals: price == null ? [] : [moneyOf(chain, price)], connect }
  const available = Math.max(listing?.quantityRemaining ?? 1, unitsOf(path))
  const isQuoting = !isWhole || quote.isPlaceholderData
  const form = { token, totals, isQuoting, quantity, available, setQuantity, balance }
  if (!isWhole) return { ...form, status: 'invalid', reason: 'bad_quantity' }
  if (quote.isPending) return { status: 'loading' }
  // It is not known what became of the listing: only that the provider quotes none.
  const unsold = orderId === undefined ? 'not_listed' : 'not_fillable'
  if (quote.isError) {
    const refused = refusedQuote(quote.error)
    if (refused === 'too_many') return { ...form, status: 'invalid', reason: 'bad_quantity' }
    const unfillable = unfillableOf(quote.error)
    const reason = refused === undefined ? 'unreachable' : unfillable === undefined ? unsold : 'not_fillable'
    return { status: 'unavailable', reason, unfillable, retry }
  }
  if (isQuoting) return { ...form, status: 'invalid', reason: 'quoting' }
  if (totals.length === 0) return { status: 'unavailable', reason: unsold, retry }
  if (unitsOf(path) < quantity) return { ...form, status: 'invalid', reason: 'bad_quantity' }
  if (isShort) return { ...form, status: 'invalid', reason: 'low_balance' }
  const confirm = () =>
    start((setup) =>
      buyTokens(client, {
        wallet,
        chainId,
        items: [{ ...item, maxPrice: boundOf(quote.data.prices[0]) }],
        expectedPrice: expectedPriceOf(totals),
        ...setup,
      }),
    )
  return { ...form, status: 'ready', confirm }
}

type Listing = Pick<MarketOrder, 'maker' | 'status'> | { readonly maker?: string | null | undefined }

function whyNot(
  token: Token,
  listing: Listing | null | undefined,
  order: MarketOrder | null | undefined,
  account: string | undefined,
): UnavailableReason | undefined {
  if (order === null) return 'not_fillable'
  if (order !== undefined && isEnded(order)) return 'order_gone'
  if (order?.status != null && order.status !== 'active') return 'not_fillable'
  if (account !== undefined && token.token.kind === 'erc721' && token.token.owner === account)
    return 'own_token'
  if (listing == null || ('price' in listing && listing.price == null)) return 'not_listed'
  if (account !== undefined && listing.maker === account) return 'own_listing'
  return undefined
}
