import { seaportTopics } from '@sluice/seaport'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import type { ChainLog } from '../chain/chainLog.ts'
import type { LogTopics } from '../chain/logs.ts'
import type { ChainDeps } from '../deps.ts'
import { type Difference, type Recounted, recount } from '../orders/recount.ts'
import { seaportOfKind } from '../orders/validateOrder.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { countedCollections, recountCollection } from '../storage/chain/collectionCounts.ts'
import { storedLogs } from '../storage/chain/factPlaces.ts'
import { readOrders, type StoredOrder } from '../storage/orders/orders.ts'
import { lockFacts } from '../storage/orders/stretch.ts'
import { isStatsRowWrong, marketOf } from '../storage/pages/collectionStats.ts'
import { publish } from '../storage/service/outbox.ts'
import { correctBlock } from './apply.ts'
import { topic } from './blockEvents.ts'
import { blockAt, readBlock, watchedBy } from './reading.ts'

/** The most orders of one piece whose history is read again: each takes some requests for the whole chain. */
const maxReread = 10

type Wanted = { readonly address: Address; readonly topics: LogTopics }

/** The logs that concern a difference from the chain. */
function wantedFor({ config }: ChainDeps, order: StoredOrder, of: Difference['of']): readonly Wanted[] {
  const maker = pad(order.maker)
  if (of === 'filled' || of === 'cancelled') {
    const address = seaportOfKind({ config }, `seaport-v${order.version}`)
    const { OrderFulfilled, OrderCancelled } = seaportTopics
    return [{ address, topics: [[OrderFulfilled, OrderCancelled], maker] }]
  }
  const address = order.contract
  if (of === 'operator') return [{ address, topics: [topic.operator, maker] }]
  if (of !== 'held' || order.tokenId === undefined) return []
  if (order.tokenKind === 'erc721')
    return [{ address, topics: [topic.transfer, null, null, numberToHex(order.tokenId, { size: 32 })] }]
  const moved = [topic.single, topic.batch]
  return [
    { address, topics: [moved, null, maker] },
    { address, topics: [moved, null, null, maker] },
  ]
}

/** Finds the blocks whose events were lost, and reads them again. */
async function reread(chain: ChainDeps, differences: readonly Difference[]): Promise<void> {
  const lost = differences
    .filter(({ of }) => ['filled', 'cancelled', 'held', 'operator'].includes(of))
    .slice(0, maxReread)
  const head = await readHead(chain.db, chain.config.id)
  if (lost.length === 0 || head === undefined) return
  const orders = await readOrders(
    chain.db,
    chain.config.id,
    lost.map(({ id }) => id),
  )
  const logs: ChainLog[] = []
  for (const { id, of } of lost) {
    const order = orders.find((one) => one.id === id)
    for (const { address, topics } of order === undefined ? [] : wantedFor(chain, order, of))
      for (let from = chain.config.startBlock; from <= head.number; ) {
        const piece = await chain.reads.logs.ofRange([address], from, head.number, topics)
        logs.push(...piece.logs)
        from = piece.to + 1
      }
  }
  const hashes = [...new Set(logs.map(({ blockHash }) => blockHash))]
  const isStored = await storedLogs(chain.db, chain.config.id, hashes)
  const missing = logs.filter(({ blockHash, logIndex }) => !isStored(blockHash, logIndex))
  const watched = await watchedBy(chain)
  const blocks = new Map<Hex, number>(missing.map(({ blockHash, blockNumber }) => [blockHash, blockNumber]))
  for (const [hash, number] of blocks) {
    const block = await blockAt(chain, number)
    if (block?.hash !== hash) continue
    chain.log.warn({ block: number, hash }, 'reading a block again whose events were lost')
    await correctBlock(chain, await readBlock(chain, block, watched))
  }
}

/**
 * Compares some orders with the chain and corrects differences as {@link recount} does; blocks whose events were lost are
 * read again.
 */
export async function recountPiece(chain: ChainDeps, after: string, limit: number): Promise<Recounted> {
  const counted = await recount(chain, after, limit)
  await reread(chain, counted.differences)
  return counted
}

/** Compares every order with the chain once. */
export async function recountAll(
  chain: ChainDeps,
  limit = 200,
): Promise<{ readonly looked: number; readonly differences: readonly Difference[] }> {
  const differences: Difference[] = []
  let looked = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const piece: Recounted = await recountPiece(chain, after, limit)
    looked += piece.looked
    differences.push(...piece.differences)
    after = piece.next
  }
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
