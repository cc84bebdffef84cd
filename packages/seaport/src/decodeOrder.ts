import type { Address, Hex } from 'viem'
import { SeaportError } from './errors.ts'
import type { AdvancedOrder, BasicOrderParameters, OrderParameters, SignedParameters } from './functions.ts'
import { type ConsiderationItem, ItemType, type OrderComponents, type OrderType } from './types.ts'

/** An order inside call data: its components but the counter, and where its tips begin. */
export type DecodedOrder = {
  /** Tips included, at the end of the consideration; the maker signed only the first `originalItems`. */
  readonly components: Omit<OrderComponents, 'counter'>
  /** Items beyond this index are the filler's own additions (tips). */
  readonly originalItems: number
  readonly numerator: bigint
  readonly denominator: bigint
  readonly signature: Hex
  readonly extraData: Hex
}

export type DecodedBasic = {
  readonly considerationToken: Address
  readonly considerationIdentifier: bigint
  readonly considerationAmount: bigint
  readonly offerer: Address
  readonly zone: Address
  readonly offerToken: Address
  readonly offerIdentifier: bigint
  readonly offerAmount: bigint
  readonly basicOrderType: number
  readonly startTime: bigint
  readonly endTime: bigint
  readonly zoneHash: Hex
  readonly salt: bigint
  readonly offererConduitKey: Hex
  readonly fulfillerConduitKey: Hex
  readonly originalAdditional: number
  readonly additional: readonly { readonly amount: bigint; readonly recipient: Address }[]
  readonly signature: Hex
}

/** Seaport reverts when the caller claims more signed items than there are. */
function assertItems(original: number, all: number): void {
  if (original > all)
    throw new SeaportError('not_canonical', `The order has ${all} consideration items, not ${original}.`)
}

/** Components and original item count of `OrderParameters`. */
export function parametersFrom(
  parameters: OrderParameters,
): Pick<DecodedOrder, 'components' | 'originalItems'> {
  const { totalOriginalConsiderationItems: originalItems, ...components } = parameters
  assertItems(originalItems, components.consideration.length)
  return { components, originalItems }
}

export function orderFrom(raw: SignedParameters | AdvancedOrder): DecodedOrder {
  const advanced = 'numerator' in raw
  return {
    ...parametersFrom(raw.parameters),
    numerator: advanced ? raw.numerator : 1n,
    denominator: advanced ? raw.denominator : 1n,
    signature: raw.signature,
    extraData: advanced ? raw.extraData : '0x',
  }
}

export function basicFrom(raw: BasicOrderParameters): DecodedBasic {
  const { totalOriginalAdditionalRecipients, additionalRecipients, ...rest } = raw
  assertItems(totalOriginalAdditionalRecipients, additionalRecipients.length)
  return { ...rest, originalAdditional: totalOriginalAdditionalRecipients, additional: additionalRecipients }
}

/**
 * The order that a basic call fills, as Seaport derives it (BasicOrderFulfiller.sol): routes 0 to 3 sell an
 * NFT for native coin or an ERC-20, 4 and 5 buy one with an ERC-20; the first payment goes to the offerer.
 */
export function orderOfBasic(basic: DecodedBasic): DecodedOrder {
  const route = Math.floor(basic.basicOrderType / 4)
  const nft = route % 2 === 0 ? ItemType.erc721 : ItemType.erc1155
  const currency = route < 2 ? ItemType.native : ItemType.erc20
  const sells = route < 4
  const first: ConsiderationItem = {
    itemType: sells ? currency : nft,
    token: basic.considerationToken,
    identifierOrCriteria: basic.considerationIdentifier,
    startAmount: basic.considerationAmount,
    endAmount: basic.considerationAmount,
    recipient: basic.offerer,
  }
  const others = basic.additional.map(
    ({ amount, recipient }): ConsiderationItem => ({
      itemType: currency,
      token: sells ? basic.considerationToken : basic.offerToken,
      identifierOrCriteria: 0n,
      startAmount: amount,
      endAmount: amount,
      recipient,
    }),
  )
  return {
    components: {
      offerer: basic.offerer,
      zone: basic.zone,
      offer: [
        {
          itemType: sells ? nft : currency,
          token: basic.offerToken,
          identifierOrCriteria: basic.offerIdentifier,
          startAmount: basic.offerAmount,
          endAmount: basic.offerAmount,
        },
      ],
      consideration: [first, ...others],
      orderType: (basic.basicOrderType % 4) as OrderType,
      startTime: basic.startTime,
      endTime: basic.endTime,
      zoneHash: basic.zoneHash,
      salt: basic.salt,
      conduitKey: basic.offererConduitKey,
    },
    originalItems: basic.originalAdditional + 1,
    numerator: 1n,
    denominator: 1n,
    signature: basic.signature,
    extraData: '0x',
  }
}

/** What the maker signed: the components without tips, under the counter that the chain adds. */
export function signedComponents(
  order: Pick<DecodedOrder, 'components' | 'originalItems'>,
  counter: bigint,
): OrderComponents {
  return {
    ...order.components,
    consideration: order.components.consideration.slice(0, order.originalItems),
    counter,
  }
}
