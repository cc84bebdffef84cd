import type { CheckedTransaction, CheckedTypedData } from '@sluice/guards'
import type { Address, Hex } from 'viem'
import type { RpcRequest } from '../chain/chainReader.ts'
import { TradeError } from '../errors.ts'
import { readHash } from './readHash.ts'
import { addChain, batching, firstAccount, quantityHex, textHex } from './requests.ts'
import type { Wallet, WalletOptions } from './wallet.ts'

/** Any EIP-1193 provider: `window.ethereum`, an EIP-6963 announcement, a WalletConnect session. */
export type Eip1193Provider = {
  // biome-ignore lint/suspicious/noExplicitAny: every library types its parameters differently
  request(request: any): Promise<unknown>
}

/**
 * A wallet over a bare provider, without a wallet library. The provider is kept as it is now: one that is
 * swapped on the page later is not used.
 *
 * @param options what the host wants of the wallet, e.g. that a paymaster pays the network fee.
 * @example
 * const wallet = eip1193Wallet(window.ethereum)
 */
export function eip1193Wallet(
  provider: Eip1193Provider,
  options: WalletOptions & {
    /** The account in use, where it is not the first that the provider names. */
    readonly address?: (() => Promise<Address>) | undefined
  } = {},
): Wallet {
  const send = provider.request
  const request: RpcRequest = (call) => send.call(provider, call)
  const ask = (method: string, params?: readonly unknown[]) =>
    request(params === undefined ? { method } : { method, params })
  const firstOf = options.address ?? (async () => firstAccount(await ask('eth_accounts')))
  return {
    request,
    address: firstOf,
    chainId: async () => readChainId(await ask('eth_chainId')),
    switchChain: async (chainId) => {
      await ask('wallet_switchEthereumChain', [{ chainId: quantityHex(chainId) }])
    },
    addChain: (chain) => addChain(request, chain),
    sendTransaction: async (transaction) =>
      readSent(await ask('eth_sendTransaction', [rpcTransaction(transaction)])),
    signTypedData: async (typedData) =>
      readSignature(await ask('eth_signTypedData_v4', [typedData.account, typedDataJson(typedData)])),
    signMessage: async ({ message, account }) =>
      readSignature(await ask('personal_sign', [textHex(message), account])),
    ...batching(request, firstOf, options),
  }
}

export function readChainId(answer: unknown): number {
  const chainId = typeof answer === 'string' || typeof answer === 'number' ? Number(answer) : Number.NaN
  if (Number.isSafeInteger(chainId)) return chainId
  throw new TradeError('wallet_error', 'The wallet did not say which chain it is on.')
}

/** Only what was checked: no fees, no nonce, no access list. The wallet sets those. */
function rpcTransaction({ account, to, data, value, gas, chainId }: CheckedTransaction) {
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

/** JSON as wallets read it: the domain's own type included, whole numbers as decimal text. */
export function typedDataJson({ domain, types, primaryType, message }: CheckedTypedData): string {
  const EIP712Domain = domainFields
    .filter(([name]) => (domain as Record<string, unknown>)[name] !== undefined)
    .map(([name, type]) => ({ name, type }))
  return JSON.stringify({ domain, types: { EIP712Domain, ...types }, primaryType, message }, (_key, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
}

/** A hash however it is written, else the text that came in its place: the name of a batch, or of a Safe's transaction. */
const readSent = (answer: unknown): string => readHash(answer) ?? (typeof answer === 'string' ? answer : '')

export function readSignature(answer: unknown): Hex {
  if (typeof answer === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(answer)) return answer as Hex
  throw new TradeError('bad_signature', 'The wallet answered with something that is no signature.')
}
