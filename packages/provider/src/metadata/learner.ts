import type { Address } from 'viem'
import { createMinuteBudget } from '../chain/minuteBudget.ts'
import type { ChainDeps } from '../deps.ts'
import { aloneWithFacts } from '../storage/chain/leases.ts'
import { countWatched, forgetUnused, touchCollections } from '../storage/chain/watched.ts'
import { sql, texts } from '../storage/connection/database.ts'
import { describeCollection } from './describe.ts'

/** Makes the provider know collections that it was not told of: when they are first traded or asked for. */
export type Learner = {
  /** Resolves when each is known, is no collection, or may not be learned now. Rejects when the chain is silent. */
  learn(contracts: readonly Address[]): Promise<void>
  /**
   * As {@link Learner.learn}, for reads: resolves after a moment at the latest, also while the chain is silent. What is
   * not learned by then is answered as unknown, and learned beside.
   */
  learnSoon(contracts: readonly Address[]): Promise<void>
}

/** Milliseconds between two notes that a collection was asked for. */
const noted = 600_000
/** Contracts that are looked at in a minute for one caller, and for all: each costs some questions to the node. */
const perMinute = { each: 60, all: 600 }
/** Milliseconds that a read waits for a collection that nobody knew. */
const patience = 2000
/** Contracts that are no collections, and for how long that is remembered. Milliseconds. */
const [remembered, forgottenAfter] = [5000, 600_000]

/** Whether one more collection may be learned: the longest unused one that nobody trades makes room for it. */
async function makeRoom(chain: ChainDeps, contract: Address): Promise<boolean> {
  const { db, config, log, counts, mostCollections } = chain
  if ((await countWatched(db, config.id)) < mostCollections) return true
  const gone = await db.transaction(async (tx) => {
    await aloneWithFacts(tx, config.id, undefined)
    return forgetUnused(tx, config.id, config.collections)
  })
  counts.add(gone === undefined ? 'collection-refused' : 'collection-forgotten')
  if (gone === undefined)
    log.warn({ contract, mostCollections }, 'a collection is not learned: all others are traded')
  else log.info({ contract, gone }, 'a collection that nobody trades makes room for another')
  return gone !== undefined
}

export function createLearner(chainOf: () => ChainDeps): Learner {
  const refused = new Map<Address, number>()
  const running = new Map<Address, Promise<void>>()
  const budget = createMinuteBudget(() => chainOf().clock(), perMinute)

  const learnOne = async (contract: Address): Promise<void> => {
    const chain = chainOf()
    const now = chain.clock()
    const before = refused.get(contract)
    if (before !== undefined && now - before < forgottenAfter) return
    if (!budget.take(chain.reads.nodes.caller())) return
    if (!(await makeRoom(chain, contract))) return
    if (await describeCollection(chain, contract, 'filling')) return
    refused.delete(contract)
    refused.set(contract, now)
    const [oldest] = refused.keys()
    if (refused.size > remembered && oldest !== undefined) refused.delete(oldest)
  }
  const learn = async (contracts: readonly Address[]): Promise<void> => {
    const unique = [...new Set(contracts)]
    if (unique.length === 0) return
    const { db, config } = chainOf()
    const known = await db.rows<{ contract: Address }>(
      sql`select contract from collections where chain_id = ${config.id} and contract = any(${texts(unique)})`,
    )
    await note(known.map(({ contract }) => contract))
    const missing = unique.filter((contract) => !known.some((one) => one.contract === contract))
    await Promise.all(
      missing.map((contract) => {
        const work = running.get(contract) ?? learnOne(contract).finally(() => running.delete(contract))
        running.set(contract, work)
        return work
      }),
    )
  }
  const notedAt = new Map<Address, number>()
  /** Notes that known collections were asked for, each once in a while. */
  const note = async (contracts: readonly Address[]): Promise<void> => {
    const { db, config, clock } = chainOf()
    const now = clock()
    const due = contracts.filter(
      (contract) => now - (notedAt.get(contract) ?? Number.NEGATIVE_INFINITY) >= noted,
    )
    if (due.length === 0) return
    for (const contract of due) notedAt.set(contract, now)
    while (notedAt.size > remembered) notedAt.delete(notedAt.keys().next().value as Address)
    await touchCollections(db, config.id, due)
  }
  return {
    learn,
    learnSoon: async (contracts) => {
      const learned = learn(contracts).catch((cause: unknown) => {
        chainOf().log.warn({ err: cause }, 'collections could not be looked at; they are answered as unknown')
      })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, patience)
      })
      await Promise.race([learned, late]).finally(() => clearTimeout(timer))
    },
  }
}
