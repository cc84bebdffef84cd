import type { Address, Hex } from 'viem'
import type { PlanError } from '../../apiError.ts'
import type { Trial } from '../../chain/simulation/trial.ts'
import type { Chosen, ExtraFee, Quoted } from '../fills/quote.ts'

/** A mint of a plan, as it is tried. */
export type PlannedMint = { readonly collection: Address; readonly trial: Trial }

/** What one request finds out about orders that its account cannot fill, and about mints that it cannot make. */
export type RevertingOrders = {
  /** Why an order cannot be filled; `undefined` where nothing is known. */
  reasonOf(id: Hex): string | undefined
  /** Why nothing can be minted from a collection; `undefined` where nothing is known. */
  mintReasonOf(collection: Address): string | undefined
  /** Whether an order is left out because of another one of the same maker and the same token or money. */
  isPassedOver(id: Hex): boolean
  /** Orders that searches leave out, and makers of many of them, of whom nothing more is tried. */
  excluded(): { readonly ids: readonly Hex[]; readonly makers: readonly Address[] }
  /** Leaves out of searches what reverted for anybody of late, once too many of them reverted for this account too. */
  excludeSuspects(): void
  /** Whether the request has searched as long as it may: its plan is sent as it is. */
  isLate(): boolean
  /** All that reverts, with the reasons. */
  errors(): readonly PlanError[]
  /**
   * Fills candidates one by one on a copy of the chain, if a fill of this request reverted already, or one of them
   * reverted for somebody of late.
   */
  tryCandidates(candidates: readonly Chosen[]): Promise<void>
  /**
   * Fills the orders of a plan one by one on a copy of the chain. Where each of them can be filled by itself, those that
   * revert behind others are left out.
   * @returns how many of them revert.
   */
  tryPlanned(entries: readonly Pick<Quoted, 'chosen' | 'extras'>[]): Promise<number>
  /** Makes the mints of a plan one by one on a copy of the chain. @returns how many of them revert. */
  tryMints(mints: readonly PlannedMint[]): Promise<number>
}

/**
 * Makes the trial of one order by itself; `undefined` where it cannot be tried.
 * @param index distinguishes it from the other trials of a run.
 * @param royalties that a plan pays on top.
 */
export type TrialOf = (chosen: Chosen, index: number, royalties?: readonly ExtraFee[]) => Trial | undefined
