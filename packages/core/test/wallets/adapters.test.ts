import { localAccounts } from '@sluice/devnet'
import { BrowserProvider, Wallet as EthersKey, JsonRpcProvider } from 'ethers'
import { createWalletClient, custom, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listTokens } from '../../src/actions/listTokens.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { type Eip1193Provider, eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { ethersWallet } from '../../src/wallets/ethers.ts'
import { viemWallet } from '../../src/wallets/viem.ts'
import type { Wallet } from '../../src/wallets/wallet.ts'
import { walletError } from '../../src/wallets/walletError.ts'
import { plainClock } from '../faults/support/clock.ts'
import { type RpcCall, walletRefusal } from '../faults/support/wallet.ts'
import { eth, openWorld, type World } from '../faults/support/world.ts'

/** The same trades through every adapter, with the real libraries and a real key on a real chain. */
let world: World
const opened: { ethers?: JsonRpcProvider; readonly browsers: BrowserProvider[] } = { browsers: [] }
beforeAll(async () => {
  world = await openWorld()
  opened.ethers = new JsonRpcProvider(world.chain.rpcUrl, world.chain.id, {
    staticNetwork: true,
    batchMaxCount: 1,
  })
})
beforeEach(() => world.begin(plainClock()))
afterEach(() => world.finish())
afterAll(async () => {
  opened.ethers?.destroy()
  for (const provider of opened.browsers) provider.destroy()
  await world?.stop()
})

const [key, buyerKey] = localAccounts().map(({ privateKey }) => privateKey) as [Hex, Hex]
/** Who trades, with which key or through which window. */
type Trader = { readonly privateKey: Hex; readonly window: Eip1193Provider }
const seller = (): Trader => ({ privateKey: key, window: world.seller.provider })
const buyer = (): Trader => ({ privateKey: buyerKey, window: world.buyer.provider })
const viemChain = () => ({
  id: world.chain.id,
  name: world.chain.name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [world.chain.rpcUrl] } },
})
/** What a page with ethers has: a signer of the wallet's provider. */
async function ethersSigner(window: Eip1193Provider, network?: 'any'): Promise<Wallet> {
  const provider = new BrowserProvider(window, network)
  opened.browsers.push(provider)
  return ethersWallet(await provider.getSigner())
}
const adapters: readonly (readonly [string, (trader: Trader) => Wallet | Promise<Wallet>])[] = [
  [
    'a viem client with a key',
    ({ privateKey }) =>
      viemWallet(
        createWalletClient({
          account: privateKeyToAccount(privateKey),
          chain: viemChain(),
          transport: http(world.chain.rpcUrl),
        }),
      ),
  ],
  [
    'a viem client over a wallet',
    ({ window }) => viemWallet(createWalletClient({ transport: custom(window) })),
  ],
  ['a bare EIP-1193 provider', ({ window }) => eip1193Wallet(window)],
  [
    'an ethers signer with a key',
    async ({ privateKey }) => ethersWallet(new EthersKey(privateKey, opened.ethers)),
  ],
  ['an ethers signer over a wallet', ({ window }) => ethersSigner(window)],
]

test.each(adapters)('%s transfers a token, lists another, and buys it', async (_name, make) => {
  const client = world.client({ pollingInterval: 200 })
  const wallet = await make(seller())
  const [given, listed] = [world.token(), world.token()]
  const items = [{ token: `${world.nft}:${given}` }]
  const transfer = await world.end(client, transferTokens(client, { wallet, to: world.buyer.account, items }))
  expect(transfer.error).toBeUndefined()
  expect(await world.ownerOf(given)).toBe(world.buyer.account)
  const listings = [{ token: `${world.nft}:${listed}`, weiPrice: eth }]
  const listing = await world.end(client, listTokens(client, { wallet, listings }))
  expect(listing.error).toBeUndefined()
  const bought = await world.end(
    client,
    await world.buy(client, { wallet: await make(buyer()), items: [{ token: `${world.nft}:${listed}` }] }),
  )
  expect(bought.execution.status).toBe('complete')
  expect(await world.ownerOf(listed)).toBe(world.buyer.account)
})

test('a rejection reads the same through every wallet library', async () => {
  const refusal = Object.assign(new Error('User rejected the request.'), { code: 4001 })
  const refusing = custom({
    request: async ({ method }: { method: string }) => {
      if (method === 'eth_accounts') return [world.seller.account]
      if (method === 'eth_chainId') return `0x${world.chain.id.toString(16)}`
      throw refusal
    },
  })
  const viem = createWalletClient({ transport: refusing, chain: viemChain() })
  const thrown = await viem
    .sendTransaction({ account: world.seller.account, to: world.buyer.account, value: 1n, gas: 21_000n })
    .catch((cause: unknown) => cause)
  expect(walletError(thrown).code).toBe('wallet_refused')
  const ethers = Object.assign(new Error('user rejected action'), {
    code: 'ACTION_REJECTED',
    info: { error: refusal },
  })
  expect(walletError(ethers).code).toBe('wallet_refused')
  expect(walletError({ code: -32603, data: { originalError: refusal } }).code).toBe('wallet_refused')
})

