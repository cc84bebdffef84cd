'use client'

import { chainOf, hasWrongChecksum } from '@sluice/core'
import { useQuery } from '@tanstack/react-query'
import { useKit } from '../kit/SluiceProvider.tsx'
import { useActivity } from './reads.ts'
import { isAddress, type ResolvedName, useAddressOf } from './useAddressOf.ts'

type Address = `0x${string}`

/** The account that was typed, by address or by name. */
export type Recipient = ResolvedName & {
  /** Whether a name was typed. */
  readonly named: boolean
  /** Whether an address was typed whose checksum is wrong: a character is mistyped, and it is nobody's. */
  readonly mistyped: boolean
  /** Another address, which the account has dealt with and which begins and ends like this one: a common scam. */
  readonly lookalike: Address | undefined
  /** Whether the account's dealings are still being read, so that a lookalike may yet be found. */
  readonly checking: boolean
  /** Reads the dealings again; present if they could not be read, so that the address was not compared. */
  readonly compareAgain: (() => void) | undefined
}

/** A dotted name, such as one of ENS. */
const isName = (text: string): boolean => /^[^\s.:/]+(\.[^\s.:/]+)+$/.test(text)

/**
 * Whether two different addresses have the same first and last four digits, which is all that many pages show. Both are
 * lower-case.
 *
 * @example
 * const isSuspect = contacts.some((contact) => looksLike(contact, to))
 */
export const looksLike = (left: Address, right: Address): boolean =>
  left !== right && left.slice(2, 6) === right.slice(2, 6) && left.slice(-4) === right.slice(-4)

/**
 * Whether the checksum of a typed address is right; one in small or in capital letters alone has none, and is. Absent if
 * the text is no address.
 *
 * @example
 * const isMistyped = useChecksum('0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045') === 'wrong'
 */
export function useChecksum(typed: string): 'right' | 'wrong' | 'unknown' | undefined {
  const { queryClient, scope } = useKit()
  const text = typed.trim()
  const address = isAddress(text.toLowerCase()) ? (`0x${text.slice(2)}` as const) : undefined
  const digits = address?.slice(2) ?? ''
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  const { data } = useQuery(
    {
      queryKey: ['sluice', scope, 'checksum', address],
      queryFn: () => hasWrongChecksum(address ?? '0x'),
      enabled: isMixed,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
  if (address === undefined) return undefined
  if (!isMixed) return 'right'
  return data === undefined ? 'unknown' : data ? 'wrong' : 'right'
}

export type UseRecipientParameters = {
  /** As typed: an address or a name. */
  readonly to: string
  /** The client's active chain by default. */
  readonly chainId?: number | undefined
  /** `false` looks nothing up. */
  readonly enabled: boolean
}

/**
 * The account of a typed address or name. Names are resolved by the host's own resolver.
 *
 * @example
 * const { address, lookalike } = useRecipient({ to: typed, enabled: true })
 */
export function useRecipient(parameters: UseRecipientParameters): Recipient {
  const { account, client, resolveName } = useKit()
  const chainId = chainOf(client, parameters.chainId).id
  const text = parameters.to.trim()
  const typed = text.toLowerCase()
  const named = resolveName !== undefined && isName(typed)
  const found = useAddressOf({ name: typed, enabled: parameters.enabled && named })
  const checksum = useChecksum(text)
  const address = isAddress(typed) ? (checksum === 'right' ? typed : undefined) : found.address
  const compares = parameters.enabled && account !== undefined && address !== undefined
  const dealings = useActivity({
    user: account ?? '',
    types: ['transfer', 'sale'],
    limit: 50,
    chainId,
    enabled: compares,
  })
  const known = (dealings.data ?? []).flatMap(({ fromAddress, toAddress }) => [fromAddress, toAddress])
  const lookalike =
    address === undefined
      ? undefined
      : [account, ...known].find((other): other is Address => other != null && looksLike(other, address))
  const isUnread = compares && dealings.isError && dealings.data === undefined
  return {
    address,
    named,
    mistyped: checksum === 'wrong',
    resolving: found.resolving || checksum === 'unknown',
    failed: found.failed,
    lookalike,
    checking: compares && dealings.isPending,
    compareAgain: isUnread ? () => void dealings.refetch() : undefined,
  }
}
