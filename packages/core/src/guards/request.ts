import {
  bulkHeight,
  emptyOrder,
  type OrderComponents,
  orderTypedData,
  type SeaportDomain,
  type SeaportVersion,
  seaportDomain,
} from '@sluice/seaport'
import { ParseError, readOrder as readComponents } from '@sluice/wire'
import type { Address } from 'viem'
import { block, type Judgement, type SignatureEntry } from './judgement.ts'
import { refuseMessage } from './message.ts'
import { isRecord } from './record.ts'

/** The orders that a signature item of the plan asks to sign, read strictly. Nothing of it is signed. */
export type OrderRequest = {
  readonly domain: SeaportDomain
  readonly version: SeaportVersion
  readonly seaport: Address
  /** `path` of each order's JSON. */
  readonly orders: readonly { readonly components: OrderComponents; readonly path: string }[]
  readonly bulk: boolean
}

type Fields = readonly { readonly name: string; readonly type: string }[]

const orderFields = orderTypedData(seaportDomain(1, '1.6'), emptyOrder).types
const domainFields: Fields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
/** Padded leaves above this height are never needed for the orders that we sign at once. */
const maxHeight = 10

/** Reads the typed data of a signature item as Seaport orders, or objects. */
export function readOrderRequest(judgement: Judgement, entry: SignatureEntry): OrderRequest | undefined {
  const path = `${entry.path}.data.sign`
  const { sign } = entry.data
  if (sign == null) return block(judgement, 'SHAPE_SIGN', path)
  if (sign.signatureKind === 'eip191') return refuseMessage(judgement, entry, sign.message)
  if (sign.primaryType !== 'OrderComponents' && sign.primaryType !== 'BulkOrder')
    return block(judgement, 'TD_UNKNOWN', `${path}.primaryType`, sign.primaryType)
  const domain = readDomain(judgement, sign.domain, `${path}.domain`)
  const bulk = sign.primaryType === 'BulkOrder'
  const height = readTypes(judgement, sign.types, bulk, `${path}.types`)
  if (domain === undefined || height === undefined) return undefined
  const leaves = bulk
    ? readTree(judgement, sign.value, height, `${path}.value`)
    : [{ value: sign.value, path: `${path}.value` }]
  const orders = leaves?.map((leaf) => readOrder(judgement, leaf.value, leaf.path))
  if (orders === undefined || orders.some((order) => order === undefined)) return undefined
  const real = orders.filter((order) => order !== undefined && !isEmpty(order.components)) as {
    components: OrderComponents
    path: string
  }[]
  // Padding comes last and no higher than the orders need: an odd leaf is an order somebody hid.
  const needed = bulk ? bulkHeight(real.length) : 0
  const ordered = orders.slice(0, real.length).every((order, index) => order === real[index])
  if (real.length === 0 || !ordered || (bulk && needed !== height))
    return block(judgement, 'ORD_BULK', `${path}.value`, `height ${height}`, `height ${needed}`)
  return { ...domain, orders: real, bulk }
}

function readDomain(judgement: Judgement, value: unknown, path: string) {
  const { chainId } = judgement.intent
  if (isRecord(value) && Object.keys(value).length === 4 && typeof value.verifyingContract === 'string') {
    const seaport = value.verifyingContract.toLowerCase() as Address
    const version = judgement.seaports.get(seaport)
    if (
      version !== undefined &&
      value.name === 'Seaport' &&
      value.version === version &&
      value.chainId === chainId
    )
      return { domain: seaportDomain(chainId, version, seaport), version, seaport }
  }
  return block(judgement, 'TD_DOMAIN', path, value)
}

/** Height of the bulk tree (0 for a single order) when the types are Seaport's own, field by field. */
function readTypes(judgement: Judgement, value: unknown, bulk: boolean, path: string): number | undefined {
  if (!isRecord(value)) return block(judgement, 'TD_TYPES', path)
  const { BulkOrder, EIP712Domain, ...rest } = value
  const names = Object.keys(rest)
  const plain =
    names.length === 3 &&
    names.every((name) => sameFields(rest[name], orderFields[name])) &&
    (EIP712Domain === undefined || sameFields(EIP712Domain, domainFields))
  if (!plain || (BulkOrder !== undefined) !== bulk) return block(judgement, 'TD_TYPES', path)
  if (!bulk) return 0
  const tree: unknown = Array.isArray(BulkOrder) && BulkOrder.length === 1 ? BulkOrder[0] : undefined
  const depth =
    isRecord(tree) && tree.name === 'tree' && typeof tree.type === 'string'
      ? /^OrderComponents((?:\[2\]){1,24})$/.exec(tree.type)
      : null
  if (depth === null) return block(judgement, 'TD_TYPES', `${path}.BulkOrder`, tree)
  const height = (depth[1]?.length ?? 0) / 3
  return height > maxHeight ? block(judgement, 'ORD_BULK', `${path}.BulkOrder`, `height ${height}`) : height
}

function sameFields(value: unknown, expected: Fields | undefined): boolean {
  return (
    expected !== undefined &&
    Array.isArray(value) &&
    value.length === expected.length &&
    expected.every(
      ({ name, type }, index) =>
        isRecord(value[index]) && value[index].name === name && value[index].type === type,
    )
  )
}

function readTree(judgement: Judgement, value: unknown, height: number, path: string) {
  let level: { value: unknown; path: string }[] = [
    { value: isRecord(value) ? value.tree : undefined, path: `${path}.tree` },
  ]
  for (let depth = 0; depth < height; depth++) {
    if (level.some((node) => !Array.isArray(node.value) || node.value.length !== 2))
      return block(judgement, 'ORD_BULK', `${path}.tree`)
    level = level.flatMap((node) =>
      (node.value as unknown[]).map((child, index) => ({ value: child, path: `${node.path}.${index}` })),
    )
  }
  return level
}

function readOrder(judgement: Judgement, value: unknown, path: string) {
  try {
    return { components: readComponents(value), path }
  } catch (cause) {
    const field = cause instanceof ParseError ? `.${cause.path}` : ''
    return block(judgement, 'SHAPE_ORDER', `${path}${field}`)
  }
}

const isEmpty = (order: OrderComponents): boolean =>
  order.offer.length === 0 &&
  order.consideration.length === 0 &&
  (
    [
      'offerer',
      'zone',
      'orderType',
      'startTime',
      'endTime',
      'zoneHash',
      'salt',
      'conduitKey',
      'counter',
    ] as const
  ).every((field) => order[field] === emptyOrder[field])
