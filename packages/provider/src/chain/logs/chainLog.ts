import { createHash } from 'node:crypto'
import { lowerHex } from '@sluice/seaport'
import type { Address, Hex, RpcLog } from 'viem'
import { NodeFault } from '../nodeFault.ts'

/** A log of a block, with the fields that are read. */
export type ChainLog = {
  /** Address, topics and data are in lower case. */
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockHash: Hex
  readonly blockNumber: number
  readonly transactionHash: Hex
  readonly logIndex: number
}

const isInOrder = (logs: readonly ChainLog[]): boolean => {
  let last = -1
  for (const { logIndex } of logs) {
    if (logIndex < last) return false
    last = logIndex
  }
  return true
}

/** The logs of a block by their place in it. */
export const inOrder = (logs: readonly ChainLog[]): readonly ChainLog[] =>
  isInOrder(logs) ? logs : [...logs].sort((a, b) => a.logIndex - b.logIndex)

/**
 * A digest of logs that does not depend on how a node writes them: of the JSON of their places, addresses, topics and
 * data, which is written by hand, since hex has nothing to escape.
 */
export function digestOf(logs: readonly ChainLog[]): string {
  let text = ''
  for (const { logIndex, address, topics, data } of inOrder(logs)) {
    const list = topics.length === 0 ? '' : `"${topics.join('","')}"`
    text += `${text === '' ? '' : ','}[${logIndex},"${address}",[${list}],"${data}"]`
  }
  return createHash('sha256').update(`[${text}]`).digest('hex')
}

/** Whether a value begins with `0x` and has so many characters behind it, whichever they are. */
const isLong = (value: unknown, digits: number): value is Hex =>
  typeof value === 'string' && value.length === digits + 2 && value.startsWith('0x')

/**
 * A log as a node returns it. Its values are stored as they are, many at a time, so that each is checked here: their
 * digits together, since a pattern takes longer to begin than to read them.
 * @throws {NodeFault} when it has no place in a block, or a value that is not hex of its length.
 */
export function logFrom(raw: RpcLog): ChainLog {
  const { address, topics, data, blockHash, transactionHash } = raw
  const [blockNumber, logIndex] = [Number(raw.blockNumber ?? Number.NaN), Number(raw.logIndex ?? Number.NaN)]
  if (
    !isLong(blockHash, 64) ||
    !isLong(transactionHash, 64) ||
    !Number.isSafeInteger(blockNumber) ||
    !Number.isSafeInteger(logIndex)
  )
    throw new NodeFault('The node returned a log without its position in a block.')
  if (!isLong(address, 40) || !Array.isArray(topics) || typeof data !== 'string' || !data.startsWith('0x'))
    throw new NodeFault('The node returned a log with an invalid address, topic or data.')
  let digits = blockHash.slice(2) + transactionHash.slice(2) + address.slice(2) + data.slice(2)
  const lower: Hex[] = []
  for (const topic of topics) {
    if (!isLong(topic, 64)) throw new NodeFault('The node returned a log with an invalid topic.')
    digits += topic.slice(2)
    lower.push(lowerHex(topic))
  }
  if (/[^0-9a-fA-F]/.test(digits))
    throw new NodeFault('The node returned a log with a value that is not hex.')
  return {
    address: lowerHex(address),
    topics: lower,
    data: lowerHex(data),
    blockHash,
    blockNumber,
    transactionHash,
    logIndex,
  }
}

/** The logs of a block. @throws {NodeFault} when one is not of that block. */
export function logsFrom(raw: unknown, hash: Hex): readonly ChainLog[] {
  if (!Array.isArray(raw)) throw new NodeFault('The node returned an invalid list of logs.')
  const logs = (raw as readonly RpcLog[]).map(logFrom)
  if (logs.some(({ blockHash }) => blockHash !== hash))
    throw new NodeFault('The node returned logs of another block.')
  return logs
}
