import { isAddress, isBytes32 } from '@sluice/seaport'
import { isRecord } from '../isRecord.ts'

/**
 * The node could not answer: it is unreachable, too slow, limits requests, or returned an invalid result. Nothing is
 * known then, and the request is answered with 503 and Retry-After.
 */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
}

const isData = (value: unknown): boolean => typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
const isQuantity = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)

const isBlock = (value: unknown): boolean =>
  isRecord(value) && isQuantity(value.number) && isBytes32(value.hash)
const isLog = (value: unknown): boolean =>
  isRecord(value) &&
  isAddress(value.address) &&
  isData(value.data) &&
  Array.isArray(value.topics) &&
  value.topics.every(isBytes32)
const isReceipt = (value: unknown): boolean =>
  isRecord(value) && isQuantity(value.blockNumber) && isBytes32(value.blockHash)
const orNull =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || is(value)

/** The form of each method's result, as far as the provider uses it; results of other methods are not checked. */
const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  eth_blockNumber: isQuantity,
  eth_call: isData,
  eth_chainId: isQuantity,
  eth_estimateGas: isQuantity,
  eth_gasPrice: isQuantity,
  eth_getBalance: isQuantity,
  eth_getBlockByHash: orNull(isBlock),
  eth_getBlockByNumber: orNull(isBlock),
  eth_getBlockReceipts: orNull((value) => Array.isArray(value) && value.every(isReceipt)),
  eth_getCode: isData,
  eth_getLogs: (value) => Array.isArray(value) && value.every(isLog),
  eth_getTransactionByHash: orNull(isRecord),
  eth_getTransactionReceipt: orNull(isReceipt),
}

/** Returns `result` if it has the form of the method's results. @throws {NodeFault} */
export function checkedResult(method: string, result: unknown): unknown {
  if (forms[method]?.(result) === false)
    throw new NodeFault(`The node returned an invalid result for ${method}.`)
  return result
}
