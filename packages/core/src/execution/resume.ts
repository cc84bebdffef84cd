import type { Client } from '../client.ts'
import { notLoaded } from '../errors.ts'
import type { JournalEntry, JournalState } from '../journal/journal.ts'
import type { Wallet } from '../wallet/wallet.ts'

/** Whose interrupted prompts are continued, and what stops it. */
export type ResumeParameters = {
  /** Whose entries are continued. It is never prompted. */
  readonly wallet: Wallet
  readonly signal?: AbortSignal | undefined
}

/** What a reload left open, and how it stands now. */
export type Resumed = { readonly entry: JournalEntry; readonly before: JournalState }

/**
 * Continues what a reload interrupted: looks on the chain for what was sent, and posts what was signed and
 * not taken, with the same bytes. Nothing is ever prompted again, so nothing can be sent or signed twice.
 * Answers every entry that was open, oldest first.
 * @throws {TradeError} `wallet_unavailable`, `aborted`, or `not_loaded`.
 */
export async function resume(client: Client, parameters: ResumeParameters): Promise<readonly Resumed[]> {
  const { reconcileAll } = await import('./reconcile.ts').catch((cause: unknown) => {
    throw notLoaded(cause)
  })
  return reconcileAll(client, parameters)
}
