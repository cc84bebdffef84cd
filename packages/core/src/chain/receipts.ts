import type { Address, Hex } from 'viem'
import { readNonce, readQuantity } from './reads.ts'
import type { ChainReader } from './rpc.ts'

/** A log as the guards read it. */
export type ReceiptLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

export type MinedReceipt = {
  readonly hash: Hex
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
  readonly from: Address
  readonly to: Address | undefined
  readonly logs: readonly ReceiptLog[]
}

/** What was sent: enough to find what took its place. */
export type SentTransaction = {
  readonly account: Address
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** The nonce, where the chain has told it. */
  readonly nonce: number | undefined
  /** First block that may hold it. */
  readonly fromBlock: bigint | undefined
}

/** What took the nonce of a sent transaction. */
export type FoundReplacement = {
  readonly hash: Hex
  readonly reason: 'repriced' | 'replaced' | 'cancelled'
}

const isHash = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
const lower = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '')

/** The receipt of a mined transaction; `undefined` while there is none. */
export async function readReceipt(reader: ChainReader, hash: Hex): Promise<MinedReceipt | undefined> {
  const receipt = (await reader.call('eth_getTransactionReceipt', [hash])) as Record<string, unknown> | null
  if (receipt === null || typeof receipt !== 'object') return undefined
  const { status, blockNumber, from, to, logs } = receipt
  if (typeof blockNumber !== 'string' || (status !== '0x1' && status !== '0x0')) return undefined
  return {
    hash,
    status: status === '0x1' ? 'success' : 'reverted',
    blockNumber: BigInt(blockNumber),
    from: lower(from) as Address,
    to: to === null || to === undefined ? undefined : (lower(to) as Address),
    logs: (Array.isArray(logs) ? logs : []).map((log: Record<string, unknown>) => ({
      address: lower(log.address) as Address,
      topics: (Array.isArray(log.topics) ? log.topics : []).map((topic) => lower(topic) as Hex),
      data: lower(log.data) as Hex,
    })),
  }
}

/** The nonce a hash was sent with; `undefined` while the node does not know the transaction. */
export async function readSentNonce(reader: ChainReader, hash: Hex): Promise<number | undefined> {
  const found = (await reader.call('eth_getTransactionByHash', [hash])) as { nonce?: unknown } | null
  return typeof found?.nonce === 'string' ? Number(found.nonce) : undefined
}

export const readBlockNumber = (reader: ChainReader): Promise<bigint> =>
  readQuantity(reader, 'eth_blockNumber', [])

/** How many blocks back a replacement is looked for. */
const searchDepth = 64n

/**
 * The transaction that took a sent one's nonce, if the nonce is used up. The sent one may have been dropped
 * from every node, so the account's nonce is what tells.
 */
export async function findReplacement(
  reader: ChainReader,
  sent: SentTransaction,
  hash: Hex,
): Promise<FoundReplacement | undefined> {
  if (sent.nonce === undefined || (await readNonce(reader, sent.account, 'latest')) <= sent.nonce)
    return undefined
  const head = await readBlockNumber(reader)
  const floor = head > searchDepth ? head - searchDepth : 0n
  const first = sent.fromBlock !== undefined && sent.fromBlock > floor ? sent.fromBlock : floor
  for (let number = head; number >= first; number -= 1n) {
    const block = (await reader.call('eth_getBlockByNumber', [`0x${number.toString(16)}`, true])) as {
      transactions?: readonly Record<string, unknown>[]
    } | null
    for (const transaction of block?.transactions ?? []) {
      if (lower(transaction.from) !== sent.account || Number(transaction.nonce) !== sent.nonce) continue
      if (!isHash(transaction.hash)) continue
      const found = transaction.hash.toLowerCase() as Hex
      return found === hash ? undefined : { hash: found, reason: reasonOf(sent, transaction) }
    }
  }
  return undefined
}

function reasonOf(sent: SentTransaction, found: Record<string, unknown>): FoundReplacement['reason'] {
  const input = lower(found.input ?? found.data)
  const value = typeof found.value === 'string' ? BigInt(found.value) : 0n
  if (lower(found.to) === sent.to && input === sent.data.toLowerCase() && value === sent.value)
    return 'repriced'
  if (lower(found.to) === sent.account && value === 0n && (input === '0x' || input === '')) return 'cancelled'
  return 'replaced'
}
