import type { Address, Hex } from 'viem'

/**
 * Where a signed order stands.
 *
 * - asked: the wallet was asked to sign, and nobody knows what it answered.
 * - unposted: the signature is kept here and was not posted.
 * - maybe_live: it was posted and no answer came. Treat it as live.
 * - live: it can be filled, or can from its start on.
 * - filled, cancelled, expired: ended, as the chain (or its clock) shows.
 * - counter_raised: the account cancelled everything signed before.
 */
export type LiabilityState =
  | 'asked'
  | 'unposted'
  | 'maybe_live'
  | 'live'
  | 'filled'
  | 'cancelled'
  | 'expired'
  | 'counter_raised'

/** One order that this client ever had signed. Amounts in base units, times in unix seconds. */
export type Liability = {
  readonly orderId: Hex
  readonly chainId: number
  readonly account: Address
  readonly state: LiabilityState
  /** Whether the chain was read for it; else it is what was written down here. */
  readonly proven: boolean
  readonly side: 'ask' | 'bid'
  /** What leaves the account when it is filled. */
  readonly gives: readonly LiabilityItem[]
  /** What then comes to the account. */
  readonly gets: readonly LiabilityItem[]
  readonly startTime: bigint
  readonly endTime: bigint
  /** Of an order that is filled in parts: how much of it is. */
  readonly filled: { readonly of: bigint; readonly done: bigint } | undefined
  /** Milliseconds at which it was signed. */
  readonly signedAt: number
  /** The journal's entry. */
  readonly entry: string
}
/** What an order moves: a token or an amount of a currency, in base units. */
export type LiabilityItem = {
  readonly kind: 'native' | 'erc20' | 'erc721' | 'erc1155'
  readonly contract: Address
  /** Absent for currencies, and for any token of a collection or list. */
  readonly tokenId?: bigint
  readonly amount: bigint
}
