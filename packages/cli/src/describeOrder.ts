import * as chains from '@sluice/core/chains'
import {
  ItemType,
  isCriteria,
  isCurrency,
  isNft,
  type OfferItem,
  type OrderComponents,
  OrderType,
  orderHash,
  orderShape,
  zeroAddress,
  zeroHash,
} from '@sluice/seaport'
import { amountText } from './amountText.ts'

type Item = Pick<OfferItem, 'itemType' | 'token' | 'identifierOrCriteria' | 'startAmount' | 'endAmount'>

const nativeCoin = { address: zeroAddress, decimals: 18, symbol: 'of the native coin' }

/** Formats an amount: in the currency's decimals if the chain's settings know them, otherwise in base units. */
function money(token: string, amount: bigint, chainId: number | undefined): string {
  const chain = Object.values(chains).find(({ id }) => id === chainId)
  return amountText([...(chain?.paymentTokens ?? []), nativeCoin], token, amount)
}

/** Describes an item: how much of what, and how the amount changes over time. */
export function describeItem(item: Item, chainId?: number): string {
  const { itemType, token, identifierOrCriteria: id, startAmount, endAmount } = item
  const moves = startAmount !== endAmount
  if (isCurrency(itemType)) {
    const first = money(token, startAmount, chainId)
    return moves ? `${first}, moving to ${money(token, endAmount, chainId)}` : first
  }
  const what = itemType === ItemType.erc721 || itemType === ItemType.erc721Criteria ? 'ERC-721' : 'ERC-1155'
  const which = !isCriteria(itemType)
    ? `token ${id}`
    : id === 0n
      ? 'any token'
      : `any token of the list whose root is 0x${id.toString(16).padStart(64, '0')}`
  const many = moves ? `${startAmount} to ${endAmount} of ` : startAmount === 1n ? '' : `${startAmount} of `
  return `${many}${which} of ${what} ${token}`
}

const utc = (seconds: bigint): string =>
  seconds > 8_640_000_000_000n ? 'the end of time' : new Date(Number(seconds) * 1000).toISOString()

/** Whether an order can be filled in parts. */
const isPartial = ({ orderType }: OrderComponents): boolean =>
  orderType === OrderType.partialOpen || orderType === OrderType.partialRestricted

/** Whether an order's zone must approve each fill. */
const isRestricted = ({ orderType }: OrderComponents): boolean =>
  orderType === OrderType.fullRestricted || orderType === OrderType.partialRestricted

const kindOf = (order: OrderComponents): string => {
  const shape = orderShape(order)
  if (shape === undefined) return 'A trade of several things'
  if (order.offer.every(({ itemType }) => isNft(itemType))) return 'A listing'
  const asked = order.consideration.find(({ itemType }) => isNft(itemType))
  if (asked !== undefined && isCriteria(asked.itemType))
    return asked.identifierOrCriteria === 0n
      ? 'An offer for a collection'
      : 'An offer for any of a list of tokens'
  return 'An offer for a token'
}

/** Lists who receives which part of the consideration, the maker first. */
function receives(order: OrderComponents, chainId: number | undefined): readonly string[] {
  const own = order.consideration.filter(({ recipient }) => recipient === order.offerer)
  const others = order.consideration.filter(({ recipient }) => recipient !== order.offerer)
  return [
    ...own.map((item) => `  ${describeItem(item, chainId)}, for the maker`),
    ...others.map((item) => `  ${describeItem(item, chainId)}, for ${item.recipient}`),
    ...(order.consideration.length === 0 ? ['  nothing: whoever fills it gives nothing in return'] : []),
  ]
}

/**
 * Describes an order: what it offers and asks for, for whom, until when, and its other conditions. Reads nothing
 * but its own fields; amounts are exact.
 *
 * @param chainId names the currencies of that chain; amounts of others are written in base units.
 * @example
 * const { call } = decodeCall(transaction.input)
 * if (call.name === 'cancel') for (const order of call.orders) console.log(describeOrder(order, 8453))
 */
export function describeOrder(order: OrderComponents, chainId?: number): string {
  return [
    `${kindOf(order)} by ${order.offerer}`,
    `Id ${orderHash(order)}`,
    '',
    'It gives',
    ...order.offer.map((item) => `  ${describeItem(item, chainId)}`),
    'It asks for',
    ...receives(order, chainId),
    '',
    `Valid from ${utc(order.startTime)} until ${utc(order.endTime)}.`,
    isPartial(order) ? 'It can be filled in parts.' : 'It is filled whole or not at all.',
    isRestricted(order)
      ? `Only fills that the zone ${order.zone} lets pass.`
      : order.zone === zeroAddress
        ? 'Anybody may fill it.'
        : `Anybody may fill it; its zone ${order.zone} may cancel it.`,
    order.conduitKey === zeroHash
      ? 'Seaport itself moves what the maker gives.'
      : `The conduit of key ${order.conduitKey} moves what the maker gives.`,
    `Counter ${order.counter}: raising it ends this order.`,
  ].join('\n')
}
