import type { RouteName } from '@sluice/wire'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { Intent } from '../guards/intent.ts'
import type { ExpectedPrice } from '../guards/price.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { ExecutionEvent, Review } from './state.ts'

/** Asked with the decoded card before each prompt. */
export type ConfirmReview = (review: Review) => boolean | Promise<boolean>

/** What an action wants, and how it asks the provider for a plan. */
export type Prepared = {
  readonly intent: Intent
  readonly route: RouteName
  readonly body: Readonly<Record<string, unknown>>
  /** The specification's price check, for buys and sales. */
  readonly price?: {
    readonly side: 'buy' | 'sell'
    readonly expected: ReadonlyMap<Address, ExpectedPrice> | undefined
  }
  /** Tokens whose liquidity the provider is asked to look at again when it failed. */
  readonly refresh?: readonly string[]
}

export type TradeParameters = {
  readonly runId: string
  readonly signal: AbortSignal
  readonly client: Client
  readonly chain: Chain
  readonly wallet: Wallet
  readonly confirm: ConfirmReview | undefined
  readonly gas: bigint | undefined
  readonly prepare: (account: Address) => Prepared
}

/** Asks for the plan, judges it, and walks it item by item. Yields what happened. */
export async function* executeTrade(_parameters: TradeParameters): AsyncGenerator<ExecutionEvent> {
  yield* []
  throw new TradeError('unexpected', 'Error: something went wrong')
}
