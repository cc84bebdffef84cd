import { type CriteriaTree, criteriaTree, type Keccak } from '@sluice/seaport'
import type { Hex } from 'viem'
import type { Book } from '../book.ts'

/** The stored lists of tokens that the offers of one request are for. */
export type TokenLists = {
  /** Whether a list contains a token. */
  has(list: string, tokenId: bigint): Promise<boolean>
  /** What proves to Seaport that a list contains a token. */
  proof(list: string, tokenId: bigint): Promise<readonly Hex[]>
}

/** A list of 10,000 tokens takes some 100 ms to read and to hash: it is done once, however many items name it. */
export function createTokenLists(book: Pick<Book, 'tokenIdsOfSet'>, keccak: Keccak): TokenLists {
  const lists = new Map<string, Promise<ReadonlySet<bigint>>>()
  const trees = new Map<string, CriteriaTree>()
  const idsOf = (list: string): Promise<ReadonlySet<bigint>> => {
    const ids = lists.get(list) ?? book.tokenIdsOfSet(list).then((ids) => new Set(ids))
    lists.set(list, ids)
    return ids
  }
  return {
    has: async (list, tokenId) => (await idsOf(list)).has(tokenId),
    proof: async (list, tokenId) => {
      const ids = await idsOf(list)
      const tree = trees.get(list) ?? criteriaTree([...ids], keccak)
      trees.set(list, tree)
      return tree.proof(tokenId)
    },
  }
}
