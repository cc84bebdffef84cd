import { isAddress, isBytes32, lowerHex } from '@sluice/seaport/hex'
import { type Address, type Hex, isHex, numberToHex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { isRecord, property } from '../property.ts'
import type { ChainReader } from './chainReader.ts'
import { readQuantity } from './reads.ts'
import { RpcError } from './rpcError.ts'

/** A log as the guards read it. */
export type ReceiptLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

export type MinedReceipt = {
  readonly hash: Hex
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
  /** Distinguishes two blocks of the same number: after a reorganization the receipt names another. */
  readonly blockHash: string
  readonly from: Address
  readonly to: Address | undefined
  readonly logs: readonly ReceiptLog[]
  /** What the gas cost in wei, where the node says it. */
  readonly gasCost?: bigint
}

/** A sent transaction, as far as it is needed to find a replacement. */
export type SentTransaction = {
  readonly account: Address
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** The nonce, where the chain has told it. */
  readonly nonce: number | undefined
  /** Somebody else sends it for a contract account, whose own nonce does not change. */
  readonly relayed?: boolean
  /** The account runs delegated code (EIP-7702): it sends itself, or somebody else sends for it. */
  readonly delegated?: boolean
  /** First block that may hold it. */
  readonly fromBlock: bigint | undefined
}

const isQuantity = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
/** Hex in lower case, as nodes return it; `0x` for anything else. */
const readHex = (value: unknown): Hex => (isHex(value) ? lowerHex(value) : '0x')

/** Reads the logs of a receipt or of a simulated call, in lower case. */
export const readLogs = (logs: unknown): readonly ReceiptLog[] =>
  (Array.isArray(logs) ? logs : []).map((log: Record<string, unknown>) => ({
    address: readHex(log.address),
    topics: (Array.isArray(log.topics) ? log.topics : []).map(readHex),
    data: readHex(log.data),
  }))

/** Returns the receipt of a mined transaction; `undefined` while there is none. */
export async function readReceipt(reader: ChainReader, hash: Hex): Promise<MinedReceipt | undefined> {
  const receipt = await reader.call('eth_getTransactionReceipt', [hash])
  if (!isRecord(receipt)) return undefined
  const { status, blockNumber, blockHash, from, to, logs, gasUsed, effectiveGasPrice, l1Fee } = receipt
  if (typeof blockNumber !== 'string' || (status !== '0x1' && status !== '0x0')) return undefined
  return {
    hash,
    status: status === '0x1' ? 'success' : 'reverted',
    blockNumber: BigInt(blockNumber),
    blockHash: readHex(blockHash),
    ...(isQuantity(gasUsed) && isQuantity(effectiveGasPrice)
      ? // OP Stack chains charge for the data of a transaction beside its gas.
        { gasCost: BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(isQuantity(l1Fee) ? l1Fee : 0) }
      : {}),
    from: readHex(from),
    to: to === null || to === undefined ? undefined : readHex(to),
    logs: readLogs(logs),
  }
}

/** Returns a transaction, mined or pending; `undefined` while the node does not know it. */
export async function readTransaction(reader: ChainReader, hash: Hex): Promise<MinedCall | undefined> {
  const found = await reader.call('eth_getTransactionByHash', [hash])
  const isKnown = isAddress(property(found, 'from')) && isQuantity(property(found, 'nonce'))
  return isKnown && isRecord(found) ? callOf(hash, found) : undefined
}

/** Returns the input of a transaction in lower case; `0x` while the node does not know it. */
export async function readInput(reader: ChainReader, hash: Hex): Promise<Hex> {
  const found = await reader.call('eth_getTransactionByHash', [hash])
  return readHex(property(found, 'input') ?? property(found, 'data'))
}

/** Returns why a mined call failed, by running it again on its block; `undefined` if the node does not say. */
export async function readFailure(
  reader: ChainReader,
  { account: from, to, data, value }: SentTransaction,
  { blockNumber }: MinedReceipt,
): Promise<RpcError | undefined> {
  const call = { from, to, data, value: numberToHex(value) }
  for (const block of [blockNumber - 1n, blockNumber])
    try {
      await reader.call('eth_call', [call, numberToHex(block)])
    } catch (cause) {
      if (cause instanceof RpcError && cause.reverted) return cause
    }
  return undefined
}

export const readBlockNumber = (reader: ChainReader): Promise<bigint> =>
  readQuantity(reader, 'eth_blockNumber', [])

/** Returns whether a receipt has as many confirmations as the chain's settings ask for. */
export async function isConfirmed(
  reader: ChainReader,
  { confirmations }: Pick<Chain, 'confirmations'>,
  { blockNumber }: MinedReceipt,
): Promise<boolean> {
  if (confirmations <= 1) return true
  return (await readBlockNumber(reader)) >= blockNumber + BigInt(confirmations) - 1n
}

/** A transaction, as a node describes it. */
export type MinedCall = {
  readonly hash: Hex
  readonly from: Address
  readonly nonce: number
  /** `0x` where the transaction creates a contract. */
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
}

/**
 * The transactions of a block, in its order.
 * @throws {RpcError} where the node does not have the block.
 */
export async function callsOfBlock(reader: ChainReader, number: bigint): Promise<readonly MinedCall[]> {
  const block = await reader.call('eth_getBlockByNumber', [numberToHex(number), true])
  if (!isRecord(block)) throw new RpcError('The node does not have the block.', undefined)
  const transactions: readonly unknown[] = Array.isArray(block.transactions) ? block.transactions : []
  return transactions.flatMap((transaction) =>
    isRecord(transaction) && isBytes32(transaction.hash) ? callOf(transaction.hash, transaction) : [],
  )
}

const callOf = (
  hash: Hex,
  { from, to, nonce, input, data, value }: Readonly<Record<string, unknown>>,
): MinedCall => ({
  hash: lowerHex(hash),
  from: readHex(from),
  nonce: Number(nonce),
  to: readHex(to),
  data: readHex(input ?? data),
  value: isQuantity(value) ? BigInt(value) : 0n,
})
