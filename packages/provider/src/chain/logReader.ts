import { setTimeout as sleep } from 'node:timers/promises'
import { lowerHex } from '@sluice/seaport'
import type { Logger } from 'pino'
import { type Address, type Hex, numberToHex, type RpcLog } from 'viem'
import { causesOf, errorCode } from '../errorCauses.ts'
import { bloomOf, bloomOfLogs, compareBlooms, createBloomBits, isInBloom } from './bloom.ts'
import { type ChainLog, digestOf, inOrder, logFrom, logsFrom } from './chainLog.ts'
import { NodeFault } from './nodeFault.ts'
import type { AskedNode, Nodes } from './nodes.ts'

/** The fields of a header that concern the logs of its block. */
export type LogHeader = {
  readonly number: bigint | null
  readonly hash: Hex | null
  readonly logsBloom?: Hex | null
  readonly transactions: readonly unknown[]
}

/** A contract whose logs are read, and the first topics of its events: the bloom is checked for each pair. */
export type LogSource = { readonly address: Address; readonly topics: readonly Hex[] }

/** Topics by place, as nodes take them: one, any of several, or any at all. */
export type LogTopics = readonly (Hex | readonly Hex[] | null)[]

/**
 * Logs of one block, and what is known of them: its receipts have proven them, or they only fit its bloom, or they
 * contradict it and no node returned others.
 */
export type BlockLogs = {
  readonly logs: readonly ChainLog[]
  readonly trust: 'proven' | 'fitting' | 'doubted'
}

/** Reads logs and checks them against headers, receipts, and other nodes. */
export type LogReader = {
  /** The logs of one block. @throws when no node answers, or every node returns logs that are known to be wrong. */
  ofBlock(header: LogHeader, sources: readonly LogSource[]): Promise<BlockLogs>
  /** Whether the block may have logs of the sources, by its transactions and the bloom of its header. */
  mayContain(header: LogHeader, sources: readonly LogSource[]): boolean
  /** Whether these may be all logs of the sources in the block, by the bloom of its header. */
  fits(header: LogHeader, sources: readonly LogSource[], logs: readonly ChainLog[]): boolean
  /**
   * Logs of settled blocks from `from` on, for as many blocks as a node answers at once, at most up to `to`. That number
   * is remembered for each node, lowered when there are many logs, and raised from time to time.
   */
  ofRange(
    addresses: readonly Address[],
    from: number,
    to: number,
    topics?: LogTopics,
  ): Promise<{ readonly to: number; readonly logs: readonly ChainLog[] }>
  /** The number of blocks that the most trusted node answers at once. */
  width(): number
  /**
   * The logs of the sources in the block's receipts; `undefined` when no node returns receipts, or the chain has no
   * blooms.
   * @throws {NodeFault} when a node failed, or its receipts do not match the bloom: the call may be repeated.
   */
  proven(header: LogHeader, sources: readonly LogSource[]): Promise<readonly ChainLog[] | undefined>
}

/** Milliseconds between attempts when no other node can confirm the logs. */
const retries = [150, 300, 600]
/** The number of blocks of the first request to a node, and of the widest one. */
const [firstWidth, widest] = [64, 2000]
/** The number of logs of one answer beyond which ranges get narrower: several answers are in memory at once. */
const maxLogs = 5000
/** The number of answers after which a node that rejected a range is asked for a wider one. */
const careful = 16
/** The blocks of a request to a node: now, in the request that it rejected, and the answers since then. */
type Width = { now: number; refused: number; good: number }

/** The most transactions whose receipts are read one by one, where a node does not return all at once. */
const fewTransactions = 64

/** Whether the node does not support the method; other failures may pass. */
function isUnsupported(cause: unknown): boolean {
  return causesOf(cause).some(
    (at) =>
      errorCode(at) === -32601 ||
      /method [^\n]{0,200}(not (exist|found|available|supported|whitelisted)|unsupported)/i.test(at.message),
  )
}

type Receipt = { readonly blockHash: Hex; readonly logs: readonly RpcLog[] }

async function receiptsOf(node: AskedNode, { hash, transactions }: LogHeader): Promise<readonly Receipt[]> {
  try {
    const all = await node.ask('eth_getBlockReceipts', [hash])
    if (Array.isArray(all)) return all as Receipt[]
  } catch (cause) {
    if (transactions.length > fewTransactions) throw cause
  }
  if (transactions.length > fewTransactions) throw new NodeFault('The node returned no receipts for a block.')
  return (await Promise.all(
    transactions.map((one) => node.ask('eth_getTransactionReceipt', [one])),
  )) as Receipt[]
}

const isEmpty = (bloom: Uint8Array): boolean => bloom.every((byte) => byte === 0)

