import { seaportTopics } from '@sluice/seaport'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import type { ChainLog } from '../chain/chainLog.ts'
import type { LogTopics } from '../chain/logs.ts'
import type { ChainDeps } from '../deps.ts'
import { type Difference, type Recounted, recount } from '../orders/recount.ts'
import { countedCollections, recountCollection } from '../storage/chain/collectionCounts.ts'
import { storedLogs } from '../storage/chain/factPlaces.ts'
import {
  nextUnwalked,
  postponeWalk,
  saveWalked,
  takeBackExplained,
  type UnwalkedReading,
} from '../storage/orders/factReadings.ts'
import { lockFacts } from '../storage/orders/stretch.ts'
import { isStatsRowWrong, marketOf } from '../storage/pages/collectionStats.ts'
import { publish } from '../storage/service/outbox.ts'
import { correctBlock } from './apply.ts'
import { topic } from './blockEvents.ts'
import { blockAt, readBlock, watchedBy } from './reading.ts'

/** About so many requests are made for narrower and narrower ranges before a search fails. */
const requestsOfFailure = 10

/** The topics of the logs that tell of a fact; those of any of the lists. */
function topicsOf({ fact, kind, owner, subject }: UnwalkedReading): readonly LogTopics[] {
  const account = pad(owner)
  if (fact === 'filled') return [[seaportTopics.OrderFulfilled, account]]
  if (fact === 'cancelled') return [[seaportTopics.OrderCancelled, account]]
  if (fact === 'operator') return [[topic.operator, account, pad(subject as Hex)]]
  if (kind !== 'erc1155') return [[topic.transfer, null, null, numberToHex(BigInt(subject), { size: 32 })]]
  const moved = [topic.single, topic.batch]
  return [
    [moved, null, account],
    [moved, null, null, account],
  ]
}

/** The blocks of logs of which no fact is stored, oldest first. */
async function blocksWithoutFacts(
  { db, config }: ChainDeps,
  logs: readonly ChainLog[],
): Promise<readonly (readonly [hash: Hex, number: number])[]> {
  const hashes = [...new Set(logs.map(({ blockHash }) => blockHash))]
  const isStored = await storedLogs(db, config.id, hashes)
  const missing = logs.filter(({ blockHash, logIndex }) => !isStored(blockHash, logIndex))
  const blocks = new Map(missing.map(({ blockHash, blockNumber }) => [blockHash, blockNumber]))
  return [...blocks].sort(([, a], [, b]) => a - b)
}

async function readAgain(chain: ChainDeps, hash: Hex, number: number): Promise<void> {
  const block = await blockAt(chain, number)
  if (block?.hash !== hash) return
  chain.log.warn({ block: number, hash }, 'reading a block again whose events were lost')
  await correctBlock(chain, await readBlock(chain, block, await watchedBy(chain)))
}

/**
 * Reads on in the history of a fact, a range of blocks as nodes answer them, and reads blocks whose events were lost again.
 * @param most requests for logs and blocks to read again.
 * @returns how many it took.
 */
async function walk(chain: ChainDeps, reading: UnwalkedReading, most: number): Promise<number> {
  const { db, config, reads } = chain
  let to = reading.to
  let taken = 0
  const logs: ChainLog[] = []
  for (const topics of topicsOf(reading)) {
    const range = await reads.logs.ofRange([reading.contract], reading.from, to, topics)
    logs.push(...range.logs)
    to = range.to
    taken += 1
  }
  const within = logs.filter(({ blockNumber }) => blockNumber <= to)
  for (const [hash, number] of await blocksWithoutFacts(chain, within)) {
    if (taken >= most && number > reading.from) {
      await saveWalked(db, config.id, reading, number - 1)
      return taken
    }
    await readAgain(chain, hash, number)
    taken += 1
  }
  await saveWalked(db, config.id, reading, to)
  if (to === reading.to) await conclude(chain, reading)
  return taken
}

/** Counts a fact whose history was read to the end. */
async function conclude({ db, config, counts, log, recounts }: ChainDeps, reading: UnwalkedReading) {
  const { fact, contract, owner, subject } = reading
  if (await takeBackExplained(db, config.id, reading)) {
    recounts.found.set(fact, (recounts.found.get(fact) ?? 0) + 1)
    return
  }
  counts.add('recount-unexplained')
  log.info({ fact, contract, owner, subject }, 'no event explains what the chain says of an order')
}

/**
 * Searches lost events of the facts that the chain told otherwise than the stored ones, each once in every block. What is
 * found is stored, so that the facts follow from events again; what no event explains is counted as `recount-unexplained`.
 * A search that fails is logged and counted, and put off.
 * @param most requests after which the rest is left to the next call.
 */
async function findLostEvents(chain: ChainDeps, most: number): Promise<void> {
  const { db, config, counts, log } = chain
  for (let left = most; left > 0; ) {
    const reading = await nextUnwalked(db, config.id)
    if (reading === undefined) return
    // The history of a collection that was read meanwhile may say the same.
    if (await takeBackExplained(db, config.id, reading)) continue
    try {
      left -= await walk(chain, reading, left)
    } catch (cause) {
      left -= requestsOfFailure
      await postponeWalk(db, config.id, reading)
      counts.add('recount-search-failed')
      log.warn({ err: cause, contract: reading.contract, fact: reading.fact }, 'failed to search lost events')
    }
  }
}

/**
 * Compares some orders with the chain and corrects differences as {@link recount} does, and searches on for lost events.
 * @param requests after which the search is left to the next piece.
 */
export async function recountPiece(
  chain: ChainDeps,
  after: string,
  limit: number,
  requests: number,
): Promise<Recounted> {
  const counted = await recount(chain, after, limit)
  await findLostEvents(chain, requests)
  return counted
}

/** Compares every order with the chain once, corrects differences as {@link recount} does, and searches lost events. */
export async function recountAll(
  chain: ChainDeps,
  limit = 200,
): Promise<{ readonly looked: number; readonly differences: readonly Difference[] }> {
  const differences: Difference[] = []
  let looked = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const piece: Recounted = await recount(chain, after, limit)
    looked += piece.looked
    differences.push(...piece.differences)
    after = piece.next
  }
  await findLostEvents(chain, Number.POSITIVE_INFINITY)
  return { looked, differences }
}

/** Recounts the facts of every collection, one at a time. @returns those whose counts were wrong. */
export async function recountCollections(chain: ChainDeps): Promise<readonly Address[]> {
  const { db, config } = chain
  const wrong: Address[] = []
  for (const contract of await countedCollections(db, config.id)) {
    const differed = await db.transaction(async (tx) => {
      const late = await lockFacts(tx, config.id, undefined, Math.floor(chain.clock() / 1000))
      const isWrong = await isStatsRowWrong(tx, marketOf(chain), contract)
      const differs = await recountCollection(tx, config.id, contract)
      await publish(tx, config.id, late)
      return differs || isWrong
    })
    if (differed) wrong.push(contract)
  }
  return wrong
}
