import type { Announced } from '../chain/listenToHeads.ts'
import type { ChainDeps } from '../deps.ts'
import { readBlockHash, readNewestBlock } from '../storage/chain/blocks.ts'
import { finalityOf, readFinality } from '../storage/chain/finality.ts'
import {
  applyBlocks,
  type BlockHead,
  HeadChange,
  type ReadBlock,
  sizeOf,
  undoBlock,
  WatchedChange,
} from './apply.ts'
import { createRangeWriter } from './rangeWriter.ts'
import {
  type Block,
  blockAt,
  blockOf,
  newestBlock,
  type ReadRange,
  readBlocks,
  readLinked,
  readRange,
  type Watched,
  watchedBy,
} from './reading.ts'

/** Blocks this far below the node's head are read in ranges: no reorg reaches them. */
const settled = 128
/** Blocks this far below the node's head may be those of an outage: each of their headers is checked. */
const recent = 512
/** Ranges that are read at once, while those before them are written. */
const inFlight = 4
/** Milliseconds after which no further range is begun: the lease, the list of collections and the head are read again. */
const longestTurn = 5000
/** Blocks near the head that are read and written at once. */
const maxLinked = 32
/** The most events of blocks near the head that are written at once; a block with more is written by itself. */
const maxEvents = 10_000
/** A range that is read while those before it are written. */
type RangeAhead = { readonly read: Promise<ReadRange>; isRead: boolean }

/** Writes the settled blocks that follow `mine`, while the ranges after them are read. */
async function catchUp(chain: ChainDeps, watched: Watched, mine: BlockHead, head: number): Promise<void> {
  const began = performance.now()
  const [end, line] = [head - settled, head - recent]
  const ahead: RangeAhead[] = []
  let start = mine.number + 1
  const readAhead = (): void => {
    while (start <= end && ahead.length < inFlight && performance.now() - began < longestTurn) {
      const to = Math.min(end, start + chain.reads.logs.width() - 1, start <= line ? line : end)
      const range: RangeAhead = {
        read: readRange(chain, watched.sources, start, to, to > line),
        isRead: false,
      }
      // A range that fails while an earlier one is written is reported when its turn comes.
      range.read.then(
        () => (range.isRead = true),
        () => undefined,
      )
      ahead.push(range)
      start = to + 1
    }
  }
  const writer = createRangeWriter(chain, watched.mark, mine.hash)
  let last = mine
  readAhead()
  for (let range = ahead.shift(); range !== undefined; range = ahead.shift()) {
    // Nothing waits for the node.
    if (!range.isRead) writer.hurry()
    const { blocks, parentHash } = await range.read
    if (parentHash !== last.hash) throw new Error(`A range does not follow block ${last.number}.`)
    last = blocks.at(-1)?.head ?? last
    readAhead()
    await writer.add(blocks)
  }
  await writer.end()
}

/** Splits blocks, in their order, into parts of at most `most` events each; a block with more is a part of its own. */
export function partsOfBlocks(
  blocks: readonly ReadBlock[],
  most = maxEvents,
): readonly (readonly ReadBlock[])[] {
  const parts: ReadBlock[][] = []
  let room = 0
  for (const block of blocks) {
    const size = sizeOf(block)
    const part = size > room ? undefined : parts.at(-1)
    if (part === undefined) parts.push([block])
    else part.push(block)
    room = (part === undefined ? most : room) - size
  }
  return parts
}

/** A node replaces a block that was final: one of the nodes is wrong, and it is not known which. */
class FinalityBrokenError extends Error {
  override readonly name = 'FinalityBrokenError'
}

/** Reverts a block, unless it was final: then the follower stops until an operator acts. */
async function revertBlock(chain: ChainDeps, block: BlockHead): Promise<void> {
  const tags = await readFinality(chain.db, chain.config.id)
  if (finalityOf(block.number, tags) === 'finalized')
    throw new FinalityBrokenError(`The node replaced block ${block.number}, which was final.`)
  await undoBlock(chain, block)
}