test('an ethers signer without a provider reports that it has none', async () => {
  const wallet = ethersWallet(new EthersKey(key) as never)
  expect(wallet.request).toBeUndefined()
  expect(await wallet.address()).toBe(world.seller.account)
  await expect(wallet.switchChain(1)).rejects.toMatchObject({ code: 'wallet_unavailable' })
})

test.each([['by default', undefined] as const, ['on network any', 'any'] as const])(
  'an ethers signer continues after its wallet was asked to switch chain, %s',
  async (_name, network) => {
    const client = world.client({ pollingInterval: 200 })
    world.buyer.shows.chainId = 10
    const wallet = await ethersSigner(world.buyer.provider, network)
    expect(await wallet.chainId()).toBe(10)
    const { execution } = await world.end(client, await world.buy(client, { wallet }))
    expect(execution.error).toBeUndefined()
    expect(execution.status).toBe('complete')
    expect(world.buyer.prompts.map(({ method }) => method)).toEqual([
      'wallet_switchEthereumChain',
      'eth_sendTransaction',
    ])
  },
)

test.each(adapters.filter(([name]) => name.includes('over a wallet') || name.includes('bare')))(
  '%s with a node that fails calls does not block a trade, because the next node is asked',
  async (_name, make) => {
    for (const method of ['eth_call', 'eth_simulateV1', 'eth_getTransactionReceipt'])
      world.buyer.on(method, () => {
        throw Object.assign(new Error('daily request count exceeded, request rate limited'), {
          code: -32_005,
        })
      })
    const client = world.client({ pollingInterval: 200 })
    const { execution } = await world.end(client, await world.buy(client, { wallet: await make(buyer()) }))
    expect(execution.error).toBeUndefined()
    expect(execution.status).toBe('complete')
  },
)

test.each(['wallet_sendCalls', 'eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4'])(
  'viem does not retry a request that opens a window: %s',
  async (method) => {
    const asked: string[] = []
    const request = async ({ method }: { method: string }) => {
      asked.push(method)
      throw new Error('Something went wrong')
    }
    const wallet = viemWallet(createWalletClient({ transport: custom({ request }) }))
    await expect(wallet.request?.({ method, params: [] })).rejects.toThrow()
    expect(asked).toEqual([method])
  },
)

/** A viem client over the seller's window, as a host makes it. */
const viemClient = (window: Eip1193Provider, more: object = {}) =>
  createWalletClient({ account: world.seller.account, transport: custom(window), ...more })
const give = (wallet: Wallet) => {
  const client = world.client({ pollingInterval: 200 })
  const tokenId = world.token()
  const items = [{ token: `${world.nft}:${tokenId}` }]
  const ended = world.end(client, transferTokens(client, { wallet, to: world.buyer.account, items }))
  return { client, tokenId, ended }
}

test.each([-32_000, -32_602, -32_601, -32_004])(
  'a viem client asks its wallet once, whatever the wallet answers after it has sent (%i)',
  async (code) => {
    const asked: string[] = []
    world.seller.on('eth_sendTransaction', async (_prompt, next) => {
      asked.push('eth_sendTransaction')
      await next()
      throw walletRefusal(code, 'already known')
    })
    world.seller.on('wallet_sendTransaction', ({ params }) => {
      asked.push('wallet_sendTransaction')
      return world.seller.send(params[0] as RpcCall)
    })
    const { client, tokenId, ended } = give(viemWallet(viemClient(world.seller.provider)))
    const { execution } = await ended
    expect(execution.error).toBeUndefined()
    expect(asked).toEqual(['eth_sendTransaction'])
    expect(world.seller.sent).toHaveLength(1)
    expect((await client.journal.entries()).map(({ hash }) => hash)).toEqual(world.seller.sent)
    expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
  },
)

test.each([
  ['over a wallet', () => viemClient(world.seller.provider, { dataSuffix: '0xdeadbeef' })],
  [
    'with a key',
    () =>
      viemClient(world.seller.provider, {
        account: privateKeyToAccount(key),
        chain: viemChain(),
        dataSuffix: { value: '0xdeadbeef', required: true },
      }),
  ],
])('a suffix of the host’s viem client %s is not added to what was checked', async (_name, make) => {
  const { client, ended } = give(viemWallet(make()))
  expect((await ended).execution.error).toBeUndefined()
  const [entry] = await client.journal.entries()
  const sent = await world.node.real<{ input: Hex }>('eth_getTransactionByHash', [entry?.hash])
  expect(sent.input.endsWith('deadbeef')).toBe(false)
  expect(sent.input.length / 2 - 1).toBe(entry?.call?.bytes)
})

test('a viem client is not asked to send on a chain that its wallet left', async () => {
  const wallet = viemWallet(viemClient(world.seller.provider))
  world.seller.shows.chainId = 10
  const { account } = world.seller
  const call = { kind: 'transaction', chainId: world.chain.id, account, to: account, data: '0x', value: 0n }
  await expect(wallet.sendTransaction(call as never)).rejects.toMatchObject({ code: 'wrong_chain' })
  expect(world.seller.prompts).toEqual([])
})
