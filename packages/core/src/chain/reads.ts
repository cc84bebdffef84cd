import { type Address, concatHex, type Hex, numberToHex, pad, zeroAddress } from 'viem'
import { isRecord } from '../property.ts'
import type { ChainReader } from './chainReader.ts'
import { RpcError } from './rpcError.ts'

/** Selectors of the reads below; a test compares them with the signatures. */
export const selectors = {
  getCounter: '0xf07ec373',
  getOrderStatus: '0x46423aa7',
  information: '0xf47b7740',
  supportsInterface: '0x01ffc9a7',
  allowance: '0xdd62ed3e',
  balanceOf: '0x70a08231',
  balanceOfToken: '0x00fdd58e',
  ownerOf: '0x6352211e',
  isApprovedForAll: '0xe985e9c5',
  getApproved: '0x081812fc',
  royaltyInfo: '0x2a55205a',
  getRoyaltyView: '0x3e104014',
  isValidSignature: '0x1626ba7e',
  getConduit: '0x6e9bfd9f',
  getChannels: '0x8b9e028b',
  getPublicDrop: '0xbc6a629c',
  getL1FeeUpperBound: '0xf1c7a58b',
  getTransferValidator: '0x098144d4',
  applyCollectionTransferPolicy: '0x285fb8c8',
  isAccountAuthorizerOfCollection: '0x3cda743a',
} as const

export type Word = Address | Hex | bigint

const word = (value: Word): Hex =>
  typeof value === 'bigint' ? numberToHex(value, { size: 32 }) : pad(value, { size: 32 })

export const callData = (selector: Hex, ...words: readonly Word[]): Hex =>
  concatHex([selector, ...words.map(word)])

/**
 * Returns the words that a view function returned, or `undefined` if it reverted or there is no code.
 * @throws {TradeError} when no node answered.
 */
export async function readWords(
  reader: ChainReader,
  to: Address,
  data: Hex,
): Promise<readonly bigint[] | undefined> {
  try {
    const answer = await reader.call('eth_call', [{ to, data }, 'latest'])
    if (typeof answer !== 'string' || !/^0x(?:[0-9a-fA-F]{64})+$/.test(answer)) return undefined
    return Array.from({ length: (answer.length - 2) / 64 }, (_, index) =>
      BigInt(`0x${answer.slice(2 + index * 64, 66 + index * 64)}`),
    )
  } catch (cause) {
    if (cause instanceof RpcError) return undefined
    throw cause
  }
}

export async function readWord(reader: ChainReader, to: Address, data: Hex): Promise<bigint | undefined> {
  return (await readWords(reader, to, data))?.[0]
}

/** Returns the address that a view function returned; `undefined` if it returned none. */
export async function readAddress(reader: ChainReader, to: Address, data: Hex): Promise<Address | undefined> {
  const word = await readWord(reader, to, data)
  return word === undefined || word >> 160n !== 0n ? undefined : `0x${word.toString(16).padStart(40, '0')}`
}

/** Returns the transfer validator that a collection names (ERC-721C, ERC-1155C); `undefined` where it has none. */
export async function readValidator(reader: ChainReader, collection: Address): Promise<Address | undefined> {
  const validator = await readAddress(reader, collection, callData(selectors.getTransferValidator))
  return validator === zeroAddress ? undefined : validator
}

export async function readQuantity(
  reader: ChainReader,
  method: string,
  params: readonly unknown[],
): Promise<bigint> {
  const answer = await reader.call(method, params)
  if (typeof answer === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(answer)) return BigInt(answer)
  throw new RpcError(`${method} answered with something that is not a quantity`, undefined)
}

export const readNonce = async (
  reader: ChainReader,
  account: Address,
  block: 'latest' | 'pending',
): Promise<number> => Number(await readQuantity(reader, 'eth_getTransactionCount', [account, block]))

/**
 * Returns whether something of an account waits to be mined that was not there before a prompt.
 * @param nonce the account's nonce before the prompt; without one, nothing is known to wait.
 */
export async function hasWaiting(
  reader: ChainReader,
  account: Address,
  nonce: number | undefined,
): Promise<boolean> {
  if (nonce === undefined) return false
  const [mined, waiting] = await Promise.all([
    readNonce(reader, account, 'latest'),
    readNonce(reader, account, 'pending'),
  ])
  return waiting > Math.max(mined, nonce)
}

/** The latest block, as far as the node describes it. */
export type Head = {
  readonly number: bigint | undefined
  /** Milliseconds. */
  readonly time: number | undefined
  /** Wei (EIP-1559); absent on a chain without one. */
  readonly baseFee: bigint | undefined
}

export async function readHead(reader: ChainReader): Promise<Head> {
  const block = await reader.call('eth_getBlockByNumber', ['latest', false])
  const { number, timestamp, baseFeePerGas } = isRecord(block) ? block : {}
  const isQuantity = (value: unknown): value is Hex =>
    typeof value === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(value)
  return {
    number: isQuantity(number) ? BigInt(number) : undefined,
    time: isQuantity(timestamp) ? Number(timestamp) * 1_000 : undefined,
    baseFee: isQuantity(baseFeePerGas) ? BigInt(baseFeePerGas) : undefined,
  }
}

/** Returns the token standard that a collection declares (ERC-165). */
export async function readKind(
  reader: ChainReader,
  collection: Address,
): Promise<'erc721' | 'erc1155' | undefined> {
  const supports = (id: Hex) =>
    readWord(reader, collection, callData(selectors.supportsInterface, pad(id, { dir: 'right', size: 32 })))
  const [erc721, erc1155] = await Promise.all([supports('0x80ac58cd'), supports('0xd9b67a26')])
  if (erc721 === 1n) return 'erc721'
  return erc1155 === 1n ? 'erc1155' : undefined
}

/** Returns the units of a token that an account holds; `undefined` if the collection does not answer. */
export async function readHolding(
  reader: ChainReader,
  token: { readonly contract: Address; readonly tokenId: bigint },
  kind: 'erc721' | 'erc1155',
  account: Address,
): Promise<bigint | undefined> {
  if (kind === 'erc1155')
    return readWord(reader, token.contract, callData(selectors.balanceOfToken, account, token.tokenId))
  const owner = await readWord(reader, token.contract, callData(selectors.ownerOf, token.tokenId))
  if (owner === undefined) return undefined
  return owner === BigInt(account) ? 1n : 0n
}

/** Returns the status of a Seaport order on chain. */
export async function readOrderStatus(
  reader: ChainReader,
  seaport: Address,
  order: Hex,
): Promise<{ cancelled: boolean; filled: bigint; size: bigint } | undefined> {
  const words = await readWords(reader, seaport, callData(selectors.getOrderStatus, order))
  if (words === undefined || words.length < 4) return undefined
  const [, cancelled = 0n, filled = 0n, size = 0n] = words
  return { cancelled: cancelled !== 0n, filled, size }
}

/** Returns whether an account has code, and the delegate of an EIP-7702 account. */
export async function readAccountCode(
  reader: ChainReader,
  account: Address,
): Promise<'none' | 'contract' | { readonly delegate: Address }> {
  const code = await reader.call('eth_getCode', [account, 'latest'])
  if (typeof code !== 'string' || code === '0x') return 'none'
  const delegate = /^0xef0100([0-9a-fA-F]{40})$/.exec(code)?.[1]
  return delegate === undefined ? 'contract' : { delegate: `0x${delegate.toLowerCase()}` }
}
