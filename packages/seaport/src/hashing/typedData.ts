import type { Address } from 'viem'
import { seaportAddress, zeroAddress, zeroHash } from '../model/addresses.ts'
import { SeaportError } from '../model/errors.ts'
import type { OrderComponents, SeaportDomain, SeaportVersion } from '../model/types.ts'

type Field = { readonly name: string; readonly type: string }

const fieldsOf = (list: string): readonly Field[] =>
  list.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })

/** Fields of the structs of an order as EIP-712 writes them (ConsiderationStructs.sol). */
export const itemFields =
  'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
export const orderFields =
  'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter'

/** EIP-712 types of an order. */
export const orderTypes = /* @__PURE__ */ (() => ({
  OrderComponents: fieldsOf(orderFields),
  OfferItem: fieldsOf(itemFields),
  ConsiderationItem: fieldsOf(`${itemFields},address recipient`),
}))()

/** What a wallet signs: viem's shape, values as bigint. */
export type TypedData<TPrimary extends string = string> = {
  readonly domain: SeaportDomain
  readonly types: Readonly<Record<string, readonly Field[]>>
  readonly primaryType: TPrimary
  readonly message: Readonly<Record<string, unknown>>
}

/**
 * Returns Seaport's signing domain on a chain.
 *
 * @example
 * ```ts
 * seaportDomain(8453, '1.6') // { name: 'Seaport', version: '1.6', chainId: 8453, verifyingContract: '0x…' }
 * ```
 */
export function seaportDomain(
  chainId: number,
  version: SeaportVersion,
  verifyingContract: Address = seaportAddress[version],
): SeaportDomain {
  return { name: 'Seaport', version, chainId, verifyingContract }
}

/**
 * Returns the typed data of one order.
 *
 * @example
 * ```ts
 * const signature = await account.signTypedData(orderTypedData(seaportDomain(8453, '1.6'), components))
 * ```
 */
export function orderTypedData(
  domain: SeaportDomain,
  components: OrderComponents,
): TypedData<'OrderComponents'> {
  return { domain, types: orderTypes, primaryType: 'OrderComponents', message: { ...components } }
}

/** The all-zero order that pads a bulk tree to a power of two. */
export const emptyOrder: OrderComponents = {
  offerer: zeroAddress,
  zone: zeroAddress,
  offer: [],
  consideration: [],
  orderType: 0,
  startTime: 0n,
  endTime: 0n,
  zoneHash: zeroHash,
  salt: 0n,
  conduitKey: zeroHash,
  counter: 0n,
}

/**
 * Returns the height of the tree for `count` orders: 1 for two, 8 for 256.
 * @throws SeaportError `invalid_value` for no orders or more than the contract's 2²⁴.
 * @example
 * ```ts
 * bulkHeight(3) // 2
 * ```
 */
export function bulkHeight(count: number): number {
  if (!Number.isInteger(count) || count < 1 || count > 2 ** 24)
    throw new SeaportError('invalid_value', `No tree has ${count} orders.`)
  return Math.max(1, Math.ceil(Math.log2(count)))
}

/** `OrderComponents[2][2]…`: the type of the field `tree` at a height. */
export const bulkTreeType = (height: number): string => `OrderComponents${'[2]'.repeat(height)}`

/**
 * Returns the typed data of several orders under one signature.
 *
 * @example
 * ```ts
 * const signature = await account.signTypedData(bulkTypedData(seaportDomain(8453, '1.6'), orders))
 * ```
 */
export function bulkTypedData(
  domain: SeaportDomain,
  orders: readonly OrderComponents[],
): TypedData<'BulkOrder'> & { readonly height: number } {
  const height = bulkHeight(orders.length)
  let level: unknown[] = Array.from({ length: 2 ** height }, (_, index) => orders[index] ?? emptyOrder)
  while (level.length > 2)
    level = Array.from({ length: level.length / 2 }, (_, index) => [level[index * 2], level[index * 2 + 1]])
  return {
    domain,
    types: { BulkOrder: [{ name: 'tree', type: bulkTreeType(height) }], ...orderTypes },
    primaryType: 'BulkOrder',
    message: { tree: level },
    height,
  }
}
