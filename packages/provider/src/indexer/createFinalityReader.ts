import { BlockNotFoundError } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { type SettledTag, saveFinality, settledTags } from '../storage/chain/finality.ts'

/** Milliseconds between two reads of a tag: where the node has it, and where it has none. */
const [interval, longInterval] = [30_000, 600_000]

/** Makes the turns that store which blocks are safe and final, as the node reports them. */
export function createFinalityReader(chain: ChainDeps): () => Promise<void> {
  const due = new Map<SettledTag, number>()
  return async () => {
    for (const tag of settledTags) {
      if (chain.clock() < (due.get(tag) ?? 0)) continue
      due.set(tag, chain.clock() + interval)
      const block = await chain.reads.client.getBlock({ blockTag: tag }).catch((cause: unknown) => {
        chain.log.debug({ err: cause, tag }, 'the node returned no block for a tag')
        // A node that did not answer may still support the tag.
        if (cause instanceof BlockNotFoundError) due.set(tag, chain.clock() + longInterval)
        return undefined
      })
      if (block === undefined) continue
      await saveFinality(chain.db, chain.config.id, tag, { number: Number(block.number), hash: block.hash })
    }
  }
}
