import { frozenCopy } from '@sluice/guards/internal'
import { lowerHex } from '@sluice/seaport/hex'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { activeChain, type Client, chainOf } from '../client.ts'
import { type Engine, loadEngine } from '../engine/loadEngine.ts'
import { invalidInput } from '../errors.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import { requestPlan } from '../plan/requestPlan.ts'
import { textOf } from '../property.ts'
import type { Action, ConfirmReview } from '../run/execution.ts'
import { type Run, startRun } from '../run/run.ts'
import { unlessAborted } from '../wait.ts'
import type { Wallet } from '../wallets/wallet.ts'

/** What every action takes besides its own items. */
export type RunParameters = {
  /** The wallet that is asked to sign and send. */
  readonly wallet: Wallet
  /** The active chain by default. */
  readonly chainId?: number | undefined
  /** Asked with the decoded card before each prompt; `false` stops the run with nothing signed or sent. */
  readonly confirm?: ConfirmReview | undefined
  /** Stops the run when it is aborted. What is signed or sent stays so. */
  readonly signal?: AbortSignal | undefined
  /** Gas limit for every transaction of the run. */
  readonly gas?: bigint | undefined
  /**
   * Starts even if the same action (account, chain, items, units, receiver) is in progress or still open: its prompt
   * was open when the page went away, its order is signed and not posted, or it was sent and nobody knows what became
   * of it. Without it such a start asks `confirm` (a finding `FLOW_REPEAT`), or ends with `busy` where there is none;
   * what has ended may be repeated freely.
   */
  readonly again?: boolean | undefined
  /**
   * Lets the transfers, cancellations, purchases, sales or signatures of one step be pending at the same time. The wallet
   * is still asked for one after the other, but the next prompt does not wait until the last item is mined or posted.
   * Items that may depend on each other keep their order: approvals and what they are for, items that share a token, a
   * currency or an order, calls that are not proven from their bytes, items without data, and everything of a contract
   * account or without a node. After a failure nothing more is asked for, and pending items are waited for.
   */
  readonly parallel?: boolean | undefined
}

/** What an action takes of its own, without what every action takes. */
export type Given<T extends RunParameters> = Omit<T, keyof RunParameters>

/** Creates the intent and the request of an action once the account is known, before the first request is sent. */
export type Prepare<T> = (
  client: Client,
  chain: Chain,
  account: Address,
  parameters: T,
) => PreparedAction | Promise<PreparedAction>

/**
 * Starts a run. Invalid parameters end the run like any other failure. The parameters are copied first, so that later
 * changes by the caller have no effect.
 */
export function startAction<T extends RunParameters>(
  client: Client,
  action: Action,
  parameters: T,
  prepare: Prepare<Given<T>>,
): Run {
  const copied = copyOf(parameters)
  const { chainId, signal: stop } = copied.own ?? {}
  const runChainId = chainId ?? activeChain(client)?.id ?? 0
  return startRun(client, { action, chainId: runChainId, signal: stop }, async (context) => {
    if (copied.own === undefined) throw copied.error
    const { signal } = context
    const { wallet, confirm, gas, again, parallel } = copied.own
    const chain = chainOf(client, chainId)
    const loading = loadEngine(action, client.loadOnce)
    loading.catch(ignore)
    const account = await unlessAborted(accountOf(wallet, loading), signal)
    const prepared = await prepare(client, chain, account, copied.given)
    // Sent while the engine loads. The answer is not read, and nothing is prompted, before the guards are loaded.
    const answer =
      prepared.plan === undefined
        ? requestPlan(client, chain, prepared, signal)
        : Promise.resolve(prepared.plan)
    answer.catch(ignore)
    const engine = await unlessAborted(loading, signal)
    const own = { wallet, confirm, gas, again, parallel }
    await engine.runTrade(context, { own, client, chain, account, prepared, parts: engine.parts, answer })
  })
}

/** A copy of a caller's parameters, or why there is none: they may be cyclic, or an accessor of theirs may throw. */
function copyOf<T extends RunParameters>(parameters: T) {
  try {
    const { wallet, chainId, confirm, signal, gas, again, parallel, ...rest } = parameters
    return { own: { wallet, chainId, confirm, signal, gas, again, parallel }, given: frozenCopy(rest) }
  } catch (cause) {
    return { error: invalidInput('parameters', `"parameters" cannot be copied: ${textOf(cause)}`) }
  }
}

/** Prevents an unhandled rejection of a promise that is awaited later. */
const ignore = () => undefined

async function accountOf(wallet: Wallet, loading: Promise<Engine>): Promise<Address> {
  try {
    return lowerHex(await wallet.address())
  } catch (cause) {
    throw (await loading).walletError(cause)
  }
}
