import { useKit } from '@sluice/react'
import { useQuery } from '@tanstack/react-query'
import { useMarket } from '../market.tsx'

/** Milliseconds: names change rarely. */
const freshFor = 600_000

/**
 * What an account is called: its name on the main chain where the market has a node of it, or that of an account of the
 * local stack. `undefined` without one.
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
