import type { Address, Hex } from 'viem'
import { decode } from '../encoding/codec.ts'
import {
  approve,
  bulkTransfer,
  type ContractFunction,
  type CriteriaResolver,
  cancel,
  deposit,
  type Fulfillment,
  type FulfillmentComponent,
  fulfillAdvancedOrder,
  fulfillAvailableAdvancedOrders,
  fulfillAvailableOrders,
  fulfillBasicOrder,
  fulfillBasicOrderEfficient,
  fulfillOrder,
  incrementCounterFunction,
  matchAdvancedOrders,
  matchOrders,
  safeBatchTransferFrom,
  safeTransferFrom721,
  safeTransferFrom1155,
  setApprovalForAll,
  validate,
} from '../encoding/functions.ts'
import { SeaportError } from '../model/errors.ts'
import { lowerHex } from '../model/hex.ts'
import type { ItemType, OrderComponents } from '../model/types.ts'
import { basicFrom, type DecodedBasic, type DecodedOrder, orderFrom, orderOfBasic } from './decodeOrder.ts'

/** Thrown for call data of an unknown function, or of a known one in a non-canonical encoding. */
export class DecodeError extends SeaportError {
  override readonly name = 'DecodeError'
  readonly reason: 'unknown-selector' | 'not-canonical' | 'suffix-too-long'
  constructor(reason: DecodeError['reason'], message: string, options?: ErrorOptions) {
    super(reason === 'unknown-selector' ? 'unknown_function' : 'not_canonical', message, options)
    this.reason = reason
  }
}

export type DecodedResolver = {
  readonly orderIndex: number
  /** 0 offer, 1 consideration. */
  readonly side: 0 | 1
  readonly index: number
  readonly identifier: bigint
  readonly proof: readonly Hex[]
}
export type DecodedFulfillment = {
  readonly offer: readonly FulfillmentComponent[]
  readonly consideration: readonly FulfillmentComponent[]
}
export type DecodedTransfer = {
  readonly recipient: Address
  /** Whether the helper checks that a receiving contract accepts ERC-721 tokens. */
  readonly checksReceiver: boolean
  readonly items: readonly {
    readonly itemType: ItemType
    readonly token: Address
    readonly identifier: bigint
    readonly amount: bigint
  }[]
}

/** What a call does. Addresses and byte strings are lower-cased. */
export type DecodedCall =
  | {
      readonly name: 'fulfillBasicOrder' | 'fulfillBasicOrder_efficient_6GL6yc'
      readonly basic: DecodedBasic
      /** The same as an order, tips at its end. */
      readonly order: DecodedOrder
    }
  | {
      readonly name: 'fulfillOrder' | 'fulfillAdvancedOrder'
      readonly order: DecodedOrder
      readonly resolvers: readonly DecodedResolver[]
      readonly conduitKey: Hex
      /** Zero for the caller; absent if the function has none. */
      readonly recipient: Address | undefined
    }
  | {
      readonly name: 'fulfillAvailableOrders' | 'fulfillAvailableAdvancedOrders'
      readonly orders: readonly DecodedOrder[]
      readonly resolvers: readonly DecodedResolver[]
      readonly offerFulfillments: readonly (readonly FulfillmentComponent[])[]
      readonly considerationFulfillments: readonly (readonly FulfillmentComponent[])[]
      readonly conduitKey: Hex
      readonly recipient: Address | undefined
      readonly maximumFulfilled: bigint
    }
  | {
      readonly name: 'matchOrders' | 'matchAdvancedOrders'
      readonly orders: readonly DecodedOrder[]
      readonly resolvers: readonly DecodedResolver[]
      readonly fulfillments: readonly DecodedFulfillment[]
      readonly recipient: Address | undefined
    }
  | { readonly name: 'cancel'; readonly orders: readonly OrderComponents[] }
  /** Sent by the offerer, it has the same effect as signing each order. Never send it just because a server says so. */
  | { readonly name: 'validate'; readonly orders: readonly DecodedOrder[] }
  | { readonly name: 'incrementCounter' }
  /** ERC-20: an allowance. ERC-721 has the same call: `amount` is then a token id. */
  | { readonly name: 'approve'; readonly spender: Address; readonly amount: bigint }
  | { readonly name: 'setApprovalForAll'; readonly operator: Address; readonly approved: boolean }
  | { readonly name: 'deposit' }
  | {
      readonly name: 'safeTransferFrom'
      readonly from: Address
      readonly to: Address
      readonly tokenId: bigint
      readonly amount: bigint
      readonly kind: 'erc721' | 'erc1155'
      readonly data: Hex
    }
  | {
      readonly name: 'safeBatchTransferFrom'
      readonly from: Address
      readonly to: Address
      readonly tokenIds: readonly bigint[]
      readonly amounts: readonly bigint[]
      readonly data: Hex
    }
  | {
      readonly name: 'bulkTransfer'
      readonly transfers: readonly DecodedTransfer[]
      readonly conduitKey: Hex
    }

