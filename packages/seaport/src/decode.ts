import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  size,
  slice,
} from 'viem'
import { erc20Abi, erc721Abi, erc1155Abi, seaportAbi, wrappedNativeAbi } from './abi.ts'
import { SeaportError } from './errors.ts'
import type { ConsiderationItem, ItemType, OfferItem, OrderComponents, OrderType } from './types.ts'

/** Call data that is unknown, or known and not in its one canonical form. */
export class DecodeError extends SeaportError {
  override readonly name = 'DecodeError'
  readonly reason: 'unknown-selector' | 'not-canonical' | 'suffix-too-long'
  constructor(reason: DecodeError['reason'], message: string) {
    super(reason === 'unknown-selector' ? 'unknown_function' : 'not_canonical', message)
    this.reason = reason
  }
}

/** An order inside call data: its components but the counter, and where its tips begin. */
export type DecodedOrder = {
  readonly components: Omit<OrderComponents, 'counter'>
  /** Items beyond this index are the filler's own additions (tips). */
  readonly originalItems: number
  readonly numerator: bigint
  readonly denominator: bigint
  readonly signature: Hex
  readonly extraData: Hex
}
export type DecodedResolver = {
  readonly orderIndex: number
  readonly side: number
  readonly index: number
  readonly identifier: bigint
  readonly proof: readonly Hex[]
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
type Component = { readonly orderIndex: number; readonly itemIndex: number }
export type DecodedFulfillment = {
  readonly offer: readonly Component[]
  readonly consideration: readonly Component[]
}

export type DecodedCall =
  | {
      readonly name: 'fulfillBasicOrder' | 'fulfillBasicOrder_efficient_6GL6yc'
      readonly basic: DecodedBasic
    }
  | {
      readonly name: 'fulfillOrder' | 'fulfillAdvancedOrder'
      readonly order: DecodedOrder
      readonly resolvers: readonly DecodedResolver[]
      readonly conduitKey: Hex
      readonly recipient: Address | undefined
    }
  | {
      readonly name: 'fulfillAvailableOrders' | 'fulfillAvailableAdvancedOrders'
      readonly orders: readonly DecodedOrder[]
      readonly resolvers: readonly DecodedResolver[]
      readonly offerFulfillments: readonly (readonly Component[])[]
      readonly considerationFulfillments: readonly (readonly Component[])[]
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
  | { readonly name: 'validate' }
  | { readonly name: 'incrementCounter' }
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

const bulkTransferAbi = parseAbi([
  'struct TransferHelperItem { uint8 itemType; address token; uint256 identifier; uint256 amount; }',
  'struct TransferHelperItemsWithRecipient { TransferHelperItem[] items; address recipient; bool validateERC721Receiver; }',
  'function bulkTransfer(TransferHelperItemsWithRecipient[] items, bytes32 conduitKey) returns (bytes4 magicValue)',
])

export { bulkTransferAbi as transferHelperAbi }

/** Every function this reader knows, by selector. */
const readers: Readonly<Record<Hex, { readonly abi: Abi; readonly name: string }>> = {
  '0x00000000': { abi: seaportAbi, name: 'fulfillBasicOrder_efficient_6GL6yc' },
  '0xfb0f3ee1': { abi: seaportAbi, name: 'fulfillBasicOrder' },
  '0xb3a34c4c': { abi: seaportAbi, name: 'fulfillOrder' },
  '0xe7acab24': { abi: seaportAbi, name: 'fulfillAdvancedOrder' },
  '0xed98a574': { abi: seaportAbi, name: 'fulfillAvailableOrders' },
  '0x87201b41': { abi: seaportAbi, name: 'fulfillAvailableAdvancedOrders' },
  '0xa8174404': { abi: seaportAbi, name: 'matchOrders' },
  '0xf2d12b12': { abi: seaportAbi, name: 'matchAdvancedOrders' },
  '0xfd9f1e10': { abi: seaportAbi, name: 'cancel' },
  '0x88147732': { abi: seaportAbi, name: 'validate' },
  '0x5b34b966': { abi: seaportAbi, name: 'incrementCounter' },
  '0x095ea7b3': { abi: erc20Abi, name: 'approve' },
  '0xa22cb465': { abi: erc721Abi, name: 'setApprovalForAll' },
  '0xd0e30db0': { abi: wrappedNativeAbi, name: 'deposit' },
  '0x42842e0e': { abi: erc721Abi, name: 'safeTransferFrom' },
  '0xf242432a': { abi: erc1155Abi, name: 'safeTransferFrom' },
  '0x2eb2c2d6': { abi: erc1155Abi, name: 'safeBatchTransferFrom' },
}

const low = <T extends string>(text: T): T => text.toLowerCase() as T

type RawItem = {
  itemType: number
  token: Address
  identifierOrCriteria: bigint
  startAmount: bigint
  endAmount: bigint
}
type RawParameters = {
  offerer: Address
  zone: Address
  offer: readonly RawItem[]
  consideration: readonly (RawItem & { recipient: Address })[]
  orderType: number
  startTime: bigint
  endTime: bigint
  zoneHash: Hex
  salt: bigint
  conduitKey: Hex
}
type RawOrder = {
  parameters: RawParameters & { totalOriginalConsiderationItems: bigint }
  signature: Hex
  numerator?: bigint
  denominator?: bigint
  extraData?: Hex
}

const itemOf = (item: RawItem): OfferItem => ({
  itemType: item.itemType as ItemType,
  token: low(item.token),
  identifierOrCriteria: item.identifierOrCriteria,
  startAmount: item.startAmount,
  endAmount: item.endAmount,
})
const componentsOf = (raw: RawParameters): Omit<OrderComponents, 'counter'> => ({
  offerer: low(raw.offerer),
  zone: low(raw.zone),
  offer: raw.offer.map(itemOf),
  consideration: raw.consideration.map(
    (item): ConsiderationItem => ({ ...itemOf(item), recipient: low(item.recipient) }),
  ),
  orderType: raw.orderType as OrderType,
  startTime: raw.startTime,
  endTime: raw.endTime,
  zoneHash: low(raw.zoneHash),
  salt: raw.salt,
  conduitKey: low(raw.conduitKey),
})
const orderOf = (raw: RawOrder): DecodedOrder => ({
  components: componentsOf(raw.parameters),
  originalItems: Number(raw.parameters.totalOriginalConsiderationItems),
  numerator: raw.numerator ?? 1n,
  denominator: raw.denominator ?? 1n,
  signature: low(raw.signature),
  extraData: low(raw.extraData ?? '0x'),
})
type RawResolver = {
  orderIndex: bigint
  side: number
  index: bigint
  identifier: bigint
  criteriaProof: readonly Hex[]
}
const resolverOf = (raw: RawResolver): DecodedResolver => ({
  orderIndex: Number(raw.orderIndex),
  side: raw.side,
  index: Number(raw.index),
  identifier: raw.identifier,
  proof: raw.criteriaProof.map(low),
})
type RawComponent = { orderIndex: bigint; itemIndex: bigint }
const componentOf = (raw: RawComponent): Component => ({
  orderIndex: Number(raw.orderIndex),
  itemIndex: Number(raw.itemIndex),
})

type RawBasic = Omit<DecodedBasic, 'originalAdditional' | 'additional'> & {
  totalOriginalAdditionalRecipients: bigint
  additionalRecipients: readonly { amount: bigint; recipient: Address }[]
}
const basicOf = ({
  totalOriginalAdditionalRecipients,
  additionalRecipients,
  ...raw
}: RawBasic): DecodedBasic => ({
  ...raw,
  considerationToken: low(raw.considerationToken),
  offerer: low(raw.offerer),
  zone: low(raw.zone),
  offerToken: low(raw.offerToken),
  zoneHash: low(raw.zoneHash),
  offererConduitKey: low(raw.offererConduitKey),
  fulfillerConduitKey: low(raw.fulfillerConduitKey),
  signature: low(raw.signature),
  originalAdditional: Number(totalOriginalAdditionalRecipients),
  additional: additionalRecipients.map(({ amount, recipient }) => ({ amount, recipient: low(recipient) })),
})

function shape(name: string, args: readonly unknown[]): DecodedCall {
  const at = <T>(index: number): T => args[index] as T
  switch (name) {
    case 'fulfillBasicOrder':
    case 'fulfillBasicOrder_efficient_6GL6yc':
      return { name, basic: basicOf(at<RawBasic>(0)) }
    case 'fulfillOrder':
      return {
        name,
        order: orderOf(at<RawOrder>(0)),
        resolvers: [],
        conduitKey: low(at<Hex>(1)),
        recipient: undefined,
      }
    case 'fulfillAdvancedOrder':
      return {
        name,
        order: orderOf(at<RawOrder>(0)),
        resolvers: at<RawResolver[]>(1).map(resolverOf),
        conduitKey: low(at<Hex>(2)),
        recipient: low(at<Address>(3)),
      }
    case 'fulfillAvailableOrders':
    case 'fulfillAvailableAdvancedOrders': {
      const advanced = name === 'fulfillAvailableAdvancedOrders'
      const base = advanced ? 2 : 1
      return {
        name,
        orders: at<RawOrder[]>(0).map(orderOf),
        resolvers: advanced ? at<RawResolver[]>(1).map(resolverOf) : [],
        offerFulfillments: at<RawComponent[][]>(base).map((group) => group.map(componentOf)),
        considerationFulfillments: at<RawComponent[][]>(base + 1).map((group) => group.map(componentOf)),
        conduitKey: low(at<Hex>(base + 2)),
        recipient: advanced ? low(at<Address>(5)) : undefined,
        maximumFulfilled: at<bigint>(advanced ? 6 : 4),
      }
    }
    case 'matchOrders':
    case 'matchAdvancedOrders': {
      const advanced = name === 'matchAdvancedOrders'
      type Raw = { offerComponents: RawComponent[]; considerationComponents: RawComponent[] }
      return {
        name,
        orders: at<RawOrder[]>(0).map(orderOf),
        resolvers: advanced ? at<RawResolver[]>(1).map(resolverOf) : [],
        fulfillments: at<Raw[]>(advanced ? 2 : 1).map((raw) => ({
          offer: raw.offerComponents.map(componentOf),
          consideration: raw.considerationComponents.map(componentOf),
        })),
        recipient: advanced ? low(at<Address>(3)) : undefined,
      }
    }
    case 'cancel':
      return {
        name,
        orders: at<(RawParameters & { counter: bigint })[]>(0).map((raw) => ({
          ...componentsOf(raw),
          counter: raw.counter,
        })),
      }
    case 'approve':
      return { name, spender: low(at<Address>(0)), amount: at<bigint>(1) }
    case 'setApprovalForAll':
      return { name, operator: low(at<Address>(0)), approved: at<boolean>(1) }
    case 'safeTransferFrom':
      return args.length === 3
        ? {
            name,
            from: low(at<Address>(0)),
            to: low(at<Address>(1)),
            tokenId: at<bigint>(2),
            amount: 1n,
            kind: 'erc721',
            data: '0x',
          }
        : {
            name,
            from: low(at<Address>(0)),
            to: low(at<Address>(1)),
            tokenId: at<bigint>(2),
            amount: at<bigint>(3),
            kind: 'erc1155',
            data: at<Hex>(4),
          }
    case 'safeBatchTransferFrom':
      return {
        name,
        from: low(at<Address>(0)),
        to: low(at<Address>(1)),
        tokenIds: at<bigint[]>(2),
        amounts: at<bigint[]>(3),
        data: at<Hex>(4),
      }
    case 'validate':
    case 'incrementCounter':
    case 'deposit':
      return { name }
    default:
      throw new DecodeError('unknown-selector', 'The call is not one this reader knows.')
  }
}

/**
 * Reads call data into what it does. Only canonical data is read: what is decoded is encoded again and must
 * give the same bytes, because Seaport executes encodings (offsets beyond 2^32, dirty bits) that a lenient
 * decoder shows differently. Up to `maxSuffix` trailing bytes are reported as `suffix`.
 * @throws {DecodeError}
 */
export function decodeCall(data: Hex, maxSuffix = 8): { readonly call: DecodedCall; readonly suffix: Hex } {
  const bytes = low(data)
  if (size(bytes) < 4) throw new DecodeError('unknown-selector', 'The call data is shorter than a selector.')
  const reader = readers[slice(bytes, 0, 4)]
  if (reader === undefined)
    throw new DecodeError('unknown-selector', 'The call is not one this reader knows.')
  const { abi, name } = reader
  let args: readonly unknown[]
  let again: Hex
  try {
    args = (decodeFunctionData({ abi, data: bytes }).args as readonly unknown[] | undefined) ?? []
    again = encodeFunctionData({ abi, functionName: name, args })
  } catch (cause) {
    throw new DecodeError(
      'not-canonical',
      `The call data of ${name} cannot be read: ${(cause as Error).name}.`,
    )
  }
  if (!bytes.startsWith(again))
    throw new DecodeError('not-canonical', `The call data of ${name} is not in its canonical form.`)
  const suffix = `0x${bytes.slice(again.length)}` as Hex
  if (size(suffix) > maxSuffix)
    throw new DecodeError('suffix-too-long', `The call data of ${name} has ${size(suffix)} bytes too many.`)
  return { call: shape(name, args), suffix }
}
