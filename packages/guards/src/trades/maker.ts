import {
  type CriteriaResolver,
  type FillOrder,
  ItemType,
  type OfferItem,
  type OrderShape,
} from '@sluice/seaport'
import type { Hex } from 'viem'

/** A maker's order in a call, with its shape, the token that it moves, the units and its id. */
export type Maker = {
  /** Agreed items that it may serve. */
  readonly items: readonly number[]
  readonly order: FillOrder
  readonly shape: OrderShape
  readonly tokenId: bigint
  /** The resolver of its criteria, if it has criteria. */
  readonly resolvers: readonly CriteriaResolver[]
  readonly units: bigint
  readonly orderId: Hex
}

/** Returns what the buyer of an order pays: all of its payments, and the tips. */
export const paid = ({ shape, order }: Maker) => [...shape.payments, ...order.tips]

export const isMoving = ({ startAmount, endAmount }: OfferItem): boolean => startAmount !== endAmount

/** Returns the standard of the NFT of a maker's order. */
export const standardOf = ({ shape }: Maker): 'erc721' | 'erc1155' =>
  shape.nft.itemType % 2 === ItemType.native ? 'erc721' : 'erc1155'
