import type {
  CheckedItem,
  Claim,
  Effects,
  Intent,
  OrderFill,
  OrderPayment,
  Purpose,
  Verdict,
} from '@sluice/guards'
import type { ItemIndex } from '@sluice/guards/internal'
import type { OrderResult, PathEntry, Plan, Transfer } from '@sluice/wire'
import type { Address, Hex } from 'viem'
import type { MoneyState, TradeError } from '../errors.ts'
import type { Agreed } from './agreed.ts'

/** The six actions of the specification, and what a seller says about an auction. */
export type Action = Intent['action']

/**
 * What an item is doing now, finer than the specification's two states.
 *
 * - waiting: not its turn, or the provider has not filled in its data.
 * - confirming: the host's `confirm` is asked.
 * - switching: the wallet is asked to change chain.
 * - switching_by_hand: the wallet cannot change chain by itself; its user is waited for.
 * - reconnecting: the wallet is locked or disconnected, and is waited for.
 * - prompted: the wallet's window is open.
 * - searching: the wallet gave an unclear answer; the chain is searched for what it may have sent.
 * - posting: a signature is on its way to the provider.
 * - cosigning: other owners of the account have to sign too, or the wallet has to carry out a batch.
 * - sent: a transaction is on its way.
 * - mined: it succeeded on chain; the provider has not seen it yet.
 * - complete, failed: ended.
 */
export type ItemPhase =
  | 'waiting'
  | 'confirming'
  | 'switching'
  | 'switching_by_hand'
  | 'reconnecting'
  | 'prompted'
  | 'searching'
  | 'posting'
  | 'cosigning'
  | 'sent'
  | 'mined'
  | 'complete'
  | 'failed'

/** The receipt of a mined transaction, read from the chain. */
export type Receipt = {
  /** Hash of the mined transaction. */
  readonly hash: Hex
  /** Whether the transaction succeeded. */
  readonly status: 'success' | 'reverted'
  /** The block that holds it. */
  readonly blockNumber: bigint
  /** The network fee in wei, where the account itself paid it and a node says how much it was. */
  readonly gasCost?: bigint
}

/** How a success is known: `chain` if the chain shows its effect, `none` if only the provider says so. */
export type ItemProof = 'chain' | 'none'

/** One request to the wallet and its outcome (specification 3, step item). */
export type ExecutionItem = {
  /** The specification's two states; `phase` says more. */
  readonly status: 'incomplete' | 'complete'
  /** Where the item is between waiting and its end. */
  readonly phase: ItemPhase
  /** What happened to the money of this item. */
  readonly money: MoneyState
  /** Orders the item is about, as the provider names them. */
  readonly orderIds: readonly Hex[]
  /** Which of the caller's listings or bids the item is about. */
  readonly orderIndexes: readonly number[]
  /** What the item is for and does, from the bytes that go to the wallet. Absent until the plan is checked. */
  readonly purpose?: Purpose
  /** What the item does to the account. */
  readonly effects?: Effects
  /** Hash of what the wallet is asked to sign or send. */
  readonly digest?: Hex
  /** Which of the agreed things it stands for, and how many units of each. */
  readonly claims?: readonly Claim[]
  /** Orders that its signature stands for: our own hashes. */
  readonly signs?: readonly Hex[]
  /** Orders that the mined call was to fill and did not. */
  readonly skipped?: readonly Hex[] | undefined
  /** What each order of the mined call moved of its tokens, as the exchange says it. */
  readonly fills?: readonly OrderFill[] | undefined
  /** What each order of a mined purchase took, as the exchange says it. */
  readonly payments?: readonly OrderPayment[] | undefined
  /** New tokens that the logs of the mined call show, as `contract:tokenId`: a mint decides their numbers. */
  readonly minted?: readonly string[] | undefined
  /** The hash that is being followed. */
  readonly txHash?: Hex
  /** Every hash that the transaction had, if the wallet replaced it. */
  readonly hashes: readonly Hex[]
  /** Link to the transaction in a block explorer. */
  readonly explorerUrl?: string
  /** The wallet's id of the batch it is part of (EIP-5792). */
  readonly bundle?: string
  /** The wallet's window has been open for two minutes: it may be lost, or hidden. */
  readonly overdue?: boolean | undefined
  /** An earlier transaction of the account has to be mined first. */
  readonly behind?: boolean | undefined
  /** The receipt, once the transaction is mined. */
  readonly receipt?: Receipt | undefined
  /** How the success is known. */
  readonly proof?: ItemProof | undefined
  /** The provider's answers to the posted orders. */
  readonly orderData?: readonly OrderResult[]
  /** The transfers of the transaction, as the provider shows them. */
  readonly transfersData?: readonly Transfer[]
  /** Why the item failed. */
  readonly error?: string
}

