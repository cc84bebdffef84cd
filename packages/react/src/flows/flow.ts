import type { Execution, Review, TradeError } from '@sluice/core'
import type { UnavailableReason } from '../locales/codes.ts'

/** What every flow takes, beside what it is about. */
export interface FlowInput {
  /** The client's active chain by default. */
  readonly chainId?: number | undefined
  /** `false` reads nothing, for example while a dialog is closed. A run that is under way goes on. */
  readonly enabled?: boolean | undefined
}

/** An amount of one currency. */
export interface Money {
  /** Base units. */
  readonly amount: bigint
  /** Contract of the currency; the all-zero address is the native coin. */
  readonly currency: `0x${string}`
  readonly symbol: string
  readonly decimals: number
}

/** The flow is not enabled, or has nothing to be about. */
export interface IdleFlow {
  readonly status: 'idle'
}

export interface LoadingFlow {
  readonly status: 'loading'
}

/** There is nothing to fill in, and why. */
export interface UnavailableFlow {
  readonly status: 'unavailable'
  readonly reason: UnavailableReason
  /** Reads again; absent where that would change nothing. */
  readonly retry: (() => void) | undefined
}

/** The part of every flow before there is anything to fill in. */
export type WaitingFlow = IdleFlow | LoadingFlow | UnavailableFlow

/** No wallet is connected. */
export interface ConnectFlow {
  readonly status: 'connect'
  /** Opens the host's own connect dialog; absent where the host gave none (`onConnect`). */
  readonly connect: (() => unknown) | undefined
}

/** The summary waits for the user's decision. */
export interface ReviewingFlow {
  readonly status: 'reviewing'
  readonly execution: Execution
  readonly review: Review
  /**
   * Absent where the guards blocked the plan. Given an event (as `onClick={flow.approve}` does), it acts only on events
   * of the browser itself and ignores those that a script made.
   */
  readonly approve: ((event?: unknown) => void) | undefined
  readonly decline: () => void
}

/** The run is under way. It lives in the kit: unmounting the component does not stop it. */
export interface InProgressFlow {
  readonly status: 'running'
  readonly execution: Execution
  /** Asks nothing more of the wallet or the provider. What was signed or sent stays so. */
  readonly stop: () => void
}

export interface CompleteFlow {
  readonly status: 'complete'
  readonly execution: Execution
  /** Shows the form again. */
  readonly reset: () => void
}

export interface FailedFlow {
  readonly status: 'failed'
  readonly execution: Execution
  /** `error.code` says why the run stopped, `error.money` what happened to the money. */
  readonly error: TradeError
  /** Absent where trying again could pay twice. */
  readonly retry: (() => void) | undefined
  /** Shows the form again. */
  readonly reset: () => void
}

/** The part of every flow in which a run exists. Each state carries only what is legal in it. */
export type RunningFlow = ReviewingFlow | InProgressFlow | CompleteFlow | FailedFlow

/** Whether a run is going on or waits for a decision: a click beside its dialog must not close the dialog. */
export const isBusy = ({ status }: { readonly status: string }): boolean =>
  status === 'running' || status === 'reviewing'
