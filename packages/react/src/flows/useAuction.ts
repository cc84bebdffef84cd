'use client'

import { announceAuction, chainOf, type PaymentToken, withdrawAuction } from '@sluice/core'
import { useState } from 'react'
import { useToken, useUserTokens } from '../hooks/reads.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { durations, endOf } from '../kit/durations.ts'
import { parseAmount } from '../kit/parseAmount.ts'
import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { DurationName, InvalidReason } from '../locales/codes.ts'
import type { ConnectFlow, FlowInput, FormFlow, RunningFlow, WaitingFlow } from './flow.ts'
import { offerCurrencies } from './money.ts'
import { useRunFlow } from './useRunFlow.ts'

export type AuctionInput = FlowInput & {
  /** `contract:tokenId` of an ERC-721 token. */
  readonly token: string
}

/** How long an auction may run: 90 days at most. */
export type AuctionDuration = Exclude<DurationName, 'hour' | 'sixMonths'>

export type AuctionForm = {
  /** The lowest amount that the seller says would be accepted, as typed; empty for none. */
  readonly reserve: string
  readonly setReserve: (reserve: string) => void
  /** Why the reserve cannot be read. */
  readonly reserveProblem: InvalidReason | undefined
  /** What offers are compared in. Never the chain's own coin, in which no offer can be made. */
  readonly currency: PaymentToken
  readonly currencies: readonly PaymentToken[]
  readonly setCurrency: (address: `0x${string}`) => void
  /** By how much an offer is to be above the best one, in percent, as typed. */
  readonly step: string
  readonly setStep: (step: string) => void
  /** Set if the step cannot be read. */
  readonly stepProblem: 'bad_step' | undefined
  /** How long offers are welcome. */
  readonly duration: AuctionDuration
  readonly setDuration: (duration: AuctionDuration) => void
}

export type AuctionFlow = WaitingFlow | RunningFlow | ConnectFlow | FormFlow<AuctionForm>

/** The withdrawal of an announcement: there is nothing to fill in. */
export type AuctionWithdrawalFlow =
  | WaitingFlow
  | RunningFlow
  | ConnectFlow
  | {
      readonly status: 'ready'
      /** Starts the run. */
      readonly confirm: () => void
    }

/**
 * Announces an auction of one token that the account owns. It costs no gas and is not binding: only accepting an offer
 * sells the token.
 *
 * @example
 * const flow = useAuction({ token: `${collection}:42` })
 * if (flow.status === 'ready') return <button onClick={flow.confirm}>Announce</button>
 */
export function useAuction(input: AuctionInput): AuctionFlow {
  const { client, wallet, account, connect, messages } = useKit()
  const { token: ref, enabled = true } = input
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const [reserve, setReserve] = useState('')
  const [step, setStep] = useState('5')
  const [chosen, setCurrency] = useState<`0x${string}`>()
  const [duration, setDuration] = useState<AuctionDuration>('week')
  const { live, start } = useRunFlow(`announce:${chainId}:${account}:${ref}`)
  const reading = enabled && live === undefined
  const token = useToken({ token: ref, chainId, enabled: reading })
  const owned = useUserTokens({
    user: account ?? '0x',
    tokens: [ref],
    chainId,
    enabled: reading && account !== undefined,
  })
  usePreload('announce', enabled)

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (token.isPending || owned.isPending) return { status: 'loading' }
  const retry = () => {
    void token.refetch()
    void owned.refetch()
  }
  if (token.isError || owned.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  if (token.data?.token.kind === 'erc1155')
    return { status: 'unavailable', reason: 'not_unique', retry: undefined }
  const isOwn = owned.data.some(({ token: own }) => refOf(own) === ref.toLowerCase())
  if (!isOwn) return { status: 'unavailable', reason: 'not_owner', retry }
  const { currencies, currency } = offerCurrencies(chain, chosen)
  if (currency === undefined) return { status: 'unavailable', reason: 'no_currency', retry: undefined }

  const least = reserve.trim() === '' ? 0n : parseAmount(reserve, currency.decimals, messages.locale)
  const stepBps = parseAmount(step, 2, messages.locale)
  const isStep = typeof stepBps === 'bigint' && stepBps <= 10_000n
  const form: AuctionForm = {
    reserve,
    setReserve,
    reserveProblem: typeof least === 'bigint' ? undefined : least,
    currency,
    currencies,
    setCurrency,
    step,
    setStep,
    stepProblem: isStep ? undefined : 'bad_step',
    duration,
    setDuration,
  }
  if (typeof least !== 'bigint') return { ...form, status: 'invalid', reason: least }
  if (!isStep) return { ...form, status: 'invalid', reason: 'bad_step' }
  const confirm = () =>
    start((setup) =>
      announceAuction(client, {
        wallet,
        chainId,
        token: ref,
        currency: currency.address,
        weiReserve: least,
        stepBps: Number(stepBps),
        expirationTime: endOf(durations[duration]),
        ...setup,
      }),
    )
  return { ...form, status: 'ready', confirm }
}

/**
 * Withdraws the announcement of an auction. Offers stay as they are.
 *
 * @example
 * const flow = useAuctionWithdrawal({ token: `${collection}:42` })
 * if (flow.status === 'ready') return <button onClick={flow.confirm}>Withdraw</button>
 */
export function useAuctionWithdrawal(input: AuctionInput): AuctionWithdrawalFlow {
  const { client, wallet, account, connect } = useKit()
  const { token, enabled = true } = input
  const chainId = chainOf(client, input.chainId).id
  const { live, start } = useRunFlow(`withdraw:${chainId}:${account}:${token}`)
  usePreload('announce', enabled)

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  const confirm = () => start((setup) => withdrawAuction(client, { wallet, chainId, token, ...setup }))
  return { status: 'ready', confirm }
}
