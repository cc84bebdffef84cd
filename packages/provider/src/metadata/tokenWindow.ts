import type { Address } from 'viem'
import type { WaitingToken } from '../storage/metadata/tokenMetadata.ts'

/** Tokens in hand up to which more are taken. */
const maxInHand = 24
/** Collections whose documents are mostly missing that are read at once, all together: fewer than a gateway has places. */
const maxFailing = 2

/**
 * Which tokens are read now. A host that has no document may take seconds to say so: a collection of which many are
 * missing has one token at a time, and a share of the places of its own.
 */
export type TokenWindow = {
  /** Whether more tokens are to be taken. */
  hasRoom(): boolean
  isEmpty(): boolean
  /** Contracts of which no token may be taken now. */
  closed(): readonly Address[]
  /** Takes tokens of a page: all of a known collection, and one of any other. */
  take(page: readonly WaitingToken[]): ReadonlyMap<Address, readonly WaitingToken[]>
  /** Whether too many documents of a collection were missing. */
  isFailing(contract: Address): boolean
  /** Counts a document that was read, or was missing. */
  count(contract: Address, isMissing: boolean): void
  /** Ends the reading of what was taken of a collection. */
  leave(contract: Address): void
}

export function createTokenWindow(): TokenWindow {
  const results = new Map<Address, { read: number; missing: number }>()
  const inHand = new Map<Address, number>()

  const isFailing = (contract: Address): boolean => {
    const { read = 0, missing = 0 } = results.get(contract) ?? {}
    return missing * 4 > read
  }
  const failingInHand = (): number => [...inHand.keys()].filter(isFailing).length
  return {
    isFailing,
    hasRoom: () => [...inHand.values()].reduce((sum, tokens) => sum + tokens, 0) <= maxInHand,
    isEmpty: () => inHand.size === 0,
    closed: () => [
      ...inHand.keys(),
      ...(failingInHand() < maxFailing ? [] : [...results.keys()].filter(isFailing)),
    ],
    take: (page) => {
      const taken = new Map<Address, WaitingToken[]>()
      for (const token of page) {
        const { contract } = token
        const own = taken.get(contract)
        if (own !== undefined) {
          if (results.has(contract) && !isFailing(contract)) own.push(token)
        } else if (!inHand.has(contract) && !(isFailing(contract) && failingInHand() >= maxFailing)) {
          taken.set(contract, [token])
          inHand.set(contract, 1)
        }
      }
      for (const [contract, tokens] of taken) inHand.set(contract, tokens.length)
      return taken
    },
    count: (contract, isMissing) => {
      const { read, missing } = results.get(contract) ?? { read: 0, missing: 0 }
      results.set(contract, isMissing ? { read, missing: missing + 1 } : { read: read + 1, missing })
    },
    leave: (contract) => inHand.delete(contract),
  }
}
