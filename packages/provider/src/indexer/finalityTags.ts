import type { ChainDeps } from '../deps.ts'
import { type SettledTag, saveFinality, settledTags } from '../storage/chain/finality.ts'

/** Milliseconds between two reads of a tag: where the node has it, and where it has none. */
const [interval, longInterval] = [30_000, 600_000]

/** Makes the turns that store which blocks are safe and final, as the node says from time to time. */
export function createTagReader(chain: ChainDeps): () => Promise<void> {
  const due = new Map<SettledTag, number>()
  return async () => {
    for (const tag of settledTags) {
      if (chain.clock() < (due.get(tag) ?? 0)) continue
      const block = await chain.reads.client.getBlock({ blockTag: tag }).catch((cause: unknown) => {
        chain.log.debug({ err: cause, tag }, 'the node has no such tag')
        return undefined
      })
      due.set(tag, chain.clock() + (block == null ? longInterval : interval))
      if (block == null) continue
      await saveFinality(chain.db, chain.config.id, tag, { number: Number(block.number), hash: block.hash })
    }
  }
}
