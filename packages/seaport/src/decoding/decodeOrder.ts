import type { Address, Hex } from 'viem'
import type {
  AdvancedOrder,
  BasicOrderParameters,
  OrderParameters,
  SignedParameters,
} from '../encoding/functions.ts'
import { SeaportError } from '../model/errors.ts'
import { ItemType, type OfferItem, type OrderComponents, type OrderType } from '../model/types.ts'

/** An order in call data: its components without the counter, and the index of its first tip. */
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

/** The parameters of a basic order, with how many recipients were in the order and all of them. */
export type DecodedBasic = Omit<
  BasicOrderParameters,
  'totalOriginalAdditionalRecipients' | 'additionalRecipients'
> & {
  readonly originalAdditional: number
  readonly additional: BasicOrderParameters['additionalRecipients']
}

/** Components and original item count of `OrderParameters`; Seaport reverts if the count exceeds the items. */
export function parametersFrom(
  parameters: OrderParameters,
): Pick<DecodedOrder, 'components' | 'originalItems'> {
  const { totalOriginalConsiderationItems: originalItems, ...components } = parameters
  if (originalItems > components.consideration.length)
    throw new SeaportError('not_canonical', `The order has no ${originalItems} consideration items.`)
  return { components, originalItems }
}

export function orderFrom(raw: SignedParameters | AdvancedOrder): DecodedOrder {
  const { parameters, ...rest } = raw
  return { numerator: 1n, denominator: 1n, extraData: '0x', ...rest, ...parametersFrom(parameters) }
}

export function basicFrom(raw: BasicOrderParameters): DecodedBasic {
  const { totalOriginalAdditionalRecipients, additionalRecipients, ...rest } = raw
  return { ...rest, originalAdditional: totalOriginalAdditionalRecipients, additional: additionalRecipients }
}

/**
 * Returns the order that a basic call fills, as Seaport derives it (BasicOrderFulfiller.sol): routes 0 to 3 sell an
 * NFT for native coin or an ERC-20, 4 and 5 buy one with an ERC-20; the first payment goes to the offerer.
 *
 * @example
 * ```ts
 * const { parameters, signature } = orderOfBasic(basicOrderParameters)
 * ```
 */
export function orderOfBasic(basic: BasicOrderParameters): SignedParameters {
  const {
    considerationToken,
    considerationIdentifier,
    considerationAmount,
    offerToken,
    offerIdentifier,
    offerAmount,
    basicOrderType,
    offererConduitKey: conduitKey,
    fulfillerConduitKey: _,
    totalOriginalAdditionalRecipients: original,
    additionalRecipients,
    signature,
    ...head
  } = basic
  const route = basicOrderType >> 2
  const nft = route % 2 === 0 ? ItemType.erc721 : ItemType.erc1155
  const currency = route < 2 ? ItemType.native : ItemType.erc20
  const item = (
    itemType: ItemType,
    token: Address,
    identifierOrCriteria: bigint,
    amount: bigint,
  ): OfferItem => ({
    itemType,
    token,
    identifierOrCriteria,
    startAmount: amount,
    endAmount: amount,
  })
  const [given, asked] = route < 4 ? [nft, currency] : [currency, nft]
  const first = item(asked, considerationToken, considerationIdentifier, considerationAmount)
  const paid = route < 4 ? considerationToken : offerToken
  return {
    parameters: {
      ...head,
      offer: [item(given, offerToken, offerIdentifier, offerAmount)],
      consideration: [
        { ...first, recipient: head.offerer },
        ...additionalRecipients.map(({ amount, recipient }) => ({
          ...item(currency, paid, 0n, amount),
          recipient,
        })),
      ],
      orderType: (basicOrderType & 3) as OrderType,
      conduitKey,
      totalOriginalConsiderationItems: original + 1,
    },
    signature,
  }
}

/**
 * Returns what the maker signed: the components without tips, with the counter from the chain.
 *
 * @example
 * ```ts
 * const { call } = decodeCall(transaction.input)
 * if (call.name === 'fulfillAdvancedOrder') console.log(orderHash(signedComponents(call.order, counter)))
 * ```
 */
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
