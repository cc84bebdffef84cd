'use client'

import { type BuyItem, buyTokens, chainOf } from '@sluice/core'
import { usePreload } from '../hooks/usePreload.ts'
import type { CartItem } from '../kit/cart.ts'
import { leftByRun } from '../kit/cartOutcome.ts'
import { refusedQuote } from '../kit/refusedQuote.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ConnectFlow, FlowInput, FormFlow, Money, RunningFlow, WaitingFlow } from './flow.ts'
import { boundOf, expectedPriceOf, moneyOfPrice } from './money.ts'
import { useQuote } from './useQuote.ts'
import { useRunFlow } from './useRunFlow.ts'

export type CheckoutInput = FlowInput & {
  /** Entries of one chain; those of other chains are ignored. */
  readonly items: readonly CartItem[]
  /** Name of the purchase, used to find it again; the cart's by default. */
  readonly name?: string | undefined
}

/** One entry and what all of its units cost now. */
export type CheckoutLine = {
  /** The entry of the cart. */
  readonly item: CartItem
  /** Absent when the entry can no longer be bought, or, while `isQuoting`, when its price is not known yet. */
  readonly price: Money | undefined
}

export type CheckoutForm = {
  /** The entries with their prices. */
  readonly lines: readonly CheckoutLine[]
  /** Total per currency of all that can still be bought. Of the last quote while `isQuoting`. */
  readonly totals: readonly Money[]
  /** Whether a quote for the present entries is still missing; nothing can be confirmed until it is there. */
  readonly isQuoting: boolean
  /** What the account holds of the first currency; absent until it is read. */
  readonly balance: Money | undefined
}

export type CheckoutFlow = WaitingFlow | RunningFlow | ConnectFlow | FormFlow<CheckoutForm>

/** Key of a checkout's run: a purchase of the cart is never shown as another purchase. */
export const checkoutKey = (chainId: number, account: string | undefined, name = 'cart'): string =>
  `checkout:${chainId}:${account}:${name}`

/**
 * Buys several tokens of one chain in one trade. What was sold in the meantime is left out, never replaced.
 *
 * @example
 * const { items } = useCart()
 * const flow = useCheckout({ items })
 * if (flow.status === 'ready') return <button onClick={flow.confirm}>Buy {flow.lines.length}</button>
 */
export function useCheckout(input: CheckoutInput): CheckoutFlow {
  const { client, wallet, account, connect, cart } = useKit()
  const { enabled = true } = input
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const items = input.items.filter((item) => item.chainId === chainId)
  const purchase = checkoutKey(chainId, account, input.name)
  const { live, start } = useRunFlow(purchase)
  const reading = enabled && live === undefined && account !== undefined && items.length > 0
  const wanted = items.map(itemOf)
  const {
    read: quote,
    totals,
    balance,
    isShort,
  } = useQuote({ purchase, chainId, items: wanted, options: { partial: true }, enabled: reading })
  usePreload('buy', enabled)

  if (live !== undefined) return live
  if (!enabled || items.length === 0) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (quote.isPending) return { status: 'loading' }
  if (quote.isError && refusedQuote(quote.error) === undefined)
    return { status: 'unavailable', reason: 'unreachable', retry: () => void quote.refetch() }
  // The provider gives no quote if all entries are gone.
  const { prices, items: quoted } = quote.isError ? { prices: [], items: [] } : quote.data
  const lines = items.map((item) => {
    const price = prices[quoted.findIndex((one) => isSame(one, itemOf(item)))]
    return { item, price: price === undefined ? undefined : moneyOfPrice(chain, price) }
  })
  const isQuoting = quote.isPlaceholderData
  const form = { lines, totals, isQuoting, balance }
  if (isQuoting) return { ...form, status: 'invalid', reason: 'quoting' }
  const buyable = lines.flatMap(({ item, price }) => (price === undefined ? [] : [item]))
  if (buyable.length < items.length) return { ...form, status: 'invalid', reason: 'some_gone' }
  if (isShort) return { ...form, status: 'invalid', reason: 'low_balance' }
  const confirm = () =>
    start((setup) => {
      const run = buyTokens(client, {
        wallet,
        chainId,
        // Each line keeps the price that was shown: leaving one out must not raise the price of the others.
        items: wanted.map((item, index) => ({ ...item, maxPrice: boundOf(prices[index]) })),
        expectedPrice: expectedPriceOf(totals),
        options: { partial: items.length > 1 },
        ...setup,
      })
      cart.take(items, run.id)
      void run.done.then((execution) => cart.settle(run.id, leftByRun(items, execution)))
      return run
    })
  return { ...form, status: 'ready', confirm }
}

const itemOf = ({ token, orderId, quantity }: CartItem): BuyItem =>
  orderId === undefined ? { token, quantity } : { orderId, quantity }

const isSame = (one: BuyItem, other: BuyItem): boolean =>
  one.token === other.token && one.orderId === other.orderId && one.quantity === other.quantity
