'use client'

import { buyTokens, chainOf, type Preview, previewBuyTokens } from '@sluice/core'
import { useQuery } from '@tanstack/react-query'
import { useBalance } from '../hooks/useBalance.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { type CartItem, sameItem } from '../kit/cart.ts'
import { leftByRun } from '../kit/cartOutcome.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { InvalidReason } from '../locales/codes.ts'
import type { ConnectFlow, FlowInput, Money, RunningFlow, WaitingFlow } from './flow.ts'
import { boundOf, expectedPriceOf, moneyOfPrice, moneyOfTotals } from './money.ts'
import { useRunFlow } from './useRunFlow.ts'

export interface CheckoutInput extends FlowInput {
  /** Entries of one chain; those of other chains are ignored. */
  readonly items: readonly CartItem[]
  /** Name of the purchase, by which it is found again; the cart's by default. */
  readonly name?: string | undefined
}

/** One entry and what all of its units cost now. */
export interface CheckoutLine {
  readonly item: CartItem
  /** Absent when the entry can no longer be bought, or, while `isQuoting`, when its price is not known yet. */
  readonly price: Money | undefined
}

export interface CheckoutForm {
  readonly lines: readonly CheckoutLine[]
  /** Total per currency of all that can still be bought. Of the last quote while `isQuoting`. */
  readonly totals: readonly Money[]
  /** Whether a quote for the present entries is still missing; nothing can be confirmed until it is there. */
  readonly isQuoting: boolean
  /** What the account holds of the first currency; absent until it is read. */
  readonly balance: Money | undefined
}

export type CheckoutFlow =
  | WaitingFlow
  | RunningFlow
  | ConnectFlow
  | (CheckoutForm & { readonly status: 'invalid'; readonly reason: InvalidReason })
  | (CheckoutForm & { readonly status: 'ready'; readonly confirm: () => void })

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
  const { client, wallet, account, connect, queryClient, scope, cart } = useKit()
  const { enabled = true } = input
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const items = input.items.filter((item) => item.chainId === chainId)
  const { live, start } = useRunFlow(checkoutKey(chainId, account, input.name))
  const reading = enabled && live === undefined && account !== undefined && items.length > 0
  const of = checkoutKey(chainId, account, input.name)
  const quote = useQuery<Quote>(
    {
      queryKey: ['sluice', scope, chainId, 'checkout', account, items],
      queryFn: async ({ signal }) => {
        const { totals, prices } = await previewBuyTokens(client, {
          chainId,
          items: items.map(itemOf),
          options: { partial: true },
          account,
          signal,
        })
        return { of, items, totals, prices }
      },
      placeholderData: (last) => (last?.of === of ? last : undefined),
      enabled: reading,
      refetchInterval: 15_000,
      retry: 1,
    },
    queryClient,
  )
  const totals = moneyOfTotals(chain, quote.data?.totals ?? [])
  const held = useBalance({ chainId, currency: reading ? totals[0]?.currency : undefined })
  usePreload('buy', enabled)

  if (live !== undefined) return live
  if (!enabled || items.length === 0) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (quote.isPending) return { status: 'loading' }
  if (quote.isError)
    return { status: 'unavailable', reason: 'unreachable', retry: () => void quote.refetch() }
  const { prices, items: quoted } = quote.data
  const lines = items.map((item) => {
    const price = prices[quoted.findIndex((one) => sameItem(one, item) && one.quantity === item.quantity)]
    return { item, price: price === undefined ? undefined : moneyOfPrice(chain, price) }
  })
  const [first] = totals
  const balance = first === undefined || held.data === undefined ? undefined : { ...first, amount: held.data }
  const isQuoting = quote.isPlaceholderData
  const form = { lines, totals, isQuoting, balance }
  if (isQuoting) return { ...form, status: 'invalid', reason: 'quoting' }
  const buyable = lines.flatMap(({ item, price }) => (price === undefined ? [] : [item]))
  if (buyable.length < items.length) return { ...form, status: 'invalid', reason: 'some_gone' }
  if (first !== undefined && balance !== undefined && balance.amount < first.amount)
    return { ...form, status: 'invalid', reason: 'low_balance' }
  const confirm = () =>
    start(({ confirm, signal }) => {
      const run = buyTokens(client, {
        wallet,
        chainId,
        // Each line keeps the price that was shown: what is left out must not make the others dearer.
        items: items.map((item, index) => ({ ...itemOf(item), maxPrice: boundOf(prices[index]) })),
        expectedPrice: expectedPriceOf(totals),
        options: { partial: items.length > 1 },
        confirm,
        signal,
      })
      cart.take(items, run.id)
      void run.done.then((execution) => cart.settle(run.id, leftByRun(items, execution)))
      return run
    })
  return { ...form, status: 'ready', confirm }
}

type Quote = Pick<Preview, 'totals' | 'prices'> & { readonly of: string; readonly items: readonly CartItem[] }

const itemOf = ({ token, orderId, quantity }: CartItem) =>
  orderId === undefined ? { token, quantity } : { orderId, quantity }
