import type { Address, Hex } from 'viem'

/** Seaport's item types (SeaportEnums.sol). 4 and 5 are ERC-721 and ERC-1155 chosen by criteria. */
export const ItemType = {
  native: 0,
  erc20: 1,
  erc721: 2,
  erc1155: 3,
  erc721Criteria: 4,
  erc1155Criteria: 5,
} as const
export type ItemType = (typeof ItemType)[keyof typeof ItemType]

/** Returns the type of the token that resolves a criteria item. Any other type is returned unchanged. */
export const withoutCriteria = (itemType: ItemType): ItemType => {
  if (itemType === ItemType.erc721Criteria) return ItemType.erc721
  return itemType === ItemType.erc1155Criteria ? ItemType.erc1155 : itemType
}

/** Seaport's order types: +1 allows partial fills, +2 asks the zone, 4 is a contract order. */
export const OrderType = {
  fullOpen: 0,
  partialOpen: 1,
  fullRestricted: 2,
  partialRestricted: 3,
  contract: 4,
} as const
export type OrderType = (typeof OrderType)[keyof typeof OrderType]

export type SeaportVersion = '1.5' | '1.6'

export type OfferItem = {
  readonly itemType: ItemType
  readonly token: Address
  readonly identifierOrCriteria: bigint
  /** Base units at `startTime`. */
  readonly startAmount: bigint
  /** Base units at `endTime`; equal to `startAmount` for a fixed price. */
  readonly endAmount: bigint
}

export type ConsiderationItem = OfferItem & { readonly recipient: Address }

/** The EIP-712 struct that a maker signs (`OrderComponents`). Times are unix seconds, as on chain. */
export type OrderComponents = {
  readonly offerer: Address
  readonly zone: Address
  readonly offer: readonly OfferItem[]
  readonly consideration: readonly ConsiderationItem[]
  readonly orderType: OrderType
  readonly startTime: bigint
  readonly endTime: bigint
  readonly zoneHash: Hex
  readonly salt: bigint
  readonly conduitKey: Hex
  readonly counter: bigint
}

/** An order with its maker's signature (64 or 65 bytes, bulk, EIP-1271 or EIP-6492 bytes). */
export type SignedOrder = { readonly components: OrderComponents; readonly signature: Hex }

export type SeaportDomain = {
  readonly name: 'Seaport'
  readonly version: SeaportVersion
  readonly chainId: number
  readonly verifyingContract: Address
}

/** One payment share: `bps` of the gross price to `recipient`, rounded down to base units. */
export type Fee = { readonly recipient: Address; readonly bps: number }

/** An extra payment by the filler (a "tip" in Seaport's words), in base units. */
export type FeeOnTop = { readonly recipient: Address; readonly amount: bigint }
