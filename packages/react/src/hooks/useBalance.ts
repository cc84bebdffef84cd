'use client'

import { chainOf, getBalance } from '@sluice/core'
import { useQuery } from '@tanstack/react-query'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ReadParameters } from './readQuery.ts'
import type { ReadResult } from './reads.ts'

/** Whose balance is read is the connected account. */
export type UseBalanceParameters = Pick<ReadParameters, 'chainId'> & {
  /** Contract of the currency; the all-zero address is the native coin. Nothing is read while it is `undefined`. */
  readonly currency: `0x${string}` | undefined
  /** Milliseconds after which it is read again for as long as it is shown; by default only what happens here counts. */
  readonly readEvery?: number | undefined
}

/**
 * What the connected account holds of a currency, in base units, read from the chain itself.
 *
 * @example
 * const { data: wei } = useBalance({ currency: zeroAddress })
 */
export function useBalance(parameters: UseBalanceParameters): ReadResult<bigint> {
  const { client, wallet, account, queryClient, scope } = useKit()
  const chainId = chainOf(client, parameters.chainId).id
  const { currency, readEvery = false } = parameters
  return useQuery(
    {
      queryKey: ['sluice', scope, chainId, 'balance', account, currency],
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
      refetchInterval: readEvery,
    },
    queryClient,
  )
}
