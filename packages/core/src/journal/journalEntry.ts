import type { OrderFill, Purpose } from '@sluice/guards'
import type { Address, Hex } from 'viem'

/**
 * Where one prompt stands.
 *
 * - prompting: written before the wallet was asked; nobody knows yet whether it answered.
 * - sent: a hash (or a bundle or Safe id) is known. done: the chain showed it.
 * - signed: the signature is kept and was not posted. posted: the provider took it; of a signed cancellation, the
 *   provider shows its orders as over. maybe_live: it was posted and no answer came, or a cancellation was not
 *   confirmed; treat the order as live until it is cancelled or expires.
 * - rejected, failed, replaced: ended without effect. unknown: needs a look at the chain.
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

/** One signature or transaction that this client ever asked a wallet for. */
export type JournalEntry = {
  readonly id: string
  readonly run: string
  readonly chainId: number
  readonly account: Address
  readonly action: string
  readonly kind: 'transaction' | 'signature'
  readonly purpose: Purpose
  readonly digest: Hex
  /** What it is about, a short digest for each item asked for: by it the same action is found when it is started again. */
  readonly parts?: readonly Hex[] | undefined
  readonly state: JournalState
  readonly hash?: string
  /** The wallet's batch that it is part of (EIP-5792), known before the wallet is asked, and its place in it. */
  readonly bundle?: { readonly id: string; readonly index: number } | undefined
  /** The account's next nonce before the prompt. */
  readonly nonceBefore?: number | undefined
  /** The chain's block before the prompt. */
  readonly blockBefore?: number | undefined
  /**
   * By what a call is found inside of a transaction that makes more than it: target, wei in decimal digits, the first
   * four bytes and how many there are. Its digest says whether it is the same.
   */
  readonly call?:
    | { readonly to: Address; readonly value: string; readonly selector: Hex; readonly bytes: number }
    | undefined
  /** Orders that a signature stands for, or that a transaction fills or cancels. */
  readonly orderIds: readonly Hex[]
  /** Of a mined purchase or sale, the orders that it did not fill: they were gone by then. */
  readonly skipped?: readonly Hex[] | undefined
  /** Of a mined purchase or sale, what each order moved: fewer units than asked for where it was filled in part before. */
  readonly fills?: readonly OrderFill[] | undefined
  /** Unix seconds until which the orders stand. */
  readonly until?: number | undefined
  /** What is to be posted: kept before it is, so that a reload can post the same bytes. */
  readonly post?: { readonly endpoint: string; readonly body: unknown; readonly signature?: Hex } | undefined
  /** The user stopped the action before it ended: nothing of it is posted unless the user says so. */
  readonly stopped?: boolean | undefined
  /** Milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** Every state that an entry of the journal can be in. */
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

/** States that say nothing final. */
export const openStates: ReadonlySet<JournalState> = new Set([
  'prompting',
  'sent',
  'signed',
  'maybe_live',
  'unknown',
])

/**
 * Whether what an entry is about may still come to pass, at a time in milliseconds. A signature that nobody holds
 * comes to nothing once its page is gone; an order that has expired cannot be filled.
 */
export function mayStillHappen({ kind, state, post, until }: JournalEntry, now: number): boolean {
  if (!openStates.has(state)) return false
  if (kind === 'transaction') return true
  const expired = until !== undefined && until * 1_000 < now
  return !expired && (state !== 'unknown' || post?.signature !== undefined)
}
