import type { ChainDeps } from '../deps.ts'
import { readChangedBlock } from '../storage/chain/blocks.ts'
import { insertFacts } from '../storage/chain/facts.ts'
import { rebuildCollection } from '../storage/chain/ownerships.ts'
import { advanceFilling, type Filling, nextFilling } from '../storage/chain/watched.ts'
import { lockFacts } from '../storage/orders/lockFacts.ts'
import { deriveCollection } from '../storage/orders/status.ts'
import { publish } from '../storage/service/outbox.ts'
import { unixTime } from '../unixTime.ts'
import { sourcesOf } from './blockEvents.ts'
import { readRange } from './reading.ts'

/** Ranges of blocks that are read at once. */
const inFlight = 4
/** How much wider ranges of one contract are than those of all, which have more logs. */
const widening = 4

/**
 * Reads one part of the history of a collection that was discovered late. Its progress is stored with the facts, so that
 * it continues from there after the process ends.
 * @returns whether there was something to do.
 */
export async function backfillOnce(chain: ChainDeps): Promise<boolean> {
  const filling = await nextFilling(chain.db, chain.config.id)
  if (filling === undefined) return false
  await fill(chain, filling)
  return true
}

async function fill(chain: ChainDeps, filling: Filling): Promise<void> {
  const { config } = chain
  const chainId = config.id
  const sources = sourcesOf(config, [filling.contract]).filter(({ address }) => address === filling.contract)
  const width = chain.reads.logs.width() * widening
  const starts = Array.from({ length: inFlight }, (_, index) => filling.next + index * width).filter(
    (start) => start <= filling.end,
  )
  const to = Math.min(filling.end, filling.next + inFlight * width - 1)
  const blocks = (
    await Promise.all(
      starts.map((start) => readRange(chain, sources, start, Math.min(to, start + width - 1), false)),
    )
  ).flatMap((range) => range.blocks)
  await chain.db.transaction(async (tx) => {
    const now = unixTime(chain.clock)
    const late = await lockFacts(tx, chainId, chain.term, now)
    if (!(await advanceFilling(tx, chainId, filling, to + 1))) return publish(tx, chainId, late)
    // The follower moves to another branch, and reads such a block again, with this collection.
    const heads = blocks.map(({ head }) => head)
    const changed = await readChangedBlock(tx, chainId, heads)
    if (changed !== undefined) throw new Error(`Block ${changed} changed while it was read.`)
    await insertFacts(
      tx,
      chainId,
      blocks.map(({ head, facts }) => ({
        block: head,
        facts: { ...facts, fills: [], cancels: [], counters: [], payers: [] },
      })),
    )
    if (to < filling.end) return publish(tx, chainId, late)
    await rebuildCollection(tx, chainId, filling.contract)
    return publish(tx, chainId, [...late, ...(await deriveCollection(tx, chainId, filling.contract, now))])
  })
}
