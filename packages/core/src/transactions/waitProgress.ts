import type { Hex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import type { MinedCall, MinedReceipt, SentTransaction } from '../chain/receipts.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import type { TradeError } from '../errors.ts'
import type { OpenEntry } from '../journal/openEntry.ts'
import type { Wake } from './wake.ts'

/** What happened to a sent transaction, in order. `settled` comes last. */
export type TransactionUpdate =
  /** A node has it as a transaction of the account, with this nonce. */
  | { readonly type: 'seen'; readonly nonce: number }
  | { readonly type: 'replaced'; readonly hash: Hex }
  /** Whether an earlier transaction of the account has to be mined first. */
  | { readonly type: 'behind'; readonly behind: boolean }
  /** Another transaction used its nonce: it can never be mined. */
  | { readonly type: 'undone'; readonly hash: Hex }
  | { readonly type: 'mined'; readonly receipt: MinedReceipt }
  /** The wallet named a transaction that does not make the call: the call is searched for. */
  | { readonly type: 'other' }
  /** Its block is no longer part of the chain: it is pending again. */
  | { readonly type: 'unmined' }
  | {
      readonly type: 'settled'
      readonly hash: Hex
      /** Absent where no node could be asked: the provider alone said that it was mined. */
      readonly receipt: MinedReceipt | undefined
    }

/** Calls `onMessage` when the provider pushes something about a hash. Returns the function that stops listening. */
export type Listen = (hash: Hex, onMessage: () => void) => () => void

export type WaitForTransactionParameters = {
  readonly client: Client
  readonly chain: Chain
  /** Absent where no node can be asked at all. */
  readonly reader: ChainReader | undefined
  readonly sent: SentTransaction
  readonly hash: Hex
  /** Names the transactions of other prompts of the same call. */
  readonly entry: Pick<OpenEntry, 'rivals'>
  readonly signal: AbortSignal
  readonly listen: Listen | undefined
  /** Whether a receipt shows what was sent. */
  readonly isShown: (receipt: MinedReceipt) => boolean
  /** Waits for the chain only, and asks the provider nothing. */
  readonly chainOnly?: boolean | undefined
}

/** Wakes the two tasks, so that each asks at once. */
export type Wakes = { readonly chain: Wake; readonly provider: Wake }

/** What is known about a sent transaction so far; shared by the two tasks that wait for it. */
export type WaitProgress = {
  hash: Hex
  /** The transaction of this hash, once a node has told. */
  known: MinedCall | undefined
  /** The transaction of this hash does not make the call. */
  isOther: boolean
  /** When the account's nonce was last read; milliseconds. */
  nonceReadAt: number | undefined
  /** Reads in which no node knew it as a transaction of the account. */
  unseen: number
  receipt: MinedReceipt | undefined
  /** When the last read began that showed the receipt with enough confirmations; milliseconds. */
  confirmedAt: number | undefined
  /** When the provider first said that it has seen the transaction; milliseconds. */
  syncedAt: number | undefined
  /** Answers in a row that the provider has no such route or transaction. */
  absent: number
  /** The provider rejects this client. */
  refused: TradeError | undefined
  /** No node has answered for as long as a chain is searched for a call. */
  isSilent: boolean
  attempts: number
  /** The provider is not waited for. */
  readonly chainOnly: boolean
  /** An earlier transaction of the account has to be mined first. */
  behind: boolean
}

/** Answers of 404 after which the chain alone decides. */
const absentLimit = 3
/** Milliseconds for which a read of the chain counts as current. */
const fresh = 1_000

/** Returns how often a transaction is asked for before it is given up: what the chain says, else what the client does. */
export const pollingAttempts = (
  client: { readonly maxPollingAttemptsBeforeTimeout: number },
  chain: Chain,
): number => chain.maxPollingAttemptsBeforeTimeout ?? client.maxPollingAttemptsBeforeTimeout

/** Returns the milliseconds between two reads, `waited` milliseconds after the first: slower the longer it takes. */
export const blockInterval = ({ blockTime }: Chain, waited: number): number =>
  Math.max(Math.min(1_000, Math.max(250, blockTime / 8)), waited / 20)

/**
 * Returns whether the waiting is over: the provider has seen the transaction, and the chain has just shown it. Where a node
 * can be asked, nothing takes the place of a receipt: a node that does not answer may be limited for a while, and the
 * provider may lie. One that has shown the receipt and then goes silent is not waited for to the end.
 */
export function isSettled(
  { receipt, confirmedAt, syncedAt, absent, isSilent, chainOnly }: WaitProgress,
  hasReader: boolean,
): boolean {
  if (!hasReader) return syncedAt !== undefined
  if (receipt === undefined || confirmedAt === undefined) return false
  if (chainOnly) return true
  if (syncedAt === undefined) return absent >= absentLimit
  return isSilent || confirmedAt >= syncedAt - fresh
}
