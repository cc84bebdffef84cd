import type { Address, Hex } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { revalidateOrders } from '../orders/revalidateOrders.ts'
import { saveRefusals } from '../orders/signatures/contractRefusals.ts'
import { readCollection } from '../storage/chain/collections.ts'
import { isFlagged, unflaggedOf } from '../storage/metadata/flags.ts'
import { requestRoyalties } from '../storage/metadata/royalties.ts'
import {
  bestBids,
  type CandidateQuery,
  cheapestAsks,
  cheapestOfCollection,
  openOrders,
} from '../storage/orders/fillable.ts'
import { readOrders, type StoredOrder } from '../storage/orders/orders.ts'
import { promisedBy } from '../storage/orders/readings.ts'
import {
  knownSets,
  saveTokenSets,
  type TokenSet,
  tokenIdsOfAttribute,
  tokenIdsOfSet,
} from '../storage/orders/tokenSets.ts'
import { saveExecution } from '../storage/service/executions.ts'

type Candidates = Omit<CandidateQuery, 'now' | 'nativeLike'>
type Execution = {
  readonly requestId: string
  readonly kind: 'buy' | 'sell' | 'list' | 'bid' | 'cancel' | 'transfer'
  readonly account: Address
}

/** The order book of one chain, as trading reads it. */
export type Book = ReturnType<typeof createBook>

/** @param now unix seconds. */
export function createBook(deps: ChainDeps, nativeLike: readonly Address[], now: () => bigint) {
  const { config, db } = deps
  return {
    ordersById: (ids: readonly Hex[]) => readOrders(db, config.id, ids),
    /** Active listings of a token, or the cheapest one of each token of a collection; cheapest first. */
    cheapestAsks: ({ tokenId, ...query }: Candidates) =>
      tokenId === undefined
        ? cheapestOfCollection(db, config.id, { ...query, nativeLike, now: now() })
        : cheapestAsks(db, config.id, { ...query, tokenId, nativeLike, now: now() }),
    /** Active bids that a token satisfies, of any kind; highest net first. */
    bestBids: (query: Candidates & { readonly tokenId: bigint }) =>
      bestBids(db, config.id, { ...query, nativeLike, now: now() }),
    /** Open orders (fillable, or short of balance or approval) of a maker, newest first. */
    openOrders: (maker: Address, kind: string, contract?: Address, tokenId?: bigint) =>
      openOrders(db, config.id, { maker, kind, contract, tokenId }),
    /** What the maker's open offers need, in base units, keyed `currency|conduit`; offers in `replaced` do not count. */
    promisedBy: (maker: Address, replaced: readonly Hex[]) =>
      promisedBy(db, config.id, maker, replaced, now()),
    collection: async (contract: Address) => {
      const known = await readCollection(db, config.id, contract)
      if (known !== undefined) return known
      await deps.discovery.discover([contract])
      return readCollection(db, config.id, contract)
    },
    hasTokenSet: async (id: string) => (await knownSets(db, config.id, [id])).size > 0,
    tokenIdsOfSet: (id: string) => tokenIdsOfSet(db, config.id, id),
    tokenIdsOfAttribute: (contract: Address, key: string, value: string, limit: number) =>
      tokenIdsOfAttribute(db, config.id, { contract, key, value }, limit),
    isFlagged: (contract: Address, tokenId: bigint) => isFlagged(db, config.id, contract, tokenId),
    /** Tokens of a collection without a flag; `undefined` when none has one. */
    unflaggedOf: (contract: Address, limit: number) => unflaggedOf(db, config.id, contract, limit),
    saveTokenSet: (set: TokenSet) => saveTokenSets(db, config.id, [set]),
    /** Reads from the chain again what the status of these orders depends on. */
    revalidate: (ids: readonly Hex[]) => revalidateOrders(deps, ids),
    /** Stores that the contracts that signed these orders refuse them now. */
    refuse: (orders: readonly StoredOrder[]) => saveRefusals(deps, orders),
    /** Has the trading rules of these collections read again soon, for all of their orders. */
    renewRules: (contracts: readonly Address[]) => requestRoyalties(db, config.id, contracts),
    /** Stores that a plan was made, for `/execute/results`. */
    saveExecution: ({ requestId, kind, account }: Execution) =>
      saveExecution(db, config.id, { requestId, action: kind, account }),
  }
}
