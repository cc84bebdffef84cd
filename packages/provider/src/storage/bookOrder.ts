import type { OrderComponents } from '@sluice/seaport'
import type { OrderKind } from '@sluice/wire'
import type { Address, Hex } from 'viem'

export type Currency = {
  /** Zero address for the native coin. */
  readonly contract: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export type NamedFee = {
  readonly kind: 'royalty' | 'marketplace'
  readonly recipient: Address
  readonly bps: number
}

/** An order of the book, with all that filling it takes. */
export type BookOrder = {
  readonly id: Hex
  readonly kind: OrderKind
  readonly side: 'sell' | 'buy'
  readonly maker: Address
  /** The only account that may fill it; absent for everybody. */
  readonly taker: Address | undefined
  readonly contract: Address
  /** Absent for bids on more than one token. */
  readonly tokenId: bigint | undefined
  readonly tokenSetId: string
  readonly components: OrderComponents
  readonly signature: Hex
  readonly quantityRemaining: bigint
  /** Domain of the marketplace it was made on. */
  readonly source: string | undefined
  readonly feeBreakdown: readonly NamedFee[]
  readonly status: 'active' | 'inactive' | 'expired' | 'cancelled' | 'filled'
}
