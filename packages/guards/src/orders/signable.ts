import {
  bulkOrderHash,
  bulkTree,
  bulkTypedData,
  createOrderHasher,
  digestOf,
  domainSeparator,
  keccak,
  type OrderComponents,
  orderTypedData,
  type SeaportDomain,
  type TypedData,
  wasmKeccak,
} from '@sluice/seaport'
import type { Hex } from 'viem'

/** Typed data to sign, its digest, and the ids of its orders. In a tree, `proof` returns the Merkle proof of an order. */
export type Signable = {
  readonly data: TypedData
  readonly digest: Hex
  readonly hashes: readonly Hex[]
  readonly proof?: (index: number) => readonly Hex[]
}

/** Uses WebAssembly if the page allows it. It is created once, because compiling takes longer than a thousand orders. */
const hash = wasmKeccak() ?? keccak

/** Returns several orders as one request to sign (Seaport's bulk order). */
export function signableTree(domain: SeaportDomain, orders: readonly OrderComponents[]): Signable {
  const tree = bulkTree(orders, hash)
  const digest = digestOf(domainSeparator(domain, hash), bulkOrderHash(tree.height, tree.root, hash), hash)
  return { data: bulkTypedData(domain, orders), hashes: tree.hashes, digest, proof: tree.proof }
}

const hasher = createOrderHasher(hash)

/** Returns one order as a request to sign. */
export const signableOrder = (domain: SeaportDomain, order: OrderComponents): Signable => ({
  data: orderTypedData(domain, order),
  hashes: [hasher.orderHash(order)],
  digest: hasher.orderDigest(domain, order),
})