/** One step of the provider's plan with its items (specification 3, step). */
export type ExecutionStep = {
  /** The provider's id of the step. */
  readonly id: string
  /** The provider's words. Never shown by our own kit. */
  readonly action: string
  /** The provider's words. Never shown by our own kit. */
  readonly description: string
  /** Whether the items of the step are sent or signed. */
  readonly kind: 'transaction' | 'signature'
  /** The items of the step. */
  readonly items: readonly ExecutionItem[]
  /** Why the step failed. */
  readonly error?: string
  /** The error that the step failed with. */
  readonly errorData?: unknown
}

/** The card that `confirm` is asked with: what exactly the wallet is about to be given, and what it does. */
export type Review = {
  /** The action of the run, such as `buy`. */
  readonly action: Action
  /** The chain of the run. */
  readonly chainId: number
  /** The account that is about to sign or send. */
  readonly account: Address
  /** The place of the item in the plan. */
  readonly at: ItemIndex
  /** Exactly what the wallet is about to be given. */
  readonly item: CheckedItem
  /** What the guards found, and the effects that they proved. */
  readonly verdict: Verdict
  /** The provider's quote. */
  readonly path: readonly PathEntry[]
  /** The wallet says that it has the host's paymaster pay the network fee of this call (ERC-7677). */
  readonly sponsored?: boolean
}

/** Called with the decoded card before each prompt; resolves to whether the user agrees. */
export type ConfirmReview = (review: Review) => boolean | Promise<boolean>

/** Something that the provider could not include in a plan. */
export type Problem = {
  /** The provider's reason. */
  readonly message: string
  /** The order concerned, if the provider names it. */
  readonly orderId?: string
  /** Index of the order in the request, if the provider names it. */
  readonly orderIndex?: number
}

/** Returns what a plan says it could not include. */
export const problemsOf = ({ errors }: Plan): readonly Problem[] =>
  (errors ?? []).map(({ message, orderId, orderIndex }) => ({
    message: message ?? '',
    ...(orderId == null ? {} : { orderId }),
    ...(orderIndex == null ? {} : { orderIndex }),
  }))

/** An immutable snapshot of one run. */
export type Execution = {
  /** Id of the run. */
  readonly id: string
  /** The action of the run. */
  readonly action: Action
  /** The chain of the run. */
  readonly chainId: number
  /** The wallet's account, once it is read. */
  readonly account?: Address
  /** `planning` until the provider's plan is checked; then `running` until one of the last three. */
  readonly status: 'planning' | 'running' | 'complete' | 'failed' | 'aborted'
  /** The provider's id of the plan. */
  readonly requestId?: string
  /** What was agreed: the caller's items, listings, bids or orders, in order. Read with `progressOf`. */
  readonly agreed: readonly Agreed[]
  /** The steps of the provider's plan, with what became of each item. */
  readonly steps: readonly ExecutionStep[]
  /** Items that were signed or sent, and whose place the current plan has left out or gives to another item. */
  readonly past: readonly ExecutionItem[]
  /** The provider's quote. */
  readonly path: readonly PathEntry[]
  /** What the provider could not include, e.g. orders that are gone. */
  readonly problems: readonly Problem[]
  /** What the guards found, once the plan is checked. */
  readonly verdict?: Verdict
  /** Present while `confirm` is asked. */
  readonly review?: Review
  /** The first incomplete item. */
  readonly current?: ItemIndex
  /** What happened to the money of the run. */
  readonly money: MoneyState
  /** Of a complete run with transactions: whether the chain showed the effect of every one of them. */
  readonly proof?: ItemProof
  /** Why the run ended. */
  readonly error?: TradeError
  /** Milliseconds. */
  readonly startedAt: number
  /** Milliseconds at which the run ended. */
  readonly endedAt?: number
}

