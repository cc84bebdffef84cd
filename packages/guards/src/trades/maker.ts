import {
  type CriteriaResolver,
  type FillOrder,
  ItemType,
  type OfferItem,
  type OrderShape,
} from '@sluice/seaport'
import type { Hex } from 'viem'

/** A maker's order in a call: its shape, the token it comes to, the units, its id. */
export type Maker = {
  /** Agreed items that it may stand for. */
  readonly items: readonly number[]
  readonly order: FillOrder
  readonly shape: OrderShape
  readonly tokenId: bigint
  /** What resolves its criteria: none, or one. */
  readonly resolvers: readonly CriteriaResolver[]
  readonly units: bigint
  readonly orderId: Hex
}

/** What the buyer pays of an order: all of its payments, and the tips. */
export const paid = ({ shape, order }: Maker) => [...shape.payments, ...order.tips]

export const isMoving = ({ startAmount, endAmount }: OfferItem): boolean => startAmount !== endAmount

/** The NFT item of a maker's order is of a single standard either way. */
export const standardOf = ({ shape }: Maker): 'erc721' | 'erc1155' =>
  shape.nft.itemType % 2 === ItemType.native ? 'erc721' : 'erc1155'
