import type { ChainState, CheckedItem, Finding, Intent, Verdict } from '@sluice/guards'
import type { Guards } from '@sluice/guards/internal'
import type { Address } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import type { NodeOwner } from '../chain/rpc.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import type { TradeError } from '../errors.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import type { ConfirmReview, Dispatch } from '../run/execution.ts'
import type { PreparedAction } from './preparedAction.ts'

/** What an action adds to the engine: its guards, and the checks that other actions have no use for. */
export type ActionParts = {
  readonly guards: Guards
  /** Of actions whose tokens may go to another account. */
  readonly receiver?: ReceiverChecks
  /** Of actions whose calls move what the account holds. */
  readonly simulate?: SimulatePlan
  /** Of purchases: names the items that make a plan fail. */
  readonly withFailingItems?: WithFailingItems
  /** Of listings and offers: the collections that do not let the exchange move their tokens. */
  readonly readBarredCollections?: (
    context: PlanContext,
    verdict: Verdict,
    chainState: ChainState,
  ) => Promise<readonly Address[]>
}

/** Compares a verdict with a simulation of its calls. */
export type SimulatePlan = (
  context: Pick<PlanContext, 'client' | 'reader' | 'account' | 'signal'>,
  verdict: Verdict,
  intent: Intent,
  chainState: Pick<ChainState, 'now' | 'baseFee' | 'accountCode'>,
) => Promise<Verdict>

/**
 * Returns the error for calls that would fail, with the items that are the cause, if that can be told.
 * @param items the checked items that were simulated, in order.
 */
export type WithFailingItems = (
  context: Pick<PlanContext, 'client' | 'reader' | 'account'>,
  items: readonly CheckedItem[],
  error: TradeError,
) => Promise<TradeError>

/** What the chains say about an account that receives tokens. */
export type ReceiverChecks = {
  readonly readReceiverState: (
    context: PlanContext,
    chainState: ChainState,
  ) => Promise<Pick<ChainState, 'refusing' | 'elsewhere'>>
  readonly receiverError: (intent: Intent, findings: readonly Finding[]) => TradeError | undefined
  readonly refusedForReceiver: (
    context: Pick<PlanContext, 'client' | 'chain' | 'account' | 'prepared' | 'signal'>,
    wallet: NodeOwner,
  ) => Promise<TradeError | undefined>
}

/** What checking a plan needs to know of the run that it is for. */
export type PlanContext = {
  readonly client: Client
  readonly chain: Chain
  readonly account: Address
  readonly prepared: PreparedAction
  readonly parts: ActionParts
  readonly runId: string
  readonly signal: AbortSignal
  readonly dispatch: Dispatch
  readonly confirm?: ConfirmReview | undefined
  /** Absent where no node can be asked at all. */
  readonly reader: ChainReader | undefined
  /** Salts for our own orders, drawn once, so that every plan of the run is checked against the same orders. */
  readonly salts: readonly bigint[]
  /** Whether the caller starts the action although the same may be open already. */
  readonly again: boolean
  /** What other runs left open that is about the same items. */
  readonly duplicates: readonly JournalEntry[]
  /** Items carried out so far, in order: what the budget has left. */
  readonly done: CheckedItem[]
}