/** What happened. The engine dispatches these; the reducer alone turns them into executions. */
export type ExecutionEvent =
  | { readonly type: 'account_read'; readonly account: Address; readonly agreed: readonly Agreed[] }
  | { readonly type: 'planned'; readonly plan: Plan }
  | { readonly type: 'plan_checked'; readonly verdict: Verdict }
  | { readonly type: 'review_asked'; readonly review: Review }
  | { readonly type: 'review_answered' }
  | { readonly type: 'item_switching'; readonly at: ItemIndex }
  | { readonly type: 'item_switching_by_hand'; readonly at: ItemIndex }
  | { readonly type: 'item_reconnecting'; readonly at: ItemIndex }
  | {
      readonly type: 'item_prompted'
      readonly at: ItemIndex
      readonly claims: readonly Claim[]
      /** Orders that the signature stands for. */
      readonly signs?: readonly Hex[]
    }
  /** The wallet refused for certain: nothing was signed or sent. */
  | { readonly type: 'item_refused'; readonly at: ItemIndex }
  /** The wallet failed without refusing: the chain is searched for what it may have sent. */
  | { readonly type: 'item_searching'; readonly at: ItemIndex }
  /** The wallet says that it sent something, and does not name it. */
  | { readonly type: 'item_answered'; readonly at: ItemIndex }
  | { readonly type: 'item_cosigning'; readonly at: ItemIndex }
  | { readonly type: 'item_overdue'; readonly at: ItemIndex }
  | { readonly type: 'item_behind'; readonly at: ItemIndex; readonly behind: boolean }
  | { readonly type: 'item_undone'; readonly at: ItemIndex }
  | { readonly type: 'item_signed'; readonly at: ItemIndex }
  | { readonly type: 'item_posted'; readonly at: ItemIndex; readonly orderData: readonly OrderResult[] }
  /** It is part of a batch that the wallet was given; its transaction is not known yet. */
  | { readonly type: 'item_batched'; readonly at: ItemIndex; readonly bundle: string }
  | { readonly type: 'item_sent'; readonly at: ItemIndex; readonly hash: Hex; readonly explorerUrl?: string }
  | {
      readonly type: 'item_replaced'
      readonly at: ItemIndex
      readonly hash: Hex
      readonly explorerUrl?: string
    }
  | {
      readonly type: 'item_mined'
      readonly at: ItemIndex
      readonly receipt: Receipt
      /** Orders of the call that the chain shows it did not fill. */
      readonly skipped?: readonly Hex[]
      /** What its orders moved, and what they took. */
      readonly fills?: readonly OrderFill[]
      readonly payments?: readonly OrderPayment[]
      /** New tokens that it made. */
      readonly minted?: readonly string[]
    }
  /** The chain shows the effect. */
  | { readonly type: 'item_proven'; readonly at: ItemIndex }
  | { readonly type: 'item_unmined'; readonly at: ItemIndex }
  | { readonly type: 'item_transfers'; readonly at: ItemIndex; readonly transfers: readonly Transfer[] }
  | { readonly type: 'item_complete'; readonly at: ItemIndex; readonly proof?: ItemProof }
  | { readonly type: 'completed'; readonly time: number }
  | {
      readonly type: 'failed' | 'aborted'
      readonly error: TradeError
      readonly time: number
      /** The item that failed; the first step when the plan itself was refused. */
      readonly at?: ItemIndex
      readonly errorData?: unknown
    }

/** Reports what happened to the reducer. */
export type Dispatch = (event: ExecutionEvent) => void
