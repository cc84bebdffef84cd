import { useKit } from '@sluice/react'
import { useQuery } from '@tanstack/react-query'
import { useMarket } from '../market.tsx'

/** Milliseconds: names change rarely. */
const freshFor = 600_000

/**
 * Returns an account's name: its ENS name if the market has a node of the main chain, or its name in the local stack.
 * `undefined` without one.
 */
export function useNameOf(address: string | undefined): string | undefined {
  const { queryClient } = useKit()
  const { config } = useMarket()
  const { accounts = [], names } = config
  const local = accounts.find((account) => account.address.toLowerCase() === address)?.name
  const { data } = useQuery(
    {
      queryKey: ['market', 'name', address],
      queryFn: async () => {
        const { nameOf } = await import('../wallets/nameService.ts')
        return nameOf(names?.rpcUrl ?? '', (address ?? '') as `0x${string}`)
      },
      enabled: names !== undefined && address !== undefined && local === undefined,
      staleTime: freshFor,
      retry: false,
    },
    queryClient,
  )
  return local ?? data ?? undefined
}
