import type { Fee, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'

/** A fact that two nodes tell differently; `values` are what each of them says. */
export type Dispute = { readonly path: string; readonly values: readonly [string, string] }

/** What Seaport's `getOrderStatus` says of an order; `filled` of `size` parts are gone. */
export type OrderStatus = { readonly cancelled: boolean; readonly filled: bigint; readonly size: bigint }

/** Returns whether nothing of an order is left to fill. */
export const isFilled = ({ filled, size }: Pick<OrderStatus, 'filled' | 'size'>): boolean =>
  size > 0n && filled >= size

/** What the chain says of a conduit. */
export type ConduitState = {
  /** Whether there is code at its address. */
  readonly exists: boolean
  /** Contracts that may move tokens through it; absent if no ConduitController is known. */
  readonly channels?: readonly Address[]
}

/** What an order of the account says of its own end. */
export type OwnOrderTerms = {
  /** Unix seconds from which it cannot be filled. */
  readonly endTime: bigint
  /** The account's Seaport counter that it was signed with. */
  readonly counter: bigint
  /** The Seaport that it was signed for: from the journal, or proven by its signature. */
  readonly version?: SeaportVersion | undefined
}

/** The terms of a public mint, as SeaDrop's `getPublicDrop` returns them. */
export type PublicDrop = {
  /** Wei for one token. */
  readonly price: bigint
  /** Unix seconds. */
  readonly startTime: bigint
  /** Unix seconds. */
  readonly endTime: bigint
  /** What the fee recipient gets of the price, in basis points. */
  readonly feeBps: number
}

/**
 * The state of the chain, read before a plan is checked. The guards themselves never read: the same intent,
 * answer, chain state and policy give the same verdict.
 */
export type ChainState = {
  /** Milliseconds, corrected by the latest block's time. */
  readonly now: number
  /**
   * Whole seconds by which the chain's clock is said to be ahead of the device's, where that is more than clocks
   * differ. Moving amounts are then bounded at both times, so that a node cannot choose the price by its clock.
   */
  readonly ahead?: number | undefined
  /** Milliseconds of the latest block alone. */
  readonly chainNow?: number | undefined
  /** Base fee of the latest block in wei (EIP-1559); absent where the chain has none. */
  readonly baseFee?: bigint | undefined
  /** Conduits that the plan has approved, by address. */
  readonly conduits?: ReadonlyMap<Address, ConduitState> | undefined
  /** Who is asked whether a token of a collection may move (ERC-721C, ERC-1155C), by collection. */
  readonly validators?: ReadonlyMap<Address, Address> | undefined
  /** Collections of listings and offers that do not let the exchange move their tokens, as a trial showed. */
  readonly barred?: readonly Address[] | undefined
  /** Who is to receive tokens, is a contract on another chain, and nobody on this one; `chainId` is that other. */
  readonly elsewhere?: { readonly receiver: Address; readonly chainId: number } | undefined
  /** What two nodes told differently of the same block: nothing may be decided by it. */
  readonly disputes?: readonly Dispute[] | undefined
  /** Milliseconds by which the only node that can be asked is behind the clock; absent while that is little. */
  readonly behind?: number | undefined
  /** Seaport counter of the account per Seaport contract. */
  readonly counters: ReadonlyMap<Address, bigint>
  /** Seaport counter of other makers, keyed `seaport:maker`: lets a decoded order be named by its id. */
  readonly makerCounters?: ReadonlyMap<string, bigint>
  /** `erc721` or `erc1155` per collection, by ERC-165. */
  readonly kinds: ReadonlyMap<Address, 'erc721' | 'erc1155'>
  /** Current allowance, keyed `token:spender`. */
  readonly allowances: ReadonlyMap<string, bigint>
  /** Terms of public mints at the policy's SeaDrop, by collection. */
  readonly drops?: ReadonlyMap<Address, PublicDrop> | undefined
  /** `isApprovedForAll`, keyed `collection:operator`. */
  readonly operators: ReadonlyMap<string, boolean>
  /** Balances of the account: zero address for the native coin, ERC-20 else. */
  readonly balances: ReadonlyMap<Address, bigint>
  /** Units of a token the account holds, keyed `contract:tokenId`. */
  readonly holdings: ReadonlyMap<string, bigint>
  /** ERC-2981 royalties, keyed `contract:tokenId`; absent where the collection has none. */
  readonly royalties: ReadonlyMap<string, Fee | readonly Fee[]>
  /** ERC-721 `getApproved`, keyed `contract:tokenId`: who may move this one token. */
  readonly tokenApprovals?: ReadonlyMap<string, Address>
  /** Hash of the code at an address (of a proxy and its implementation together); `0x` where there is none. */
  readonly codes?: ReadonlyMap<Address, Hex>
  /**
   * Contracts of the plan that a node answered for, and not as what they are taken for: no Seaport of this chain
   * and version, no collection, no currency. With the hash of their code, `0x` where there is none.
   */
  readonly unknownContracts?: ReadonlyMap<Address, Hex>
  /** Base units that live bids of the account promise already, keyed `currency:spender`. */
  readonly openBidTotals?: ReadonlyMap<string, bigint>
  /**
   * The zone that can end an order of the account by a signature, by order id: read from terms that hash to the id.
   * The zero address where no zone has a say (Seaport's `FULL_OPEN` and `PARTIAL_OPEN`).
   */
  readonly zones?: ReadonlyMap<Hex, Address>
  /** Terms of the account's own orders that are to end, by order id: read from components that hash to the id. */
  readonly ownOrders?: ReadonlyMap<Hex, OwnOrderTerms>
  /** Who is to receive tokens, and is a contract that answered that it takes none of them. */
  readonly refusing?: Address | undefined
  /** `getOrderStatus` per order id, on whichever of the chain's Seaports knows the order. */
  readonly orderStatus: ReadonlyMap<Hex, OrderStatus>
  /** The same per Seaport, keyed `seaport:orderId`: an order cancelled on one Seaport stays fillable on another. */
  readonly orderStatusAt?: ReadonlyMap<string, OrderStatus>
  /** Whether the account has code (a smart account), and a 7702 delegate where it has one. */
  readonly accountCode: 'none' | 'contract' | { readonly delegate: Address } | undefined
}