type Read = { readonly call: DecodedCall; readonly size: number }

/** How to read the arguments of one function; `onSeaport` says whether a suffix may follow. */
type CallReader = { readonly onSeaport: boolean; readonly read: (data: Hex) => Read }

function reader<TArguments>(
  onSeaport: boolean,
  fn: ContractFunction<TArguments>,
  shape: (args: TArguments) => DecodedCall,
): readonly [Hex, CallReader] {
  const read = (data: Hex): Read => {
    const { value, size } = decode(fn.args, data, 4)
    return { call: shape(value), size }
  }
  return [fn.selector, { onSeaport, read }]
}

const resolverFrom = ({ criteriaProof, ...raw }: CriteriaResolver): DecodedResolver => ({
  ...raw,
  proof: criteriaProof,
})
const fulfillmentFrom = (raw: Fulfillment): DecodedFulfillment => ({
  offer: raw.offerComponents,
  consideration: raw.considerationComponents,
})

function basicCall(
  name: 'fulfillBasicOrder' | 'fulfillBasicOrder_efficient_6GL6yc',
  raw: Parameters<typeof basicFrom>[0],
): DecodedCall {
  return { name, basic: basicFrom(raw), order: orderFrom(orderOfBasic(raw)) }
}

const fills = () => [
  reader(true, fulfillBasicOrderEfficient, ({ parameters }) =>
    basicCall('fulfillBasicOrder_efficient_6GL6yc', parameters),
  ),
  reader(true, fulfillBasicOrder, ({ parameters }) => basicCall('fulfillBasicOrder', parameters)),
  reader(true, fulfillOrder, (args) => ({
    name: 'fulfillOrder',
    order: orderFrom(args.order),
    resolvers: [],
    conduitKey: args.fulfillerConduitKey,
    recipient: undefined,
  })),
  reader(true, fulfillAdvancedOrder, (args) => ({
    name: 'fulfillAdvancedOrder',
    order: orderFrom(args.order),
    resolvers: args.criteriaResolvers.map(resolverFrom),
    conduitKey: args.fulfillerConduitKey,
    recipient: args.recipient,
  })),
  reader(true, fulfillAvailableOrders, (args) => ({
    name: 'fulfillAvailableOrders',
    orders: args.orders.map(orderFrom),
    resolvers: [],
    offerFulfillments: args.offerFulfillments,
    considerationFulfillments: args.considerationFulfillments,
    conduitKey: args.fulfillerConduitKey,
    recipient: undefined,
    maximumFulfilled: args.maximumFulfilled,
  })),
  reader(true, fulfillAvailableAdvancedOrders, (args) => ({
    name: 'fulfillAvailableAdvancedOrders',
    orders: args.orders.map(orderFrom),
    resolvers: args.criteriaResolvers.map(resolverFrom),
    offerFulfillments: args.offerFulfillments,
    considerationFulfillments: args.considerationFulfillments,
    conduitKey: args.fulfillerConduitKey,
    recipient: args.recipient,
    maximumFulfilled: args.maximumFulfilled,
  })),
  reader(true, matchOrders, (args) => ({
    name: 'matchOrders',
    orders: args.orders.map(orderFrom),
    resolvers: [],
    fulfillments: args.fulfillments.map(fulfillmentFrom),
    recipient: undefined,
  })),
  reader(true, matchAdvancedOrders, (args) => ({
    name: 'matchAdvancedOrders',
    orders: args.orders.map(orderFrom),
    resolvers: args.criteriaResolvers.map(resolverFrom),
    fulfillments: args.fulfillments.map(fulfillmentFrom),
    recipient: args.recipient,
  })),
]

