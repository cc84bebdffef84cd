'use client'

import { chainOf } from '@sluice/core'
import { useQuery } from '@tanstack/react-query'
import { useKit } from '../kit/SluiceProvider.tsx'
import { useActivity } from './reads.ts'

type Address = `0x${string}`

export type Recipient = {
  readonly address: Address | undefined
  /** What was typed is a name and no address. */
  readonly named: boolean
  readonly resolving: boolean
  /** Another address the account has dealt with that begins and ends alike: a favourite trick of thieves. */
  readonly lookalike: Address | undefined
}

const isAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/.test(text)

/** A dotted name, such as one of ENS. */
const isName = (text: string): boolean => /^[^\s.:/]+(\.[^\s.:/]+)+$/.test(text)

/** Two addresses that a hurried reader takes for one: same first and last four digits. */
export const looksLike = (left: Address, right: Address): boolean =>
  left !== right && left.slice(2, 6) === right.slice(2, 6) && left.slice(-4) === right.slice(-4)

/** The account that a typed address or name stands for. Names are resolved by the host's own resolver. */
export function useRecipient(asked: {
  readonly to: string
  readonly chainId?: number | undefined
  readonly enabled: boolean
}): Recipient {
  const { account, client, queryClient, scope, resolveName } = useKit()
  const chainId = chainOf(client, asked.chainId).id
  const typed = asked.to.trim().toLowerCase()
  const named = resolveName !== undefined && isName(typed)
  const resolved = useQuery(
    {
      queryKey: ['sluice', scope, 'name', typed],
      queryFn: async ({ signal }) => {
        const found = (await resolveName?.(typed, { signal }))?.toLowerCase()
        return found !== undefined && isAddress(found) ? found : null
      },
      enabled: asked.enabled && named,
      staleTime: 60_000,
      retry: 1,
    },
    queryClient,
  )
  const address = isAddress(typed) ? typed : named ? (resolved.data ?? undefined) : undefined
  const dealings = useActivity({
    user: account ?? '',
    types: ['transfer', 'sale'],
    limit: 50,
    chainId,
    enabled: asked.enabled && account !== undefined && address !== undefined,
  })
  const known = (dealings.data ?? []).flatMap(({ fromAddress, toAddress }) => [fromAddress, toAddress])
  const lookalike =
    address === undefined
      ? undefined
      : [account, ...known].find((other): other is Address => other != null && looksLike(other, address))
  return { address, named, resolving: named && resolved.isPending, lookalike }
}
