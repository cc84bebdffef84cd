'use client'

import { type BuyItem, type BuyOptions, chainOf, type Preview, previewBuyTokens } from '@sluice/core'
import { useQuery } from '@tanstack/react-query'
import { ofProvider } from '../hooks/readQuery.ts'
import type { ReadResult } from '../hooks/reads.ts'
import { useBalance } from '../hooks/useBalance.ts'
import { retryQuote } from '../kit/refusedQuote.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Money } from './flow.ts'
import { moneyOfTotals } from './money.ts'

/** What a purchase costs, and the items that were asked for. */
export type Quote = Preview & {
  /** Key of the purchase that is quoted. */
  readonly purchase: string
  readonly items: readonly BuyItem[]
}

/** A quote, and what of it every purchase shows. */
export type QuoteRead = {
  readonly read: ReadResult<Quote>
  readonly totals: readonly Money[]
  /** What the account holds of the first currency; absent until it is read. */
  readonly balance: Money | undefined
  /** Whether that is known to be too little. */
  readonly isShort: boolean
}

/**
 * What the items cost now; read again every 15 s while it is shown. After the items change, the last quote of the same
 * purchase is shown until the new one arrives.
 */
export function useQuote(parameters: {
  /** Key of the purchase: its run has the same. */
  readonly purchase: string
  readonly chainId: number
  readonly items: readonly BuyItem[]
  readonly options?: BuyOptions | undefined
  readonly enabled: boolean
}): QuoteRead {
  const { client, account, queryClient, scope } = useKit()
  const { purchase, chainId, items, options, enabled } = parameters
  const read = useQuery<Quote>(
    {
      queryKey: ['sluice', scope, chainId, 'quote', purchase, items, options],
      queryFn: async ({ signal }) => {
        const preview = await previewBuyTokens(client, { chainId, items, options, account, signal })
        return { ...preview, purchase, items }
      },
      placeholderData: (last) => (last?.purchase === purchase ? last : undefined),
      enabled,
      refetchInterval: 15_000,
      retry: retryQuote,
      meta: ofProvider,
    },
    queryClient,
  )
  // The query keeps the last quote beside the error of a newer one.
  const quoted = read.isError ? [] : (read.data?.totals ?? [])
  const totals = moneyOfTotals(chainOf(client, chainId), quoted)
  const [first] = totals
  const { data: amount } = useBalance({
    chainId,
    currency: enabled || read.isPlaceholderData ? first?.currency : undefined,
  })
  const balance = first === undefined || amount === undefined ? undefined : { ...first, amount }
  const isShort = first !== undefined && balance !== undefined && balance.amount < first.amount
  return { read, totals, balance, isShort }
}
