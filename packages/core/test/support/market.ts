import { nodeTransport, receiptOf, rpc, type Stack } from '@sluice/devnet'
import type { CheckedMessage, CheckedTransaction, CheckedTypedData } from '@sluice/guards'
import { type Address, createPublicClient, createWalletClient, parseAbi, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll } from 'vitest'
import { startTestStack } from '../../../devnet/test/testStack.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { type ClientConfig, createClient } from '../../src/client.ts'
import { TradeError } from '../../src/errors.ts'
import type { Execution } from '../../src/run/execution.ts'
import type { Run } from '../../src/run/run.ts'
import { viemWallet } from '../../src/wallets/viem.ts'
import type { Wallet } from '../../src/wallets/wallet.ts'
import { type Received, type Reply, startTestProvider, type TestProvider } from './provider.ts'

/** A wallet with a real key that writes down what it was asked, and may be told what to do. */
export type ScriptedWallet = Wallet & {
  readonly account: Address
  readonly prompts: (CheckedTransaction | CheckedTypedData)[]
  /** Texts that it was asked to sign. */
  readonly messages: CheckedMessage[]
  /** Called before each prompt; what it throws is what the wallet answers. */
  script: (prompt: CheckedTransaction | CheckedTypedData) => unknown
  /** Another account or chain than the key's, when set. */
  shows: { address?: `0x${string}`; chainId?: number }
}

export type Market = {
  readonly stack: Stack
  readonly chain: Stack['description']['chains'][number]
  /** The real provider, with a test's changes in front of it. */
  readonly front: TestProvider
  readonly client: (settings?: Partial<ClientConfig>, direct?: boolean) => ReturnType<typeof createClient>
  readonly wallet: (index: number) => ScriptedWallet
  /** Asks the real provider what the front was asked. */
  readonly forward: (request: Received) => Promise<Reply & { readonly body: Record<string, unknown> }>
  /** Sends a call with the wallet's key, unasked; answers its hash once it is mined. */
  readonly sendRaw: (wallet: ScriptedWallet, call: CheckedTransaction) => Promise<string>
  /** Mints a token to a wallet; answers `contract:tokenId` once the provider knows it. */
  readonly mint: (wallet: ScriptedWallet) => Promise<string>
  /** Mints units of a token of the edition collection. */
  readonly mintUnits: (wallet: ScriptedWallet, tokenId: bigint, amount: bigint) => Promise<string>
  readonly stop: () => Promise<void>
}

/** `books` adds the orders of a stand-in for OpenSea's book; `secondChain` adds the second chain. */
type MarketOptions = { readonly books?: boolean; readonly secondChain?: boolean }

