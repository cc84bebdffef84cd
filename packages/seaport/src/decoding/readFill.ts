import type { Address, Hex } from 'viem'
import { decode } from '../encoding/codec.ts'
import {
  type AdvancedOrder,
  type BasicOrderParameters,
  type ContractFunction,
  type CriteriaResolver,
  type Fulfillment,
  type FulfillmentComponent,
  fulfillAdvancedOrder,
  fulfillAvailableAdvancedOrders,
  fulfillAvailableOrders,
  fulfillBasicOrder,
  fulfillBasicOrderEfficient,
  fulfillOrder,
  matchAdvancedOrders,
  matchOrders,
  type SignedParameters,
} from '../encoding/functions.ts'
import { SeaportError } from '../model/errors.ts'
import type { ConsiderationItem, OrderComponents } from '../model/types.ts'
import { orderOfBasic } from './decodeOrder.ts'

/** An order in a call. Items that the filler added are separate. */
export type FillOrder = {
  /** As the maker signed it, except for the counter, which the call does not contain. */
  readonly components: OrderComponents
  /** Items beyond the order's own: paid by the filler on top. */
  readonly tips: readonly ConsiderationItem[]
  readonly numerator: bigint
  readonly denominator: bigint
  readonly signature: Hex
  readonly extraData: Hex
  /** Its index in the call. */
  readonly index: number
}

type Groups = readonly (readonly FulfillmentComponent[])[]

/** A call that fills orders, in one form for all functions. Fields that a function does not have are absent. */
export type FillCall = {
  readonly basic: boolean
  readonly orders: readonly FillOrder[]
  readonly resolvers: readonly CriteriaResolver[]
  /** The caller's conduit. In a match, the caller's own order has it instead. */
  readonly conduitKey: Hex | undefined
  /** As written in the call; zero for the caller. */
  readonly recipient?: Address
  readonly maximumFulfilled?: bigint
  readonly offerFulfillments?: Groups
  readonly considerationFulfillments?: Groups
  /** Only in a match. */
  readonly fulfillments?: readonly Fulfillment[]
}

/**
 * Returns the arguments of a call of `fn`, or `undefined` for another selector. Only canonical data is accepted:
 * encoding the arguments again must give the same bytes, because Seaport executes encodings (offsets beyond 2³², dirty
 * bits) that a lenient decoder reads differently. `data` is in lower case; up to `maxSuffix` bytes may follow.
 * @throws {SeaportError} `not_canonical`.
 * @example
 * ```ts
 * const approval = readCall(approve, transaction.input)
 * console.log(approval?.spender, approval?.value)
 * ```
 */
export function readCall<TArguments>(
  fn: ContractFunction<TArguments>,
  data: Hex,
  maxSuffix = 0,
): TArguments | undefined {
  if (!data.startsWith(fn.selector)) return undefined
  const { value, size } = decode(fn.args, data, 4)
  if (data.length - 10 - size * 2 > maxSuffix * 2)
    throw new SeaportError('not_canonical', 'The data is not canonical.')
  return value
}

/** Arguments of all functions that fill orders; each has the same name everywhere. */
type Raw = {
  readonly parameters?: BasicOrderParameters
  readonly order?: SignedParameters | AdvancedOrder
  readonly orders?: readonly (SignedParameters | AdvancedOrder)[]
  readonly criteriaResolvers?: readonly CriteriaResolver[]
  readonly fulfillerConduitKey?: Hex
  readonly recipient?: Address
  readonly maximumFulfilled?: bigint
  readonly offerFulfillments?: Groups
  readonly considerationFulfillments?: Groups
  readonly fulfillments?: readonly Fulfillment[]
}

/** Functions that fill orders. Each has some of the arguments of {@link Raw}. */
const fillFunctions = [
  fulfillBasicOrderEfficient,
  fulfillBasicOrder,
  fulfillOrder,
  fulfillAdvancedOrder,
  fulfillAvailableOrders,
  fulfillAvailableAdvancedOrders,
  matchOrders,
  matchAdvancedOrders,
] as readonly unknown[] as readonly ContractFunction<Raw>[]

/** Splits an order of a call into what the maker signed and what the filler added. */
function fillOrderOf(order: SignedParameters | AdvancedOrder, index: number): FillOrder {
  const { parameters, ...rest } = order
  const { totalOriginalConsiderationItems: own, consideration, ...head } = parameters
  // Seaport reverts.
  if (own > consideration.length) throw new SeaportError('not_canonical', 'The data is not canonical.')
  return {
    numerator: 1n,
    denominator: 1n,
    extraData: '0x',
    ...rest,
    components: { ...head, consideration: consideration.slice(0, own), counter: 0n },
    tips: consideration.slice(own),
    index,
  }
}

/**
 * Decodes a call of any Seaport function that fills orders. Returns `undefined` for any other call. Like
 * {@link readCall}, it accepts only canonical data.
 * @throws {SeaportError} `not_canonical`.
 * @example
 * ```ts
 * const fill = readFill(transaction.input)
 * for (const { components, tips } of fill?.orders ?? []) console.log(components.offerer, tips.length)
 * ```
 */
export function readFill(data: Hex, maxSuffix = 8): FillCall | undefined {
  const fn = fillFunctions.find(({ selector }) => data.startsWith(selector))
  if (fn === undefined) return undefined
  const { parameters, order, orders, criteriaResolvers, fulfillerConduitKey, ...rest } = readCall(
    fn,
    data,
    maxSuffix,
  )!
  return {
    ...rest,
    basic: parameters !== undefined,
    orders: (orders ?? [parameters === undefined ? order! : orderOfBasic(parameters)]).map(fillOrderOf),
    resolvers: criteriaResolvers ?? [],
    conduitKey: fulfillerConduitKey ?? parameters?.fulfillerConduitKey,
  }
}
