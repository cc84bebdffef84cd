import type { Address, Hex } from 'viem'
import type { AuctionStatement } from './auctionStatement.ts'
import type { CheckedMessage, CheckedTransaction, CheckedTypedData, TransactionCall } from './checked.ts'
import type { Finding } from './finding.ts'

/** An asset and the amount of it that moves, in base units or token units. */
export type AssetDelta = {
  /** The kind of the asset: a currency or a token. */
  readonly kind: 'native' | 'erc20' | 'erc721' | 'erc1155'
  /** Zero address for the native coin. */
  readonly contract: Address
  /** The token's number; absent for currencies, and for any token of a collection or list. */
  readonly tokenId?: bigint
  /** The Merkle root of the tokens that it may be one of, and their number if the caller listed them; absent for any. */
  readonly oneOf?: { readonly root: bigint; readonly count: number | undefined }
  /** Base units of a currency, or units of a token. */
  readonly amount: bigint
  /** For a price that changes over time: the most that an earlier block may take, within what was agreed. */
  readonly most?: bigint
  /** The other account that gets the asset; absent if the account itself gives or gets it. */
  readonly counterparty?: Address
}

/** One order that a call fills or that is signed: the token that moves, and the money that it costs or brings. */
export type OrderTrade = {
  /** The hash of the order. */
  readonly orderId: Hex
  /** Index of the item of the intent that the order fills. */
  readonly item: number
  /** The token that arrives (buy, bid) or leaves (sell, list), with all of its units. */
  readonly token: AssetDelta
  /**
   * What all of those units cost (buy, fees on top included) or bring (sell, after all fees) at the worst moment
   * within the policy's horizon. For an order that is signed: what is paid (bid) or arrives (list) when it is filled.
   */
  readonly price: AssetDelta
  /** For a sale or a listing: what the buyer pays for those units, before fees, in the same currency. */
  readonly gross?: bigint
  /**
   * For a listing whose price falls: what the buyer pays at its start, before fees, and the unix seconds at which the
   * price has fallen to `gross`. `price` is what arrives at that time.
   */
  readonly falls?: { readonly from: bigint; readonly until: bigint }
  /** For a sale into an offer whose price changes with time: more than `price` may arrive. */
  readonly moves?: true
}

/** A standing permission that remains after the action. */
export type Authority = {
  /** An allowance, an operator of a whole collection, an approved token, or a signed order. */
  readonly kind: 'erc20' | 'nft-operator' | 'nft-token' | 'order'
  /** The contract whose tokens may be moved; for a signed order, Seaport. */
  readonly contract: Address
  /** Who may move the tokens. */
  readonly spender: Address
  /** Base units for ERC-20. */
  readonly amount?: bigint
  /** The allowance that is replaced. Open offers may rely on it. */
  readonly replaces?: bigint
  /** Order id for a signed order. */
  readonly order?: Hex
}

/** An order of the account that can no longer be filled afterwards. */
export type EndedOrder = {
  /** Order id. */
  readonly order: Hex
  /** What the order gives and asks for, fees included; absent if only its id is signed. */
  readonly terms?: { readonly gives: readonly AssetDelta[]; readonly asks: readonly AssetDelta[] }
}

/** What an action does to the account, derived from the rebuilt bytes alone. */
export type Effects = {
  /** What leaves the account, at most. */
  readonly give: readonly AssetDelta[]
  /** What the account receives, at least. */
  readonly get: readonly AssetDelta[]
  /** Fees that are part of the trade, with the recipient of each. */
  readonly fees: readonly (AssetDelta & {
    readonly recipient: Address
    readonly kindOfFee: 'marketplace' | 'royalty' | 'other'
  })[]
  /** Permissions that remain after the action. */
  readonly authority: readonly Authority[]
  /** The token and the price of each order of a purchase, a sale, a listing or an offer. */
  readonly trades?: readonly OrderTrade[]
  /** Unix seconds until which a signed order can be filled. */
  readonly until?: bigint
  /** The auction that the signature is about: its token, and its terms unless it is withdrawn. */
  readonly auction?: Pick<AuctionStatement, 'contract' | 'tokenId' | 'terms'>
  /** Orders that are cancelled; `all` for every order of the account on this chain. */
  readonly ends?: readonly EndedOrder[] | 'all'
}

