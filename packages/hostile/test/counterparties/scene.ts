import type { Client, Review, Run, Wallet } from '@sluice/core'
import type { SignedOrder } from '@sluice/seaport'
import type { StageAnswers } from './provider.ts'
import type { Holdings } from './stage.ts'

/** How the user answers the card. */
export type Confirm = ((review: Review) => boolean) | undefined

/** What the user owned before and after, without gas, and how the run ended. */
export type Outcome = {
  readonly before: Holdings
  readonly after: Holdings
  /** Balances of the recipient of what is bought. */
  readonly receiverBefore: Holdings
  readonly receiverAfter: Holdings
  readonly complete: boolean
  /** What the cards said that each order costs or brings, if the user was asked and said yes. */
  readonly shown: readonly ShownTrade[]
}

export type ShownTrade = {
  readonly token: { readonly contract: string; readonly tokenId?: bigint }
  readonly price: { readonly contract: string; readonly amount: bigint }
}

/** One action with its counterparties, ready to run. */
export type Scene = {
  /** For a person who reads a failure. */
  readonly title: string
  /** Orders that moves are about. Those that the user signs are added during the run. */
  readonly orders: readonly SignedOrder[]
  /** The number of orders, if they are added later. */
  readonly expectedOrders?: number
  /** Whether the plan is what was asked for, each part within its own bound: nothing may stop it. */
  readonly isHonest: boolean
  readonly answers: StageAnswers
  /** Runs after the action, before the account is read. */
  readonly finish?: () => Promise<void>
  readonly start: (client: Client, wallet: Wallet, confirm: Confirm) => Run
  /** Sentences about everything that is not as it was agreed. */
  readonly audit: (outcome: Outcome) => readonly string[] | Promise<readonly string[]>
}

/** How much more of something the account has. */
export const balanceChange = (before: Holdings, after: Holdings, key: string): bigint =>
  (after.get(key) ?? 0n) - (before.get(key) ?? 0n)

/** The sum in one currency of what the cards said of tokens that moved. */
export const shownSum = (
  { shown, before, after, receiverBefore, receiverAfter }: Outcome,
  currency: string,
): bigint =>
  shown.reduce((sum, { token, price }) => {
    const key = `${token.contract}:${token.tokenId}`
    const moved =
      balanceChange(before, after, key) < 0n || balanceChange(receiverBefore, receiverAfter, key) > 0n
    return moved && price.contract === currency ? sum + price.amount : sum
  }, 0n)
