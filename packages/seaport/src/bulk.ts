import {
  bytesToHex,
  concatHex,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
  size,
  slice,
  stringToBytes,
} from 'viem'
import {
  componentsType,
  considerationType,
  createOrderHasher,
  digestOf,
  domainSeparator,
  itemType,
  type Keccak,
} from './hash.ts'
import { bulkHeight, bulkTreeType, emptyOrder } from './typedData.ts'
import type { OrderComponents, SeaportDomain } from './types.ts'

/** A bulk tree over order hashes in the given order; pairs are not sorted. */
export type BulkTree = {
  readonly height: number
  readonly root: Hex
  /** Siblings of leaf `index`, from the leaf up. */
  proof(index: number): readonly Hex[]
  /** The id of order `index`. */
  readonly hashes: readonly Hex[]
}

const viemKeccak: Keccak = (bytes) => keccak256(bytes, 'bytes')

function pairHash(keccak: Keccak, left: Uint8Array, right: Uint8Array): Uint8Array {
  const pair = new Uint8Array(64)
  pair.set(left, 0)
  pair.set(right, 32)
  return keccak(pair)
}

/** Builds the tree once: linear in the number of orders, proofs included. */
export function bulkTree(orders: readonly OrderComponents[], keccak: Keccak = viemKeccak): BulkTree {
  const hasher = createOrderHasher(keccak)
  const height = bulkHeight(orders.length)
  const padding = hasher.orderHashBytes(emptyOrder)
  const leaves = Array.from({ length: 2 ** height }, (_, index) => {
    const order = orders[index]
    return order === undefined ? padding : hasher.orderHashBytes(order)
  })
  const levels: Uint8Array[][] = [leaves]
  for (let level = leaves; level.length > 1; ) {
    const below = level
    level = Array.from({ length: below.length / 2 }, (_, index) =>
      pairHash(keccak, below[index * 2] as Uint8Array, below[index * 2 + 1] as Uint8Array),
    )
    levels.push(level)
  }
  return {
    height,
    root: bytesToHex(levels[height]?.[0] as Uint8Array),
    hashes: leaves.slice(0, orders.length).map((leaf) => bytesToHex(leaf)),
    proof: (index) =>
      levels.slice(0, height).map((level, depth) => bytesToHex(level[(index >> depth) ^ 1] as Uint8Array)),
  }
}

/** Hash of the struct `BulkOrder` over a tree's root. */
export function bulkOrderHash(height: number, root: Hex, keccak: Keccak = viemKeccak): Hex {
  const typeHash = keccak(
    stringToBytes(`BulkOrder(${bulkTreeType(height)} tree)${considerationType}${itemType}${componentsType}`),
  )
  return bytesToHex(keccak(hexToBytes(concatHex([bytesToHex(typeHash), root]))))
}

/** The root that a leaf and its proof lead to. */
export function bulkRoot(leaf: Hex, index: number, proof: readonly Hex[], keccak: Keccak = viemKeccak): Hex {
  let node = hexToBytes(leaf)
  proof.forEach((sibling, depth) => {
    const other = hexToBytes(sibling)
    node = (index >> depth) % 2 === 0 ? pairHash(keccak, node, other) : pairHash(keccak, other, node)
  })
  return bytesToHex(node)
}

/** The digest that one signature over several orders covers, from one of them and its proof. */
export function bulkDigest(
  domain: SeaportDomain,
  leaf: Hex,
  index: number,
  proof: readonly Hex[],
  keccak?: Keccak,
): Hex {
  const root = bulkRoot(leaf, index, proof, keccak)
  return digestOf(domainSeparator(domain), bulkOrderHash(proof.length, root, keccak), keccak)
}

/** The signature of order `index` under a bulk signature: `signature ‖ uint24 index ‖ proof`. */
export function bulkSignature(signature: Hex, index: number, proof: readonly Hex[]): Hex {
  return concatHex([signature, numberToHex(index, { size: 3 }), ...proof])
}

/** Takes a bulk signature apart, or answers `undefined` for any other signature (Verifiers.sol). */
export function splitBulkSignature(
  signature: Hex,
): { readonly signature: Hex; readonly index: number; readonly proof: readonly Hex[] } | undefined {
  const length = size(signature)
  if (length < 99 || length >= 837 || (length - 67) % 32 > 1) return undefined
  const own = 64 + ((length - 67) % 32)
  const rest = slice(signature, own + 3)
  return {
    signature: slice(signature, 0, own),
    index: Number(slice(signature, own, own + 3)),
    proof: Array.from({ length: size(rest) / 32 }, (_, depth) => slice(rest, depth * 32, depth * 32 + 32)),
  }
}
