import type { Fee, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'

/** A value that two nodes report differently. `values` has the answer of each node. */
export type Dispute = { readonly path: string; readonly values: readonly [string, string] }

/** What Seaport's `getOrderStatus` returns for an order: `filled` of `size` parts are filled. */
export type OrderStatus = { readonly cancelled: boolean; readonly filled: bigint; readonly size: bigint }

/** Returns whether nothing of an order is left to fill. */
export const isFilled = ({ filled, size }: Pick<OrderStatus, 'filled' | 'size'>): boolean =>
  size > 0n && filled >= size

/** The state of a conduit on chain. */
export type ConduitState = {
  /** Whether there is code at its address. */
  readonly exists: boolean
  /** Contracts that may move tokens through it; absent if no ConduitController is known. */
  readonly channels?: readonly Address[]
}

/** The terms of one of the account's own orders that decide whether it can still be filled. */
export type OwnOrderTerms = {
  /** Unix seconds from which the order cannot be filled. */
  readonly endTime: bigint
  /** The account's Seaport counter at the time of signing. */
  readonly counter: bigint
  /** The Seaport version that it was signed for, known from the journal or proven by its signature. */
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
  /** The fee recipient's share of the price, in basis points. */
  readonly feeBps: number
}

/**
 * The state of the chain, read before a plan is checked. The guards never read the chain themselves, so the same intent,
 * response, chain state and policy give the same verdict.
 */
export type ChainState = {
  /** Current time in milliseconds, corrected by the timestamp of the latest block. */
  readonly now: number
  /**
   * Whole seconds by which the node's block time is ahead of the device's clock, if that is more than clocks normally
   * differ. Amounts that change over time are then bounded at both times, so that a node cannot choose the price by
   * reporting a false time.
   */
  readonly ahead?: number | undefined
  /** Timestamp of the latest block in milliseconds. */
  readonly chainNow?: number | undefined
  /**
   * Where the same bytes are checked again: both times of their first check, in milliseconds. The account's own orders
   * keep the start that they had then, and what the provider computed may be as old.
   */
  readonly first?: { readonly now: number; readonly chainNow?: number | undefined } | undefined
  /** Base fee of the latest block in wei (EIP-1559); absent if the chain has none. */
  readonly baseFee?: bigint | undefined
  /** Conduits that the plan approves, by address. */
  readonly conduits?: ReadonlyMap<Address, ConduitState> | undefined
  /** Transfer validator of each collection that has one (ERC-721C, ERC-1155C), by collection. */
  readonly validators?: ReadonlyMap<Address, Address> | undefined
  /** Collections of listings and offers whose tokens the exchange cannot move, as a simulated transfer showed. */
  readonly barred?: readonly Address[] | undefined
  /** A receiver that is a contract on another chain, `chainId`, and has no code on this one. */
  readonly elsewhere?: { readonly receiver: Address; readonly chainId: number } | undefined
  /** Values that two nodes report differently for the same block. The guards must not rely on them. */
  readonly disputes?: readonly Dispute[] | undefined
  /** Milliseconds by which the only available node is behind the clock; absent if the delay is small. */
  readonly behind?: number | undefined
  /** Seaport counter of the account, by Seaport contract. */
  readonly counters: ReadonlyMap<Address, bigint>
  /**
   * Seaport counter of other makers, keyed `seaport:maker`. It is needed to compute the id of a decoded order. Absent where
   * no node was asked; a maker that is missing was not read.
   */
  readonly makerCounters?: ReadonlyMap<string, bigint>
  /** Token standard of each collection, by ERC-165. */
  readonly kinds: ReadonlyMap<Address, 'erc721' | 'erc1155'>
  /** Current allowance, keyed `token:spender`. */
  readonly allowances: ReadonlyMap<string, bigint>
  /** Terms of public mints at the policy's SeaDrop, by collection. */
  readonly drops?: ReadonlyMap<Address, PublicDrop> | undefined
  /** `isApprovedForAll`, keyed `collection:operator`. */
  readonly operators: ReadonlyMap<string, boolean>
  /** Balances of the account, by ERC-20 contract; the zero address is the native coin. */
  readonly balances: ReadonlyMap<Address, bigint>
  /** Units of a token that the account holds, keyed `contract:tokenId`. */
  readonly holdings: ReadonlyMap<string, bigint>
  /** ERC-2981 royalties, keyed `contract:tokenId`; absent if the collection has none. */
  readonly royalties: ReadonlyMap<string, Fee | readonly Fee[]>
  /** ERC-721 `getApproved`, keyed `contract:tokenId`: who may move this one token. */
  readonly tokenApprovals?: ReadonlyMap<string, Address>
  /** Hash of the code at an address (of a proxy and its implementation together); `0x` if there is none. */
  readonly codes?: ReadonlyMap<Address, Hex>
  /**
   * Contracts of the plan that are not what the plan uses them as: not the Seaport of this chain and version, not a
   * collection, or not a currency. Each has the hash of its code; `0x` if it has none. A contract is listed only if a
   * node answered.
   */
  readonly unknownContracts?: ReadonlyMap<Address, Hex>
  /** Base units that the account's open bids already promise, keyed `currency:spender`. */
  readonly openBidTotals?: ReadonlyMap<string, bigint>
  /**
   * The zone that can cancel an order of the account off chain, by order id. It is read from terms that hash to the id.
   * The zero address if the order is not restricted (Seaport's `FULL_OPEN` and `PARTIAL_OPEN`).
   */
  readonly zones?: ReadonlyMap<Hex, Address>
  /** Terms of the account's own orders that are to be cancelled, by order id. Read from components that hash to the id. */
  readonly ownOrders?: ReadonlyMap<Hex, OwnOrderTerms>
  /** A receiver that is a contract and rejected the tokens in its receive hook. */
  readonly refusing?: Address | undefined
  /** `getOrderStatus` by order id, from the Seaport of the chain that knows the order. */
  readonly orderStatus: ReadonlyMap<Hex, OrderStatus>
  /** The same per Seaport, keyed `seaport:orderId`. An order that is cancelled on one Seaport stays fillable on another. */
  readonly orderStatusAt?: ReadonlyMap<string, OrderStatus>
  /** Whether the account has code (a smart account), or its EIP-7702 delegate; `undefined` if it was not read. */
  readonly accountCode: 'none' | 'contract' | { readonly delegate: Address } | undefined
}
