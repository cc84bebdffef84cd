import { bytesToHex, type Hex, hexToBytes, keccak256 } from 'viem'
import { word } from './hash.ts'

const leafOf = (id: bigint): Hex => keccak256(word(id))

function parentOf(a: Hex, b: Hex): Hex {
  const [low, high] = a <= b ? [a, b] : [b, a]
  const pair = new Uint8Array(64)
  pair.set(hexToBytes(low), 0)
  pair.set(hexToBytes(high), 32)
  return bytesToHex(keccak256(pair, 'bytes'))
}

function levelsOf(ids: readonly bigint[]): readonly (readonly Hex[])[] {
  const leaves = [...new Set(ids)].map(leafOf).sort()
  const levels: Hex[][] = [leaves]
  for (let level = leaves; level.length > 1; ) {
    const below = level
    level = []
    for (let index = 0; index < below.length; index += 2) {
      const left = below[index] as Hex
      const right = below[index + 1]
      level.push(right === undefined ? left : parentOf(left, right))
    }
    levels.push(level)
  }
  return levels
}

/**
 * Merkle root over token ids as Seaport's criteria want it: leaves are keccak of the id, sorted; pairs sorted.
 * @throws when `ids` is empty: a root of nothing would mean "any token".
 */
export function criteriaRoot(ids: readonly bigint[]): Hex {
  if (ids.length === 0) throw new RangeError('A criteria root needs at least one token id.')
  return levelsOf(ids).at(-1)?.[0] as Hex
}

/** The siblings that prove `id` under {@link criteriaRoot}; empty for a single id. */
export function criteriaProof(ids: readonly bigint[], id: bigint): readonly Hex[] {
  const levels = levelsOf(ids)
  let index = levels[0]?.indexOf(leafOf(id)) ?? -1
  if (index < 0) throw new RangeError('The token id is not one of the ids.')
  const proof: Hex[] = []
  for (const level of levels.slice(0, -1)) {
    const sibling = level[index ^ 1]
    if (sibling !== undefined) proof.push(sibling)
    index >>= 1
  }
  return proof
}

/** Whether `proof` leads from `id` to `root` (CriteriaResolution.sol). */
export function verifyCriteria(root: Hex, id: bigint, proof: readonly Hex[]): boolean {
  return proof.reduce((node, sibling) => parentOf(node, sibling), leafOf(id)) === root
}
