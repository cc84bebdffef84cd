import type { Address } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { sql, texts } from '../storage/db.ts'
import { countWatched } from '../storage/watched.ts'
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

/** Collections of one chain. */
const mostCollections = 1000
/** Contracts that one process looks at in a minute: each costs some questions to the node. */
const perMinute = 60
/** Milliseconds that a read waits for a collection that nobody knew. */
const patience = 2000
/** Contracts that are no collections, and for how long that is remembered. Milliseconds. */
const [remembered, forgottenAfter] = [5000, 600_000]

export function createLearner(chainOf: () => ChainDeps): Learner {
  const refused = new Map<Address, number>()
  const running = new Map<Address, Promise<void>>()
  let minute = 0
  let looked = 0

  const allowed = (now: number): boolean => {
    const current = Math.floor(now / 60_000)
    if (current !== minute) {
      minute = current
      looked = 0
    }
    looked += 1
    return looked <= perMinute
  }
  const learnOne = async (contract: Address): Promise<void> => {
    const chain = chainOf()
    const now = chain.clock()
    const before = refused.get(contract)
    if ((before !== undefined && now - before < forgottenAfter) || !allowed(now)) return
    if ((await countWatched(chain.db, chain.config.id)) >= mostCollections) return
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
    const missing = unique.filter((contract) => !known.some((one) => one.contract === contract))
    await Promise.all(
      missing.map((contract) => {
        const work = running.get(contract) ?? learnOne(contract).finally(() => running.delete(contract))
        running.set(contract, work)
        return work
      }),
    )
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
