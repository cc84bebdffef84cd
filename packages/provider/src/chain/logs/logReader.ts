import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Address, type Hex, numberToHex, type RpcLog } from 'viem'
import { NodeFault } from '../nodeFault.ts'
import type { Nodes } from '../nodes.ts'
import { type BloomChecks, createBloomChecks } from './bloomChecks.ts'
import { type ChainLog, digestOf, logFrom, logsFrom } from './chainLog.ts'
import type { LogHeader, LogSource, LogTopics } from './logSource.ts'
import { readProvenLogs } from './provenLogs.ts'
import { createRangeWidth, type RangeWidth } from './rangeWidth.ts'

/**
 * Logs of one block, and what is known of them: its receipts have proven them, or they only fit its bloom, or they
 * contradict it and no node returned others.
 */
export type BlockLogs = {
  readonly logs: readonly ChainLog[]
  readonly trust: 'proven' | 'fitting' | 'doubted'
}

/** Logs of blocks that follow each other, up to the block `to`. */
type RangeLogs = { readonly to: number; readonly logs: readonly ChainLog[] }

/** Reads logs and checks them against headers, receipts, and other nodes. */
export type LogReader = Pick<BloomChecks, 'fits' | 'mayContain'> & {
  /** The logs of one block. @throws when no node answers, or every node returns logs that are known to be wrong. */
  ofBlock(header: LogHeader, sources: readonly LogSource[]): Promise<BlockLogs>
  /**
   * Logs of settled blocks from `from` on, for as many blocks as a node answers at once, at most up to `to`. That number
   * is remembered for each node.
   */
  ofRange(addresses: readonly Address[], from: number, to: number, topics?: LogTopics): Promise<RangeLogs>
  /** The number of blocks that the most trusted node answers at once. */
  width(): number
  /** @see readProvenLogs */
  proven(header: LogHeader, sources: readonly LogSource[]): Promise<readonly ChainLog[] | undefined>
}

/** Milliseconds between attempts when no other node can confirm the logs. */
const retries = [150, 300, 600]

/** @param hasCompleteBlooms whether every log of a block is in the bloom of its header, as Ethereum specifies. */
export function createLogReader(nodes: Nodes, log?: Logger, hasCompleteBlooms = true): LogReader {
  const blooms = createBloomChecks(hasCompleteBlooms)
  const widths = new Map<number, RangeWidth>()
  const widthOf = (place: number): RangeWidth => {
    const width = widths.get(place) ?? createRangeWidth()
    widths.set(place, width)
    return width
  }

  const ofRange: LogReader['ofRange'] = async (address, from, to, topics) => {
    let last: unknown
    for (const node of nodes.ranked()) {
      const width = widthOf(node.place)
      for (;;) {
        const end = Math.min(to, from + width.blocks() - 1)
        const asked = end - from + 1
        try {
          const range = { fromBlock: numberToHex(from), toBlock: numberToHex(end), address }
          const filter = topics === undefined ? range : { ...range, topics }
          const logs = ((await node.ask('eth_getLogs', [filter])) as RpcLog[]).map(logFrom)
          if (logs.some(({ blockNumber }) => blockNumber < from || blockNumber > end))
            throw new NodeFault('The node returned logs of other blocks.')
          width.answered(asked, logs.length)
          return { to: end, logs }
        } catch (cause) {
          last = cause
          // Nodes limit the blocks or the logs of one answer, each with an error of its own.
          if (end === from) break
          log?.debug({ err: cause, from, to: end, node: node.place }, 'requesting a narrower range')
          width.rejected(asked)
        }
      }
    }
    throw last
  }

  const proven: LogReader['proven'] = (header, sources) => readProvenLogs(nodes, blooms, header, sources, log)

  const ofBlock: LogReader['ofBlock'] = async (header, sources) => {
    if (!blooms.mayContain(header, sources)) return { logs: [], trust: 'proven' }
    const hash = header.hash as Hex
    const filter = [{ blockHash: hash, address: sources.map(({ address }) => address) }]
    let last: unknown
    let doubted: readonly ChainLog[] | undefined
    for (const wait of [0, ...retries]) {
      if (wait > 0) await sleep(wait)
      let answered = false
      let truth: readonly ChainLog[] | undefined
      for (const node of nodes.ranked()) {
        try {
          const logs = logsFrom(await node.ask('eth_getLogs', filter), hash)
          if (blooms.fits(header, sources, logs)) return { logs, trust: 'fitting' }
          // Logs that cannot be proven are requested from the other nodes, and checked again in the background.
          if (!answered) truth = await proven(header, sources).catch(() => undefined)
          answered = true
          if (truth === undefined) {
            doubted ??= logs
            if (logs.length > doubted.length) doubted = logs
            continue
          }
          if (digestOf(truth) !== digestOf(logs)) {
            node.distrust()
            log?.warn(
              { node: node.place, block: Number(header.number), returned: logs.length, proven: truth.length },
              'a node returned logs that differ from the receipts of their block',
            )
          }
          return { logs: truth, trust: 'proven' }
        } catch (cause) {
          last = cause
        }
      }
      // What a node returned before it failed is not what all of them return.
      if (!answered) throw last
    }
    // No node returns more, and a bloom may have false positives: the block is checked again in the background.
    if (doubted === undefined || blooms.excludes(header, doubted))
      throw new NodeFault(
        `The nodes return logs that the bloom of block ${header.number} does not contain. A chain whose blooms leave logs out needs "completeBlooms": false.`,
      )
    return { logs: doubted, trust: 'doubted' }
  }
  const width = (): number => {
    const [first] = nodes.ranked()
    return first === undefined ? 1 : widthOf(first.place).blocks()
  }
  const { fits, mayContain } = blooms
  return { ofBlock, ofRange, width, fits, mayContain, proven }
}
