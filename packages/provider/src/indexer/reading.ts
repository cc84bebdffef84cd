import { isBytes32 } from '@sluice/seaport'
import { type Address, type Hex, numberToHex } from 'viem'
import { type ChainLog, digestOf } from '../chain/logs/chainLog.ts'
import type { BlockLogs } from '../chain/logs/logReader.ts'
import type { LogHeader, LogSource } from '../chain/logs/logSource.ts'
import { NodeFault } from '../chain/nodeFault.ts'
import type { ChainDeps } from '../deps.ts'
import { mapConcurrently } from '../mapConcurrently.ts'
import { readWatched } from '../storage/chain/watched.ts'
import type { BlockHead, ReadBlock } from './apply.ts'
import { blockEventsOf, sourcesOf } from './blockEvents.ts'

/** A block's header, with the hashes of its transactions. */
export type Block = LogHeader & {
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: bigint
}

const headOf = ({ number, hash, parentHash, timestamp }: Block): BlockHead => ({
  number: Number(number),
  hash,
  parentHash,
  timestamp: Number(timestamp),
})

type RawBlock = {
  readonly number: Hex
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: Hex
  readonly logsBloom?: Hex | null
  readonly transactions: readonly unknown[]
}

/** A node returned another block than the requested one. */
class WrongBlockError extends Error {
  override readonly name = 'WrongBlockError'
}

/** @throws {NodeFault} when its hash, or that of its parent, is not a hash. */
function blockFrom(raw: RawBlock): Block {
  if (!isBytes32(raw.hash) || !isBytes32(raw.parentHash))
    throw new NodeFault('The node returned a block with an invalid hash.')
  return { ...raw, number: BigInt(raw.number), timestamp: BigInt(raw.timestamp) }
}

/** The node's newest block. */
export async function newestBlock(chain: ChainDeps): Promise<Block | undefined> {
  const raw = (await chain.reads.client.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })) as RawBlock | null
  if (raw === null) return undefined
  chain.reads.latestHeight.note(Number(raw.number))
  return blockFrom(raw)
}

/** The block of a number; `undefined` when the chain has not reached it. */
export async function blockAt(chain: ChainDeps, number: number): Promise<Block | undefined> {
  const raw = (await chain.reads.client.request({
    method: 'eth_getBlockByNumber',
    params: [`0x${number.toString(16)}`, false],
  })) as RawBlock | null
  if (raw === null) return undefined
  const block = blockFrom(raw)
  if (block.number !== BigInt(number))
    throw new WrongBlockError(`The node returned a block other than ${number}.`)
  return block
}

/** The blocks of these numbers, with few requests. */
async function blocksAt(
  chain: ChainDeps,
  numbers: readonly number[],
): Promise<readonly (Block | undefined)[]> {
  const found = await chain.reads.nodes.askAll(
    'eth_getBlockByNumber',
    numbers.map((number) => [numberToHex(number), false]),
  )
  return (found as readonly (RawBlock | null)[]).map((raw, place) => {
    if (raw === null) return undefined
    const block = blockFrom(raw)
    if (block.number !== BigInt(numbers[place] ?? -1))
      throw new WrongBlockError(`The node returned a block other than ${numbers[place]}.`)
    return block
  })
}

/** The block of a hash; `undefined` where no node has it. */
export async function blockOf(chain: ChainDeps, hash: Hex): Promise<Block | undefined> {
  const raw = (await chain.reads.client.request({
    method: 'eth_getBlockByHash',
    params: [hash, false],
  })) as RawBlock | null
  if (raw === null) return undefined
  if (raw.hash !== hash) throw new WrongBlockError(`The node returned a block other than ${hash}.`)
  return blockFrom(raw)
}

/** The contracts whose events are read, and the mark of their list. */
export type Watched = { readonly sources: readonly LogSource[]; readonly mark: string }

export async function watchedBy({ config, db }: ChainDeps): Promise<Watched> {
  const { contracts, mark } = await readWatched(db, config.id)
  return { sources: sourcesOf(config, contracts), mark }
}

/**
 * The facts of a block by its logs.
 * @param isFar whether the block is too old for its logs to be compared with its receipts later on.
 */
export function readFrom(
  chain: ChainDeps,
  block: Block,
  { logs, trust }: BlockLogs,
  isFar = false,
): ReadBlock {
  const facts = blockEventsOf(logs, chain.config)
  if (facts.unreadable.length > 0)
    chain.log.warn(
      { block: Number(block.number), logs: facts.unreadable },
      'ignoring logs that match no token standard',
    )
  return {
    head: headOf(block),
    facts,
    transactions: block.transactions as readonly string[],
    logs:
      isFar && trust === 'fitting' && logs.length > 0
        ? { digest: null, certain: true }
        : { digest: trust === 'doubted' ? null : digestOf(logs), certain: trust === 'proven' },
  }
}

/** A block by its own logs, as the nodes return them for its hash. */
export const readBlock = async (chain: ChainDeps, block: Block, { sources }: Watched): Promise<ReadBlock> =>
  readFrom(chain, block, await chain.reads.logs.ofBlock(block, sources))

