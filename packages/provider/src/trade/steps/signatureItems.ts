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
import type { SignatureItem } from './steps.ts'

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

const keyOf = ({ orderbookApiKey }: Unsigned) => (orderbookApiKey === undefined ? {} : { orderbookApiKey })

function singleItem(order: Unsigned, { chainId, source }: Signing): SignatureItem {
  const { exchange, components } = order
  const typed = orderTypedData(seaportDomain(chainId, exchange.version, exchange.address), components)
  const json = orderJson(components)
  const body = {
    order: { kind: exchange.kind, data: json },
    ...order.target,
    orderbook: order.orderbook,
    ...keyOf(order),
    ...(source === undefined ? {} : { source }),
  }
  return {
    status: 'incomplete',
    data: {
      sign: {
        signatureKind: 'eip712',
        domain: typed.domain,
        types: typed.types,
        value: json,
        primaryType: typed.primaryType,
      },
      post: { endpoint: '/order/v3', method: 'POST', body },
    },
    orderIndexes: [order.index],
  }
}

function bulkItem(
  orders: readonly Unsigned[],
  exchange: Exchange,
  { chainId, source, keccak }: Signing,
): SignatureItem {
  const components = orders.map((order) => order.components)
  const domain = seaportDomain(chainId, exchange.version, exchange.address)
  const typed = bulkTypedData(domain, components)
  const tree = bulkTree(components, keccak)
  const items = orders.map((order, orderIndex) => ({
    order: { kind: exchange.kind, data: orderJson(order.components) },
    ...order.target,
    orderbook: order.orderbook,
    ...keyOf(order),
    bulkData: { kind: exchange.kind, data: { orderIndex, merkleProof: tree.proof(orderIndex) } },
  }))
  return {
    status: 'incomplete',
    data: {
      sign: {
        signatureKind: 'eip712',
        domain: typed.domain,
        types: typed.types,
        value: { tree: treeJson(typed.message.tree) },
        primaryType: typed.primaryType,
      },
      post: {
        endpoint: '/order/v4',
        method: 'POST',
        body: { items, ...(source === undefined ? {} : { source }) },
      },
    },
    orderIndexes: orders.map(({ index }) => index),
  }
}

/** What the maker signs: one order alone, or all orders of one Seaport under one bulk signature. */
export function signatureItems(orders: readonly Unsigned[], signing: Signing): readonly SignatureItem[] {
  const kinds = [...new Set(orders.map(({ exchange }) => exchange.kind))]
  return kinds.flatMap((kind) => {
    const group = orders.filter(({ exchange }) => exchange.kind === kind)
    const [first] = group
    if (first === undefined) return []
    return signing.bulk && group.length > 1
      ? [bulkItem(group, first.exchange, signing)]
      : group.map((order) => singleItem(order, signing))
  })
}