const others = () => [
  reader(true, cancel, ({ orders }) => ({ name: 'cancel', orders })),
  reader(true, validate, ({ orders }) => ({ name: 'validate', orders: orders.map(orderFrom) })),
  reader(true, incrementCounterFunction, () => ({ name: 'incrementCounter' })),
  reader(false, approve, ({ spender, value }) => ({ name: 'approve', spender, amount: value })),
  reader(false, setApprovalForAll, (args) => ({ name: 'setApprovalForAll', ...args })),
  reader(false, deposit, () => ({ name: 'deposit' })),
  reader(false, safeTransferFrom721, (args) => ({
    name: 'safeTransferFrom',
    ...args,
    amount: 1n,
    kind: 'erc721',
    data: '0x',
  })),
  reader(false, safeTransferFrom1155, ({ id, ...args }) => ({
    name: 'safeTransferFrom',
    ...args,
    tokenId: id,
    kind: 'erc1155',
  })),
  reader(false, safeBatchTransferFrom, ({ ids, ...args }) => ({
    name: 'safeBatchTransferFrom',
    ...args,
    tokenIds: ids,
  })),
  reader(false, bulkTransfer, ({ items, conduitKey }) => ({
    name: 'bulkTransfer',
    transfers: items.map(({ validateERC721Receiver, ...transfer }) => ({
      ...transfer,
      checksReceiver: validateERC721Receiver,
    })),
    conduitKey,
  })),
]

/** Every function this reader knows, by selector. A map, so that no selector finds an inherited member. */
const readers: ReadonlyMap<string, CallReader> = /* @__PURE__ */ new Map([
  .../* @__PURE__ */ fills(),
  .../* @__PURE__ */ others(),
])

/**
 * Decodes call data. Only canonical data is accepted: encoding the call again must give the same bytes, because Seaport
 * executes encodings (offsets beyond 2³², dirty bits) that a lenient decoder reads differently. A Seaport call may end
 * in up to `maxSuffix` bytes of attribution, returned as `suffix`; a call of a token may not.
 * @throws {DecodeError}
 * @example
 * ```ts
 * const { call, suffix } = decodeCall(transaction.input)
 * if (call.name === 'cancel') console.log(call.orders.length)
 * ```
 */
export function decodeCall(data: Hex, maxSuffix = 8): { readonly call: DecodedCall; readonly suffix: Hex } {
  const text = lowerHex(data)
  const known = readers.get(text.slice(0, 10))
  if (known === undefined)
    throw new DecodeError('unknown-selector', `${text.slice(0, 10)} starts no call that this reader knows.`)
  const { call, size } = readArguments(known, text)
  const suffix: Hex = `0x${text.slice(10 + size * 2)}`
  const bytesOver = (suffix.length - 2) / 2
  if (bytesOver > (known.onSeaport ? maxSuffix : 0))
    throw new DecodeError('suffix-too-long', `The call data of ${call.name} has ${bytesOver} bytes too many.`)
  return { call, suffix }
}

function readArguments(known: CallReader, data: Hex): Read {
  try {
    return known.read(data)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new DecodeError('not-canonical', `The call data cannot be read: ${why}`, { cause })
  }
}
