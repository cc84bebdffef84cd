import {
  bulkTree,
  bulkTypedData,
  type Keccak,
  type OrderComponents,
  orderTypedData,
  seaportDomain,
} from '@sluice/seaport'
import { orderJson } from '../../orders/orderJson.ts'
import type { Exchange } from '../exchange.ts'
import { grouped } from '../grouped.ts'
import type { SignatureData, SignatureItem } from './steps.ts'

/** A new order with the request's index, ready to be signed. `target` names what a bid is for. */
export type Unsigned = {
  readonly index: number
  readonly exchange: Exchange
  readonly components: OrderComponents
  readonly orderbook: string
  /** The poster's API key at another book; it is returned to the poster only. */
  readonly orderbookApiKey?: string | undefined
  readonly target?: Readonly<Record<string, unknown>>
}

type Signing = {
  readonly chainId: number
  readonly source: string | undefined
  /** Whether one signature may cover several orders: contracts verify each order's own digest. */
  readonly bulk: boolean
  readonly keccak: Keccak
}

const treeJson = (node: unknown): unknown =>
  Array.isArray(node) ? node.map(treeJson) : orderJson(node as OrderComponents)

/** An order as it is posted: with what it is for and the book that it goes to. */
const posting = ({ exchange, components, target, orderbook, orderbookApiKey }: Unsigned) => ({
  order: { kind: exchange.kind, data: orderJson(components) },
  ...target,
  orderbook,
  ...(orderbookApiKey === undefined ? {} : { orderbookApiKey }),
})

/** The item of orders under one signature. @param value of the typed data, as JSON. */
const signatureItem = (
  orders: readonly Unsigned[],
  { domain, types, primaryType }: Pick<SignatureData['sign'], 'domain' | 'types' | 'primaryType'>,
  value: object,
  endpoint: string,
  body: object,
  { source }: Signing,
): SignatureItem => ({
  status: 'incomplete',
  data: {
    sign: { signatureKind: 'eip712', domain, types, value, primaryType },
    post: { endpoint, method: 'POST', body: { ...body, ...(source === undefined ? {} : { source }) } },
  },
  orderIndexes: orders.map(({ index }) => index),
})

function singleItem(order: Unsigned, signing: Signing): SignatureItem {
  const { exchange, components } = order
  const domain = seaportDomain(signing.chainId, exchange.version, exchange.address)
  const typed = orderTypedData(domain, components)
  return signatureItem([order], typed, orderJson(components), '/order/v3', posting(order), signing)
}

function bulkItem(orders: readonly Unsigned[], exchange: Exchange, signing: Signing): SignatureItem {
  const components = orders.map((order) => order.components)
  const domain = seaportDomain(signing.chainId, exchange.version, exchange.address)
  const typed = bulkTypedData(domain, components)
  const tree = bulkTree(components, signing.keccak)
  const items = orders.map((order, orderIndex) => ({
    ...posting(order),
    bulkData: { kind: exchange.kind, data: { orderIndex, merkleProof: tree.proof(orderIndex) } },
  }))
  const value = { tree: treeJson(typed.message.tree) }
  return signatureItem(orders, typed, value, '/order/v4', { items }, signing)
}

/** What the maker signs: one order alone, or all orders of one Seaport under one bulk signature. */
export const signatureItems = (orders: readonly Unsigned[], signing: Signing): readonly SignatureItem[] =>
  grouped(orders, ({ exchange }) => exchange.kind).flatMap((group) =>
    signing.bulk && group.length > 1
      ? [bulkItem(group, group[0].exchange, signing)]
      : group.map((order) => singleItem(order, signing)),
  )
