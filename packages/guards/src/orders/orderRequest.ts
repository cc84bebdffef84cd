import {
  type OrderComponents,
  orderTypes,
  type SeaportDomain,
  type SeaportVersion,
  seaportDomain,
} from '@sluice/seaport'
import { ParseError, readOrder as readComponents } from '@sluice/wire'
import type { Address } from 'viem'
import { block } from '../context/findings.ts'
import type { GuardContext, SignatureEntry } from '../context/guardContext.ts'
import { isRecord } from '../model/isRecord.ts'
import { readTree, withoutPadding } from './bulkOrder.ts'
import { contractOf, readTypedData, sameDomain } from './typedData.ts'

/** The orders of a signature request, read strictly. They are only compared with our own orders, never signed. */
export type OrderRequest = {
  readonly domain: SeaportDomain
  readonly version: SeaportVersion
  readonly seaport: Address
  /** Each order with the path of its JSON. */
  readonly orders: readonly { readonly components: OrderComponents; readonly path: string }[]
  readonly bulk: boolean
}

/** Returns the fields of an EIP-712 type as text, so that they can be compared. */
const textOf = (fields: unknown): string | undefined =>
  Array.isArray(fields)
    ? JSON.stringify(fields.map((field) => (isRecord(field) ? [field.name, field.type] : field)))
    : undefined
const domainText =
  '[["name","string"],["version","string"],["chainId","uint256"],["verifyingContract","address"]]'
/** The largest height of a tree: enough for the number of orders under one signature. */
const maxHeight = 10

/** Reads the typed data of a signature request as Seaport orders. Blocks the plan if it is anything else. */
export function readOrderRequest(context: GuardContext, entry: SignatureEntry): OrderRequest | undefined {
  const path = `${entry.path}.data.sign`
  const sign = readTypedData(context, entry)
  if (sign === undefined) return undefined
  if (sign.primaryType !== 'OrderComponents' && sign.primaryType !== 'BulkOrder')
    return block(context, 'TD_UNKNOWN', `${path}.primaryType`, sign.primaryType)
  const domain = readDomain(context, sign.domain, `${path}.domain`)
  const bulk = sign.primaryType === 'BulkOrder'
  const height = readTypes(context, sign.types, bulk, `${path}.types`)
  if (domain === undefined || height === undefined) return undefined
  const leaves = bulk
    ? readTree(context, sign.value, height, `${path}.value`)
    : [{ value: sign.value, path: `${path}.value` }]
  const orders = leaves?.map((leaf) => readOrder(context, leaf.value, leaf.path))
  if (orders === undefined || !allRead(orders)) return undefined
  const real = bulk ? withoutPadding(context, orders, height, `${path}.value`) : orders
  return real && { ...domain, orders: real, bulk }
}

const allRead = <T>(values: readonly (T | undefined)[]): values is readonly T[] => !values.includes(undefined)

function readDomain(context: GuardContext, value: unknown, path: string) {
  const { chainId } = context.intent
  const seaport = contractOf(value)
  const version = seaport && context.seaports.get(seaport)
  return seaport !== undefined &&
    version !== undefined &&
    sameDomain(value, { name: 'Seaport', version, chainId })
    ? { domain: seaportDomain(chainId, version, seaport), version, seaport }
    : block(context, 'TD_DOMAIN', path, value)
}

/** Returns the height of the tree of orders (0 for a single order). Blocks the plan if the types are not Seaport's. */
function readTypes(context: GuardContext, value: unknown, bulk: boolean, path: string): number | undefined {
  if (!isRecord(value)) return block(context, 'TD_TYPES', path)
  const { BulkOrder, EIP712Domain, ...rest } = value
  const plain =
    Object.keys(rest).length === 3 &&
    Object.entries(orderTypes).every(([name, fields]) => textOf(rest[name]) === textOf(fields)) &&
    (EIP712Domain === undefined || textOf(EIP712Domain) === domainText)
  if (!plain || (BulkOrder !== undefined) !== bulk) return block(context, 'TD_TYPES', path)
  if (!bulk) return 0
  const tree: unknown = Array.isArray(BulkOrder) && BulkOrder.length === 1 ? BulkOrder[0] : undefined
  const depth =
    isRecord(tree) && tree.name === 'tree' && typeof tree.type === 'string'
      ? /^OrderComponents((?:\[2\]){1,24})$/.exec(tree.type)
      : null
  if (depth === null) return block(context, 'TD_TYPES', `${path}.BulkOrder`, tree)
  const height = (depth[1]?.length ?? 0) / 3
  return height > maxHeight ? block(context, 'ORD_BULK', `${path}.BulkOrder`, `height ${height}`) : height
}

function readOrder(context: GuardContext, value: unknown, path: string) {
  try {
    return { components: readComponents(value), path }
  } catch (cause) {
    const field = cause instanceof ParseError ? `.${cause.path}` : ''
    return block(context, 'SHAPE_ORDER', `${path}${field}`)
  }
}
