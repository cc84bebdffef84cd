import type { CheckedItem, Facts, Intent, Verdict } from '@sluice/guards'
import type { ItemIndex } from '@sluice/guards/internal'
import type { Plan } from '@sluice/wire'
import type { Address } from 'viem'
import type { ChainReader } from '../chain/rpc.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import type { Engine } from '../engine/loadEngine.ts'
import type { Content } from '../journal/actionContent.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { Lock } from '../journal/lock.ts'
import type { ExecutionEvent, Review } from '../run/execution.ts'
import type { Listen } from '../transactions/waitForTransaction.ts'
import type { Wallet } from '../wallets/wallet.ts'
import type { ExpectedPrice } from './checkPrice.ts'

/** Asked with the decoded card before each prompt. */
export type ConfirmReview = (review: Review) => boolean | Promise<boolean>

/** What an action wants, and how it asks the provider for a plan. */
export type Prepared = {
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
   * A plan of our own, in the place of a provider's: judged alike, and followed on the chain alone. Nothing is
   * asked of the provider then.
   */
  readonly plan?: unknown
  /** Tokens whose liquidity the provider is asked to look at again when it failed. */
  readonly refresh?: readonly string[]
}

/** What one run knows while it goes on. */
export type Session = {
  readonly runId: string
  readonly signal: AbortSignal
  readonly client: Client
  readonly chain: Chain
  /** Rejects with `TradeError` only. */
  readonly wallet: Wallet
  readonly account: Address
  readonly prepared: Prepared
  readonly confirm?: ConfirmReview | undefined
  readonly gas?: bigint | undefined
  /** Whether items that need not wait for each other may be on their way at the same time. */
  readonly parallel?: boolean | undefined
  /** Starts although the same is still open. */
  readonly again: boolean
  readonly content: Content
  /** What other runs left open that is about the same: the user is asked about each. */
  readonly repeats: readonly JournalEntry[]
  /** Taken for the content; absent for a run that is to start whatever else is open. */
  readonly lock: Lock | undefined
  readonly engine: Engine
  /** Absent where no node can be asked at all. */
  readonly reader: ChainReader | undefined
  readonly salts: readonly bigint[]
  /** Items executed so far, in order: what the budget has left. */
  readonly done: CheckedItem[]
  readonly listen: Listen | undefined
  /** Takes down what happened. */
  readonly tell: (event: ExecutionEvent) => void
}

/** One answer of the provider with what the guards made of it, and which of its items are finished. */
export type Pass = {
  readonly plan: Plan
  readonly verdict: Verdict
  readonly finished: Set<string>
  /** What gas cost then: the base fee in wei, where a node said it. */
  readonly baseFee: bigint | undefined
  /** Whether the account had code then. */
  readonly accountCode: Facts['accountCode']
  /** When it was judged, in milliseconds. */
  readonly judgedAt: number
  /** Makes a simulation that is the only proof anew, when it is too old to be acted on. */
  readonly renew: () => Promise<void>
}

export const keyOf = ({ stepIndex, itemIndex }: ItemIndex): string => `${stepIndex}.${itemIndex}`

/** Milliseconds after which a plan is asked for and judged anew before it is acted on: a laptop slept. */
const planAge = 300_000
/** What may be done in a plan that is still worth asking for again: what it was for has not happened. */
const preparing: ReadonlySet<string> = new Set(['approve-currency', 'approve-token', 'wrap', 'sign-message'])

export const isStale = ({ done }: Session, { judgedAt }: Pass): boolean =>
  Date.now() - judgedAt > planAge && done.every(({ purpose }) => preparing.has(purpose))
