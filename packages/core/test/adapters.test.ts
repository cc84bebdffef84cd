import { localAccounts } from '@sluice/devnet'
import { Wallet as EthersKey, JsonRpcProvider } from 'ethers'
import { createWalletClient, custom, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listTokens } from '../src/actions/listTokens.ts'
import { transferTokens } from '../src/actions/transferTokens.ts'
import { walletError } from '../src/execution/walletError.ts'
import { type Eip1193Provider, eip1193Wallet } from '../src/wallet/eip1193.ts'
import { ethersWallet } from '../src/wallet/ethers.ts'
import { viemWallet } from '../src/wallet/viem.ts'
import type { Wallet } from '../src/wallet/wallet.ts'
import { plainClock } from './faults/clock.ts'
import { eth, openWorld, type World } from './faults/world.ts'

/** The same trades through every adapter, with the real libraries and a real key on a real chain. */
let world: World
const opened: { ethers?: JsonRpcProvider } = {}
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
const adapters: readonly (readonly [string, (trader: Trader) => Wallet])[] = [
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
  ['an ethers signer', ({ privateKey }) => ethersWallet(new EthersKey(privateKey, opened.ethers))],
]

test.each(adapters)('%s transfers a token, lists another, and buys it', async (_name, make) => {
  const client = world.client({ pollingInterval: 200 })
  const wallet = make(seller())
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
    await world.buy(client, { wallet: make(buyer()), items: [{ token: `${world.nft}:${listed}` }] }),
  )
  expect(bought.execution.status).toBe('complete')
  expect(await world.ownerOf(listed)).toBe(world.buyer.account)
})

test('a refusal is the same refusal through every library', async () => {
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

test('an ethers signer without a provider says that it has none', async () => {
  const wallet = ethersWallet(new EthersKey(key) as never)
  expect(wallet.request).toBeUndefined()
  expect(await wallet.address()).toBe(world.seller.account)
  await expect(wallet.switchChain(1)).rejects.toMatchObject({ code: 'wallet_unavailable' })
})