/** The most requests at once while a range is read. */
const concurrency = 8
/** The number of headers that are checked in a range far back, which finds a node that omits many logs. */
const sample = 16

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** The blocks from `first` up to `to`, as far as each is the parent of the next one: the node may change branches meanwhile. */
export async function readLinked(chain: ChainDeps, first: Block, to: number): Promise<readonly Block[]> {
  const linked = [first]
  for (const block of await mapConcurrently(numbers(Number(first.number) + 1, to), concurrency, (at) =>
    blockAt(chain, at),
  )) {
    if (block?.parentHash !== linked.at(-1)?.hash) break
    if (block !== undefined) linked.push(block)
  }
  return linked
}

/** All logs of the sources in blocks that follow each other, by the number of their block. */
async function logsOf(
  chain: ChainDeps,
  sources: readonly LogSource[],
  from: number,
  to: number,
): Promise<ReadonlyMap<number, readonly ChainLog[]>> {
  const addresses: readonly Address[] = sources.map(({ address }) => address)
  const found = new Map<number, ChainLog[]>()
  for (let next = from; next <= to; ) {
    const piece = await chain.reads.logs.ofRange(addresses, next, to)
    for (const log of piece.logs) {
      const number = log.blockNumber
      const own = found.get(number)
      if (own === undefined) found.set(number, [log])
      else own.push(log)
    }
    next = piece.to + 1
  }
  return found
}

const areOf = (logs: readonly ChainLog[], { hash }: Block): boolean =>
  logs.every(({ blockHash }) => blockHash === hash)

/**
 * Reads blocks near the head, each the parent of the next: the logs of several with one request. Those of another
 * branch, or that the bloom of their block contradicts, are read again by its hash.
 */
export async function readBlocks(
  chain: ChainDeps,
  blocks: readonly Block[],
  watched: Watched,
): Promise<readonly ReadBlock[]> {
  const { sources } = watched
  const { logs } = chain.reads
  const some = blocks.filter((block) => logs.mayContain(block, sources))
  const [first, last] = [some[0], some.at(-1)]
  if (first === undefined || last === undefined || first === last)
    return mapConcurrently(blocks, concurrency, (block) => readBlock(chain, block, watched))
  const found = await logsOf(chain, sources, Number(first.number), Number(last.number))
  return mapConcurrently(blocks, concurrency, async (block) => {
    const own = found.get(Number(block.number)) ?? []
    const isKnown = some.includes(block) && areOf(own, block) && logs.fits(block, sources, own)
    return isKnown
      ? readFrom(chain, block, { logs: own, trust: 'fitting' })
      : readBlock(chain, block, watched)
  })
}

const spread = (from: number, to: number): readonly number[] => {
  const step = Math.max(1, Math.floor((to - from + 1) / sample))
  return Array.from({ length: Math.ceil((to - from + 1) / step) }, (_, index) => from + index * step)
}

/** The blocks of a range that have logs, or whose logs are doubted, and its last one. */
export type ReadRange = {
  readonly blocks: readonly ReadBlock[]
  /** The hash of the block before the range. */
  readonly parentHash: string
}

/**
 * Reads a settled range. The logs that a node returns for a range are checked against the headers of its blocks: all of
 * them if `all` is set or one does not fit, else some of them: they are then too old for receipts to prove them later.
 * @throws when blocks do not follow each other: nodes of two branches answered, or the chain changed its branch.
 */
export async function readRange(
  chain: ChainDeps,
  sources: readonly LogSource[],
  from: number,
  to: number,
  all: boolean,
): Promise<ReadRange> {
  const byBlock = await logsOf(chain, sources, from, to)
  let wrong = 0
  const read = async (block: Block | undefined, number: number): Promise<ReadBlock> => {
    const own = byBlock.get(number) ?? []
    if (block === undefined || !areOf(own, block))
      throw new Error(`Block ${number} changed while it was read.`)
    if (chain.reads.logs.fits(block, sources, own))
      return readFrom(chain, block, { logs: own, trust: 'fitting' }, !all)
    const reread = await chain.reads.logs.ofBlock(block, sources)
    if (digestOf(reread.logs) !== digestOf(own)) wrong += 1
    return readFrom(chain, block, reread, !all)
  }
  const checked = all
    ? numbers(from, to)
    : [...new Set([...byBlock.keys(), ...spread(from, to), to])].sort((a, b) => a - b)
  const headers = await blocksAt(chain, checked)
  const blocks: ReadBlock[] = []
  for (const [place, number] of checked.entries()) blocks.push(await read(headers[place], number))
  if (wrong > 0 && !all) {
    chain.log.warn({ from, to, wrong }, 'a node omitted logs of a range; every block of it is checked')
    return readRange(chain, sources, from, to, true)
  }
  for (const [index, { head }] of blocks.entries()) {
    const before = blocks[index - 1]?.head
    if (before?.number === head.number - 1 && before.hash !== head.parentHash)
      throw new Error(`Block ${head.number} does not follow the one that was read before it.`)
  }
  const empty = digestOf([])
  return {
    blocks: blocks.filter(({ head, logs }) => head.number === to || logs.digest !== empty),
    parentHash: blocks[0]?.head.parentHash ?? '',
  }
}
