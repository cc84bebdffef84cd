'use client'

import { useQuery } from '@tanstack/react-query'
import { useKit } from '../kit/SluiceProvider.tsx'

type Address = `0x${string}`

export const isAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/.test(text)

export type Named = {
  readonly address: Address | undefined
  readonly resolving: boolean
  /** It could not be looked up; that is not to say that nobody has it. */
  readonly failed: boolean
}

/** The account behind a name, by the host's own resolver; nobody where the host gave none. */
export function useAddressOf(asked: { readonly name: string; readonly enabled?: boolean }): Named {
  const { queryClient, scope, resolveName } = useKit()
  const name = asked.name.trim().toLowerCase()
  const enabled = (asked.enabled ?? true) && resolveName !== undefined
  const { data, isError } = useQuery(
    {
      queryKey: ['sluice', scope, 'name', name],
      queryFn: async ({ signal }) => {
        const found = (await resolveName?.(name, { signal }))?.toLowerCase()
        return found !== undefined && isAddress(found) ? found : null
      },
      enabled,
      staleTime: 60_000,
      retry: 1,
    },
    queryClient,
  )
  const found = enabled ? data : undefined
  return {
    address: found ?? undefined,
    resolving: enabled && found === undefined && !isError,
    failed: enabled && found === undefined && isError,
  }
}
