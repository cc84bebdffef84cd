import { seaportTopics } from '@sluice/seaport'
import { type Hex, numberToHex, pad } from 'viem'
import type { ChainLog } from '../../chain/logs/chainLog.ts'
import type { LogTopics } from '../../chain/logs/logSource.ts'
import type { ChainConfig } from '../../chainConfig.ts'
import type { ChainDeps } from '../../deps.ts'
import { storedLogs } from '../../storage/chain/factPlaces.ts'
import {
  nextUnsearched,
  type OwnFact,
  postponeSearch,
  saveSearched,
  takeBackExplained,
  type Unsearched,
  type UnsearchedFact,
  unsearchedFacts,
} from '../../storage/orders/unsearchedFacts.ts'
import { correctBlock, WatchedChange } from '../apply.ts'
import { blockEventsOf, topic } from '../blockEvents.ts'
import { blockAt, readBlock, watchedBy } from '../reading.ts'

/** About so many requests are made for narrower and narrower ranges before a search fails. */
const requestsOfFailure = 10

const tokenTopic = (subject: string): Hex => numberToHex(BigInt(subject), { size: 32 })
const distinct = (values: readonly Hex[]): readonly Hex[] => [...new Set(values)]

/** The topics of the logs that report a fact, of these readings or of all accounts; those of any of the lists. */
function topicsOf({ fact, kind }: UnsearchedFact, { readings }: Unsearched): readonly LogTopics[] {
  const owners = readings && distinct(readings.map(({ owner }) => pad(owner)))
  const subjects = (as: (subject: string) => Hex) =>
    readings && distinct(readings.map(({ subject }) => as(subject)))
  if (fact === 'filled') return [[seaportTopics.OrderFulfilled, owners ?? null]]
  if (fact === 'cancelled') return [[seaportTopics.OrderCancelled, owners ?? null]]
  if (fact === 'operator')
    return [[topic.operator, owners ?? null, subjects((operator) => pad(operator as Hex)) ?? null]]
  if (kind !== 'erc1155') return [[topic.transfer, null, null, subjects(tokenTopic) ?? null]]
  const moved = [topic.single, topic.batch]
  if (owners === undefined) return [[moved]]
  return [
    [moved, null, owners],
    [moved, null, null, owners],
  ]
}

/** Whether a log reports a fact; of others nothing is stored, however often their block is read. */
function tellsFact(log: ChainLog, config: ChainConfig): boolean {
  const { transfers, operators, fills, cancels } = blockEventsOf([log], config)
  return [transfers, operators, fills, cancels].some((facts) => facts.length > 0)
}

/** The blocks of logs that report facts of which none is stored, oldest first. */
async function blocksWithoutFacts(
  { db, config }: ChainDeps,
  logs: readonly ChainLog[],
): Promise<readonly (readonly [hash: Hex, number: number])[]> {
  const hashes = [...new Set(logs.map(({ blockHash }) => blockHash))]
  const isStored = await storedLogs(db, config.id, hashes)
  const missing = logs.filter((log) => !isStored(log.blockHash, log.logIndex) && tellsFact(log, config))
  const blocks = new Map(missing.map(({ blockHash, blockNumber }) => [blockHash, blockNumber]))
  return [...blocks].sort(([, a], [, b]) => a - b)
}

async function readAgain(chain: ChainDeps, hash: Hex, number: number): Promise<void> {
  const block = await blockAt(chain, number)
  if (block?.hash !== hash) return
  chain.log.warn({ block: number, hash }, 'reading a block again because some of its events are missing')
  const watched = await watchedBy(chain)
  try {
    await correctBlock(chain, await readBlock(chain, block, watched), watched.mark)
  } catch (cause) {
    if (!(cause instanceof WatchedChange)) throw cause
    await readAgain(chain, hash, number)
  }
}

/**
 * How far the events of a fact are searched: once from the oldest block that some reading needs to what was the newest
 * one when that began. Readings that come meanwhile are searched as far as they are ahead, and else in the next sweep:
 * they begin no history again that others wait for.
 */
type Sweep = { turn: number; at: number; end: number }

