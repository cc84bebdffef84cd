'use client'

import { chainOf, lostTo, type Token, transferTokens } from '@sluice/core'
import { useState } from 'react'
import { useTokens, useUserTokens } from '../hooks/reads.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { useRecipient } from '../hooks/useRecipient.ts'
import { isBurnAddress } from '../kit/addresses.ts'
import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ConnectFlow, FlowInput, FormFlow, RunningFlow, WaitingFlow } from './flow.ts'
import { useRunFlow } from './useRunFlow.ts'

export type TransferInput = FlowInput & {
  /** `contract:tokenId` of each token. */
  readonly tokens: readonly string[]
}

export type TransferForm = {
  /** The tokens to transfer. */
  readonly tokens: readonly Token[]
  /** As typed: an address, or a name if the host resolves names. */
  readonly to: string
  readonly setTo: (to: string) => void
  /** The address that receives, once it is known. */
  readonly recipient: `0x${string}` | undefined
  /** Another address, which the account has dealt with and which begins and ends like this one. */
  readonly lookalike: `0x${string}` | undefined
  /** Whether the user confirmed that this recipient is meant although it looks like another address. */
  readonly lookalikeConfirmed: boolean
  /** Confirms exactly this recipient: with another one the confirmation is void. */
  readonly confirmLookalike: (confirmed: boolean) => void
  /** Whether nobody has the key of the recipient, so that the tokens would be lost. */
  readonly burns: boolean
  /** Whether the user confirmed that the tokens are to be lost with this recipient. */
  readonly burnConfirmed: boolean
  /** Confirms exactly this recipient: with another one the confirmation is void. */
  readonly confirmBurn: (confirmed: boolean) => void
  /** Present if the recipient could not be compared with those the account has dealt with: compares it again. */
  readonly compareAgain: (() => void) | undefined
  /** Units of a single token; 1 for several tokens. */
  readonly quantity: number
  /** Units that the account holds. */
  readonly held: number
  readonly setQuantity: (quantity: number) => void
  /** Whether the account has a listing of one of the tokens: it stays open, and can be filled if the token comes back. */
  readonly isListed: boolean
}

export type TransferFlow = WaitingFlow | RunningFlow | ConnectFlow | FormFlow<TransferForm>

/**
 * Transfers tokens to another account.
 *
 * @example
 * const flow = useTransfer({ tokens: [`${collection}:42`] })
 * if (flow.status === 'ready') return <button onClick={flow.confirm}>Send to {flow.recipient}</button>
 */
export function useTransfer(input: TransferInput): TransferFlow {
  const { client, wallet, account, connect } = useKit()
  const { enabled = true } = input
  const refs = input.tokens.map((token) => token.toLowerCase())
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const [to, setTo] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [meant, setMeant] = useState<string>()
  const [burned, setBurned] = useState<string>()
  const { live, start } = useRunFlow(`transfer:${chainId}:${account}:${refs.join()}`)
  const reading = enabled && live === undefined
  const read = useTokens({ tokens: refs, chainId, limit: 50, enabled: reading })
  const holding = useUserTokens({
    user: account ?? '',
    tokens: refs,
    chainId,
    limit: 50,
    enabled: reading && account !== undefined,
  })
  const recipient = useRecipient({ to, chainId, enabled: reading })
  usePreload('transfer', enabled)

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  // What was read for other tokens is not traded.
  if (read.isPending || read.isPlaceholderData) return { status: 'loading' }
  const retry = () => {
    void read.refetch()
    void holding.refetch()
  }
  if (read.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (holding.isPending) return { status: 'loading' }
  if (holding.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const owned = new Map(holding.data.map(({ token, ownership }) => [refOf(token), ownership.tokenCount]))
  if (refs.some((ref) => (owned.get(ref) ?? 0) < 1))
    return { status: 'unavailable', reason: 'not_owner', retry }
  const held = refs.length === 1 ? (owned.get(refs[0] ?? '') ?? 0) : 1
  const { address, lookalike, compareAgain } = recipient
  const form: TransferForm = {
    tokens: read.data,
    to,
    setTo,
    recipient: address,
    lookalike,
    lookalikeConfirmed: address !== undefined && meant === address,
    confirmLookalike: (confirmed) => setMeant(confirmed ? address : undefined),
    burns: address !== undefined && isBurnAddress(address),
    burnConfirmed: address !== undefined && burned === address,
    confirmBurn: (confirmed) => setBurned(confirmed ? address : undefined),
    compareAgain,
    quantity,
    held,
    setQuantity,
    isListed: read.data.some(({ market }) => market?.floorAsk?.maker === account),
  }
  if (recipient.failed) return { ...form, status: 'invalid', reason: 'name_failed' }
  if (recipient.resolving) return { ...form, status: 'invalid', reason: 'resolving' }
  if (recipient.mistyped) return { ...form, status: 'invalid', reason: 'bad_checksum' }
  if (address === undefined)
    return { ...form, status: 'invalid', reason: recipient.named ? 'unknown_name' : 'bad_address' }
  const contracts = read.data.map(({ token }) => token.contract as `0x${string}`)
  const lost = lostTo(address, contracts, chain)
  if (lost !== undefined)
    return { ...form, status: 'invalid', reason: lost === 'zero_address' ? 'bad_address' : lost }
  if (address === account) return { ...form, status: 'invalid', reason: 'own_address' }
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > held)
    return { ...form, status: 'invalid', reason: 'bad_quantity' }
  if (form.burns && !form.burnConfirmed) return { ...form, status: 'invalid', reason: 'burn_address' }
  if (lookalike !== undefined && !form.lookalikeConfirmed)
    return { ...form, status: 'invalid', reason: 'lookalike' }
  if (recipient.checking) return { ...form, status: 'invalid', reason: 'checking' }
  const confirm = () =>
    start((setup) =>
      transferTokens(client, {
        wallet,
        chainId,
        to: address,
        items: refs.map((token) => ({ token, quantity: refs.length === 1 ? quantity : 1 })),
        ...setup,
      }),
    )
  return { ...form, status: 'ready', confirm }
}
