'use client'

import { acceptOffers, chainOf, preview, type Token } from '@sluice/core'
import { useQuery } from '@tanstack/react-query'
import { useToken, useUserTokens } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Money, RunningFlow, WaitingFlow } from './flow.ts'
import { expectedPriceOf, moneyOfTotals } from './money.ts'
import { useRunFlow } from './useRunFlow.ts'

export type AcceptOfferInput = {
  /** `contract:tokenId` of the token to sell. */
  readonly token: string
  /** One offer; else the best. */
  readonly orderId?: `0x${string}` | undefined
  readonly chainId?: number | undefined
  readonly enabled?: boolean
}

export type AcceptOfferFlow =
  | WaitingFlow
  | RunningFlow
  | { readonly status: 'connect'; readonly token: Token; readonly connect: (() => void) | undefined }
  | {
      readonly status: 'ready'
      readonly token: Token
      /** What arrives, fees taken off. */
      readonly totals: readonly Money[]
      readonly confirm: () => void
    }

/** Selling one token into an offer. */
export function useAcceptOffer(input: AcceptOfferInput): AcceptOfferFlow {
  const { client, wallet, account, connect, queryClient, scope } = useKit()
  const { token: tokenRef, orderId, enabled = true } = input
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const { live, start } = useRunFlow(`sell:${chainId}:${account}:${orderId ?? ''}:${tokenRef}`)
  const reading = enabled && live === undefined
  const signedIn = reading && account !== undefined
  const tokenRead = useToken({ token: tokenRef, chainId, enabled: reading })
  const holding = useUserTokens({ user: account ?? '', tokens: [tokenRef], chainId, enabled: signedIn })
  const item = { token: tokenRef, quantity: 1, ...(orderId === undefined ? {} : { orderId }) }
  const quote = useQuery(
    {
      queryKey: ['sluice', scope, chainId, 'sellQuote', account, item],
      queryFn: async ({ signal }) =>
        (await preview.acceptOffers(client, { chainId, items: [item], account, signal })).totals,
      enabled: signedIn,
      refetchInterval: 15_000,
      retry: 1,
    },
    queryClient,
  )

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (tokenRead.isPending) return { status: 'loading' }
  const retry = () => {
    void tokenRead.refetch()
    void holding.refetch()
    void quote.refetch()
  }
  if (tokenRead.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const token = tokenRead.data
  if (token === null) return { status: 'unavailable', reason: 'no_offer', retry: undefined }
  if (wallet === undefined || account === undefined) return { status: 'connect', token, connect }
  if (holding.isPending) return { status: 'loading' }
  if ((holding.data?.[0]?.ownership.tokenCount ?? 0) < 1)
    return { status: 'unavailable', reason: 'not_owner', retry }
  if (quote.isPending) return { status: 'loading' }
  const totals = moneyOfTotals(chain, quote.data ?? [])
  if (totals.length === 0) return { status: 'unavailable', reason: 'no_offer', retry }
  const confirm = () =>
    start(({ confirm, signal }) =>
      acceptOffers(client, {
        wallet,
        chainId,
        items: [item],
        expectedPrice: expectedPriceOf(totals),
        confirm,
        signal,
      }),
    )
  return { status: 'ready', token, totals, confirm }
}