/**
 * What {@link advance} found: more to do; the node's newest block was stored now, or is stored already; the node has no block
 * after the stored ones, although its newest one was another when it was read; or the node is behind.
 */
export type Progress = 'more' | 'newest' | 'level' | 'no-next' | 'node-behind'

/**
 * Takes one step towards the chain's head: applies the next blocks, or reverts a block that was replaced.
 * @param rewind whether blocks are reverted when the node's chain merely ends before them. A node that is behind looks
 * like one that was rolled back, so the caller sets this only when that has lasted for a while.
 * @param announced the newest block that a node announced: if it is the next one, a single request to the node is enough.
 * @param newest the node's newest block, if the caller has read it.
 */
export async function advance(
  chain: ChainDeps,
  rewind = true,
  announced?: Announced,
  newest?: Block,
): Promise<Progress> {
  try {
    return await stepOnce(chain, rewind, announced, newest)
  } catch (cause) {
    if (cause instanceof WatchedChange || cause instanceof HeadChange) return 'more'
    throw cause
  }
}

/** Whether the nodes still return this block after they were compared with each other. */
async function isConfirmed(chain: ChainDeps, number: number, seen: Block | undefined): Promise<boolean> {
  await chain.reads.nodes.compare()
  return (await blockAt(chain, number))?.hash === seen?.hash
}

async function stepOnce(
  chain: ChainDeps,
  rewind: boolean,
  announced?: Announced,
  newest?: Block,
): Promise<Progress> {
  const mine = await readNewestBlock(chain.db, chain.config.id)
  const write = async (blocks: readonly Block[], near: boolean): Promise<void> => {
    const watched = await watchedBy(chain)
    let head = mine?.hash
    for (const part of partsOfBlocks(await readBlocks(chain, blocks, watched))) {
      await applyBlocks(chain, part, { watched: watched.mark, head }, near)
      head = part.at(-1)?.head.hash
    }
  }
  if (mine === undefined) {
    const first = await blockAt(chain, chain.config.startBlock)
    if (first === undefined) return 'level'
    await write([first], false)
    return 'more'
  }
  const follows = (block: Block | undefined): boolean =>
    block?.parentHash === mine.hash && Number(block.number) === mine.number + 1
  if (announced?.number === mine.number + 1) {
    // Another node may have announced it, or it is gone again: the usual way finds out.
    const block = await blockOf(chain, announced.hash).catch(() => undefined)
    if (block !== undefined && follows(block)) {
      await write([block], true)
      return 'newest'
    }
  }
  const latest = newest ?? (await newestBlock(chain))
  if (latest?.hash === mine.hash) return 'level'
  if (latest !== undefined && follows(latest)) {
    await write([latest], true)
    return 'newest'
  }
  const next = await blockAt(chain, mine.number + 1)
  if (next === undefined) return compareHeads(chain, mine, rewind)
  if (!follows(next)) {
    if (await isConfirmed(chain, mine.number + 1, next)) await revertBlock(chain, mine)
    return 'more'
  }
  const head = Number(latest?.number ?? next.number)
  if (head - settled > mine.number + 1) await catchUp(chain, await watchedBy(chain), mine, head)
  else await write(await readLinked(chain, next, Math.min(head, mine.number + maxLinked)), true)
  return 'more'
}

/** The node has no block after ours: it is up to date with us, behind us, or on another branch. */
async function compareHeads(chain: ChainDeps, mine: BlockHead, rewind: boolean): Promise<Progress> {
  const same = await blockAt(chain, mine.number)
  if (same?.hash === mine.hash) return 'no-next'
  if (same === undefined && !rewind) {
    const top = await chain.reads.client.getBlock({ blockTag: 'latest' })
    const ours = await readBlockHash(chain.db, chain.config.id, top.number)
    if (ours === undefined || ours === top.hash) return 'node-behind'
  }
  if (await isConfirmed(chain, mine.number, same)) await revertBlock(chain, mine)
  return 'more'
}
