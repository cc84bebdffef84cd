'use client'

import { type CheckedTransaction, chainOf, getNetworkFee, type NetworkFee } from '@sluice/core'
import { useQuery } from '@tanstack/react-query'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ReadParameters } from './readQuery.ts'
import type { ReadResult } from './reads.ts'

export type UseNetworkFeeParameters = ReadParameters & {
  /** The transactions to estimate, in the order in which they are sent. */
  readonly calls: readonly CheckedTransaction[]
  /** Gas that a simulation measured for each call; `verdict.gas`. */
  readonly gas?: readonly bigint[] | undefined
}

/**
 * What calls are expected to cost in the chain's coin, in wei; `null` if no node can tell.
 *
 * @example
 * const { data: fee } = useNetworkFee({ calls })
 */
export function useNetworkFee(parameters: UseNetworkFeeParameters): ReadResult<NetworkFee | null> {
  const { client, wallet, queryClient, scope } = useKit()
  const chainId = chainOf(client, parameters.chainId).id
  const { calls, gas, enabled = true } = parameters
  return useQuery(
    {
      queryKey: [
        'sluice',
        scope,
        chainId,
        'networkFee',
        calls.map(({ account, to, data, value }) => [account, to, data, String(value)]),
      ],
      queryFn: async ({ signal }) =>
        (await getNetworkFee(client, { chainId, calls, gas, wallet, signal })) ?? null,
      enabled,
      staleTime: 12_000,
      retry: false,
    },
    queryClient,
  )
}
