import type { Intent } from '@sluice/guards'
import type { Address } from 'viem'
import type { NextOrder } from '../journal/nextOrder.ts'
import type { ExpectedPrice } from './checkPrice.ts'

/** What an action wants, and how it asks the provider for a plan. */
export type PreparedAction = {
  readonly intent: Intent
  /** Path of the route that answers with the plan. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The specification's price check, for buys and sales. */
  readonly price?: {
    readonly side: 'buy' | 'sell'
    readonly expected: ReadonlyMap<Address, ExpectedPrice> | undefined
  }
  /**
   * A plan of our own instead of a provider's. It is checked the same way, and followed on the chain alone: the
   * provider is asked nothing.
   */
  readonly plan?: unknown
  /** Of a cancellation that is the first half of a change: the order to sign once it is done. */
  readonly followedBy?: NextOrder | undefined
  /** Tokens whose liquidity the provider is asked to refresh if it failed. */
  readonly refresh?: readonly string[]
}
