import type { Hex } from 'viem'
import { type Keccak256, keccak as plainKeccak } from '../encoding/keccak.ts'
import { bytesToHex, writeUint } from '../encoding/word.ts'
import { SeaportError } from '../model/errors.ts'

/** The merkle tree over a set of token ids, built once. */
export type CriteriaTree = {
  readonly root: Hex
  /**
   * The siblings that prove `id`, from the leaf up; empty when it is the only id.
   * @throws SeaportError `invalid_value` for an id that is not in the set.
   */
  proof(id: bigint): readonly Hex[]
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < 32; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return 0
}

function leafOf(id: bigint, keccak: Keccak256): Uint8Array {
  const word = new Uint8Array(32)
  writeUint(new DataView(word.buffer), 0, id)
  return keccak(word).slice()
}

function parentOf(a: Uint8Array, b: Uint8Array, keccak: Keccak256): Uint8Array {
  const pair = new Uint8Array(64)
  const sorted = compare(a, b) <= 0
  pair.set(sorted ? a : b, 0)
  pair.set(sorted ? b : a, 32)
  return keccak(pair).slice()
}

/** The nodes of the tree, leaves first. */
function levelsOf(ids: readonly bigint[], keccak: Keccak256): readonly (readonly Uint8Array[])[] {
  if (ids.length === 0)
    throw new SeaportError('invalid_value', 'A criteria root needs at least one token id.')
  let level = [...new Set(ids)].map((id) => leafOf(id, keccak)).sort(compare)
  const levels = [level]
  while (level.length > 1) {
    const above: Uint8Array[] = []
    for (let index = 0; index < level.length; index += 2) {
      const right = level[index + 1]
      above.push(right === undefined ? level[index]! : parentOf(level[index]!, right, keccak))
    }
    levels.push(above)
    level = above
  }
  return levels
}

/**
 * Builds the tree of Seaport's criteria. Leaves are the sorted keccak hashes of the ids as uint256, and pairs are
 * sorted. A node without a sibling moves up unchanged. The order of the ids does not matter.
 * @throws SeaportError `invalid_value` when `ids` is empty: a root of nothing would mean "any token".
 * @example
 * ```ts
 * const tree = criteriaTree([1n, 7n, 42n])
 * const fill = { components, signature, tokenId: 42n, proof: tree.proof(42n) }
 * ```
 */
export function criteriaTree(ids: readonly bigint[], keccak: Keccak256 = plainKeccak): CriteriaTree {
  const levels = levelsOf(ids, keccak)
  return {
    root: rootOf(levels),
    proof: (id) => {
      const leaf = leafOf(id, keccak)
      let index = levels[0]!.findIndex((other) => compare(other, leaf) === 0)
      if (index < 0) throw new SeaportError('invalid_value', `Token ${id} is not one of the ids.`)
      const proof: Hex[] = []
      for (const nodes of levels.slice(0, -1)) {
        const sibling = nodes[index ^ 1]
        if (sibling !== undefined) proof.push(bytesToHex(sibling))
        index >>= 1
      }
      return proof
    },
  }
}

const rootOf = (levels: readonly (readonly Uint8Array[])[]): Hex => bytesToHex(levels.at(-1)![0]!)

/**
 * Returns the root of {@link criteriaTree}.
 *
 * @example
 * ```ts
 * const target = { kind: 'erc721', token, root: BigInt(criteriaRoot([1n, 7n, 42n])) } as const
 * ```
 */
export const criteriaRoot = (ids: readonly bigint[], keccak: Keccak256 = plainKeccak): Hex =>
  rootOf(levelsOf(ids, keccak))

/**
 * Returns one proof of {@link criteriaTree}. For several, keep the tree.
 *
 * @example
 * ```ts
 * const proof = criteriaProof([1n, 7n, 42n], 42n)
 * ```
 */
export const criteriaProof = (ids: readonly bigint[], id: bigint, keccak?: Keccak256): readonly Hex[] =>
  criteriaTree(ids, keccak).proof(id)
