import { type Address, concatHex, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { seaportAbi } from './abi.ts'
import { amountAt, fractionOf, isCriteria, orderShape } from './amounts.ts'
import { type Call, type Fill, type FillOptions, FractionError, parametersOf } from './call.ts'
import { type ConsiderationItem, ItemType, type OrderComponents } from './types.ts'

const withSuffix = (data: Hex, suffix: Hex | undefined): Hex =>
  suffix === undefined ? data : concatHex([data, suffix])

/** Numerator and denominator of a fill: units over the order's quantity. */
export function fractionOfFill(fill: Fill): { readonly numerator: bigint; readonly denominator: bigint } {
  const shape = orderShape(fill.components)
  if (shape === undefined || fill.units === undefined || fill.units === shape.quantity)
    return { numerator: 1n, denominator: 1n }
  if (fill.units <= 0n || fill.units > shape.quantity)
    throw new FractionError(`The order has ${shape.quantity} units; ${fill.units} cannot be filled.`)
  return { numerator: fill.units, denominator: shape.quantity }
}

/** Tips as consideration items. Seaport scales them by the fraction, so they are written scaled up. */
function tipItems(fill: Fill, numerator: bigint, denominator: bigint): readonly ConsiderationItem[] {
  const currency = orderShape(fill.components)?.currency ?? zeroAddress
  return (fill.tips ?? []).map(({ recipient, amount }) => {
    const scaled = fractionOf(amount, denominator, numerator)
    if (scaled === undefined) throw new FractionError('A fee on top does not divide by the units bought.')
    return {
      itemType: currency === zeroAddress ? ItemType.native : ItemType.erc20,
      token: currency,
      identifierOrCriteria: 0n,
      startAmount: scaled,
      endAmount: scaled,
      recipient,
    }
  })
}

/** Native coin that a fill moves at `now`, tips included. */
function nativeValue(
  items: readonly ConsiderationItem[],
  order: OrderComponents,
  now: bigint,
  numerator: bigint,
  denominator: bigint,
): bigint {
  return items
    .filter((item) => item.itemType === ItemType.native)
    .reduce((sum, item) => {
      const scaled = {
        startAmount: fractionOf(item.startAmount, numerator, denominator),
        endAmount: fractionOf(item.endAmount, numerator, denominator),
      }
      if (scaled.startAmount === undefined || scaled.endAmount === undefined)
        throw new FractionError('The price does not divide by the units bought.')
      return (
        sum +
        amountAt(
          { startAmount: scaled.startAmount, endAmount: scaled.endAmount },
          order,
          now,
          'consideration',
        )
      )
    }, 0n)
}

/** The order as `AdvancedOrder` with its tips, its fraction and the native value it needs. */
export function advancedOrder(fill: Fill, now: bigint) {
  const { numerator, denominator } = fractionOfFill(fill)
  const tips = tipItems(fill, numerator, denominator)
  const parameters = parametersOf(fill.components, tips)
  return {
    order: {
      parameters,
      numerator,
      denominator,
      signature: fill.signature,
      extraData: fill.extraData ?? ('0x' as Hex),
    },
    value: nativeValue(parameters.consideration, fill.components, now, numerator, denominator),
  }
}

/** Resolvers for the criteria items of a fill at `orderIndex`. */
export function resolversOf(fill: Fill, orderIndex: number) {
  const resolve = (side: number) => (item: { itemType: ItemType }, index: number) =>
    isCriteria(item.itemType)
      ? [
          {
            orderIndex: BigInt(orderIndex),
            side,
            index: BigInt(index),
            identifier: fill.tokenId ?? 0n,
            criteriaProof: [...(fill.proof ?? [])],
          },
        ]
      : []
  return [...fill.components.offer.flatMap(resolve(0)), ...fill.components.consideration.flatMap(resolve(1))]
}

/**
 * Whether `fulfillBasicOrder` may carry this fill: one fixed-price NFT for one currency (or the reverse),
 * whole, open to all, without zone data. About a tenth cheaper than the general route.
 */
export function canFulfilBasic(fill: Fill, options: FillOptions): boolean {
  const { components } = fill
  const shape = orderShape(components)
  if (shape === undefined || shape.taker !== undefined || isCriteria(shape.nft.itemType)) return false
  if (fill.extraData !== undefined || components.orderType > 1) return false
  if (options.recipient !== undefined && options.recipient !== zeroAddress) return false
  if (fractionOfFill(fill).denominator !== 1n) return false
  if ([...components.offer, ...components.consideration].some((item) => item.startAmount !== item.endAmount))
    return false
  const [first] = components.consideration
  return shape.side === 'bid' || (first !== undefined && first.recipient === components.offerer)
}

/** Route times four plus order type (BasicOrderType in ConsiderationEnums.sol). */
function basicType(fill: Fill): number {
  const shape = orderShape(fill.components)
  if (shape === undefined) throw new RangeError('Not an order of the basic route.')
  const is1155 = shape.nft.itemType === ItemType.erc1155
  const route =
    shape.side === 'bid' ? (is1155 ? 5 : 4) : (shape.currency === zeroAddress ? 0 : 2) + (is1155 ? 1 : 0)
  return route * 4 + fill.components.orderType
}

/** `fulfillBasicOrder_efficient_6GL6yc` for a fill that {@link canFulfilBasic} allows. */
export function fulfilBasic(fill: Fill, options: FillOptions): Call {
  const { components } = fill
  const [offered] = components.offer
  const [first, ...rest] = components.consideration
  if (offered === undefined || first === undefined || !canFulfilBasic(fill, options))
    throw new RangeError('The basic route does not carry this order.')
  const tips = fill.tips ?? []
  const additional = [
    ...rest.map(({ startAmount, recipient }) => ({ amount: startAmount, recipient })),
    ...tips.map(({ amount, recipient }) => ({ amount, recipient })),
  ]
  const native = first.itemType === ItemType.native
  const data = encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillBasicOrder_efficient_6GL6yc',
    args: [
      {
        considerationToken: first.token,
        considerationIdentifier: first.identifierOrCriteria,
        considerationAmount: first.startAmount,
        offerer: components.offerer,
        zone: components.zone,
        offerToken: offered.token,
        offerIdentifier: offered.identifierOrCriteria,
        offerAmount: offered.startAmount,
        basicOrderType: basicType(fill),
        startTime: components.startTime,
        endTime: components.endTime,
        zoneHash: components.zoneHash,
        salt: components.salt,
        offererConduitKey: components.conduitKey,
        fulfillerConduitKey: options.conduitKey,
        totalOriginalAdditionalRecipients: BigInt(rest.length),
        additionalRecipients: additional,
        signature: fill.signature,
      },
    ],
  })
  const value = native ? additional.reduce((sum, { amount }) => sum + amount, first.startAmount) : 0n
  return { to: options.seaport, data: withSuffix(data, options.suffix), value }
}

