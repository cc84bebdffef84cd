import type { OrderComponents } from '@sluice/seaport'
import type { Address, Hex } from 'viem'

/** What stands on the chain after a block. It is never changed: each block has its own. */
export type ChainState = {
  readonly owners: ReadonlyMap<bigint, Address>
  /** Owners who let the conduit move their tokens. */
  readonly operated: ReadonlySet<Address>
  readonly counters: ReadonlyMap<Address, bigint>
  readonly cancelled: ReadonlySet<Hex>
  readonly filled: ReadonlySet<Hex>
  /** Wrapped coins, and how many of them the conduit may take. */
  readonly funds: ReadonlyMap<Address, bigint>
  readonly allowed: ReadonlyMap<Address, bigint>
  /** Transactions of the accounts that send with wallets. */
  readonly nonces: ReadonlyMap<Address, number>
}

/** An order of the world: one token for coins, or coins for one token. */
export type WorldOrder = {
  readonly id: Hex
  readonly side: 'sell' | 'buy'
  readonly maker: Address
  readonly tokenId: bigint
  readonly price: bigint
  readonly endTime: bigint
  readonly counter: bigint
  readonly components: OrderComponents
}

/** A transaction as a wallet sends it: the same one after a reorganization too. */
export type SentCall = {
  readonly hash: Hex
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  readonly nonce: number
}

/** What a transaction does; where the chain does not allow it, it does nothing. */
export type Action = Effect & { readonly call?: SentCall }
type Effect =
  | { readonly do: 'mint'; readonly to: Address; readonly tokenId: bigint }
  | { readonly do: 'transfer'; readonly from: Address; readonly to: Address; readonly tokenId: bigint }
  | { readonly do: 'operate'; readonly owner: Address; readonly approved: boolean }
  | { readonly do: 'increment'; readonly maker: Address }
  | { readonly do: 'cancel'; readonly order: WorldOrder }
  | { readonly do: 'fill'; readonly order: WorldOrder; readonly taker: Address }
  | { readonly do: 'wrap'; readonly account: Address; readonly amount: bigint }
  | { readonly do: 'allow'; readonly account: Address; readonly amount: bigint }
  /** A call that no contract of the world knows. */
  | { readonly do: 'fail' }

export type Log = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/** The contracts of the world. */
export const addresses = {
  collection: `0x${'c1'.repeat(20)}`,
  wrapped: `0x${'e1'.repeat(20)}`,
  conduit: `0x${'c0'.repeat(20)}`,
  conduitKey: `0x${'0c'.repeat(32)}`,
  multicall3: `0x${'ca'.repeat(20)}`,
  seaport: '0x0000000000000068f116a894984e2db1123eb395',
} as const
