'use client'

import { type AttributeFilter, chainOf, type Token } from '@sluice/core'
import { useMemo, useState } from 'react'
import { useTokens } from '../hooks/reads.ts'
import type { CartItem } from '../kit/cart.ts'
import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { type FlowInput, isBusy, type WaitingFlow } from './flow.ts'
import { type CheckoutFlow, useCheckout } from './useCheckout.ts'

export type SweepInput = FlowInput & {
  /** Contract of the collection. */
  readonly collection: string
  /** Only tokens that carry these: values by key. Of several values of a key, a token has one. */
  readonly attributes?: AttributeFilter | undefined
}

/** Most tokens of one sweep: they are bought in one transaction. */
export const sweepLimit = 20

export type SweepChoosing = {
  readonly status: 'choosing'
  /** How many tokens are bought, cheapest first. */
  readonly count: number
  /** The largest `count`: as many as are for sale, and no more than {@link sweepLimit}. */
  readonly most: number
  readonly setCount: (count: number) => void
  /** The tokens of the choice, and of the purchase once it is confirmed. */
  readonly tokens: readonly Token[]
  /** The purchase of these tokens. */
  readonly checkout: CheckoutFlow
  /** Leaves tokens out; the next cheapest take their place. */
  readonly leaveOut: (items: readonly Pick<CartItem, 'token'>[]) => void
}

export type SweepFlow = WaitingFlow | SweepChoosing

/**
 * Buys the cheapest tokens of a collection in one trade.
 *
 * @example
 * const flow = useSweep({ collection })
 * if (flow.status === 'choosing' && flow.checkout.status === 'ready')
 *   return <button onClick={flow.checkout.confirm}>Buy {flow.count}</button>
 */
export function useSweep(input: SweepInput): SweepFlow {
  const { client, account } = useKit()
  const { collection, attributes, enabled = true } = input
  const chainId = chainOf(client, input.chainId).id
  const [count, setCount] = useState(3)
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const read = useTokens({
    collection,
    ...(attributes === undefined ? {} : { attributes }),
    sortBy: 'floorAskPrice',
    sortDirection: 'asc',
    chainId,
    limit: sweepLimit + 10,
    enabled,
  })
  // What was read for another filter is not bought.
  const listed = read.isPlaceholderData ? undefined : read.data
  const offered = useMemo(
    () =>
      (listed ?? [])
        .filter(({ market }) => market?.floorAsk?.price != null && market.floorAsk.maker !== account)
        .filter(({ token }) => !leftOut.includes(refOf(token)))
        .slice(0, sweepLimit),
    [listed, account, leftOut],
  )
  const chosen = Number.isSafeInteger(count) ? Math.min(Math.max(count, 1), offered.length) : 1
  const tokens = useMemo(() => offered.slice(0, chosen), [offered, chosen])
  const items = useMemo(
    () =>
      tokens.map(({ token, market }) => ({
        chainId,
        token: refOf(token),
        orderId: (market?.floorAsk?.id ?? undefined) as `0x${string}` | undefined,
        quantity: 1,
      })),
    [tokens, chainId],
  )
  const name = `sweep:${collection.toLowerCase()}:${JSON.stringify(attributes ?? {})}`
  const checkout = useCheckout({ items, chainId, enabled: enabled && items.length > 0, name })
  const isRun = isBusy(checkout) || checkout.status === 'complete' || checkout.status === 'failed'
  // What is bought is no longer for sale, and the next read does not name it.
  const [bought, setBought] = useState(tokens)
  if (!isRun && bought !== tokens) setBought(tokens)

  if (!enabled && !isRun) return { status: 'idle' }
  if ((read.isPending || read.isPlaceholderData) && !isRun) return { status: 'loading' }
  if (read.isError && !isRun)
    return { status: 'unavailable', reason: 'unreachable', retry: () => void read.refetch() }
  if (offered.length === 0 && !isRun)
    return { status: 'unavailable', reason: 'nothing_listed', retry: () => void read.refetch() }
  const shown = isRun ? bought : tokens
  return {
    status: 'choosing',
    count: shown.length,
    most: offered.length,
    setCount,
    tokens: shown,
    checkout,
    leaveOut: (gone) => setLeftOut((before) => [...before, ...gone.map(({ token }) => token)]),
  }
}
