import { type Address, type Hex, numberToHex, stringToHex } from 'viem'
import type { KnownChain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { CheckedTransaction, CheckedTypedData } from '../guards/checked.ts'
import type { CallsStatus, RpcRequest, Wallet } from './wallet.ts'
import { asked } from './walletError.ts'

/** Any EIP-1193 provider: `window.ethereum`, an EIP-6963 announcement, a WalletConnect session. */
export type Eip1193Provider = {
  // biome-ignore lint/suspicious/noExplicitAny: every library types its parameters differently
  request(request: any): Promise<unknown>
}

/** Milliseconds a wallet has to say what it can do; some never answer. */
const capabilitiesTimeout = 1_500

/**
 * A wallet over a bare provider, without a wallet library. The provider is kept as it is now: one that is
 * swapped on the page later is not used.
 */
export function eip1193Wallet(provider: Eip1193Provider): Wallet {
  const request: RpcRequest = (call) => provider.request(call)
  const ask = (method: string, params?: readonly unknown[]) =>
    asked(() => request(params === undefined ? { method } : { method, params }))
  return {
    request,
    address: async () => firstAccount(await ask('eth_accounts')),
    chainId: async () => readChainId(await ask('eth_chainId')),
    switchChain: async (chainId) => {
      await ask('wallet_switchEthereumChain', [{ chainId: numberToHex(chainId) }])
    },
    addChain: async (chain) => {
      await ask('wallet_addEthereumChain', [chainParameters(chain)])
    },
    sendTransaction: async (transaction) =>
      readText(await ask('eth_sendTransaction', [rpcTransaction(transaction)])),
    signTypedData: async (typedData) =>
      readSignature(await ask('eth_signTypedData_v4', [typedData.account, typedDataJson(typedData)])),
    signMessage: async ({ message, account }) =>
      readSignature(await ask('personal_sign', [stringToHex(message), account])),
    capabilities: async (chainId) => {
      const account = firstAccount(await ask('eth_accounts'))
      const id = numberToHex(chainId)
      const answer = await Promise.race([
        ask('wallet_getCapabilities', [account, [id]]),
        new Promise((resolve) => setTimeout(resolve, capabilitiesTimeout)),
      ])
      return { atomic: readAtomic(answer, id) }
    },
    sendCalls: async (transactions) =>
      readBundle(await ask('wallet_sendCalls', [callsParameters(transactions)])),
    callsStatus: async (id) => readStatus(await ask('wallet_getCallsStatus', [id])),
  }
}

export function firstAccount(accounts: unknown): Address {
  const [account] = Array.isArray(accounts) ? accounts : []
  if (typeof account === 'string' && /^0x[0-9a-fA-F]{40}$/.test(account))
    return account.toLowerCase() as Address
  throw new TradeError('wallet_unavailable', 'The wallet shows no account. Connect it first.')
}

export function readChainId(answer: unknown): number {
  const chainId = typeof answer === 'string' || typeof answer === 'number' ? Number(answer) : Number.NaN
  if (Number.isSafeInteger(chainId)) return chainId
  throw new TradeError('wallet_error', 'The wallet did not say which chain it is on.')
}

/** `wallet_addEthereumChain` (EIP-3085) from the client's own configuration. */
export const chainParameters = (chain: KnownChain) => ({
  chainId: numberToHex(chain.id),
  chainName: chain.name,
  nativeCurrency: { name: chain.nativeSymbol, symbol: chain.nativeSymbol, decimals: 18 },
  rpcUrls: chain.rpcUrls ?? [],
  ...(chain.explorerUrl === undefined ? {} : { blockExplorerUrls: [chain.explorerUrl] }),
})

/** Only what was checked: no fees, no nonce, no access list. The wallet sets those. */
function rpcTransaction({ account, to, data, value, gas, chainId }: CheckedTransaction) {
  return {
    from: account,
    to,
    data,
    value: numberToHex(value),
    chainId: numberToHex(chainId),
    ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
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

function readText(answer: unknown): string {
  return typeof answer === 'string' ? answer : ''
}

export function readSignature(answer: unknown): Hex {
  if (typeof answer === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(answer)) return answer as Hex
  throw new TradeError('bad_signature', 'The wallet answered with something that is no signature.')
}

function readAtomic(answer: unknown, chainId: Hex): boolean {
  const byChain = (answer ?? {}) as Record<string, { atomic?: { status?: unknown } } | undefined>
  return byChain[chainId]?.atomic?.status === 'supported'
}

const callsParameters = (transactions: readonly CheckedTransaction[]) => ({
  version: '2.0.0',
  from: transactions[0]?.account,
  chainId: numberToHex(transactions[0]?.chainId ?? 0),
  atomicRequired: true,
  calls: transactions.map(({ to, data, value }) => ({ to, data, value: numberToHex(value) })),
})

function readBundle(answer: unknown): string {
  const id = typeof answer === 'string' ? answer : (answer as { id?: unknown } | null)?.id
  return typeof id === 'string' && id.length <= 4_096 ? id : ''
}

const states: Readonly<Record<number, CallsStatus['state']>> = {
  100: 'pending',
  200: 'confirmed',
  400: 'failed',
  500: 'reverted',
  600: 'partial',
}

/** `wallet_getCallsStatus` (EIP-5792). A status nobody knows counts as pending: the chain decides. */
export function readStatus(answer: unknown): CallsStatus {
  const { status, receipts } = (answer ?? {}) as { status?: unknown; receipts?: unknown }
  const hashes = (Array.isArray(receipts) ? receipts : []).flatMap(
    (receipt: { transactionHash?: unknown }) =>
      typeof receipt?.transactionHash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(receipt.transactionHash)
        ? [receipt.transactionHash.toLowerCase() as Hex]
        : [],
  )
  return { state: states[Number(status)] ?? 'pending', hashes }
}
