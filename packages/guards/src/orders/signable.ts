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

/** What is signed: typed data, the digest of it, and the ids of its orders, each with its proof in a tree. */
export type Signable = {
  readonly data: TypedData
  readonly digest: Hex
  readonly hashes: readonly Hex[]
  readonly proof?: (index: number) => readonly Hex[]
}

/** In WebAssembly where the page lets it; made once, because compiling costs more than a thousand orders. */
const hash = wasmKeccak() ?? keccak

/** Several orders as one request to sign, each with what proves it under the signature. */
export function signableTree(domain: SeaportDomain, orders: readonly OrderComponents[]): Signable {
  const tree = bulkTree(orders, hash)
  const digest = digestOf(domainSeparator(domain, hash), bulkOrderHash(tree.height, tree.root, hash), hash)
  return { data: bulkTypedData(domain, orders), hashes: tree.hashes, digest, proof: tree.proof }
}

const hasher = createOrderHasher(hash)

/** One of many orders that are signed one by one. */
export const signableOrder = (domain: SeaportDomain, order: OrderComponents): Signable => ({
  data: orderTypedData(domain, order),
  hashes: [hasher.orderHash(order)],
  digest: hasher.orderDigest(domain, order),
})
