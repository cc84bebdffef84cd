import type { Execution, Review, TradeError } from '@sluice/core'
import type { UnavailableReason } from '../locales/messages.ts'

/** The part of every flow in which a run exists. Each state carries only what is legal in it. */
export type RunningFlow =
  /**
   * The summary waits for the reader's word. `approve` is absent where the guards blocked. Given an event (as
   * `onClick={flow.approve}` does) it acts only where the browser made that event, and no script.
   */
  | {
      readonly status: 'reviewing'
      readonly execution: Execution
      readonly review: Review
      readonly approve: ((event?: unknown) => void) | undefined
      readonly decline: () => void
    }
  | { readonly status: 'running'; readonly execution: Execution; readonly stop: () => void }
  | { readonly status: 'complete'; readonly execution: Execution; readonly reset: () => void }
  | {
      readonly status: 'failed'
      readonly execution: Execution
      readonly error: TradeError
      /** Absent where trying again could pay twice. */
      readonly retry: (() => void) | undefined
      readonly reset: () => void
    }

/** The part of every flow before there is anything to fill in. */
export type WaitingFlow =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | {
      readonly status: 'unavailable'
      readonly reason: UnavailableReason
      readonly retry: (() => void) | undefined
    }

/** An amount of one currency, in base units. */
export type Money = {
  readonly amount: bigint
  readonly currency: `0x${string}`
  readonly symbol: string
  readonly decimals: number
}

/** Whether a trade is going on, or waits for the reader's word: a click beside its dialog must not end that. */
export const isUnderWay = ({ status }: { readonly status: string }): boolean =>
  status === 'running' || status === 'reviewing'
