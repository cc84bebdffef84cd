import type { Address, Hex } from 'viem'

/** A call with the gas that it may use. `from` is the account of the trial where it is absent. */
export type TrialCall = {
  readonly to: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
  readonly gas: number
  readonly from?: Address
}

/**
 * Calls that follow each other. The trial is about the last of `calls`; what stands in `after` only prepares the trials
 * behind it.
 */
export type Trial = { readonly calls: readonly TrialCall[]; readonly after?: readonly TrialCall[] }

/** How a trial reverts: with the data that its call returned, or because it used up its gas. */
export type Reverted = { readonly reverted: Hex | 'out-of-gas' }

/** How a trial ends. */
export type KnownOutcome = 'succeeds' | Reverted

/**
 * How a trial ends; `undefined` where nothing is known. Its run was given up where it took too long or its answer was too
 * large, which some of its calls may have caused.
 */
export type Outcome = KnownOutcome | 'given-up' | undefined

export const isKnown = (outcome: Outcome): outcome is KnownOutcome =>
  outcome !== undefined && outcome !== 'given-up'

export const gasOf = ({ calls, after = [] }: Trial): number =>
  [...calls, ...after].reduce((sum, { gas }) => sum + gas, 0)
