import type { Hex } from 'viem'
import { keccak as plainKeccak } from '../encoding/keccak.ts'
import { asciiToBytes, bytesToHex, writeHex } from '../encoding/word.ts'
import { SeaportError } from '../model/errors.ts'
import type { OrderComponents, SeaportDomain } from '../model/types.ts'
import {
  componentsType,
  considerationType,
  createOrderHasher,
  digestOf,
  domainSeparator,
  itemType,
  type Keccak,
} from './hashOrder.ts'
import { bulkHeight, bulkTreeType, emptyOrder } from './typedData.ts'

/** A bulk tree over order hashes in the given order; pairs are not sorted. */
export type BulkTree = {
  readonly height: number
  readonly root: Hex
  /** Siblings of leaf `index`, from the leaf up. */
  proof(index: number): readonly Hex[]
  /** The id of order `index`. */
  readonly hashes: readonly Hex[]
}

/**
 * Builds the tree once: linear in the number of orders, proofs included. Unused leaves
 * are the all-zero order.
 * @throws SeaportError `invalid_value` for no orders, or more than 2²⁴.
 * @example
 * ```ts
 * const tree = bulkTree([one, other])
 * const signatureOfOther = bulkSignature(signature, 1, tree.proof(1))
 * ```
 */
export function bulkTree(orders: readonly OrderComponents[], keccak: Keccak = plainKeccak): BulkTree {
  const hasher = createOrderHasher(keccak)
  const height = bulkHeight(orders.length)
  // One block per level, each half as long as the one below.
  let level = new Uint8Array(2 ** height * 32)
  const padding = hasher.orderHashBytes(emptyOrder)
  for (let index = 0; index < 2 ** height; index++) {
    const order = orders[index]
    level.set(order === undefined ? padding : hasher.orderHashBytes(order), index * 32)
  }
  const levels = [level]
  while (level.length > 32) {
    const above = new Uint8Array(level.length / 2)
    for (let at = 0; at < above.length; at += 32) above.set(keccak(level.subarray(at * 2, at * 2 + 64)), at)
    levels.push(above)
    level = above
  }
  // Proofs share their upper nodes, so each node is written once.
  const written: Hex[][] = levels.map(() => [])
  const node = (depth: number, index: number): Hex => {
    const row = written[depth]!
    row[index] ??= bytesToHex(levels[depth]!.subarray(index * 32, index * 32 + 32))
    return row[index]!
  }
  return {
    height,
    root: node(height, 0),
    hashes: orders.map((_, index) => node(0, index)),
    proof: (index) => {
      if (orders[index] === undefined) throw new SeaportError('invalid_value', `No order ${index}.`)
      const siblings: Hex[] = []
      for (let depth = 0; depth < height; depth++) siblings.push(node(depth, (index >> depth) ^ 1))
      return siblings
    },
  }
}

/**
 * Hash of the struct `BulkOrder` over a tree's root.
 *
 * @example
 * ```ts
 * const { height, root } = bulkTree(orders)
 * const digest = digestOf(domainSeparator(domain), bulkOrderHash(height, root))
 * ```
 */
export function bulkOrderHash(height: number, root: Hex, keccak: Keccak = plainKeccak): Hex {
  const type = `BulkOrder(${bulkTreeType(height)} tree)${considerationType}${itemType}${componentsType}`
  const bytes = new Uint8Array(64)
  bytes.set(keccak(asciiToBytes(type)), 0)
  writeHex(bytes, 32, root, 32)
  return bytesToHex(keccak(bytes))
}

/**
 * Returns the root that a leaf and its proof lead to.
 *
 * @example
 * ```ts
 * bulkRoot(orderHash(other), 1, tree.proof(1)) === tree.root // true
 * ```
 */
export function bulkRoot(leaf: Hex, index: number, proof: readonly Hex[], keccak: Keccak = plainKeccak): Hex {
  const pair = new Uint8Array(64)
  const node = new Uint8Array(32)
  writeHex(node, 0, leaf, 32)
  proof.forEach((sibling, depth) => {
    const right = ((index >> depth) & 1) === 1
    pair.set(node, right ? 32 : 0)
    writeHex(pair, right ? 0 : 32, sibling, 32)
    node.set(keccak(pair))
  })
  return bytesToHex(node)
}

/**
 * The digest that one signature over several orders covers, from one of them and its proof.
 *
 * @example
 * ```ts
 * const parts = splitBulkSignature(signature)
 * if (parts !== undefined) {
 *   const digest = bulkDigest(domain, orderHash(components), parts.index, parts.proof)
 *   console.log(await recoverSigner(digest, parts.signature))
 * }
 * ```
 */
export function bulkDigest(
  domain: SeaportDomain,
  leaf: Hex,
  index: number,
  proof: readonly Hex[],
  keccak?: Keccak,
): Hex {
  const root = bulkRoot(leaf, index, proof, keccak)
  return digestOf(domainSeparator(domain, keccak), bulkOrderHash(proof.length, root, keccak), keccak)
}

/**
 * The signature of order `index` under a bulk signature: `signature ‖ uint24 index ‖ proof`.
 * @throws SeaportError `invalid_value` unless the signature has 64 or 65 bytes and the index 24 bits.
 * @example
 * ```ts
 * const signatures = orders.map((_, index) => bulkSignature(signature, index, tree.proof(index)))
 * ```
 */
export function bulkSignature(signature: Hex, index: number, proof: readonly Hex[]): Hex {
  if (signature.length !== 130 && signature.length !== 132)
    throw new SeaportError('invalid_value', 'A bulk signature is made of a signature of 64 or 65 bytes.')
  if (!Number.isInteger(index) || index < 0 || index >= 2 ** 24)
    throw new SeaportError('invalid_value', `${index} is not an index of a bulk tree.`)
  const siblings = proof.map((sibling) => sibling.slice(2)).join('')
  return `${signature}${index.toString(16).padStart(6, '0')}${siblings}`
}

/**
 * Splits a bulk signature into its parts. Returns `undefined` for any other signature (Verifiers.sol).
 *
 * @example
 * ```ts
 * splitBulkSignature(signature)?.index // 1; undefined for the signature of one order
 * ```
 */
export function splitBulkSignature(
  signature: Hex,
): { readonly signature: Hex; readonly index: number; readonly proof: readonly Hex[] } | undefined {
  const length = (signature.length - 2) / 2
  if (length < 99 || length >= 837 || !Number.isInteger(length) || (length - 67) % 32 > 1) return undefined
  const own = 64 + ((length - 67) % 32)
  const cut = (from: number, bytes: number): Hex =>
    `0x${signature.slice(2 + from * 2, 2 + (from + bytes) * 2)}`
  return {
    signature: cut(0, own),
    index: Number(cut(own, 3)),
    proof: Array.from({ length: (length - own - 3) / 32 }, (_, depth) => cut(own + 3 + depth * 32, 32)),
  }
}