/** A real chain and the real provider, seen through a front that a test can make lie. */
export async function openMarket(options: MarketOptions = {}): Promise<Market> {
  const stack = await startTestStack({ size: 12, secondChain: false, ...options })
  const [chain] = stack.description.chains
  if (chain === undefined) throw new Error('The stack has no chain')
  const front = await startTestProvider()
  const forward: Market['forward'] = async ({ method, path, query, headers, body }) => {
    const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers
    const search = query.size === 0 ? '' : `?${query}`
    const response = await fetch(`${chain.baseApiUrl}${path}${search}`, {
      method,
      headers: kept as Record<string, string>,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    return {
      status: response.status,
      headers: { 'content-type': type },
      text,
      body: type.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {},
    }
  }
  front.on('*', forward)
  front.on('/events', { status: 404 })
  const { contracts } = chain
  return {
    stack,
    chain,
    front,
    forward,
    client: (settings = {}, direct = false) =>
      createClient({
        chains: [
          {
            id: chain.id,
            name: chain.name,
            baseApiUrl: direct ? chain.baseApiUrl : front.url,
            rpcUrls: [chain.rpcUrl],
            blockTime: 1_000,
            wrappedNative: contracts.weth,
            multicall3: contracts.multicall3,
            royaltyEngine: contracts.royaltyEngine,
            conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
            paymentTokens: [
              { address: zeroAddress, symbol: 'ETH', name: 'Ether', decimals: 18 },
              { address: contracts.weth, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 },
              { address: contracts.usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
            ],
          },
        ],
        pollingInterval: 200,
        ...settings,
      }),
    sendRaw: (wallet, call) => sendRaw(stack, chain, wallet, call),
    mint: (wallet) => mint(stack, chain, wallet),
    mintUnits: (wallet, tokenId, amount) => mint(stack, chain, wallet, { tokenId, amount }),
    wallet: (index) => scriptedWallet(stack, chain.rpcUrl, index),
    stop: async () => {
      await front.stop()
      await stack.stop()
    },
  }
}

/** Opens a market for a file of tests. */
export function useMarket(options: MarketOptions = {}): Market {
  const market = {} as Market
  beforeAll(async () => {
    Object.assign(market, await openMarket(options))
  })
  afterAll(() => market.stop?.())
  return market
}

/** Waits for the end of a run while a block comes every second, as on any chain. */
export async function withBlocks({ chain }: Market, run: Run): Promise<Execution> {
  await rpc(chain.rpcUrl, 'evm_setIntervalMining', [1])
  try {
    return await run.done
  } finally {
    await rpc(chain.rpcUrl, 'evm_setIntervalMining', [0])
    await rpc(chain.rpcUrl, 'evm_setAutomine', [true])
  }
}

/** Lists ten units of a new token at one coin each. */
export async function listUnits(
  market: Market,
  tokenId: bigint,
): Promise<{ readonly token: string; readonly orderId: string }> {
  const wallet = market.wallet(2)
  const token = await market.mintUnits(wallet, tokenId, 10n)
  const { orders } = await listTokens(market.client(), {
    wallet,
    listings: [{ token, quantity: 10, weiPrice: 10n ** 19n }],
  }).result()
  return { token, orderId: orders[0]?.orderId ?? '' }
}

async function sendRaw(
  stack: Stack,
  chain: Market['chain'],
  wallet: ScriptedWallet,
  { to, data, value }: CheckedTransaction,
): Promise<string> {
  const account = stack.accounts.find(({ address }) => address === wallet.account)
  if (account === undefined) throw new Error('There is no such account')
  const writer = createWalletClient({
    account: privateKeyToAccount(account.privateKey),
    transport: nodeTransport(chain.rpcUrl),
  })
  const hash = await writer.sendTransaction({ to, data, value, chain: null })
  const reader = createPublicClient({ transport: nodeTransport(chain.rpcUrl) })
  await receiptOf(reader, hash)
  return hash
}

function scriptedWallet(stack: Stack, rpcUrl: string, index: number): ScriptedWallet {
  const key = stack.accounts[index]?.privateKey
  if (key === undefined) throw new Error('There is no such account')
  const account = privateKeyToAccount(key)
  const inner = viemWallet(createWalletClient({ account, transport: nodeTransport(rpcUrl) }))
  const wallet: ScriptedWallet = {
    ...inner,
    account: account.address.toLowerCase() as Address,
    prompts: [],
    messages: [],
    script: () => undefined,
    shows: {},
    address: async () => wallet.shows.address ?? inner.address(),
    chainId: async () => wallet.shows.chainId ?? inner.chainId(),
    switchChain: async (id) => {
      if (wallet.shows.chainId === -1) throw new TradeError('wallet_refused', 'No')
      wallet.shows.chainId = id
    },
    sendTransaction: async (call) => {
      wallet.prompts.push(call)
      const answer = await wallet.script(call)
      return typeof answer === 'string' ? answer : inner.sendTransaction(call)
    },
    signMessage: async (request) => {
      wallet.messages.push(request)
      return account.signMessage({ message: request.message })
    },
    signTypedData: async (request) => {
      wallet.prompts.push(request)
      const answer = await wallet.script(request)
      return typeof answer === 'string' ? (answer as `0x${string}`) : inner.signTypedData(request)
    },
  }
  return wallet
}

async function mint(
  stack: Stack,
  chain: Market['chain'],
  wallet: ScriptedWallet,
  units?: { readonly tokenId: bigint; readonly amount: bigint },
): Promise<string> {
  const wanted = units === undefined ? 'erc721' : 'erc1155'
  const collection = chain.contracts.collections.find(({ kind }) => kind === wanted)
  const account = stack.accounts.find(({ address }) => address === wallet.account)
  if (collection === undefined || account === undefined) throw new Error('There is nothing to mint')
  const writer = createWalletClient({
    account: privateKeyToAccount(account.privateKey),
    transport: nodeTransport(chain.rpcUrl),
  })
  const reader = createPublicClient({ transport: nodeTransport(chain.rpcUrl) })
  const common = { address: collection.address, functionName: 'mint', chain: null } as const
  const hash =
    units === undefined
      ? await writer.writeContract({
          ...common,
          abi: parseAbi(['function mint(address to, uint256 count)']),
          args: [account.address, 1n],
        })
      : await writer.writeContract({
          ...common,
          abi: parseAbi(['function mint(address to, uint256 id, uint256 amount)']),
          args: [account.address, units.tokenId, units.amount],
        })
  const { logs } = await receiptOf(reader, hash)
  const tokenId = units?.tokenId ?? BigInt(logs.at(-1)?.topics[3] ?? 0)
  const token = `${collection.address}:${tokenId}`
  for (;;) {
    const response = await fetch(`${chain.baseApiUrl}/users/${account.address}/tokens/v10?tokens=${token}`)
    const { tokens } = (await response.json()) as { tokens?: unknown[] }
    if (tokens !== undefined && tokens.length > 0) return token
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
