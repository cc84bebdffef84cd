import type { CheckedItem } from '@sluice/guards'
import type { ChainReader } from '../chain/chainReader.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import type { EntryContext } from '../journal/openEntry.ts'
import type { ActionParts } from '../plan/planContext.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import type { Dispatch } from '../run/execution.ts'
import type { Wallet } from '../wallets/wallet.ts'
import type { Listen } from './waitProgress.ts'

export type TransactionItem = Extract<CheckedItem, { kind: 'transaction' }>

/** What sending a transaction needs to know of the run that it is part of. */
export type TransactionContext = EntryContext & {
  readonly client: Client
  readonly chain: Chain
  readonly prepared: PreparedAction
  /** Absent where an earlier run is resumed. */
  readonly parts?: Pick<ActionParts, 'withFailingItems'>
  /** Rejects with `TradeError` only. */
  readonly wallet: Wallet
  /** Gas limit for every transaction, where the caller set one. */
  readonly gas?: bigint | undefined
  /** Absent where no node can be asked at all. */
  readonly reader: ChainReader | undefined
  /** Listens to the provider's push stream, where it has one. */
  readonly listen: Listen | undefined
  /** Items carried out so far, in order. */
  readonly done: readonly CheckedItem[]
  readonly dispatch: Dispatch
}
