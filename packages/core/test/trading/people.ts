import { nodeTransport, receiptOf, rpc, type Stack } from '@sluice/devnet'
import type { CheckedTransaction } from '@sluice/guards'
import { Wallet as EthersKey, JsonRpcProvider } from 'ethers'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  parseAbi,
  type TypedDataDefinition,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Eip1193Provider, eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { ethersWallet } from '../../src/wallets/ethers.ts'
import { viemWallet } from '../../src/wallets/viem.ts'
import type { Wallet } from '../../src/wallets/wallet.ts'
import type { Chain, Reader } from './truth.ts'

/** Through what somebody with a key trades; a contract account has its owner's key and one way alone. */
export const windows = ['viem', 'batching', 'eip1193', 'eip1193 batching', 'ethers'] as const
export type Window = (typeof windows)[number]

/** Somebody who trades: an account with a key, or a contract that a key commands (EIP-1271). */
export type Person = {
  readonly address: Address
  /** Who sends, and pays the gas. */
  readonly sender: Address
  readonly isContract: boolean
  readonly wallet: (window: Window) => Wallet
  /** Makes a call beside the market, and answers its hash once it is mined. */
  readonly raw: (to: Address, data: Hex, value?: bigint) => Promise<Hex>
}

const accountAbi = parseAbi([
  'function create(address signer) returns (address)',
  'function addressOf(address signer) view returns (address)',
  'function execute(address target, uint256 value, bytes data) payable returns (bytes)',
])
const low = (text: string) => text.toLowerCase() as Address

/** The first accounts of the stack, and contract accounts whose owners trade through nothing else. */
export async function gatherPeople(stack: Stack, chain: Chain, reader: Reader, contracts: number) {
  const ethers = new JsonRpcProvider(chain.rpcUrl, chain.id, {
    staticNetwork: true,
    batchMaxCount: 1,
    cacheTimeout: -1,
  })
  const clientOf = (key: Hex) =>
    createWalletClient({ account: privateKeyToAccount(key), transport: nodeTransport(chain.rpcUrl) })
  const mined = async (hash: Hex): Promise<Hex> => {
    const { status } = await receiptOf(reader, hash)
    if (status !== 'success') throw new Error(`${hash} reverted`)
    return hash
  }
  const keyed = (key: Hex): Person => {
    const client = clientOf(key)
    const raw: Person['raw'] = async (to, data, value = 0n) =>
      mined(await client.sendTransaction({ to, data, value, chain: null }))
    const makers: Readonly<Record<Window, () => Wallet>> = {
      viem: () => viemWallet(client),
      batching: () => ({ ...viemWallet(client), ...batching(raw) }),
      eip1193: () => eip1193Wallet(windowOf(client.account, chain, raw, false)),
      'eip1193 batching': () => eip1193Wallet(windowOf(client.account, chain, raw, true)),
      ethers: () => ethersWallet(new EthersKey(key, ethers)),
    }
    const address = low(client.account.address)
    return { address, sender: address, isContract: false, raw, wallet: (window) => makers[window]() }
  }
  const commanded = async (): Promise<Person> => {
    const key = generatePrivateKey()
    const { wallet, raw, address: sender } = keyed(key)
    await rpc(chain.rpcUrl, 'anvil_setBalance', [sender, `0x${(10n ** 21n).toString(16)}`])
    const { walletFactory } = chain.contracts
    const args = [sender] as const
    await raw(walletFactory, encodeFunctionData({ abi: accountAbi, functionName: 'create', args }))
    const address = low(
      await reader.readContract({ address: walletFactory, abi: accountAbi, functionName: 'addressOf', args }),
    )
    await rpc(chain.rpcUrl, 'anvil_setBalance', [address, `0x${(10n ** 21n).toString(16)}`])
    const execute = (to: Address, data: Hex, value: bigint) =>
      encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [to, value, data] })
    const own = clientOf(key)
    return {
      address,
      sender,
      isContract: true,
      raw: (to, data, value = 0n) => raw(address, execute(to, data, value)),
      wallet: () => ({
        ...wallet('viem'),
        address: async () => address,
        sendTransaction: ({ to, data, value }) =>
          own.sendTransaction({ to: address, data: execute(to, data, value), chain: null }),
        signTypedData: (asked) => own.account.signTypedData(asked as unknown as TypedDataDefinition),
      }),
    }
  }
  const people: Person[] = stack.accounts.slice(0, 6).map(({ privateKey }) => keyed(privateKey))
  for (let at = 0; at < contracts; at += 1) people.push(await commanded())
  return { people, close: () => ethers.destroy() }
}

/** Carries a batch out call by call, and keeps under which hashes. */
function batching(raw: Person['raw']): Required<Pick<Wallet, 'capabilities' | 'sendCalls' | 'callsStatus'>> {
  const bundles = new Map<string, Hex[]>()
  return {
    capabilities: async () => ({ atomic: true }),
    sendCalls: async (calls: readonly CheckedTransaction[]) => {
      const hashes: Hex[] = []
      for (const { to, data, value } of calls) hashes.push(await raw(to, data, value))
      const id = `0x${(bundles.size + 1).toString(16).padStart(64, '0')}`
      bundles.set(id, hashes)
      return id
    },
    callsStatus: async (id) => ({ state: 'confirmed', hashes: bundles.get(id) ?? [] }),
  }
}

/** A wallet as a page asks it (EIP-1193), over the chain's node. */
function windowOf(
  account: PrivateKeyAccount,
  { rpcUrl, id: chainId }: Chain,
  raw: Person['raw'],
  batches: boolean,
): Eip1193Provider {
  const client = createWalletClient({ account, transport: nodeTransport(rpcUrl) })
  const bundle = batching(raw)
  type Call = { readonly to: Address; readonly data: Hex; readonly value?: Hex }
  // biome-ignore lint/suspicious/noExplicitAny: what a page asks for is whatever it asks for
  const answers: Readonly<Record<string, (...params: any[]) => unknown>> = {
    eth_accounts: () => [account.address],
    eth_requestAccounts: () => [account.address],
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_sendTransaction: ({ to, data, value = '0x0' }: Call) =>
      client.sendTransaction({ to, data, value: BigInt(value), chain: null }),
    eth_signTypedData_v4: (_account: Address, text: string) => account.signTypedData(JSON.parse(text)),
    personal_sign: (text: Hex) => account.signMessage({ message: { raw: text } }),
    ...(batches
      ? {
          wallet_getCapabilities: (_account: Address, ids: readonly Hex[]) =>
            Object.fromEntries(ids.map((id) => [id, { atomic: { status: 'supported' } }])),
          wallet_sendCalls: async ({ calls }: { calls: readonly Call[] }) => ({
            id: await bundle.sendCalls(
              calls.map(({ to, data, value = '0x0' }) => ({ to, data, value: BigInt(value) })) as never,
            ),
          }),
          wallet_getCallsStatus: async (id: string) => ({
            status: 200,
            receipts: (await bundle.callsStatus(id)).hashes.map((transactionHash) => ({ transactionHash })),
          }),
        }
      : {}),
  }
  return {
    request: async ({ method, params = [] }: { method: string; params?: unknown }) => {
      const answer = answers[method]
      if (answer !== undefined) return answer(...(params as unknown[]))
      if (method.startsWith('wallet_')) throw Object.assign(new Error('Not supported'), { code: 4200 })
      return rpc(rpcUrl, method, params as unknown[])
    },
  } as Eip1193Provider
}