/** What a sweep searches next; `undefined` where the stored events explain everything by now. */
async function nextOf(
  { db, config }: ChainDeps,
  fact: UnsearchedFact,
  sweep: Sweep,
): Promise<Unsearched | undefined> {
  const next = await nextUnsearched(db, config.id, fact, sweep.at, sweep.end)
  if (next !== undefined) return next
  Object.assign(sweep, { at: -1, end: fact.end })
  // The history of a collection that was read meanwhile may say the same.
  await takeBackExplained(db, config.id, fact)
  return nextUnsearched(db, config.id, fact, sweep.at, sweep.end)
}

/**
 * Searches one range of blocks, as nodes answer them, for all readings of a fact, and reads blocks whose events were lost
 * again.
 * @param most requests for logs and blocks to read again.
 * @returns how many it took.
 */
async function searchOn(chain: ChainDeps, fact: UnsearchedFact, sweep: Sweep, most: number): Promise<number> {
  const next = await nextOf(chain, fact, sweep)
  if (next === undefined) return 0
  let to = sweep.end
  let taken = 0
  const logs: ChainLog[] = []
  for (const topics of topicsOf(fact, next)) {
    const range = await chain.reads.logs.ofRange([fact.contract], next.from, to, topics)
    logs.push(...range.logs)
    to = range.to
    taken += 1
  }
  const within = logs.filter(({ blockNumber }) => blockNumber <= to)
  for (const [hash, number] of await blocksWithoutFacts(chain, within)) {
    if (taken >= most && number > next.from) {
      to = number - 1
      break
    }
    await readAgain(chain, hash, number)
    taken += 1
  }
  const ended = await saveSearched(chain.db, chain.config.id, fact, next, to)
  sweep.at = to
  await conclude(chain, fact, ended)
  return taken
}

/** Counts facts whose history was read to the end. */
async function conclude(chain: ChainDeps, fact: UnsearchedFact, ended: readonly OwnFact[]): Promise<void> {
  if (ended.length === 0) return
  const { db, config, counts, log, recounts } = chain
  const explained = await takeBackExplained(db, config.id, fact, ended)
  if (explained > 0) recounts.found.set(fact.fact, (recounts.found.get(fact.fact) ?? 0) + explained)
  const left = ended.length - explained
  for (let one = 0; one < left; one += 1) counts.add('recount-unexplained')
  if (left > 0)
    log.info(
      { fact: fact.fact, contract: fact.contract, facts: left, some: ended.slice(0, 5) },
      'the chain state of orders is not explained by any event',
    )
}

const isOfOrders = ({ fact }: UnsearchedFact): boolean => fact === 'filled' || fact === 'cancelled'
const keyOf = ({ fact, contract }: UnsearchedFact): string => `${fact}|${contract}`

/**
 * Makes the search for lost events of facts whose state on chain differs from the stored events. What is found is
 * stored, so that the facts follow from events again; what no event explains is counted as `recount-unexplained`. All
 * readings of one fact of a contract are searched together, in every block once. Sales and cancellations come first;
 * other facts take turns, a range each, so that no contract holds up the others. A search that fails is logged and
 * counted, and put off.
 * @returns searches on. @param most requests after which the rest is left to the next call.
 */
export function createLostEventSearch(chain: ChainDeps): (most: number) => Promise<void> {
  const { db, config, counts, log } = chain
  const sweeps = new Map<string, Sweep>()
  let turns = 0
  const turnOf = (fact: UnsearchedFact): number =>
    isOfOrders(fact) ? -1 : (sweeps.get(keyOf(fact))?.turn ?? 0)
  return async (most) => {
    for (let left = most; left > 0; ) {
      const facts = await unsearchedFacts(db, config.id)
      const [fact] = [...facts].sort((a, b) => turnOf(a) - turnOf(b))
      if (fact === undefined) {
        sweeps.clear()
        return
      }
      const sweep = sweeps.get(keyOf(fact)) ?? { turn: 0, at: -1, end: -1 }
      sweeps.set(keyOf(fact), sweep)
      turns += 1
      sweep.turn = turns
      try {
        left -= await searchOn(chain, fact, sweep, left)
      } catch (cause) {
        left -= requestsOfFailure
        await postponeSearch(db, config.id, fact)
        counts.add('recount-search-failed')
        log.warn({ err: cause, contract: fact.contract, fact: fact.fact }, 'failed to search for lost events')
      }
    }
  }
}
