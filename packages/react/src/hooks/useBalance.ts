'use client'

import { chainOf, getBalance } from '@sluice/core'
import { useQuery } from '@tanstack/react-query'
import { useKit } from '../kit/SluiceProvider.tsx'

/** What the connected account holds of a currency, in base units. The zero address is the native coin. */
export function useBalance(asked: {
  readonly chainId?: number | undefined
  readonly currency: `0x${string}` | undefined
}) {
  const kit = useKit()
  const { client, wallet, account } = kit
  const chainId = chainOf(client, asked.chainId).id
  const { currency } = asked
  return useQuery(
    {
      queryKey: ['sluice', kit.scope, chainId, 'balance', account, currency],
      queryFn: ({ signal }) =>
        getBalance(client, {
          chainId,
          account: account ?? '0x',
          currency: currency ?? '0x',
          ...(wallet === undefined ? {} : { wallet }),
          signal,
        }),
      enabled: account !== undefined && currency !== undefined,
      staleTime: 5_000,
    },
    kit.queryClient,
  )
}
