import type { Execution, Review, TradeError, TradeErrorData } from '@sluice/core'
import type { InvalidReason, UnavailableReason } from '../locales/codes.ts'

/** The input that every flow takes. */
export type FlowInput = {
  /** The client's active chain by default. */
  readonly chainId?: number | undefined
  /** `false` reads nothing, for example while a dialog is closed. A run in progress continues. */
  readonly enabled?: boolean | undefined
}

/** An amount of one currency. */
export type Money = {
  /** Base units. */
  readonly amount: bigint
  /** Contract of the currency; the all-zero address is the native coin. */
  readonly currency: `0x${string}`
  /** Symbol of the currency, such as `ETH`. */
  readonly symbol: string
  /** Decimals of the currency. */
  readonly decimals: number
}

/** The flow is not enabled, or its input is empty. */
export type IdleFlow = {
  readonly status: 'idle'
}

export type LoadingFlow = {
  readonly status: 'loading'
}

/** There is nothing to fill in, and why. */
export type UnavailableFlow = {
  readonly status: 'unavailable'
  /** Why there is nothing to fill in. */
  readonly reason: UnavailableReason
  /** Why an order that is open cannot be filled by this account, or here; absent if the provider does not say. */
  readonly unfillable?: NonNullable<TradeErrorData['answer']>['unfillable']
  /** Reads again; absent if that would change nothing. */
  readonly retry: (() => void) | undefined
}

/** The part of every flow before there is anything to fill in. */
export type WaitingFlow = IdleFlow | LoadingFlow | UnavailableFlow

/** No wallet is connected. */
export type ConnectFlow = {
  readonly status: 'connect'
  /** Opens the host's own connect dialog; absent if the host gave none (`onConnect`). */
  readonly connect: (() => unknown) | undefined
}

/** Something in the form is missing or wrong. */
export type InvalidForm = {
  readonly status: 'invalid'
  /** What is missing or wrong. */
  readonly reason: InvalidReason
}

/** The form is complete. */
export type ReadyForm = {
  readonly status: 'ready'
  /** Starts the run. */
  readonly confirm: () => void
}

/** The part of a flow in which the user fills in a form. */
export type FormFlow<TForm> = (TForm & InvalidForm) | (TForm & ReadyForm)

/** The summary waits for the user's decision. */
export type ReviewingFlow = {
  readonly status: 'reviewing'
  /** The current snapshot of the run. */
  readonly execution: Execution
  /** What the wallet is about to be given; `ReviewCard` shows it. */
  readonly review: Review
  /**
   * Absent if the guards blocked the plan. Given an event (as `onClick={flow.approve}` does), it acts only on trusted
   * events and ignores those that a script made.
   */
  readonly approve: ((event?: unknown) => void) | undefined
  /** Ends the run with nothing more signed or sent. */
  readonly decline: () => void
}

/** The run is under way. It lives in the kit: unmounting the component does not stop it. */
export type InProgressFlow = {
  readonly status: 'running'
  /** The current snapshot of the run. */
  readonly execution: Execution
  /**
   * Sends no further requests to the wallet or the provider. Signatures and transactions that were made remain valid.
   */
  readonly stop: () => void
}

export type CompleteFlow = {
  readonly status: 'complete'
  /** The last snapshot of the run. */
  readonly execution: Execution
  /** Shows the form again. */
  readonly reset: () => void
}

export type FailedFlow = {
  readonly status: 'failed'
  /** The last snapshot of the run. */
  readonly execution: Execution
  /** `error.code` says why the run stopped, `error.money` what happened to the money. */
  readonly error: TradeError
  /** Absent if trying again could pay twice. */
  readonly retry: (() => void) | undefined
  /** Shows the form again. */
  readonly reset: () => void
}

/** The part of every flow in which a run exists. Each state carries only what is legal in it. */
export type RunningFlow = ReviewingFlow | InProgressFlow | CompleteFlow | FailedFlow

/** Whether a run is going on or waits for a decision: a click beside its dialog must not close the dialog. */
export const isBusy = ({ status }: { readonly status: string }): boolean =>
  status === 'running' || status === 'reviewing'

/** Whether a flow waits for what it reads, and cannot go on before. */
export const isReading = (flow: {
  readonly status: string
  readonly reason?: string | undefined
  readonly isQuoting?: boolean | undefined
}): boolean => flow.status === 'loading' || flow.reason === 'checking' || flow.isQuoting === true
