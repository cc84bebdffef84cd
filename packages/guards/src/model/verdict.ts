import type { Address, Hex } from 'viem'
import type { AuctionStatement } from './auctionStatement.ts'
import type { CheckedMessage, CheckedTransaction, CheckedTypedData, TransactionCall } from './checked.ts'
import type { Finding } from './finding.ts'

/** An asset and how much of it moves: base units, or token units. */
export type AssetDelta = {
  readonly kind: 'native' | 'erc20' | 'erc721' | 'erc1155'
  /** Zero address for the native coin. */
  readonly contract: Address
  readonly tokenId?: bigint
  /** Root of the tokens that it may be one of, and their number where the caller named them; absent for any. */
  readonly oneOf?: { readonly root: bigint; readonly count: number | undefined }
  readonly amount: bigint
  /** For a moving price: the most that an earlier block may take, within what was agreed. */
  readonly most?: bigint
  /** Absent where the account itself gives or gets it. */
  readonly counterparty?: Address
}

/** One order that a call fills, or that is signed: the tokens that move, and the money that they cost or bring. */
export type OrderTrade = {
  readonly orderId: Hex
  /** Index of the item of the intent that the order serves. */
  readonly item: number
  /** What comes (buy, bid) or leaves (sell, list), with all of its units. */
  readonly token: AssetDelta
  /**
   * What all of those units cost (buy, fees on top included) or bring (sell, after all fees) at the worst moment
   * within the policy's horizon; of an order that is signed, what is paid (bid) or arrives (list) when it is filled.
   */
  readonly price: AssetDelta
  /** Of a sale or a listing: what the buyer pays for those units, before fees, in the same currency. */
  readonly gross?: bigint
  /**
   * Of a listing whose price falls: what the buyer pays at its start, before fees, and the unix seconds at which it has
   * fallen to `gross`. `price` is what arrives then.
   */
  readonly falls?: { readonly from: bigint; readonly until: bigint }
}

/** A standing permission that remains after the action. */
export type Authority = {
  readonly kind: 'erc20' | 'nft-operator' | 'nft-token' | 'order'
  readonly contract: Address
  readonly spender: Address
  /** Base units for ERC-20. */
  readonly amount?: bigint
  /** The allowance that is replaced and that live offers may rely on. */
  readonly replaces?: bigint
  /** Order id for a signed order. */
  readonly order?: Hex
}

/** An order of the account that nobody can fill afterwards. */
export type EndedOrder = {
  /** Order id. */
  readonly order: Hex
  /** What it gives and asks for, fees included; absent if only its id is signed. */
  readonly terms?: { readonly gives: readonly AssetDelta[]; readonly asks: readonly AssetDelta[] }
}

/** What an action does to the account, derived from the rebuilt bytes alone. */
export type Effects = {
  readonly give: readonly AssetDelta[]
  readonly get: readonly AssetDelta[]
  readonly fees: readonly (AssetDelta & {
    readonly recipient: Address
    readonly kindOfFee: 'marketplace' | 'royalty' | 'other'
  })[]
  readonly authority: readonly Authority[]
  /** What each order of a purchase, a sale, a listing or an offer costs or brings. */
  readonly trades?: readonly OrderTrade[]
  /** Unix seconds until which a signed order stands. */
  readonly until?: bigint
  /** What the signature says of an auction: its token, and its terms unless it is withdrawn. */
  readonly auction?: Pick<AuctionStatement, 'contract' | 'tokenId' | 'terms'>
  /** Orders that end, or `all` that the account has on this chain. */
  readonly ends?: readonly EndedOrder[] | 'all'
}

/** What will be posted after a signature: built here, never the provider's object. */
export type PostPlan = {
  readonly endpoint: string
  readonly body: unknown
  /** Ids that the provider must echo: our own order hashes. */
  readonly orderIds: readonly Hex[]
}

/** What a checked item uses up of the agreed plan. The budget is per flow: done items count. */
export type Claim = {
  /** E.g. `item:0`, `order:2`, `approve:0x…:0x…`, `wrap`, `tip:0x…:0x…`. */
  readonly slot: string
  /** Token units, base units or 1. */
  readonly units: bigint
  /** The order that brings it, where it comes from one. */
  readonly order?: Hex
}

/** What one order moved of one token in a mined fill, as Seaport's own log says it. */
export type OrderFill = {
  readonly order: Hex
  /** `contract:tokenId`, lower-cased. */
  readonly token: string
  readonly units: number
}

/** Which item of the answer; two checked items may share one where the plan needs a call before it. */
export type ItemIndex = { readonly stepIndex: number; readonly itemIndex: number }

/** One item of the plan as the guards rebuilt it. Run in the order of the list. */
export type CheckedItem =
  | {
      readonly kind: 'transaction'
      readonly stepIndex: number
      readonly itemIndex: number
      readonly claims: readonly Claim[]
      /** Whether only a part of it may happen: orders that are gone are skipped. */
      readonly partial: boolean
      /** Orders that the call fills or cancels, where their ids are known. */
      readonly orders: readonly Hex[]
      readonly call: CheckedTransaction
      readonly digest: Hex
      readonly effects: Effects
      readonly purpose: Purpose
    }
  | {
      readonly kind: 'signature'
      readonly stepIndex: number
      readonly itemIndex: number
      readonly claims: readonly Claim[]
      readonly request: CheckedTypedData | CheckedMessage
      readonly post: PostPlan
      readonly digest: Hex
      readonly effects: Effects
      readonly purpose: Purpose
    }

/** What an item is for, in our words (never the provider's text). */
export type Purpose =
  | 'approve-currency'
  | 'approve-token'
  | 'wrap'
  | 'buy'
  | 'sell'
  | 'sign-listing'
  | 'sign-offer'
  | 'cancel'
  | 'sign-cancel'
  | 'sign-auction'
  | 'sign-withdrawal'
  | 'sign-message'
  | 'transfer'

/** The result of checking a whole plan: plain data that can be reproduced, and the only source of checked values. */
export type Verdict = {
  readonly decision: 'allow' | 'confirm' | 'block'
  readonly proof: 'static' | 'static+read' | 'simulated' | 'none'
  readonly findings: readonly Finding[]
  /** Rebuilt items in order; empty when blocked. */
  readonly items: readonly CheckedItem[]
  /**
   * Incomplete items of the answer that need no prompt: already done in this flow, or shown by the chain
   * to be unnecessary (an allowance that is there). Treat them as complete.
   */
  readonly settled: readonly ItemIndex[]
  /** Agreed orders that the chain shows as filled or cancelled already: there is nothing to do for them. */
  readonly over?: readonly Hex[]
  /** Effects of the whole flow, done items included. */
  readonly effects: Effects
  /** Hash over chain id and rebuilt bytes, shown for a second device. */
  readonly digest: Hex
  /** Whether a simulation of the whole plan agrees; absent if none was made. */
  readonly simulated?: boolean
  /** Gas that each transaction of `items` used in that simulation, in their order; absent where it is not known. */
  readonly gas?: readonly bigint[]
  /**
   * Calls to routers of the policy that only a simulation can prove. The verdict is "block" until one did;
   * nothing here can be given to a wallet.
   */
  readonly awaiting?: readonly AwaitingCall[]
}

/** A call as the provider wants it, to a router that the policy lists. */
export type AwaitingCall = ItemIndex & { readonly path: string; readonly call: TransactionCall }
