import type { Hex } from 'viem'
import type { ItemType, OrderType } from '../model/types.ts'
import {
  address,
  array,
  bool,
  bytes,
  bytes32,
  type Codec,
  encode,
  enumUpTo,
  type Fields,
  index,
  tuple,
  uint120,
  uint256,
  type ValueOf,
} from './codec.ts'

const itemType = /* @__PURE__ */ enumUpTo<ItemType>(5)
const orderType = /* @__PURE__ */ enumUpTo<OrderType>(4)
/** 0 offer, 1 consideration. */
const side = /* @__PURE__ */ enumUpTo<0 | 1>(1)
/** Six routes times four order types. */
const basicOrderType = /* @__PURE__ */ enumUpTo<number>(23)

const item = {
  itemType,
  token: address,
  identifierOrCriteria: uint256,
  startAmount: uint256,
  endAmount: uint256,
}
/** Merges fields. Bundlers drop an unused call, but not an unused spread. */
const and = <TFields extends object, TMore extends object>(
  fields: TFields,
  more: TMore,
): TFields & TMore => ({
  ...fields,
  ...more,
})

export const offerItem = /* @__PURE__ */ tuple(item)
export const considerationItem = /* @__PURE__ */ tuple(/* @__PURE__ */ and(item, { recipient: address }))

export const orderHead = {
  offerer: address,
  zone: address,
  offer: /* @__PURE__ */ array(offerItem),
  consideration: /* @__PURE__ */ array(considerationItem),
  orderType,
  startTime: uint256,
  endTime: uint256,
  zoneHash: bytes32,
  salt: uint256,
  conduitKey: bytes32,
}
const orderComponents = /* @__PURE__ */ tuple(/* @__PURE__ */ and(orderHead, { counter: uint256 }))
const orderParameters = /* @__PURE__ */ tuple(
  /* @__PURE__ */ and(orderHead, { totalOriginalConsiderationItems: index }),
)
const signedOrder = /* @__PURE__ */ tuple({ parameters: orderParameters, signature: bytes })
const advancedOrder = /* @__PURE__ */ tuple({
  parameters: orderParameters,
  numerator: uint120,
  denominator: uint120,
  signature: bytes,
  extraData: bytes,
})
const criteriaResolver = /* @__PURE__ */ tuple({
  orderIndex: index,
  side,
  index,
  identifier: uint256,
  criteriaProof: /* @__PURE__ */ array(bytes32),
})
const components = /* @__PURE__ */ array(/* @__PURE__ */ tuple({ orderIndex: index, itemIndex: index }))
const fulfillment = /* @__PURE__ */ tuple({
  offerComponents: components,
  considerationComponents: components,
})
const basicOrder = /* @__PURE__ */ tuple({
  considerationToken: address,
  considerationIdentifier: uint256,
  considerationAmount: uint256,
  offerer: address,
  zone: address,
  offerToken: address,
  offerIdentifier: uint256,
  offerAmount: uint256,
  basicOrderType,
  startTime: uint256,
  endTime: uint256,
  zoneHash: bytes32,
  salt: uint256,
  offererConduitKey: bytes32,
  fulfillerConduitKey: bytes32,
  totalOriginalAdditionalRecipients: index,
  additionalRecipients: /* @__PURE__ */ array(/* @__PURE__ */ tuple({ amount: uint256, recipient: address })),
  signature: bytes,
})
const spentItem = { itemType, token: address, identifier: uint256, amount: uint256 }
const transferItems = /* @__PURE__ */ tuple({
  items: /* @__PURE__ */ array(/* @__PURE__ */ tuple(spentItem)),
  recipient: address,
  validateERC721Receiver: bool,
})

export type OrderParameters = ValueOf<typeof orderParameters>
export type SignedParameters = ValueOf<typeof signedOrder>
export type AdvancedOrder = ValueOf<typeof advancedOrder>
export type CriteriaResolver = ValueOf<typeof criteriaResolver>
export type FulfillmentComponent = ValueOf<typeof components>[number]
export type Fulfillment = ValueOf<typeof fulfillment>
export type BasicOrderParameters = ValueOf<typeof basicOrder>

/** A contract function: selector and arguments, fields in the order of SeaportInterface.sol and the token standards. */
export type ContractFunction<TArguments> = { readonly selector: Hex; readonly args: Codec<TArguments> }

const call = <TStruct extends object>(
  selector: Hex,
  fields: Fields<TStruct>,
): ContractFunction<Readonly<TStruct>> => ({ selector, args: tuple(fields) })

const orders = /* @__PURE__ */ array(signedOrder)
const advancedOrders = /* @__PURE__ */ array(advancedOrder)
const criteriaResolvers = /* @__PURE__ */ array(criteriaResolver)
const groups = /* @__PURE__ */ array(components)

