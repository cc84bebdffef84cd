'use client'

import { buyTokens, chainOf, TradeError } from '@sluice/core'
import { useState } from 'react'
import { usePreload } from '../hooks/usePreload.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ConnectFlow, FlowInput, FormFlow, Money, RunningFlow, WaitingFlow } from './flow.ts'
import { boundOf, expectedPriceOf, unitsOf } from './money.ts'
import { useQuote } from './useQuote.ts'
import { useRunFlow } from './useRunFlow.ts'
import { sweepLimit } from './useSweep.ts'

export type CollectInput = FlowInput & {
  /** Contract of the collection. */
  readonly collection: string
}

export type CollectForm = {
  /** Total per currency: what leaves the wallet, without the network fee. Of the last quote while `isQuoting`. */
  readonly totals: readonly Money[]
  /** Whether a quote for the present quantity is still missing; nothing can be confirmed until it is there. */
  readonly isQuoting: boolean
  /** Tokens, as entered: not a number while the field is empty. */
  readonly quantity: number
  /** The largest `quantity`: what can be minted and what is for sale, and no more than {@link sweepLimit}. */
  readonly available: number
  readonly setQuantity: (quantity: number) => void
  /** How many of them are new: minted in the public mint of the collection. The others are bought. */
  readonly minted: number
  /** What the account holds of the currency; absent until it is read. */
  readonly balance: Money | undefined
}

export type CollectFlow = WaitingFlow | RunningFlow | ConnectFlow | FormFlow<CollectForm>

/**
 * Gets the cheapest tokens of a collection: new ones while its public mint is open, and listed ones if they are cheaper
 * or the mint is sold out.
 *
 * @example
 * const flow = useCollect({ collection })
 * if (flow.status === 'ready') return <button onClick={flow.confirm}>Collect {flow.quantity}</button>
 */
export function useCollect(input: CollectInput): CollectFlow {
  const { client, wallet, account, connect } = useKit()
  const { enabled = true } = input
  const collection = input.collection.toLowerCase()
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const [quantity, setQuantity] = useState(1)
  const purchase = `collect:${chainId}:${account}:${collection}`
  const { live, start } = useRunFlow(purchase)
  const reading = enabled && live === undefined && account !== undefined
  const isWhole = Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= sweepLimit
  const asked = { purchase, chainId, options: { partial: true } }
  // Without a quantity, the quote says how many tokens there are.
  const { read: offered } = useQuote({ ...asked, items: [{ collection }], enabled: reading })
  const {
    read: quote,
    totals,
    balance,
    isShort,
  } = useQuote({ ...asked, items: [{ collection, quantity }], enabled: reading && isWhole })
  const path = quote.data?.path ?? []
  usePreload('buy', enabled)

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (offered.isPending) return { status: 'loading' }
  const retry = () => {
    void offered.refetch()
    void quote.refetch()
  }
  const failed = offered.error ?? quote.error
  if (failed !== null) return { status: 'unavailable', reason: reasonOf(failed), retry }
  const available = Math.min(unitsOf(offered.data?.path ?? []), sweepLimit)
  if (available === 0) return { status: 'unavailable', reason: 'nothing_to_collect', retry }
  const isQuoting = !isWhole || quote.isPending || quote.isPlaceholderData
  const minted = path.reduce((sum, entry) => sum + (entry.tokenId == null ? (entry.quantity ?? 1) : 0), 0)
  const form = { totals, isQuoting, quantity, available, setQuantity, minted, balance }
  if (!isWhole) return { ...form, status: 'invalid', reason: 'bad_quantity' }
  if (isQuoting) return { ...form, status: 'invalid', reason: 'quoting' }
  if (unitsOf(path) < quantity) return { ...form, status: 'invalid', reason: 'bad_quantity' }
  if (isShort) return { ...form, status: 'invalid', reason: 'low_balance' }
  const confirm = () =>
    start((setup) =>
      buyTokens(client, {
        wallet,
        chainId,
        items: [{ collection, quantity, maxPrice: boundOf(quote.data?.prices[0]) }],
        expectedPrice: expectedPriceOf(totals),
        ...setup,
      }),
    )
  return { ...form, status: 'ready', confirm }
}

/**
 * Distinguishes a provider that has nothing to sell from one that cannot be reached. Only public mints count; an
 * allow-list mint does not.
 */
const reasonOf = (error: Error): 'nothing_to_collect' | 'unreachable' =>
  error instanceof TradeError && error.data.status === 400 ? 'nothing_to_collect' : 'unreachable'