/** `fulfillAdvancedOrder`: any single order, whole or in part. */
export function fulfilAdvanced(fill: Fill, options: FillOptions): Call {
  const { order, value } = advancedOrder(fill, options.now)
  const data = encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillAdvancedOrder',
    args: [order, resolversOf(fill, 0), options.conduitKey, options.recipient ?? zeroAddress],
  })
  return { to: options.seaport, data: withSuffix(data, options.suffix), value }
}

type Component = { readonly orderIndex: bigint; readonly itemIndex: bigint }

/** Groups consideration items that pay the same recipient in the same currency, so that each is one transfer. */
export function groupedConsideration(
  orders: readonly { readonly parameters: { readonly consideration: readonly ConsiderationItem[] } }[],
): readonly (readonly Component[])[] {
  const groups = new Map<string, Component[]>()
  orders.forEach(({ parameters }, orderIndex) => {
    parameters.consideration.forEach((item, itemIndex) => {
      const key = `${item.itemType}:${item.token}:${item.identifierOrCriteria}:${item.recipient}`
      const group = groups.get(key) ?? []
      group.push({ orderIndex: BigInt(orderIndex), itemIndex: BigInt(itemIndex) })
      groups.set(key, group)
    })
  })
  return [...groups.values()]
}

/**
 * `fulfillAvailableAdvancedOrders`: a sweep. Orders that are gone are skipped and their price comes back;
 * payments to one recipient are grouped. A transfer that fails reverts the whole call.
 */
export function fulfilAvailable(fills: readonly Fill[], options: FillOptions): Call {
  const advanced = fills.map((fill) => advancedOrder(fill, options.now))
  const orders = advanced.map(({ order }) => order)
  const data = encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillAvailableAdvancedOrders',
    args: [
      orders,
      fills.flatMap((fill, index) => resolversOf(fill, index)),
      orders.flatMap(({ parameters }, orderIndex) =>
        parameters.offer.map((_, itemIndex) => [
          { orderIndex: BigInt(orderIndex), itemIndex: BigInt(itemIndex) },
        ]),
      ),
      groupedConsideration(orders).map((group) => [...group]),
      options.conduitKey,
      options.recipient ?? zeroAddress,
      BigInt(fills.length),
    ],
  })
  return {
    to: options.seaport,
    data: withSuffix(data, options.suffix),
    value: advanced.reduce((sum, { value }) => sum + value, 0n),
  }
}

/** The cheapest call that fills one order for the caller. */
export function fulfil(fill: Fill, options: FillOptions): Call {
  return canFulfilBasic(fill, options) ? fulfilBasic(fill, options) : fulfilAdvanced(fill, options)
}

/** `cancel`: each order can never be filled again. All must be the caller's. */
export function cancelOrders(seaport: Address, orders: readonly OrderComponents[]): Call {
  const args = orders.map((order) => ({
    ...order,
    offer: [...order.offer],
    consideration: [...order.consideration],
  }))
  return {
    to: seaport,
    data: encodeFunctionData({ abi: seaportAbi, functionName: 'cancel', args: [args] }),
    value: 0n,
  }
}

/** `incrementCounter`: every order the caller ever signed on this Seaport is void. */
export function incrementCounter(seaport: Address): Call {
  return {
    to: seaport,
    data: encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' }),
    value: 0n,
  }
}
