import { createHash } from 'node:crypto'
import { lowerHex } from '@sluice/seaport'
import type { Address, Hex, RpcLog } from 'viem'
import { NodeFault } from './nodeFault.ts'

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

const place = ({ logIndex }: ChainLog): number => logIndex
/** The logs of a block by their place in it. */
export const inOrder = (logs: readonly ChainLog[]): readonly ChainLog[] =>
  [...logs].sort((a, b) => place(a) - place(b))

/** A digest of logs that does not depend on how a node writes them. */
export const digestOf = (logs: readonly ChainLog[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        inOrder(logs).map(({ logIndex, address, topics, data }) => [logIndex, address, topics, data]),
      ),
    )
    .digest('hex')

/** A log as a node returns it. @throws {NodeFault} when it has no place in a block. */
export function logFrom({ address, topics, data, ...place }: RpcLog): ChainLog {
  const { blockHash, transactionHash } = place
  const [blockNumber, logIndex] = [
    Number(place.blockNumber ?? Number.NaN),
    Number(place.logIndex ?? Number.NaN),
  ]
  if (
    blockHash == null ||
    transactionHash == null ||
    !Number.isSafeInteger(blockNumber) ||
    !Number.isSafeInteger(logIndex)
  )
    throw new NodeFault('The node returned a log without a place in a block.')
  return {
    address: lowerHex(address),
    topics: topics.map(lowerHex),
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
