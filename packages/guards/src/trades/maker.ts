import {
  type CriteriaResolver,
  type FillOrder,
  ItemType,
  type OfferItem,
  type OrderShape,
} from '@sluice/seaport'
import type { Hex } from 'viem'

/** Another maker's order in a call, with its decoded shape, the token that it moves, the units and its id. */
export type Maker = {
  /** Agreed items that it may fill. */
  readonly items: readonly number[]
  readonly order: FillOrder
  readonly shape: OrderShape
  readonly tokenId: bigint
  /** The criteria resolvers for this order: one if it is criteria-based, else none. */
  readonly resolvers: readonly CriteriaResolver[]
  readonly units: bigint
  readonly orderId: Hex
  /** The same, unless the counter that it is computed from was not read. */
  readonly provenId: Hex | undefined
}

/** Returns what the buyer of an order pays: its payments and the tips. */
export const paid = ({ shape, order }: Maker) => [...shape.payments, ...order.tips]

/** Returns whether an amount changes over time. */
export const isMoving = ({ startAmount, endAmount }: OfferItem): boolean => startAmount !== endAmount

/** Returns whether what an order pays, or takes, changes over time. */
export const hasMovingAmounts = (maker: Maker): boolean =>
  [...paid(maker), ...maker.order.components.offer].some(isMoving)

/** Returns the token standard of the NFT of a maker's order. */
export const standardOf = ({ shape }: Maker): 'erc721' | 'erc1155' =>
  shape.nft.itemType % 2 === ItemType.native ? 'erc721' : 'erc1155'
