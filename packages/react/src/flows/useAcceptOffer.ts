'use client'

import { acceptOffers, chainOf, previewAcceptOffers, type Token } from '@sluice/core'
import { useQuery } from '@tanstack/react-query'
import { ofProvider } from '../hooks/readQuery.ts'
import { useUserTokens } from '../hooks/reads.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { refOf } from '../kit/refOf.ts'
import { isQuoteRefused, retryQuote, unfillableOf } from '../kit/refusedQuote.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { offerTermsOf, type SaleSum, saleSumsOf } from './deductions.ts'
import type { ConnectFlow, FlowInput, InvalidForm, Money, RunningFlow, WaitingFlow } from './flow.ts'
import { againstFloor, type LowPrices, useLowPrices } from './lowPrices.ts'
import { boundOf, expectedPriceOf, moneyOfTotals } from './money.ts'
import { useRunFlow } from './useRunFlow.ts'
import { type TradedToken, useTradedTokens } from './useTradedTokens.ts'

/** One token to sell. */
export type SaleItem = {
  /** `contract:tokenId`. */
  readonly token: string
  /** One offer; the best by default. */
  readonly orderId?: `0x${string}` | undefined
}

export type AcceptOfferInput = FlowInput & {
  /** What to sell. */
  readonly items: readonly SaleItem[]
}

/** One token to sell and the terms of its offer. */
export type SaleRow = TradedToken & {
  /** `contract:tokenId`. */
  readonly ref: string
  /** What the offer pays before fees; absent if the quote does not say. */
  readonly offer: Money | undefined
  /** The proceeds, after fees; absent if the quote does not name them for each token. */
  readonly proceeds: Money | undefined
  /**
   * How far the offer is above the floor, or below it if negative, in 1/10000; absent if the offer or the floor is
   * not known, or if they are in currencies that cannot be compared.
   */
  readonly floorBps: number | undefined
  /** Whether the provider says that nothing of the collection is listed. */
  readonly nothingListed: boolean
}

export type AcceptOfferForm = {
  /** The tokens to sell. */
  readonly tokens: readonly Token[]
  /** One row for each token, with the offer that it goes to. */
  readonly rows: readonly SaleRow[]
  /** The proceeds per currency, after fees. */
  readonly totals: readonly Money[]
  /** The same, with what the offers pay and the fees. */
  readonly sums: readonly SaleSum[]
  /** Offers of less than half of the floor: the form is `invalid` until they are confirmed. */
  readonly lowPrices: LowPrices | undefined
}

export type AcceptOfferReady = AcceptOfferForm & {
  readonly status: 'ready'
  /** Starts the run. */
  readonly confirm: () => void
}

export type AcceptOfferFlow =
  | WaitingFlow
  | RunningFlow
  | ConnectFlow
  | (AcceptOfferForm & InvalidForm)
  | AcceptOfferReady

/**
 * Sells tokens into offers: all of them or none.
 *
 * @example
 * const flow = useAcceptOffer({ items: [{ token: `${collection}:42` }] })
 * if (flow.status === 'ready') return <button onClick={flow.confirm}>Accept</button>
 */
export function useAcceptOffer(input: AcceptOfferInput): AcceptOfferFlow {
  const { client, wallet, account, connect, queryClient, scope } = useKit()
  const { enabled = true } = input
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const items = input.items.map(({ token, orderId }) => ({
    token: token.toLowerCase(),
    quantity: 1,
    ...(orderId === undefined ? {} : { orderId }),
  }))
  const refs = items.map(({ token }) => token)
  const { live, start } = useRunFlow(
    `sell:${chainId}:${account}:${items.map(({ token, orderId }) => `${orderId ?? ''}:${token}`).join()}`,
  )
  const reading = enabled && live === undefined
  const signedIn = reading && account !== undefined
  const { read, collections, collectionOf, traded } = useTradedTokens({
    tokens: refs,
    chainId,
    enabled: reading,
  })
  const lowPricesOf = useLowPrices(chain)
  const holding = useUserTokens({ user: account ?? '', tokens: refs, chainId, limit: 50, enabled: signedIn })
  const quote = useQuery(
    {
      queryKey: ['sluice', scope, chainId, 'sellQuote', account, items],
      queryFn: async ({ signal }) => {
        const { totals, prices, path } = await previewAcceptOffers(client, {
          chainId,
          items,
          account,
          signal,
        })
        return { totals, prices, path }
      },
      enabled: signedIn,
      refetchInterval: 15_000,
      retry: retryQuote,
      meta: ofProvider,
    },
    queryClient,
  )
  usePreload('sell', enabled)

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  // What was read for other tokens is not traded.
  if (read.isPending || read.isPlaceholderData) return { status: 'loading' }
  const retry = () => {
    void read.refetch()
    void holding.refetch()
    void quote.refetch()
    void collections.refetch()
  }
  if (read.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  if (read.data.length === 0) return { status: 'unavailable', reason: 'no_offer', retry: undefined }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (holding.isPending) return { status: 'loading' }
  if (holding.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const owned = new Set(
    holding.data.flatMap(({ token, ownership }) => (ownership.tokenCount > 0 ? [refOf(token)] : [])),
  )
  if (refs.some((ref) => !owned.has(ref))) return { status: 'unavailable', reason: 'not_owner', retry }
  // The form waits for the floor while that is loading: a price far below it needs a second confirmation.
  if (quote.isPending || collections.isPending) return { status: 'loading' }
  if (quote.isError && !isQuoteRefused(quote.error))
    return { status: 'unavailable', reason: 'unreachable', retry }
  const unfillable = unfillableOf(quote.error)
  if (unfillable !== undefined) return { status: 'unavailable', reason: 'not_fillable', unfillable, retry }
  const totals = quote.isError ? [] : moneyOfTotals(chain, quote.data.totals)
  if (quote.isError || totals.length === 0) return { status: 'unavailable', reason: 'no_offer', retry }
  const terms = offerTermsOf(chain, items, quote.data)
  const rows = refs.flatMap((ref, index): readonly SaleRow[] => {
    const known = traded.get(ref)
    if (known === undefined) return []
    const { offer, proceeds } = terms[index] ?? {}
    const floorBps = offer === undefined ? undefined : againstFloor(chain, offer, known.floor)
    const collection = collectionOf(known.token)
    const nothingListed = collection !== undefined && collection.floorAsk?.price == null
    return [{ ...known, ref, offer, proceeds, floorBps, nothingListed }]
  })
  const lowPrices = lowPricesOf(
    rows.flatMap(({ ref, proceeds, floor }) =>
      proceeds === undefined ? [] : [{ ref, price: proceeds, floor }],
    ),
  )
  const form = { tokens: read.data, rows, totals, sums: saleSumsOf(chain, totals, terms), lowPrices }
  if (lowPrices?.confirmed === false) return { ...form, status: 'invalid', reason: 'low_price' }
  const confirm = () =>
    start((setup) =>
      acceptOffers(client, {
        wallet,
        chainId,
        items: items.map((item, index) => ({ ...item, minPrice: boundOf(quote.data?.prices[index]) })),
        expectedPrice: expectedPriceOf(totals),
        ...setup,
      }),
    )
  return { ...form, status: 'ready', confirm }
}
