'use client'

import { chainOf } from '@sluice/core'
import { useKit } from '../kit/SluiceProvider.tsx'
import { useActivity } from './reads.ts'
import { isAddress, type Named, useAddressOf } from './useAddressOf.ts'

type Address = `0x${string}`

export type Recipient = Named & {
  /** What was typed is a name and no address. */
  readonly named: boolean
  /** Another address the account has dealt with that begins and ends alike: a favourite trick of thieves. */
  readonly lookalike: Address | undefined
}

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
  const { account, client, resolveName } = useKit()
  const chainId = chainOf(client, asked.chainId).id
  const typed = asked.to.trim().toLowerCase()
  const named = resolveName !== undefined && isName(typed)
  const found = useAddressOf({ name: typed, enabled: asked.enabled && named })
  const address = isAddress(typed) ? typed : found.address
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
  return { address, named, resolving: found.resolving, failed: found.failed, lookalike }
}
