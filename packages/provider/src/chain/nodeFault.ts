/**
 * The node could not answer: it is away, too slow, limits us, or answers what no node answers. Nothing is known then,
 * and whoever asks is told to come back (503 with Retry-After).
 */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isData = (value: unknown): boolean => typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
const isQuantity = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
const isHash = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)

const isBlock = (value: unknown): boolean => isRecord(value) && isQuantity(value.number) && isHash(value.hash)
const isLog = (value: unknown): boolean =>
  isRecord(value) && isData(value.address) && isData(value.data) && Array.isArray(value.topics)
const isReceipt = (value: unknown): boolean =>
  isRecord(value) && isQuantity(value.blockNumber) && isHash(value.blockHash)
const orNull =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || is(value)

/** What each method answers, as far as the provider goes by it; any other method may answer anything. */
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

/** Answers `result` where it has the form of the method's answers. @throws {NodeFault} for anything else. */
export function checkedResult(method: string, result: unknown): unknown {
  if (forms[method]?.(result) === false) throw new NodeFault(`The node answered ${method} with nonsense.`)
  return result
}