/** What is posted after a signature. The guards build it; it is never the provider's object. */
export type PostPlan = {
  /** Path on the provider. */
  readonly endpoint: string
  /** What is posted as JSON. */
  readonly body: unknown
  /** The order ids that the provider must return: hashes that the guards computed. */
  readonly orderIds: readonly Hex[]
}

/** What a checked item uses of the agreed amounts. The budget is per run, so executed items count. */
export type Claim = {
  /** E.g. `item:0`, `order:2`, `approve:0x…:0x…`, `wrap`, `tip:0x…:0x…`. */
  readonly slot: string
  /** Token units, base units or 1. */
  readonly units: bigint
  /** The order that fills the slot, if there is one. */
  readonly order?: Hex
}

/** The units of a token that one order moved in a mined fill, according to Seaport's log. */
export type OrderFill = {
  /** The hash of the order. */
  readonly order: Hex
  /** `contract:tokenId`, lower-cased. */
  readonly token: string
  /** How many units moved. */
  readonly units: number
}

/** What one order of a mined purchase took of a currency, fees on top included, according to Seaport's log. */
export type OrderPayment = {
  /** The hash of the order. */
  readonly order: Hex
  /** The contract of the currency; the zero address for the chain's coin. */
  readonly currency: Address
  /** Base units. */
  readonly amount: bigint
}

/** The position of an item in the response. Two checked items share it if the guards add a call before the item. */
export type ItemIndex = {
  /** Index of the step in the plan. */
  readonly stepIndex: number
  /** Index of the item in the step. */
  readonly itemIndex: number
}

/** One item of the plan as the guards rebuilt it. Items are executed in the order of the list. */
export type CheckedItem = ItemIndex & {
  /** Which agreed amounts the item uses. */
  readonly claims: readonly Claim[]
  /** Hash of what the wallet is asked to sign or send. */
  readonly digest: Hex
  /** What the item does to the account. */
  readonly effects: Effects
  /** What the item is for. */
  readonly purpose: Purpose
} & (
    | {
        readonly kind: 'transaction'
        /** Whether the call may happen in part: it skips orders that can no longer be filled. */
        readonly partial: boolean
        /** Orders that the call fills or cancels, if their ids are known. */
        readonly orders: readonly Hex[]
        readonly call: CheckedTransaction
      }
    | {
        readonly kind: 'signature'
        readonly request: CheckedTypedData | CheckedMessage
        readonly post: PostPlan
      }
  )

/** The purpose of an item, as the guards determined it. It never comes from the provider's text. */
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

/** The result of checking a plan: plain, reproducible data, and the only source of checked values. */
export type Verdict = {
  /** Whether the plan may go on, needs a confirmation, or is blocked. */
  readonly decision: 'allow' | 'confirm' | 'block'
  /** How the effects were proven. */
  readonly proof: 'static' | 'static+read' | 'simulated' | 'none'
  /** Everything that was found, also what is only reported. */
  readonly findings: readonly Finding[]
  /** Rebuilt items in order; empty when blocked. */
  readonly items: readonly CheckedItem[]
  /**
   * Incomplete items of the response that need no prompt: they were executed earlier in this run, or the chain shows that
   * they are unnecessary (an existing allowance). Treat them as complete.
   */
  readonly settled: readonly ItemIndex[]
  /** Agreed orders that the chain already shows as filled, cancelled or expired. Nothing has to be done for them. */
  readonly ended?: readonly Hex[]
  /** Those of them that were filled: what they sold is gone. */
  readonly filled?: readonly Hex[]
  /** Effects of the whole run, executed items included. */
  readonly effects: Effects
  /** Hash of the chain id and the rebuilt bytes. It is shown so that it can be compared with a second device. */
  readonly digest: Hex
  /** Whether a simulation of the whole plan agrees; absent if none was run. */
  readonly simulated?: boolean
  /** Gas that each transaction of `items` used in that simulation, in their order; absent if it is not known. */
  readonly gas?: readonly bigint[]
  /**
   * Calls to routers of the policy that only a simulation can prove. Until then the verdict is "block", and no call of
   * this list can be given to a wallet.
   */
  readonly awaiting?: readonly AwaitingCall[]
}

/** A call to a router of the policy, with the provider's bytes. */
export type AwaitingCall = ItemIndex & { readonly path: string; readonly call: TransactionCall }