export const fulfillBasicOrderEfficient = /* @__PURE__ */ call('0x00000000', { parameters: basicOrder })
export const fulfillBasicOrder = /* @__PURE__ */ call('0xfb0f3ee1', { parameters: basicOrder })
export const fulfillOrder = /* @__PURE__ */ call('0xb3a34c4c', {
  order: signedOrder,
  fulfillerConduitKey: bytes32,
})
export const fulfillAdvancedOrder = /* @__PURE__ */ call('0xe7acab24', {
  order: advancedOrder,
  criteriaResolvers,
  fulfillerConduitKey: bytes32,
  recipient: address,
})
export const fulfillAvailableOrders = /* @__PURE__ */ call('0xed98a574', {
  orders,
  offerFulfillments: groups,
  considerationFulfillments: groups,
  fulfillerConduitKey: bytes32,
  maximumFulfilled: uint256,
})
export const fulfillAvailableAdvancedOrders = /* @__PURE__ */ call('0x87201b41', {
  orders: advancedOrders,
  criteriaResolvers,
  offerFulfillments: groups,
  considerationFulfillments: groups,
  fulfillerConduitKey: bytes32,
  recipient: address,
  maximumFulfilled: uint256,
})
export const matchOrders = /* @__PURE__ */ call('0xa8174404', {
  orders,
  fulfillments: /* @__PURE__ */ array(fulfillment),
})
export const matchAdvancedOrders = /* @__PURE__ */ call('0xf2d12b12', {
  orders: advancedOrders,
  criteriaResolvers,
  fulfillments: /* @__PURE__ */ array(fulfillment),
  recipient: address,
})
export const cancel = /* @__PURE__ */ call('0xfd9f1e10', { orders: /* @__PURE__ */ array(orderComponents) })
export const validate = /* @__PURE__ */ call('0x88147732', { orders })
export const incrementCounterFunction = /* @__PURE__ */ call('0x5b34b966', {})

/** ERC-20's, and of the same form ERC-721's: `value` is an amount or a token id. */
export const approve = /* @__PURE__ */ call('0x095ea7b3', { spender: address, value: uint256 })
export const setApprovalForAll = /* @__PURE__ */ call('0xa22cb465', { operator: address, approved: bool })
export const safeTransferFrom721 = /* @__PURE__ */ call('0x42842e0e', {
  from: address,
  to: address,
  tokenId: uint256,
})
export const safeTransferFrom1155 = /* @__PURE__ */ call('0xf242432a', {
  from: address,
  to: address,
  id: uint256,
  amount: uint256,
  data: bytes,
})
export const safeBatchTransferFrom = /* @__PURE__ */ call('0x2eb2c2d6', {
  from: address,
  to: address,
  ids: /* @__PURE__ */ array(uint256),
  amounts: /* @__PURE__ */ array(uint256),
  data: bytes,
})
export const deposit = /* @__PURE__ */ call('0xd0e30db0', {})
export const bulkTransfer = /* @__PURE__ */ call('0x32389b71', {
  items: /* @__PURE__ */ array(transferItems),
  conduitKey: bytes32,
})

/** SeaDrop's public mint. `minterIfNotPayer` is the zero address if the caller mints for itself. */
export const mintPublic = /* @__PURE__ */ call('0x161ac21f', {
  nftContract: address,
  feeRecipient: address,
  minterIfNotPayer: address,
  quantity: uint256,
})

/** Non-indexed data of Seaport's events. */
export const orderFulfilledData = /* @__PURE__ */ tuple({
  orderHash: bytes32,
  recipient: address,
  offer: /* @__PURE__ */ array(/* @__PURE__ */ tuple(spentItem)),
  consideration: /* @__PURE__ */ array(
    /* @__PURE__ */ tuple(/* @__PURE__ */ and(spentItem, { recipient: address })),
  ),
})
export const orderCancelledData = /* @__PURE__ */ tuple({ orderHash: bytes32 })
export const orderValidatedData = /* @__PURE__ */ tuple({ orderHash: bytes32, orderParameters })
export const ordersMatchedData = /* @__PURE__ */ tuple({ orderHashes: /* @__PURE__ */ array(bytes32) })
export const counterIncrementedData = /* @__PURE__ */ tuple({ newCounter: uint256 })

/**
 * Call data of a function.
 *
 * @example
 * ```ts
 * encodeCall(approve, { spender: openseaConduit, value: 10n ** 18n }) // '0x095ea7b3…'
 * ```
 */
export const encodeCall = <TArguments>(fn: ContractFunction<TArguments>, args: TArguments): Hex =>
  encode(fn.args, args, fn.selector)
