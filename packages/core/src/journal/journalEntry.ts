import type { OrderFill, Purpose } from '@sluice/guards'
import type { Address, Hex } from 'viem'
import type { NextOrder } from './nextOrder.ts'

/**
 * State of one prompt.
 *
 * - prompting: written before the wallet was asked; it may not have answered yet.
 * - sent: a hash (or the id of a batch or Safe transaction) is known. done: the chain shows the effect.
 * - signed: the signature is stored and was not posted. posted: the provider accepted it; for a signed cancellation, the
 *   provider shows that its orders have ended. maybe_live: it was posted without an answer, or a cancellation was not
 *   confirmed; treat the order as live until it is cancelled or expires.
 * - rejected, failed, replaced: ended without effect. unknown: the chain has to be searched.
 */
export type JournalState =
  | 'prompting'
  | 'sent'
  | 'done'
  | 'signed'
  | 'posted'
  | 'maybe_live'
  | 'rejected'
  | 'failed'
  | 'replaced'
  | 'unknown'

/** The most characters of one text of `parts`; a longer text is hashed, so that an entry stays small. */
export const maxPartLength = 256

/** A signature or transaction that the client asked a wallet for. */
export type JournalEntry = {
  /** Run, step and item of the prompt, and a count where the same place was prompted before. */
  readonly id: string
  /** Id of the run. */
  readonly run: string
  /** The chain of the run. */
  readonly chainId: number
  /** The account that was asked to sign or send. */
  readonly account: Address
  /** The action of the run, such as `buy`. */
  readonly action: string
  /** Whether the wallet was asked to send or to sign. */
  readonly kind: 'transaction' | 'signature'
  /** What the prompt was for, as the guards determined it. */
  readonly purpose: Purpose
  /** Hash of what the wallet was asked to sign or send. */
  readonly digest: Hex
  /** Texts of the requested items, by which the same action is recognized when it starts again. */
  readonly parts?: readonly string[] | undefined
  /** What became of the prompt. */
  readonly state: JournalState
  /** Hash of the transaction, once known. */
  readonly hash?: string
  /** Id of the batch that it is part of (EIP-5792), set before the wallet is asked, and its index in the batch. */
  readonly bundle?: { readonly id: string; readonly index: number } | undefined
  /** The nonce of the transaction, once a node has shown it as one of the account. */
  readonly nonce?: number | undefined
  /** The account's next nonce before the prompt. */
  readonly nonceBefore?: number | undefined
  /** The chain's block before the prompt. */
  readonly blockBefore?: number | undefined
  /**
   * Identifies the call inside of a larger transaction: target, wei in decimal digits, function selector and length in
   * bytes. The digest then shows whether it is the same call.
   */
  readonly call?:
    | { readonly to: Address; readonly value: string; readonly selector: Hex; readonly bytes: number }
    | undefined
  /** Orders that the signature signs, or that the transaction fills or cancels. */
  readonly orderIds: readonly Hex[]
  /** Orders that the signature ends once it is posted: those that a signed cancellation or a replacement names. */
  readonly ends?: readonly Hex[] | undefined
  /** Of a cancellation that is the first half of a change: the order to sign once it is done. */
  readonly followedBy?: NextOrder | undefined
  /** Orders that a mined purchase or sale did not fill, because they had ended. */
  readonly skipped?: readonly Hex[] | undefined
  /** Units that each order of a mined purchase or sale moved; fewer than requested if it had been filled in part. */
  readonly fills?: readonly OrderFill[] | undefined
  /** Unix seconds at which the orders expire. */
  readonly until?: number | undefined
  /** The post of the order, stored before it is sent, so that a reload can send the same bytes. */
  readonly post?: { readonly endpoint: string; readonly body: unknown; readonly signature?: Hex } | undefined
  /** The user stopped the action before it ended, or agreed to repeat it: it is posted only at the user's request. */
  readonly stopped?: boolean | undefined
  /**
   * The provider refused the order, which is then not posted again. It is `failed` if no post of it had another answer, and
   * `maybe_live` if the provider may have stored it or a part of it all the same.
   */
  readonly refused?: boolean | undefined
  /** Milliseconds. */
  readonly createdAt: number
  /** Milliseconds at which the entry last changed. */
  readonly updatedAt: number
}

/** Every state of a journal entry. */
export const journalStates: ReadonlySet<unknown> = new Set<JournalState>([
  'prompting',
  'sent',
  'done',
  'signed',
  'posted',
  'maybe_live',
  'rejected',
  'failed',
  'replaced',
  'unknown',
])

/** States that are not final. */
export const openStates: ReadonlySet<JournalState> = new Set([
  'prompting',
  'sent',
  'signed',
  'maybe_live',
  'unknown',
])

/** Milliseconds after which what no node has shown no longer comes: no wallet keeps a prompt or a transaction for a day. */
const promptLifetime = 86_400_000

/** Returns whether a prompt is too old to be answered, and what was sent for it too old to be mined unseen. */
export const hasLapsed = ({ createdAt }: JournalEntry): boolean => Date.now() - createdAt > promptLifetime

/**
 * Returns whether an entry may still take effect, at a time in milliseconds. A signature that was not stored is lost with
 * its page, and an expired order cannot be filled.
 *
 * @param entry The entry as the journal has it.
 * @param now Milliseconds.
 * @example
 * ```ts
 * const open = (await client.journal.entries()).filter((entry) => mayStillHappen(entry, Date.now()))
 * ```
 */
export function mayStillHappen(entry: JournalEntry, now: number): boolean {
  const { kind, state, post, until } = entry
  if (!openStates.has(state)) return false
  if (kind === 'transaction') return true
  const expired = until !== undefined && until * 1_000 < now
  return !expired && (state !== 'unknown' || post?.signature !== undefined)
}
