import { type Address, BlockNotFoundError, type Hex } from 'viem'
import type { Announced } from '../chain/heads.ts'
import type { ChainDeps } from '../deps.ts'
import { sql } from '../storage/db.ts'
import { finalityOf, readFinality } from '../storage/finality.ts'
import { readWatched } from '../storage/watched.ts'
import { applyBlock, type BlockHead, undoBlock, WatchedChange } from './apply.ts'
import { type ChainLog, factsOf } from './facts.ts'

type Block = {
  readonly number: bigint | null
  readonly hash: Hex | null
  readonly parentHash: Hex
  readonly timestamp: bigint
  readonly transactions: readonly unknown[]
}
type HeadRow = { number: string; hash: string; parent_hash: string; timestamp: string }

const asHead = (row: HeadRow): BlockHead => ({
  number: Number(row.number),
  hash: row.hash,
  parentHash: row.parent_hash,
  timestamp: Number(row.timestamp),
})
const headFrom = (block: Block): BlockHead => ({
  number: Number(block.number),
  hash: block.hash as string,
  parentHash: block.parentHash,
  timestamp: Number(block.timestamp),
})

async function newest(chain: ChainDeps): Promise<BlockHead | undefined> {
  const [row] = await chain.db.rows<HeadRow>(
    sql`select number, hash, parent_hash, timestamp from blocks where chain_id = ${chain.config.id} order by number desc limit 1`,
  )
  return row === undefined ? undefined : asHead(row)
}

async function storedHash(chain: ChainDeps, number: bigint): Promise<string | undefined> {
  const [row] = await chain.db.rows<{ hash: string }>(
    sql`select hash from blocks where chain_id = ${chain.config.id} and number = ${number.toString()}`,
  )
  return row?.hash
}

async function blockAt(chain: ChainDeps, number: number): Promise<Block | undefined> {
  try {
    return await chain.reads.client.getBlock({ blockNumber: BigInt(number) })
  } catch (cause) {
    if (cause instanceof BlockNotFoundError) return undefined
    throw cause
  }
}

/** Whose events are asked for, with the count of collections among them. */
type Watched = { readonly addresses: readonly Address[]; readonly count: number }

async function watchedBy({ config, db }: ChainDeps): Promise<Watched> {
  const { contracts, count } = await readWatched(db, config.id)
  const fixed = [
    config.seaport,
    ...(config.seaport15 === undefined ? [] : [config.seaport15]),
    config.wrappedNative,
    ...(config.usdc === undefined ? [] : [config.usdc]),
  ]
  return { addresses: [...new Set([...fixed, ...config.collections, ...contracts])], count }
}

async function apply(
  chain: ChainDeps,
  block: Block,
  logs: readonly ChainLog[],
  { count }: Watched,
  near: boolean,
): Promise<void> {
  const facts = factsOf(logs, chain.config)
  if (facts.unreadable.length > 0)
    chain.log.warn({ block: Number(block.number), logs: facts.unreadable }, 'logs of no standard form')
  await applyBlock(chain, headFrom(block), facts, block.transactions as readonly string[], count, near)
}

/** Blocks this far below the node's head are read in ranges: no reorg reaches them. */
const settled = 128
/** Blocks asked for at once; halved as often as a node refuses. */
const widest = 2000

/** Reads a range of settled blocks; those that say nothing are passed over, the last one is kept as the place reached. */
async function applyRange(chain: ChainDeps, watched: Watched, from: number, to: number): Promise<void> {
  const { client } = chain.reads
  let logs: readonly ChainLog[]
  try {
    logs = (await client.getLogs({
      address: [...watched.addresses],
      fromBlock: BigInt(from),
      toBlock: BigInt(to),
    })) as readonly ChainLog[]
  } catch (cause) {
    // Nodes cap the blocks or the logs of one answer, each in words of its own.
    if (to <= from) throw cause
    chain.log.debug({ err: cause, from, to }, 'a narrower range is asked for')
    return applyRange(chain, watched, from, from + Math.floor((to - from) / 2))
  }
  const byBlock = new Map<number, ChainLog[]>()
  for (const log of logs) {
    const number = Number(log.blockNumber)
    byBlock.set(number, [...(byBlock.get(number) ?? []), log])
  }
  const numbers = [...new Set([...byBlock.keys(), to])].sort((a, b) => a - b)
  for (const number of numbers) {
    const block = await blockAt(chain, number)
    const own = byBlock.get(number) ?? []
    if (block === undefined || own.some((log) => log.blockHash !== block.hash))
      throw new Error(`Block ${number} changed while it was read.`)
    await apply(chain, block, own, watched, false)
  }
}

/** A block that the chain called final is said to be replaced: some node lies, and nobody here can tell which. */
export class FinalityBrokenError extends Error {
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

/** A block and its logs, both asked for by its hash, so that they are of one block whatever the chain does. */
async function announcedBlock(
  chain: ChainDeps,
  { hash }: Announced,
  { addresses }: Watched,
): Promise<{ readonly block: Block; readonly logs: readonly ChainLog[] } | undefined> {
  const { client } = chain.reads
  try {
    const [block, logs] = await Promise.all([
      client.getBlock({ blockHash: hash }),
      client.getLogs({ blockHash: hash, address: [...addresses] }),
    ])
    return { block, logs: logs as readonly ChainLog[] }
  } catch (cause) {
    // Another node may have told of it, or it is gone again: the usual way finds out.
    chain.log.debug({ err: cause, hash }, 'an announced block could not be read at once')
    return undefined
  }
}

async function stepOnce(chain: ChainDeps, rewind: boolean, announced?: Announced): Promise<Progress> {
  const { config, reads } = chain
  const [watched, mine] = await Promise.all([watchedBy(chain), newest(chain)])
  if (mine !== undefined && announced?.number === mine.number + 1) {
    const found = await announcedBlock(chain, announced, watched)
    if (found?.block.parentHash === mine.hash) {
      await apply(chain, found.block, found.logs, watched, true)
      return 'more'
    }
  }
  if (mine === undefined) {
    const first = await blockAt(chain, config.startBlock)
    if (first === undefined) return 'level'
    const logs = await reads.client.getLogs({ blockHash: first.hash as Hex, address: [...watched.addresses] })
    await apply(chain, first, logs as readonly ChainLog[], watched, false)
    return 'more'
  }
  const next = await blockAt(chain, mine.number + 1)
  if (next === undefined) return lookBack(chain, mine, rewind)
  if (next.parentHash !== mine.hash) {
    await takeBack(chain, mine)
    return 'more'
  }
  const head = Number(await reads.client.getBlockNumber({ cacheTime: 1000 }))
  const end = Math.min(mine.number + widest, head - settled)
  if (end > mine.number + 1) {
    await applyRange(chain, watched, mine.number + 1, end)
    return 'more'
  }
  const logs = await reads.client.getLogs({ blockHash: next.hash as Hex, address: [...watched.addresses] })
  await apply(chain, next, logs as readonly ChainLog[], watched, true)
  return 'more'
}

/** The node knows no block after ours: it is level with us, behind us, or on another branch. */
async function lookBack(chain: ChainDeps, mine: BlockHead, rewind: boolean): Promise<Progress> {
  const same = await blockAt(chain, mine.number)
  if (same?.hash === mine.hash) return 'level'
  if (same === undefined && !rewind) {
    const top = await chain.reads.client.getBlock({ blockTag: 'latest' })
    const ours = await storedHash(chain, top.number)
    if (ours === undefined || ours === top.hash) return 'node-behind'
  }
  await takeBack(chain, mine)
  return 'more'
}
