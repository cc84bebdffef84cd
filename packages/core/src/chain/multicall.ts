import { isAddress } from '@sluice/seaport/hex'
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, isHex, multicall3Abi } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { isRecord } from '../property.ts'
import type { ChainReader } from './chainReader.ts'
import { RpcError } from './rpcError.ts'

type Answer = { readonly success: boolean; readonly returnData: Hex }
type Waiting = {
  readonly to: Address
  readonly data: Hex
  readonly resolve: (data: unknown) => void
  readonly reject: (cause: unknown) => void
}

/** How many reads go in one call: nodes limit the gas and the size of an answer. */
const maxReads = 200

/**
 * Returns a reader that batches simple reads of the same moment into one call to Multicall3, so that checking a plan
 * takes one request and all answers are of one block. What Multicall3 cannot answer is read separately.
 */
export function batchedReader(reader: ChainReader, multicall: Address): ChainReader {
  let queue: Waiting[] = []
  const flush = () => {
    const batch = queue
    queue = []
    for (let start = 0; start < batch.length; start += maxReads)
      void answerAll(reader, multicall, batch.slice(start, start + maxReads))
  }
  return {
    reachable: reader.reachable,
    call: (method, params) => {
      const plain = method === 'eth_call' ? plainRead(params) : undefined
      if (plain === undefined) return reader.call(method, params)
      return new Promise((resolve, reject) => {
        if (queue.length === 0) queueMicrotask(flush)
        queue.push({ ...plain, resolve, reject })
      })
    },
  }
}

/** Returns a reader that batches its reads where the chain has a Multicall3, else the reader itself. */
export const batchedOn = ({ multicall3 }: Pick<Chain, 'multicall3'>, reader: ChainReader): ChainReader =>
  multicall3 === undefined ? reader : batchedReader(reader, multicall3)

/** Returns the call of a read of the latest state without a sender; anything else is not batched. */
function plainRead(params: readonly unknown[] | undefined) {
  const [call, block, ...more] = params ?? []
  const { to, data, ...rest } = isRecord(call) ? call : {}
  const plain = block === 'latest' && more.length === 0 && Object.keys(rest).length === 0
  return plain && isAddress(to) && isHex(data) ? { to, data } : undefined
}

async function answerAll(
  reader: ChainReader,
  multicall: Address,
  waiting: readonly Waiting[],
): Promise<void> {
  const answers = waiting.length < 2 ? undefined : await aggregate(reader, multicall, waiting)
  for (const [index, { to, data, resolve, reject }] of waiting.entries()) {
    const answer = answers?.[index]
    if (answer === undefined) reader.call('eth_call', [{ to, data }, 'latest']).then(resolve, reject)
    else if (answer.success) resolve(answer.returnData)
    else reject(new RpcError('execution reverted', 3))
  }
}

/** Returns what Multicall3 answered; `undefined` if it did not, or is not deployed. */
async function aggregate(
  reader: ChainReader,
  multicall: Address,
  calls: readonly Waiting[],
): Promise<readonly Answer[] | undefined> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls.map(({ to, data: callData }) => ({ target: to, allowFailure: true, callData }))],
  })
  try {
    const answer = await reader.call('eth_call', [{ to: multicall, data }, 'latest'])
    const answers = decodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      data: isHex(answer) ? answer : '0x',
    })
    return answers.length === calls.length ? answers : undefined
  } catch (cause) {
    // No node answered, the answer is malformed, or the call is too large for the node: each read is tried separately.
    if (cause instanceof Error) return undefined
    throw cause
  }
}
