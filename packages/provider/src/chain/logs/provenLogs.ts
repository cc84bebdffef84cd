import { lowerHex } from '@sluice/seaport'
import type { Logger } from 'pino'
import type { Hex, RpcLog } from 'viem'
import { causesOf, errorCode } from '../../errorCauses.ts'
import { NodeFault } from '../nodeFault.ts'
import type { AskedNode, Nodes } from '../nodes.ts'
import type { BloomChecks } from './bloomChecks.ts'
import { type ChainLog, inOrder, logsFrom } from './chainLog.ts'
import type { LogHeader, LogSource } from './logSource.ts'

type Receipt = { readonly blockHash: Hex; readonly logs: readonly RpcLog[] }

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

/** All logs in the receipts of a block. @throws {NodeFault} when they are not those of its bloom. */
async function logsInReceipts(
  node: AskedNode,
  header: LogHeader,
  blooms: BloomChecks,
): Promise<readonly ChainLog[]> {
  const receipts = await receiptsOf(node, header)
  if (receipts.length !== header.transactions.length)
    throw new NodeFault('The node omitted receipts of a block.')
  const logs = logsFrom(
    receipts.flatMap((receipt) => receipt.logs),
    header.hash as Hex,
  )
  if (!blooms.proves(header, logs)) throw new NodeFault('The receipts of a block do not match its bloom.')
  return logs
}

/**
 * The logs of the sources in a block's receipts; `undefined` when no node returns receipts, or the chain has no blooms.
 * @throws {NodeFault} when a node failed, or its receipts do not match the bloom: the call may be repeated.
 */
export async function readProvenLogs(
  nodes: Nodes,
  blooms: BloomChecks,
  header: LogHeader,
  sources: readonly LogSource[],
  log: Logger | undefined,
): Promise<readonly ChainLog[] | undefined> {
  if (!blooms.canProve(header)) return undefined
  const asked = new Set<string>(sources.map(({ address }) => lowerHex(address)))
  let fault: unknown
  for (const node of nodes.ranked()) {
    try {
      const logs = await logsInReceipts(node, header, blooms)
      return inOrder(logs.filter(({ address }) => asked.has(address)))
    } catch (cause) {
      log?.debug({ err: cause, node: node.place }, 'a node returns no receipts')
      if (!isUnsupported(cause)) fault = cause
    }
  }
  if (fault !== undefined) throw fault
  return undefined
}
