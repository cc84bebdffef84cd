import type { CheckedTransaction, CheckedTypedData } from '@sluice/guards'
import type { Address, Hex } from 'viem'
import type { RpcRequest } from '../chain/chainReader.ts'
import { TradeError } from '../errors.ts'
import { readHash } from './readHash.ts'
import { addChain, batching, firstAccount, quantityHex, textHex } from './requests.ts'
import type { Wallet, WalletOptions } from './wallet.ts'

/** Any EIP-1193 provider: `window.ethereum`, one announced by EIP-6963, or a WalletConnect session. */
export type Eip1193Provider = {
  /** Sends a JSON-RPC request to the wallet. */
  // biome-ignore lint/suspicious/noExplicitAny: every library types its parameters differently
  request(request: any): Promise<unknown>
}

/**
 * Creates a wallet from an EIP-1193 provider, without a wallet library. The provider's `request` is kept: replacing it
 * on the page later has no effect.
 *
 * @param options capabilities that the host wants to use, such as a paymaster for the network fee.
 * @example
 * ```ts
 * const wallet = eip1193Wallet(window.ethereum)
 * ```
 */
export function eip1193Wallet(
  provider: Eip1193Provider,
  options: WalletOptions & {
    /** Returns the account in use, if it is not the provider's first. */
    readonly address?: (() => Promise<Address>) | undefined
  } = {},
): Wallet {
  const original = provider.request
  const request: RpcRequest = (call) => original.call(provider, call)
  const call = (method: string, params?: readonly unknown[]) =>
    request(params === undefined ? { method } : { method, params })
  const address = options.address ?? (async () => firstAccount(await call('eth_accounts')))
  return {
    request,
    address,
    chainId: async () => readChainId(await call('eth_chainId')),
    switchChain: async (chainId) => {
      await call('wallet_switchEthereumChain', [{ chainId: quantityHex(chainId) }])
    },
    addChain: (chain) => addChain(request, chain),
    sendTransaction: async (transaction) =>
      readSent(await call('eth_sendTransaction', [rpcTransaction(transaction)])),
    signTypedData: async (typedData) =>
      readSignature(await call('eth_signTypedData_v4', [typedData.account, typedDataJson(typedData)])),
    signMessage: async ({ message, account }) =>
      readSignature(await call('personal_sign', [textHex(message), account])),
    ...batching(request, address, options),
  }
}

export function readChainId(answer: unknown): number {
  const chainId = typeof answer === 'string' || typeof answer === 'number' ? Number(answer) : Number.NaN
  if (Number.isSafeInteger(chainId)) return chainId
  throw new TradeError('wallet_error', 'The wallet did not return a chain id.')
}

/** Returns what was checked alone. The wallet sets fees, nonce and access list. */
export function rpcTransaction({ account, to, data, value, gas, chainId }: CheckedTransaction) {
  return {
    from: account,
    to,
    data,
    value: quantityHex(value),
    chainId: quantityHex(chainId),
    ...(gas === undefined ? {} : { gas: quantityHex(gas) }),
  }
}

const domainFields = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
] as const

/** Returns the JSON that wallets expect: with the type of the domain, and whole numbers as decimal strings. */
export function typedDataJson({ domain, types, primaryType, message }: CheckedTypedData): string {
  const fields: Readonly<Record<string, unknown>> = domain
  const EIP712Domain = domainFields
    .filter(([name]) => fields[name] !== undefined)
    .map(([name, type]) => ({ name, type }))
  // Without viem's own function: a page that connects a wallet does not load viem for it.
  return JSON.stringify({ domain, types: { EIP712Domain, ...types }, primaryType, message }, (_key, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
}

/** Returns a hash however it is written, else the string in its place: the id of a batch or of a Safe's transaction. */
export const readSent = (answer: unknown): string =>
  readHash(answer) ?? (typeof answer === 'string' ? answer : '')

const isSignature = (answer: unknown): answer is Hex =>
  typeof answer === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(answer)

export function readSignature(answer: unknown): Hex {
  if (isSignature(answer)) return answer
  throw new TradeError('bad_signature', 'The wallet returned something that is not a signature.')
}
