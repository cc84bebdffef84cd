import type { CheckedItem } from '@sluice/guards'
import type { ChainReader } from '../chain/chainReader.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import type { EntryContext } from '../journal/openEntry.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import type { Dispatch } from '../run/execution.ts'
import type { Wallet } from '../wallets/wallet.ts'

export type SignatureItem = Extract<CheckedItem, { kind: 'signature' }>

/** What signing and posting needs to know of the run that it is part of. */
export type SignatureContext = EntryContext & {
  readonly client: Client
  readonly chain: Chain
  readonly prepared: PreparedAction
  /** Rejects with `TradeError` only. */
  readonly wallet: Wallet
  /** Absent where no node can be asked at all. */
  readonly reader: ChainReader | undefined
  readonly dispatch: Dispatch
}
