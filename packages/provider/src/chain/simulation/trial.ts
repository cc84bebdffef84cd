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

/** How a trial ends: without data where it used up its gas. `undefined` where nothing is known. */
export type Outcome = 'succeeds' | { readonly reverted: Hex | 'out-of-gas' } | undefined

export const gasOf = ({ calls, after = [] }: Trial): number =>
  [...calls, ...after].reduce((sum, { gas }) => sum + gas, 0)
