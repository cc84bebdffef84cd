import type { Address } from 'viem'
import { createMinuteBudget } from '../chain/minuteBudget.ts'
import type { ChainDeps, CollectionDiscovery } from '../deps.ts'
import { knownCollections } from '../storage/chain/collections.ts'
import { countWatched, removeUnusedCollections, touchCollections } from '../storage/chain/watched.ts'
import type { Queries } from '../storage/connection/database.ts'
import { within } from '../within.ts'
import { describeCollection } from './describe.ts'

/** Milliseconds between two records that a collection was asked for. */
const touchInterval = 600_000
/** Contracts that are read in a minute for one caller, and for all: each costs some requests to the node. */
const perMinute = { each: 60, all: 600 }
/** Milliseconds that a read waits for an unknown collection. */
const waitTime = 2000
/** How many contracts are remembered that are not collections or have no room, and for how many milliseconds. */
const [maxRejected, rejectionTime] = [5000, 600_000]

/**
 * Follows a contract if it is a collection. At the limit, the longest unused ones that are not traded make room for it,
 * as many as are needed and in the same transaction: a contract that is not a collection displaces none.
 * @returns whether it is followed now.
 */
async function followCollection(chain: ChainDeps, contract: Address): Promise<boolean> {
  const { config, log, counts, maxCollections } = chain
  let removed: readonly Address[] = []
  let isRefused = false
  const makeRoom = async (tx: Queries): Promise<boolean> => {
    const needed = (await countWatched(tx, config.id)) - maxCollections + 1
    removed = needed <= 0 ? [] : await removeUnusedCollections(tx, config.id, config.collections, needed)
    isRefused = removed.length < needed
    return !isRefused
  }
  const isKnown = await describeCollection(chain, contract, 'filling', makeRoom)
  for (const one of removed) {
    counts.add('collection-forgotten')
    log.info({ contract, forgotten: one }, 'stopped following an unused collection to make room for another')
  }
  if (isRefused) {
    counts.add('collection-refused')
    log.warn(
      { contract, maxCollections },
      'a collection is not followed: the limit is reached and all others are traded',
    )
  }
  return isKnown
}

export function createCollectionDiscovery(chainOf: () => ChainDeps): CollectionDiscovery {
  const rejected = new Map<Address, number>()
  const running = new Map<Address, Promise<void>>()
  const budget = createMinuteBudget(() => chainOf().clock(), perMinute)

  const discoverOne = async (contract: Address, caller: string): Promise<void> => {
    const chain = chainOf()
    const now = chain.clock()
    const before = rejected.get(contract)
    if (before !== undefined && now - before < rejectionTime) return
    if (!budget.take(caller)) {
      chain.counts.add('discovery-over-limit')
      return
    }
    if (await chain.reads.nodes.asCaller(caller, () => followCollection(chain, contract))) return
    rejected.delete(contract)
    rejected.set(contract, now)
    const [oldest] = rejected.keys()
    if (rejected.size > maxRejected && oldest !== undefined) rejected.delete(oldest)
  }
  const discover = async (
    contracts: readonly Address[],
    caller = chainOf().reads.nodes.caller(),
  ): Promise<void> => {
    const unique = [...new Set(contracts)]
    if (unique.length === 0) return
    const { db, config } = chainOf()
    const known = await knownCollections(db, config.id, unique)
    await touch(known)
    const missing = unique.filter((contract) => !known.includes(contract))
    await Promise.all(
      missing.map((contract) => {
        const work =
          running.get(contract) ?? discoverOne(contract, caller).finally(() => running.delete(contract))
        running.set(contract, work)
        return work
      }),
    )
  }
  const touchedAt = new Map<Address, number>()
  /** Records that known collections were asked for, each once in a while. */
  const touch = async (contracts: readonly Address[]): Promise<void> => {
    const { db, config, clock } = chainOf()
    const now = clock()
    const due = contracts.filter(
      (contract) => now - (touchedAt.get(contract) ?? Number.NEGATIVE_INFINITY) >= touchInterval,
    )
    if (due.length === 0) return
    for (const contract of due) touchedAt.set(contract, now)
    while (touchedAt.size > maxRejected) touchedAt.delete(touchedAt.keys().next().value as Address)
    await touchCollections(db, config.id, due)
  }
  return {
    discover,
    discoverSoon: async (contracts, caller) => {
      const discovered = discover(contracts, caller).catch((cause: unknown) => {
        chainOf().log.warn({ err: cause }, 'failed to discover collections; they are reported as unknown')
      })
      await within(waitTime, discovered)
    },
  }
}
