import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { Chain, EventType, OpenSeaAPI, OpenSeaAuth, OpenSeaSDK, TokenStandard } from '@opensea/sdk'
import { openseaConduit } from '@sluice/seaport'
import { erc721Abi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { localAccounts } from '../../../devnet/src/contracts/accounts.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'
import { serveMarket } from './sdkServer.ts'

const root = resolve(import.meta.dirname, '../../../..')
const guide = readFileSync(resolve(root, 'apps/docs/migrate/opensea-sdk.md'), 'utf8')
const readme = readFileSync(resolve(root, 'node_modules/@opensea/sdk/README.md'), 'utf8')
const snippets = [...readme.matchAll(/```typescript\n([\s\S]*?)```/g)].map(([, code = '']) => code)
/** The part of ethers that the tests use; the SDK brings ethers with it. */
const { ethers } = createRequire(resolve(root, 'node_modules/@opensea/sdk/package.json'))('ethers') as {
  ethers: {
    JsonRpcProvider: new (url: string, network?: undefined, options?: object) => { destroy(): void }
    Wallet: new (key: string, provider?: object) => { getAddress(): Promise<string> }
  }
}

let folder: string
let market: Market
let server: Awaited<ReturnType<typeof serveMarket>>
let slug: string
let ada: Trader
let ben: Trader
let cyd: Trader
let token: { tokenAddress: string; tokenId: string }
const providers: { destroy(): void }[] = []

const keyOf = ({ address }: Trader): Hex =>
  localAccounts().find((one) => one.address === address.toLowerCase())?.privateKey as Hex

/** The SDK with ethers, for one account; OpenSea does not know the chain, so that its default is asked for. */
function sdkOf(trader: Trader): OpenSeaSDK {
  const provider = new ethers.JsonRpcProvider(market.chain.rpcUrl, undefined, {
    cacheTimeout: -1,
    pollingInterval: 50,
  })
  providers.push(provider)
  return new OpenSeaSDK(new ethers.Wallet(keyOf(trader), provider) as never, {
    chain: Chain.Mainnet,
    apiBaseUrl: server.base,
  })
}

async function mint(to: Trader): Promise<typeof token> {
  const [name = ''] = await market.tokens(to)
  await market.describe()
  return { tokenAddress: slug, tokenId: tokenIdOf(name).toString() }
}

beforeAll(async () => {
  mkdirSync(join(root, '.sluice'), { recursive: true })
  folder = mkdtempSync(join(root, '.sluice/readme-'))
  vi.spyOn(console, 'log').mockReturnValue()
  market = await startMarket({}, () => ({ zone: undefined }), { chainId: 31337, releasedConduit: true })
  server = await serveMarket(market)
  ;[ada, ben, cyd] = market.traders as [Trader, Trader, Trader]
  slug = market.collection
  token = await mint(ada)
  vi.stubEnv('OPENSEA_PRIVATE_KEY', keyOf(ada))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  for (const provider of providers) provider.destroy()
  server?.stop()
  await market?.stop()
})

/** What the README leaves to its reader to fill in; nothing else of its code is changed. */
const filledIn = (): readonly (readonly [RegExp, string])[] => [
  [/https:\/\/eth-mainnet[^"]+/, market.chain.rpcUrl],
  [/chain: mainnet, transport: http\(\)/, `transport: http("${market.chain.rpcUrl}")`],
  [/requestInstantApiKey\(\)/, `requestInstantApiKey("${server.base}")`],
  [/(chain: Chain\.Mainnet, )apiKey: ['"]YOUR_API_KEY['"]/, `$1apiBaseUrl: "${server.base}"`],
  [/new OpenSeaAuth\(\)/, `new OpenSeaAuth({ apiBaseUrl: "${server.base}" })`],
  [/\/api\/v2\/some\/path/g, `/api/v2/collections/${slug}`],
  [/declare (const skipRewrite): boolean/, '$1 = false'],
]

/** Runs a snippet as a file of its own; returns the SDK that it made, or the one that it was given. */
async function run(snippet: string): Promise<{ readonly api: OpenSeaAPI }> {
  const given = /const sdk\b/.test(snippet)
    ? []
    : [
        "import { OpenSeaAPI as GivenAPI } from '@opensea/sdk'",
        `const sdk = { api: new GivenAPI({ apiBaseUrl: '${server.base}' }) }`,
      ]
  const code = filledIn().reduce((text, [from, to]) => text.replace(from, to), snippet)
  const file = join(folder, `snippet${snippets.indexOf(snippet)}.ts`)
  writeFileSync(file, [...given, code, 'export { sdk }'].join('\n'))
  return ((await import(file)) as { sdk: { api: OpenSeaAPI } }).sdk
}

/** Calls that the README makes or names, and what they read here. */
const served: Readonly<Record<string, (sdk: OpenSeaSDK) => Promise<unknown>>> = {
  'sdk.api.getCollection': ({ api }) => api.getCollection(slug),
  'sdk.api.collections.getCollection': ({ api }) => api.collections.getCollection(slug),
  'sdk.api.nfts.getNFT': ({ api }) => api.nfts.getNFT(slug, token.tokenId),
  'sdk.api.offers.getAllOffers': ({ api }) => api.offers.getAllOffers(slug),
  'sdk.api.get': ({ api }) => api.get(`/api/v2/collections/${slug}`),
}
const payment = { chain: 'base', tokenAddress: `0x${'00'.repeat(20)}` }
/** Calls that the README makes or names, and that are not served. */
const refused: Readonly<Record<string, (sdk: OpenSeaSDK) => Promise<unknown>>> = {
  'OpenSeaSDK.requestInstantApiKey': () => OpenSeaSDK.requestInstantApiKey(server.base),
  'sdk.api.search': ({ api }) => api.search({ query: 'tide' }),
  'sdk.api.accounts.resolveAccount': ({ api }) => api.accounts.resolveAccount('vitalik.eth'),
  'auth.authenticate': () =>
    new OpenSeaAuth({ apiBaseUrl: server.base }).authenticate(new ethers.Wallet(keyOf(ada)) as never),
  'api.walletAuth.getFavorites': ({ api }) =>
    api.walletAuth.getFavorites(ada.address, { limit: 10 } as never),
  'api.walletAuth.declareAgentAccount': ({ api }) => api.walletAuth.declareAgentAccount(),
  'sdk.api.drops.buildCrossChainMintTransactions': ({ api }) =>
    api.drops.buildCrossChainMintTransactions('pyro-on-ape', {
      payer: ada.address,
      minter: ada.address,
      quantity: 1,
      payment,
    } as never),
  'sdk.api.transactions.getTransactionReceipt': ({ api }) =>
    api.transactions.getTransactionReceipt({ requestId: 'any' } as never),
  'sdk.api.listings.createListingFulfillmentActions': ({ api }) =>
    api.listings.createListingFulfillmentActions({ fulfiller: { address: ada.address } } as never),
  'sdk.api.offers.createOfferActions': ({ api }) => api.offers.createOfferActions({} as never),
  'sdk.api.offers.createOfferFulfillmentActions': ({ api }) =>
    api.offers.createOfferFulfillmentActions({} as never),
  'sdk.api.orders.createCancelOrderActions': ({ api }) =>
    api.orders.createCancelOrderActions(slug, 'any', {} as never, Chain.Mainnet),
  'sdk.api.tokens.getTokenActivityStats': ({ api }) =>
    api.tokens.getTokenActivityStats(Chain.Base, slug, { windows: ['1h', '24h'] } as never),
}
/** These need a profile that is signed in, or the stream; the guide says that there is neither. */
const unreachable = [
  'auth.getValidToken',
  'auth.revoke',
  'client.onItemListed',
  'client.onItemSold',
  'client.onEvents',
]

/** Expects the call to be answered 501; the sentence is seen wherever the SDK reads the answer. */
async function expectRefusal(call: Promise<unknown>, name: string): Promise<void> {
  const error = (await call.catch((cause: unknown) => cause)) as { message?: string; statusCode?: number }
  expect(error.message, name).toMatch(
    /^Server Error: [A-Z].+\.$|^Server Error \(501\)|^Nonce request failed \(501\): .*"[A-Z][^"]+\."/,
  )
  if (error.statusCode !== undefined) expect(error.statusCode, name).toBe(501)
}

describe('the README of OpenSea’s SDK', () => {
  const calls = (snippet: string) => Object.keys(refused).find((call) => snippet.includes(`${call}(`))
  const numbered = snippets.map((snippet, place) => [place + 1, snippet] as const)
  const overHttp = numbered.filter(([, snippet]) => !snippet.includes('@opensea/sdk/stream'))

  test.each(overHttp)('runs snippet %i, or hears that a call of it is not served', async (_, snippet) => {
    const unserved = calls(snippet)
    if (unserved !== undefined) return expectRefusal(run(snippet), unserved)
    const sdk = await run(snippet)
    expect(await sdk.api.collections.getCollection(slug)).toMatchObject({ collection: slug })
  })

  test('names no call that is neither tried here nor listed as not served', async () => {
    const named = [...readme.matchAll(/\b((?:sdk|api|auth|client|OpenSeaSDK)(?:\.\w+)+)(?:<\w+>)?\(/g)]
    expect([...new Set(named.map(([, call]) => call))].sort()).toEqual(
      [...Object.keys(served), ...Object.keys(refused), ...unreachable].sort(),
    )
    const sdk = sdkOf(ada)
    for (const call of Object.values(served)) expect(await call(sdk)).toBeTruthy()
    for (const [name, call] of Object.entries(refused)) await expectRefusal(call(sdk), name)
    for (const word of ['requestInstantApiKey', 'api.walletAuth', 'OpenSeaAuth', '@opensea/sdk/stream'])
      expect(guide).toContain(`\`${word}\``)
  })
})

describe('OpenSea’s SDK, unmodified', () => {
  test('has each of its methods listed in the guide, as served or as not served', () => {
    const methods = (thing: object): readonly string[] =>
      Object.getOwnPropertyNames(thing).filter((name) => name !== 'constructor' && !name.startsWith('_'))
    const { walletAuth: _, ...groups } = new OpenSeaAPI({})
    const ofGroups = Object.values(groups).flatMap((group: unknown) =>
      typeof group === 'object' && group !== null ? methods(Object.getPrototypeOf(group)) : [],
    )
    const ofSdk = methods(Object.getPrototypeOf(OpenSeaSDK.prototype))
    expect(ofGroups.length).toBeGreaterThan(70)
    expect(ofSdk.length).toBeGreaterThan(20)
    const missing = [...ofGroups, ...ofSdk].filter((name) => !new RegExp(`[\`.]${name}\``).test(guide))
    expect(missing).toEqual([])
  })

  test('lists, buys for somebody else, offers and accepts with ethers, and says what it does', async () => {
    const [seller, buyer] = [sdkOf(ada), sdkOf(ben)]
    const told: string[] = []
    for (const event of [EventType.TransactionCreated, EventType.TransactionConfirmed])
      buyer.addListener(event, () => told.push(event))
    const listed = await seller.createListing({
      asset: token,
      accountAddress: ada.address,
      amount: '3',
      expirationTime: Math.round(Date.now() / 1000 + 60 * 60 * 24),
    })
    const order = await buyer.api.listings.getBestListing(slug, token.tokenId)
    expect(order.orderHash).toBe(listed.orderHash)
    expect(await buyer.isOrderFulfillable({ order: order as never, accountAddress: ben.address })).toBe(true)
    await buyer.fulfillOrder({ order, accountAddress: ben.address, recipientAddress: cyd.address })
    expect(await market.ownerOf(`${slug}:${token.tokenId}`)).toBe(cyd.address)
    expect(told).toEqual([EventType.TransactionCreated, EventType.TransactionConfirmed])
    const [reserved, other] = [await mint(ada), await mint(ada)]
    const mine = { asset: reserved, accountAddress: ada.address, amount: '1', buyerAddress: ben.address }
    const kept = await seller.createListing(mine)
    await buyer.fulfillPrivateOrder({
      order: { ...kept, taker: { address: ben.address } } as never,
      accountAddress: ben.address,
    })
    expect(await market.ownerOf(`${slug}:${reserved.tokenId}`)).toBe(ben.address)
    await ada.write({
      address: market.collection,
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [openseaConduit, true],
    })
    // The SDK would wrap at the address of another chain.
    await market.wrap(ben, 10n ** 18n)
    const offered = await buyer.createOffer({ asset: other, accountAddress: ben.address, amount: '0.4' })
    const best = await seller.api.offers.getBestOffer(slug, other.tokenId)
    expect(best.orderHash).toBe(offered.orderHash)
    await seller.fulfillOrder({ order: best, accountAddress: ada.address })
    expect(
      await buyer.getBalance({
        accountAddress: ben.address,
        asset: { ...other, tokenStandard: TokenStandard.ERC721 },
      }),
    ).toBe(1n)
  })
})
