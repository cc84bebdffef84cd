'use client'

import { useQuery } from '@tanstack/react-query'
import { useKit } from '../kit/SluiceProvider.tsx'

type Address = `0x${string}`

export const isAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/.test(text)

/** The account behind a name. */
export type ResolvedName = {
  /** Lower-cased; absent while the name is looked up, and if no account has it. */
  readonly address: Address | undefined
  /** Whether the name is being looked up. */
  readonly resolving: boolean
  /** The name could not be looked up; an account may have it. */
  readonly failed: boolean
}

export type UseAddressOfParameters = {
  /** The name to look up, such as `vitalik.eth`. */
  readonly name: string
  /** `false` looks nothing up. */
  readonly enabled?: boolean
}

/**
 * The account behind a name, by the host's own resolver (`resolveName` of `SluiceProvider`).
 *
 * @example
 * const { address, resolving } = useAddressOf({ name: 'ada.eth' })
 */
export function useAddressOf(parameters: UseAddressOfParameters): ResolvedName {
  const { queryClient, scope, resolveName } = useKit()
  const name = parameters.name.trim().toLowerCase()
  const enabled = (parameters.enabled ?? true) && resolveName !== undefined
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
