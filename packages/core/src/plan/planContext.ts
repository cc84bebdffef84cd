import type { CheckedItem } from '@sluice/guards'
import type { Guards } from '@sluice/guards/internal'
import type { Address } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import type { ConfirmReview, Dispatch } from '../run/execution.ts'
import type { PreparedAction } from './preparedAction.ts'

/** What checking a plan needs to know of the run that it is for. */
export type PlanContext = {
  readonly client: Client
  readonly chain: Chain
  readonly account: Address
  readonly prepared: PreparedAction
  readonly guards: Guards
  readonly runId: string
  readonly signal: AbortSignal
  readonly dispatch: Dispatch
  readonly confirm?: ConfirmReview | undefined
  /** Absent where no node can be asked at all. */
  readonly reader: ChainReader | undefined
  /** Salts for our own orders, drawn once, so that every plan of the run is checked against the same orders. */
  readonly salts: readonly bigint[]
  /** What other runs left open that is about the same items. */
  readonly duplicates: readonly JournalEntry[]
  /** Items carried out so far, in order: what the budget has left. */
  readonly done: CheckedItem[]
}
