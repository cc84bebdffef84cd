'use client'

import { chainOf, type Token, transferTokens } from '@sluice/core'
import { useState } from 'react'
import { useToken, useUserTokens } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { InvalidReason } from '../words/words.ts'
import type { RunningFlow, WaitingFlow } from './flow.ts'
import { useRunFlow } from './useRunFlow.ts'

export type TransferInput = {
  /** `contract:tokenId`. */
  readonly token: string
  readonly chainId?: number | undefined
  readonly enabled?: boolean
}

export type TransferForm = {
  readonly token: Token
  /** As typed. */
  readonly to: string
  readonly setTo: (to: string) => void
  readonly quantity: number
  readonly held: number
  readonly setQuantity: (quantity: number) => void
}

export type TransferFlow =
  | WaitingFlow
  | RunningFlow
  | { readonly status: 'connect'; readonly token: Token; readonly connect: (() => void) | undefined }
  | (TransferForm & { readonly status: 'invalid'; readonly reason: InvalidReason })
  | (TransferForm & { readonly status: 'ready'; readonly confirm: () => void })

/** Giving a token to another account. */
export function useTransfer(input: TransferInput): TransferFlow {
  const { client, wallet, account, connect } = useKit()
  const { token: tokenRef, enabled = true } = input
  const chainId = chainOf(client, input.chainId).id
  const [to, setTo] = useState('')
  const [quantity, setQuantity] = useState(1)
  const { live, start } = useRunFlow(`transfer:${chainId}:${account}:${tokenRef}`)
  const reading = enabled && live === undefined
  const tokenRead = useToken({ token: tokenRef, chainId, enabled: reading })
  const holding = useUserTokens({
    user: account ?? '',
    tokens: [tokenRef],
    chainId,
    enabled: reading && account !== undefined,
  })

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (tokenRead.isPending) return { status: 'loading' }
  const retry = () => {
    void tokenRead.refetch()
    void holding.refetch()
  }
  if (tokenRead.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const token = tokenRead.data
  if (token === null) return { status: 'unavailable', reason: 'not_owner', retry: undefined }
  if (wallet === undefined || account === undefined) return { status: 'connect', token, connect }
  if (holding.isPending) return { status: 'loading' }
  if (holding.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const held = holding.data[0]?.ownership.tokenCount ?? 0
  if (held < 1) return { status: 'unavailable', reason: 'not_owner', retry }
  const form = { token, to, setTo, quantity, held, setQuantity }
  const recipient = to.trim().toLowerCase()
  if (!/^0x[0-9a-f]{40}$/.test(recipient) || /^0x0{40}$/.test(recipient))
    return { ...form, status: 'invalid', reason: 'bad_address' }
  if (recipient === account) return { ...form, status: 'invalid', reason: 'own_address' }
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > held)
    return { ...form, status: 'invalid', reason: 'bad_quantity' }
  const confirm = () =>
    start(({ confirm, signal }) =>
      transferTokens(client, {
        wallet,
        chainId,
        to: recipient,
        items: [{ token: tokenRef, quantity }],
        confirm,
        signal,
      }),
    )
  return { ...form, status: 'ready', confirm }
}
