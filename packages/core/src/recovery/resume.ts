import type { Client } from '../client.ts'
import { notLoaded } from '../errors.ts'
import type { JournalEntry, JournalState } from '../journal/journal.ts'
import type { Wallet } from '../wallets/wallet.ts'

/** Whose interrupted prompts are continued, and what stops it. */
export type ResumeParameters = {
  /** Whose entries are continued. It is never prompted. */
  readonly wallet: Wallet
  readonly signal?: AbortSignal | undefined
  /**
   * Whether orders are posted that were signed after the user had stopped the action: all of them, or those of these
   * entries of the journal. None by default: such an order stays signed and unpublished, and can be cancelled.
   */
  readonly postStopped?: boolean | readonly string[] | undefined
  /**
   * Called when an entry was looked at for the first time and is still open, and with how it stands at the end: a window
   * that may still be open, or a transaction that waits, is followed for minutes.
   */
  readonly onLook?: ((found: Resumed) => void) | undefined
}

/** What a reload left open, and how it stands now. */
export type Resumed = { readonly entry: JournalEntry; readonly before: JournalState }

/**
 * Continues what a reload interrupted: looks on the chain for what was sent, or may still be sent from a window that is
 * open, and posts what was signed and not taken, with the same bytes, unless the user had stopped it. Nothing is ever prompted again, so nothing can be sent or signed twice.
 * Answers every entry that was open, oldest first.
 * @throws {TradeError} `wallet_unavailable`, `aborted`, or `not_loaded`.
 */
export async function resume(client: Client, parameters: ResumeParameters): Promise<readonly Resumed[]> {
  const { reconcileAll } = await import('./reconcile.ts').catch((cause: unknown) => {
    throw notLoaded(cause)
  })
  return reconcileAll(client, parameters)
}
