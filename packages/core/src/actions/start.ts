import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { chainOf } from '../client.ts'
import { type ConfirmReview, executeTrade, type Prepared } from '../execution/execute.ts'
import { type Run, startRun } from '../execution/run.ts'
import type { Action } from '../execution/state.ts'
import type { Wallet } from '../wallet/wallet.ts'

/** What every action takes besides its own items. */
export type RunParameters = {
  readonly wallet: Wallet
  /** The active chain by default. */
  readonly chainId?: number | undefined
  /** Asked with the decoded card before each prompt; `false` stops the run with nothing signed or sent. */
  readonly confirm?: ConfirmReview | undefined
  readonly signal?: AbortSignal | undefined
  /** Gas limit for every transaction of the run. */
  readonly gas?: bigint | undefined
}

/** Writes down the intent once the account is known, before the first request. */
export type Prepare = (context: { client: Client; chain: Chain; account: Address }) => Prepared

/**
 * Starts a run. What is wrong with the parameters ends the run as any other failure does, so that
 * callers have one place to look.
 */
export function startAction(
  client: Client,
  action: Action,
  parameters: RunParameters,
  prepare: Prepare,
): Run {
  const { wallet, confirm, signal, gas } = parameters
  const chainId =
    parameters.chainId ?? client.chains.find((chain) => chain.active)?.id ?? client.chains[0]?.id ?? 0
  return startRun(client, { action, chainId, signal }, (context) => {
    const chain = chainOf(client, parameters.chainId)
    return executeTrade({
      ...context,
      client,
      chain,
      wallet,
      confirm,
      gas,
      prepare: (account) => prepare({ client, chain, account }),
    })
  })
}
