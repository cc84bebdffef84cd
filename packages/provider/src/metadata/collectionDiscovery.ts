import type { Address } from 'viem'
import { createMinuteBudget } from '../chain/minuteBudget.ts'
import type { ChainDeps, CollectionDiscovery } from '../deps.ts'
import { knownCollections } from '../storage/chain/collections.ts'
import { countWatched, forgetUnused, touchCollections } from '../storage/chain/watched.ts'
import { lockFacts } from '../storage/orders/stretch.ts'
import { publish } from '../storage/service/outbox.ts'
import { within } from '../within.ts'
import { describeCollection } from './describe.ts'

/** Milliseconds between two records that a collection was asked for. */
const touchInterval = 600_000
/** Contracts that are read in a minute for one caller, and for all: each costs some requests to the node. */
const perMinute = { each: 60, all: 600 }
/** Milliseconds that a read waits for an unknown collection. */
const waitTime = 2000
/** How many contracts are remembered that are not collections, and for how many milliseconds. */
const [maxRejected, rejectionTime] = [5000, 600_000]

/** Whether one more collection may be followed: the longest unused one that is not traded makes room for it. */
async function makeRoom(chain: ChainDeps, contract: Address): Promise<boolean> {
  const { clock, db, config, log, counts, mostCollections } = chain
  if ((await countWatched(db, config.id)) < mostCollections) return true
  const forgotten = await db.transaction(async (tx) => {
    const late = await lockFacts(tx, config.id, undefined, Math.floor(clock() / 1000))
    const unused = await forgetUnused(tx, config.id, config.collections)
    await publish(tx, config.id, late)
    return unused
  })
  counts.add(forgotten === undefined ? 'collection-refused' : 'collection-forgotten')
  if (forgotten === undefined)
    log.warn(
      { contract, mostCollections },
      'a collection is not followed: the limit is reached and all others are traded',
    )
  else log.info({ contract, forgotten }, 'stopped following an unused collection to make room for another')
  return forgotten !== undefined
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
    if (!(await makeRoom(chain, contract))) return
    if (await chain.reads.nodes.asCaller(caller, () => describeCollection(chain, contract, 'filling'))) return
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
        chainOf().log.warn({ err: cause }, 'failed to discover collections; they are answered as unknown')
      })
      await within(waitTime, discovered)
    },
  }
}
