import { createHash } from 'node:crypto'
import { criteriaRoot, type Keccak } from '@sluice/seaport'

/** Roots that are remembered, at some hundred bytes each. */
const maxRoots = 10_000

/**
 * Returns a function that computes the criteria root of a set of tokens. It remembers the roots of the newest sets: to
 * hash a set of 10,000 tokens takes some 40 ms, and anybody may ask for offers on the same ones again and again.
 */
export function createCriteriaRoots(keccak: Keccak): (tokenIds: readonly bigint[]) => bigint {
  const roots = new Map<string, bigint>()
  return (tokenIds) => {
    const key = createHash('sha256').update(tokenIds.join()).digest('base64')
    const known = roots.get(key)
    if (known !== undefined) return known
    const root = BigInt(criteriaRoot(tokenIds, keccak))
    roots.set(key, root)
    for (const oldest of roots.keys()) {
      if (roots.size <= maxRoots) break
      roots.delete(oldest)
    }
    return root
  }
}