/** @param hasCompleteBlooms whether every log of a block is in the bloom of its header, as Ethereum specifies. */
export function createLogReader(nodes: Nodes, log?: Logger, hasCompleteBlooms = true): LogReader {
  const bits = createBloomBits()
  /** The bloom of a block; `undefined` where it says nothing of the block's logs. */
  const bloomIn = ({ logsBloom }: LogHeader): Uint8Array | undefined =>
    hasCompleteBlooms ? bloomOf(logsBloom) : undefined

  const wanted = (sources: readonly LogSource[]): ReadonlySet<string> =>
    new Set(sources.map(({ address }) => lowerHex(address)))

  const fits: LogReader['fits'] = (header, sources, logs) => {
    const asked = wanted(sources)
    if (logs.some(({ address }) => !asked.has(address))) return false
    const bloom = bloomIn(header)
    // A chain without blooms has empty ones, which say nothing when there are logs.
    if (bloom === undefined || (logs.length > 0 && isEmpty(bloom))) return true
    const found = compareBlooms(bloomOfLogs(logs, bits), bloom)
    // Of the same bloom, no log is missing: it would have set bits for its address and each of its topics.
    if (found !== 'within') return found === 'same'
    const returned = new Map<string, Set<Hex | undefined>>()
    for (const { address, topics } of logs) {
      const own = returned.get(address)
      if (own === undefined) returned.set(address, new Set([topics[0]]))
      else own.add(topics[0])
    }
    return sources.every(
      ({ address, topics }) =>
        !isInBloom(bloom, bits(lowerHex(address))) ||
        topics.every(
          (topic) => returned.get(lowerHex(address))?.has(topic) === true || !isInBloom(bloom, bits(topic)),
        ),
    )
  }

  const mayContain: LogReader['mayContain'] = (header, sources) => {
    // Logs that a bloom leaves out may belong to no listed transaction either.
    if (hasCompleteBlooms && header.transactions.length === 0) return false
    const bloom = bloomIn(header)
    // A chain without blooms has empty ones, as a block without logs has.
    if (bloom === undefined || isEmpty(bloom)) return true
    return sources.some(
      ({ address, topics }) =>
        isInBloom(bloom, bits(lowerHex(address))) && topics.some((topic) => isInBloom(bloom, bits(topic))),
    )
  }

  const widths = new Map<number, Width>()
  const widthOf = ({ place }: AskedNode): Width => {
    const known = widths.get(place) ?? { now: firstWidth, refused: Number.POSITIVE_INFINITY, good: 0 }
    widths.set(place, known)
    return known
  }
  const narrow = (width: Width, asked: number): void => {
    width.refused = asked
    width.now = Math.max(1, Math.floor(asked / 2))
    width.good = 0
  }
  const widen = (width: Width): void => {
    width.good += 1
    if (width.good % careful === 0) width.refused *= 2
    width.now = Math.min(
      widest,
      Math.max(width.now, Math.min(width.now * 2, Math.ceil(width.refused * 0.75))),
    )
  }
  const ofRange: LogReader['ofRange'] = async (addresses, from, to, topics) => {
    let last: unknown
    for (const node of nodes.ranked()) {
      const width = widthOf(node)
      for (;;) {
        const end = Math.min(to, from + width.now - 1)
        try {
          const range = {
            fromBlock: numberToHex(from),
            toBlock: numberToHex(end),
            address: addresses,
            ...(topics === undefined ? {} : { topics }),
          }
          const raw = (await node.ask('eth_getLogs', [range])) as RpcLog[]
          const logs = raw.map(logFrom)
          if (logs.some(({ blockNumber }) => blockNumber < from || blockNumber > end))
            throw new NodeFault('The node returned logs of other blocks.')
          if (end - from + 1 === width.now) widen(width)
          if (logs.length > maxLogs)
            width.now = Math.max(1, Math.floor(((end - from + 1) * maxLogs) / logs.length))
          return { to: end, logs }
        } catch (cause) {
          last = cause
          // Nodes limit the blocks or the logs of one answer, each with an error of its own.
          if (end === from) break
          log?.debug({ err: cause, from, to: end, node: node.place }, 'requesting a narrower range')
          narrow(width, end - from + 1)
        }
      }
    }
    throw last
  }

  const proven: LogReader['proven'] = async (header, sources) => {
    const bloom = bloomIn(header)
    // An empty bloom is that of a block without logs, or of a chain without blooms: it proves nothing of receipts.
    if (bloom === undefined || isEmpty(bloom)) return undefined
    const asked = wanted(sources)
    let fault: unknown
    for (const node of nodes.ranked()) {
      try {
        const receipts = await receiptsOf(node, header)
        if (receipts.length !== header.transactions.length)
          throw new NodeFault('The node omitted receipts of a block.')
        const logs = logsFrom(
          receipts.flatMap((receipt) => receipt.logs),
          header.hash as Hex,
        )
        if (compareBlooms(bloomOfLogs(logs, bits), bloom) !== 'same')
          throw new NodeFault('The receipts of a block do not match its bloom.')
        return inOrder(logs.filter(({ address }) => asked.has(address)))
      } catch (cause) {
        log?.debug({ err: cause, node: node.place }, 'a node returns no receipts')
        if (!isUnsupported(cause)) fault = cause
      }
    }
    if (fault !== undefined) throw fault
    return undefined
  }

  const ofBlock: LogReader['ofBlock'] = async (header, sources) => {
    if (!mayContain(header, sources)) return { logs: [], trust: 'proven' }
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
          if (fits(header, sources, logs)) return { logs, trust: 'fitting' }
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
    const bloom = bloomIn(header)
    const foreign = doubted?.some(
      ({ address, topics }) =>
        bloom !== undefined && ![address, ...topics].every((value) => isInBloom(bloom, bits(value))),
    )
    if (doubted === undefined || foreign === true)
      throw new NodeFault(
        `The nodes return logs that the bloom of block ${header.number} does not contain. A chain whose blooms leave logs out needs "completeBlooms": false.`,
      )
    return { logs: doubted, trust: 'doubted' }
  }
  const width = (): number => {
    const [first] = nodes.ranked()
    return first === undefined ? 1 : widthOf(first).now
  }
  return { ofBlock, ofRange, width, fits, mayContain, proven }
}
