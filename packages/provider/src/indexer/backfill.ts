import type { Hex } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { deriveCollection } from '../orders/status.ts'
import { sql } from '../storage/db.ts'
import { insertFacts } from '../storage/facts.ts'
import { aloneWithFacts } from '../storage/leases.ts'
import { publish } from '../storage/outbox.ts'
import { rebuildCollection } from '../storage/ownerships.ts'
import { advanceFilling, type Filling, nextFilling } from '../storage/watched.ts'
import { type ChainLog, factsOf } from './facts.ts'

/** Blocks asked for at once; halved as often as a node refuses. */
const widest = 20_000

/**
 * Reads one piece of the past of a collection that was learned late. Where it stopped is written down with what it
 * read, so that it goes on from there after any end of the process.
 * @returns whether there was something to do.
 */
export async function backfillOnce(chain: ChainDeps): Promise<boolean> {
  const filling = await nextFilling(chain.db, chain.config.id)
  if (filling === undefined) return false
  await fillTo(chain, filling, Math.min(filling.end, filling.next + widest - 1))
  return true
}

async function fillTo(chain: ChainDeps, filling: Filling, to: number): Promise<void> {
  const { client } = chain.reads
  let logs: readonly ChainLog[]
  try {
    logs = (await client.getLogs({
      address: filling.contract,
      fromBlock: BigInt(filling.next),
      toBlock: BigInt(to),
    })) as readonly ChainLog[]
  } catch (cause) {
    // Nodes cap the blocks or the logs of one answer, each in words of its own.
    if (to <= filling.next) throw cause
    chain.log.debug({ err: cause, ...filling, to }, 'a narrower range is asked for')
    return fillTo(chain, filling, filling.next + Math.floor((to - filling.next) / 2))
  }
  const byBlock = new Map<Hex, ChainLog[]>()
  for (const log of logs) byBlock.set(log.blockHash, [...(byBlock.get(log.blockHash) ?? []), log])
  const blocks = await Promise.all(
    [...byBlock].map(async ([hash, own]) => ({ block: await client.getBlock({ blockHash: hash }), own })),
  )
  const chainId = chain.config.id
  await chain.db.transaction(async (tx) => {
    await aloneWithFacts(tx, chainId, chain.term)
    if (!(await advanceFilling(tx, chainId, filling, to + 1))) return
    for (const { block, own } of blocks) {
      const head = { number: Number(block.number), hash: block.hash, timestamp: Number(block.timestamp) }
      const [stored] = await tx.rows<{ hash: string }>(
        sql`select hash from blocks where chain_id = ${chainId} and number = ${head.number}`,
      )
      // The follower is on another branch by now: it will read this block anew, collection included.
      if (stored !== undefined && stored.hash !== head.hash)
        throw new Error(`Block ${head.number} changed while it was read.`)
      await insertFacts(tx, chainId, head, {
        ...factsOf(own, chain.config),
        fills: [],
        cancels: [],
        counters: [],
      })
    }
    if (to < filling.end) return
    await rebuildCollection(tx, chainId, filling.contract)
    const now = Math.floor(chain.clock() / 1000)
    await publish(tx, chainId, await deriveCollection(tx, chainId, filling.contract, now))
  })
}
