import type { Hex } from 'viem'
import type { Announced } from '../chain/heads.ts'
import { digestOf } from '../chain/logs.ts'
import type { ChainDeps } from '../deps.ts'
import { markChecked, nextUnchecked, readBlockHash, readNewestBlock } from '../storage/chain/blocks.ts'
import { finalityOf, readFinality } from '../storage/chain/finality.ts'
import {
  applyBlocks,
  type BlockHead,
  correctBlock,
  type ReadBlock,
  undoBlock,
  WatchedChange,
} from './apply.ts'
import {
  type Block,
  blockAt,
  blockOf,
  readBlock,
  readFrom,
  readRange,
  type Watched,
  watchedBy,
} from './reading.ts'

/** Blocks this far below the node's head are read in ranges: no reorg reaches them. */
const settled = 128
/** Blocks this far below the node's head may be those of an outage: each of their headers is looked at. */
const recent = 512
/** Ranges that are read at once, while those before them are written. */
const inFlight = 4
/** Events that are written in one transaction. */
const batch = 2000

/** Writes blocks of a range, many to a transaction. */
async function applyRange(chain: ChainDeps, blocks: readonly ReadBlock[], { mark }: Watched): Promise<void> {
  let waiting: ReadBlock[] = []
  let events = 0
  for (const block of blocks) {
    waiting.push(block)
    events += block.facts.transfers.length + block.facts.fills.length + 1
    if (events < batch) continue
    await applyBlocks(chain, waiting, mark, false)
    waiting = []
    events = 0
  }
  if (waiting.length > 0) await applyBlocks(chain, waiting, mark, false)
}

/** Reads the settled blocks from `from` to `end`, as many ranges at once as the node is given time for. */
async function catchUp(
  chain: ChainDeps,
  watched: Watched,
  from: number,
  end: number,
  head: number,
): Promise<void> {
  const width = chain.reads.logs.width()
  const ranges: Promise<readonly ReadBlock[]>[] = []
  const line = head - recent
  for (let start = from; start <= end && ranges.length < inFlight; ) {
    const to = Math.min(end, start + width - 1, start <= line ? line : end)
    ranges.push(readRange(chain, watched.sources, start, to, to > line))
    start = to + 1
  }
  // One that fails while an earlier one is written is heard of in its turn.
  for (const range of ranges) range.catch(() => undefined)
  for (const range of ranges) await applyRange(chain, await range, watched)
}

/** A block that the chain called final is said to be replaced: some node lies, and nobody here can tell which. */
class FinalityBrokenError extends Error {
  override readonly name = 'FinalityBrokenError'
}

/** Takes a block back, unless the chain had called it final: then the book stands still until somebody looks. */
async function takeBack(chain: ChainDeps, block: BlockHead): Promise<void> {
  const tags = await readFinality(chain.db, chain.config.id)
  if (finalityOf(block.number, tags) === 'finalized')
    throw new FinalityBrokenError(`The node replaces block ${block.number}, which was final.`)
  await undoBlock(chain, block)
}

/** What {@link advance} found: more to do at once, level with the node, or the node knows less than we do. */
export type Progress = 'more' | 'level' | 'node-behind'

/**
 * Takes one step towards the chain's head: applies what comes next, or takes back a block that was replaced.
 * @param rewind whether a node whose chain merely ends before ours is believed. A node that is behind says the
 * same as one that was rolled back, so the caller asks for this only when it has said so for a while.
 * @param announced the newest block that a node told of: where it comes next, one round trip to the node is enough.
 */
export async function advance(chain: ChainDeps, rewind = true, announced?: Announced): Promise<Progress> {
  try {
    return await stepOnce(chain, rewind, announced)
  } catch (cause) {
    if (cause instanceof WatchedChange) return 'more'
    throw cause
  }
}

/** Whether the nodes still say so after those that are wrong about the chain have been sorted out. */
async function isConfirmed(chain: ChainDeps, number: number, seen: Block | undefined): Promise<boolean> {
  await chain.reads.nodes.compare()
  return (await blockAt(chain, number))?.hash === seen?.hash
}

async function stepOnce(chain: ChainDeps, rewind: boolean, announced?: Announced): Promise<Progress> {
  const { config, reads } = chain
  const [watched, mine] = await Promise.all([watchedBy(chain), readNewestBlock(chain.db, chain.config.id)])
  const write = async (block: Block, near: boolean): Promise<Progress> => {
    await applyBlocks(chain, [await readBlock(chain, block, watched)], watched.mark, near)
    return 'more'
  }
  if (mine !== undefined && announced?.number === mine.number + 1) {
    // Another node may have told of it, or it is gone again: the usual way finds out.
    const block = await blockOf(chain, announced.hash).catch(() => undefined)
    if (block?.parentHash === mine.hash && Number(block.number) === mine.number + 1) return write(block, true)
  }
  if (mine === undefined) {
    const first = await blockAt(chain, config.startBlock)
    return first === undefined ? 'level' : write(first, false)
  }
  const next = await blockAt(chain, mine.number + 1)
  if (next === undefined) return lookBack(chain, mine, rewind)
  if (next.parentHash !== mine.hash) {
    if (await isConfirmed(chain, mine.number + 1, next)) await takeBack(chain, mine)
    return 'more'
  }
  const head = Number(await reads.client.getBlockNumber({ cacheTime: 1000 }))
  const end = Math.min(mine.number + inFlight * reads.logs.width(), head - settled)
  if (end > mine.number + 1) {
    await catchUp(chain, watched, mine.number + 1, end, head)
    return 'more'
  }
  return write(next, true)
}

/** The node knows no block after ours: it is level with us, behind us, or on another branch. */
async function lookBack(chain: ChainDeps, mine: BlockHead, rewind: boolean): Promise<Progress> {
  const same = await blockAt(chain, mine.number)
  if (same?.hash === mine.hash) return 'level'
  if (same === undefined && !rewind) {
    const top = await chain.reads.client.getBlock({ blockTag: 'latest' })
    const ours = await readBlockHash(chain.db, chain.config.id, top.number)
    if (ours === undefined || ours === top.hash) return 'node-behind'
  }
  if (await isConfirmed(chain, mine.number, same)) await takeBack(chain, mine)
  return 'more'
}

/** Newest blocks whose logs are proven by their receipts, one after the other. */
const proven = 256

/**
 * Proves the logs of one recent block by its receipts, and corrects what was read of it where they differ: a node may
 * have left out what no bloom shows.
 * @returns whether there was something to do.
 */
export async function checkOnce(chain: ChainDeps): Promise<boolean> {
  const chainId = chain.config.id
  const next = await nextUnchecked(chain.db, chainId, proven)
  if (next === undefined) return false
  const block = await blockOf(chain, next.hash as Hex)
  // It was replaced, and the follower takes it back.
  if (block === undefined) return false
  const { sources } = await watchedBy(chain)
  const logs = await chain.reads.logs.proven(block, sources)
  if (logs === undefined || digestOf(logs) === next.logs) {
    await markChecked(chain.db, chainId, next, null)
    return true
  }
  chain.log.warn({ block: next.number, hash: next.hash }, 'the logs of a block are corrected by its receipts')
  await correctBlock(chain, readFrom(chain, block, { logs, certain: true }))
  return true
}
