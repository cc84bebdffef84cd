import type { Hex } from 'viem'
import type { MinedReceipt } from '../chain/receipts.ts'
import type { Chain } from '../chains/chain.ts'
import type { TradeError } from '../errors.ts'

/** What is known so far, shared by the two that find it out. */
export type Progress = {
  hash: Hex
  nonce: number | undefined
  /** When the account's nonce was last asked for; milliseconds. */
  noncedAt: number | undefined
  /** Looks in which no node knew the transaction. */
  unseen: number
  receipt: MinedReceipt | undefined
  /** When the look began that last showed the receipt, as deep as the chain asks for; milliseconds. */
  shownAt: number | undefined
  /** When the provider was first heard to have seen the transaction; milliseconds. */
  syncedAt: number | undefined
  /** Answers in a row that the provider has no such route or transaction. */
  absent: number
  /** The provider refuses to speak to this client any more. */
  refused: TradeError | undefined
  /** Looks at the chain in a row that no node answered. */
  blind: number
  attempts: number
  /** The provider has no part in it. */
  readonly alone: boolean
  /** It waits for an earlier transaction of the account. */
  behind: boolean
  /** The transaction waits for signatures of others: no attempt counts. */
  waits: boolean
}

/** Answers of 404 after which the chain's word alone has to do. */
const absentLimit = 3
/** Looks without an answer after which a provider's word has to do. */
export const blindLimit = 3
/** Milliseconds for which a look at the chain counts as now. */
const fresh = 1_000

/**
 * Milliseconds between two looks where blocks alone tell when to look, `waited` milliseconds after the first: as
 * blocks come, and more seldom when they do not.
 */
export const blockPace = ({ blockTime }: Chain, waited: number): number =>
  Math.max(Math.min(1_000, Math.max(250, blockTime / 8)), waited / 20)

/** Whether all has been said: the provider has seen it, and the chain has just shown it. */
export function isSettled(
  { receipt, shownAt, syncedAt, absent, blind, alone }: Progress,
  hasReader: boolean,
): boolean {
  if (!hasReader) return syncedAt !== undefined
  if (syncedAt !== undefined && blind >= blindLimit) return true
  if (receipt === undefined || shownAt === undefined) return false
  if (alone) return true
  return syncedAt === undefined ? absent >= absentLimit : shownAt >= syncedAt - fresh
}
