import type { Hex } from 'viem'
import { digestOf } from '../../chain/logs/chainLog.ts'
import type { ChainDeps } from '../../deps.ts'
import { markChecked, nextDoubted, nextUnchecked } from '../../storage/chain/blocks.ts'
import { correctBlock, WatchedChange } from '../apply.ts'
import { type Block, blockOf, readFrom, type Watched, watchedBy } from '../reading.ts'

/**
 * Reads the logs of a block again that the bloom contradicts, where no node has receipts that would prove them: a node
 * omits logs for a while, and has them later. While they stay doubted, the block is one of those to be checked.
 * @returns whether they are known now.
 */
async function readDoubted(chain: ChainDeps, block: Block, watched: Watched): Promise<boolean> {
  const reread = await chain.reads.logs.ofBlock(block, watched.sources)
  if (reread.trust === 'doubted') return false
  chain.log.warn({ block: Number(block.number), hash: block.hash }, 'the logs of a block are corrected')
  await correctBlock(chain, readFrom(chain, block, reread), watched.mark)
  return true
}

/**
 * Proves the logs of one recent block by its receipts, and corrects its facts where they differ: a node may omit logs
 * without any sign in the bloom.
 * @returns whether there was something to do.
 */
export async function checkOnce(chain: ChainDeps): Promise<boolean> {
  try {
    return await checkNext(chain)
  } catch (cause) {
    // The block is still one of those to be checked.
    if (cause instanceof WatchedChange) return true
    throw cause
  }
}

async function checkNext(chain: ChainDeps): Promise<boolean> {
  const chainId = chain.config.id
  const next = await nextUnchecked(chain.db, chainId)
  if (next === undefined) return false
  const block = await blockOf(chain, next.hash as Hex)
  // It was replaced, and the follower reverts it.
  if (block === undefined) return false
  const watched = await watchedBy(chain)
  const logs = await chain.reads.logs.proven(block, watched.sources)
  if (logs === undefined && next.logs === null) return readDoubted(chain, block, watched)
  if (logs === undefined || digestOf(logs) === next.logs) {
    await markChecked(chain.db, chainId, next)
    return true
  }
  chain.log.warn({ block: next.number, hash: next.hash }, 'the logs of a block are corrected by its receipts')
  await correctBlock(chain, readFrom(chain, block, { logs, trust: 'proven' }), watched.mark)
  return true
}

/**
 * Reads the doubted logs of one block again that is too old for {@link checkOnce}: nodes return no logs of old blocks while
 * they index them.
 * @returns `none` if no such block is left, or whether the logs are known now. Those of a bloom that is a false positive
 * stay doubted.
 */
export async function checkDoubted(chain: ChainDeps): Promise<'none' | 'known' | 'doubted'> {
  const hash = await nextDoubted(chain.db, chain.config.id)
  if (hash === undefined) return 'none'
  const block = await blockOf(chain, hash as Hex)
  if (block === undefined) return 'doubted'
  try {
    return (await readDoubted(chain, block, await watchedBy(chain))) ? 'known' : 'doubted'
  } catch (cause) {
    if (cause instanceof WatchedChange) return 'doubted'
    throw cause
  }
}
