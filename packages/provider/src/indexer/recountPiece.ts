import type { Address } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { type Difference, recount, recountFitting } from '../orders/recount.ts'
import { countedCollections, recountCollection } from '../storage/chain/collectionCounts.ts'
import { lockFacts } from '../storage/orders/lockFacts.ts'
import { unsearchedFacts } from '../storage/orders/unsearchedFacts.ts'
import { isStatsRowWrong, marketOf } from '../storage/pages/collectionStats.ts'
import { publish } from '../storage/service/outbox.ts'
import { unixTime } from '../unixTime.ts'
import { createLostEventSearch } from './search/createLostEventSearch.ts'

/** Requests after which the command leaves the search of lost events to the provider that follows the chain. */
const maxOfCommand = 2000

/**
 * Compares every order with the chain once, corrects differences as {@link recount} does, and searches lost events.
 * @param requests after which the search is left to the provider that follows the chain.
 */
export async function recountAll(
  chain: ChainDeps,
  limit = 200,
  requests = maxOfCommand,
): Promise<{ readonly looked: number; readonly differences: readonly Difference[] }> {
  const differences: Difference[] = []
  let looked = 0
  for (let [after, most]: [string | undefined, number] = ['', limit]; after !== undefined; ) {
    const start: string = after
    const piece = await recountFitting(most, (size) => recount(chain, start, size))
    most = piece.size
    looked += piece.looked
    differences.push(...piece.differences)
    after = piece.next
  }
  await createLostEventSearch(chain)(requests)
  const left = await unsearchedFacts(chain.db, chain.config.id)
  if (left.length > 0)
    chain.log.info({ facts: left.length }, 'a running provider continues the search for lost events')
  return { looked, differences }
}

/** Recounts the facts of every collection, one at a time. @returns those whose counts were wrong. */
export async function recountCollections(chain: ChainDeps): Promise<readonly Address[]> {
  const { db, config } = chain
  const wrong: Address[] = []
  for (const contract of await countedCollections(db, config.id)) {
    const differed = await db.transaction(async (tx) => {
      const late = await lockFacts(tx, config.id, undefined, unixTime(chain.clock))
      const isWrong = await isStatsRowWrong(tx, marketOf(chain), contract)
      const differs = await recountCollection(tx, config.id, contract)
      await publish(tx, config.id, late)
      return differs || isWrong
    })
    if (differed) wrong.push(contract)
  }
  return wrong
}
