import { localAccounts, receiptOf } from '@sluice/devnet'
import { createPublicClient, createWalletClient, erc721Abi, http, type WalletClient, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Market, openMarket } from '../../core/test/support/market.ts'
import {
  type APIError,
  adaptViemWallet,
  createClient,
  getClient,
  isAPIError,
  type ReservoirClient,
  type ReservoirEvent,
  type Step,
  setParams,
} from '../src/index.ts'

/** An application written for the ancestor, on the real chain: only its import and its provider's address changed. */
vi.setConfig({ testTimeout: 120_000 })
let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.stop())

type Asked = { readonly method: string; readonly given: Record<string, unknown> }

/** A viem wallet client with a key, which writes down what it was asked and whether two asked at once. */
function walletAt(index: number): {
  wallet: WalletClient
  asked: Asked[]
  address: string
  most: () => number
} {
  const account = privateKeyToAccount(localAccounts()[index]!.privateKey)
  const client = createWalletClient({ account, transport: http(market.chain.rpcUrl) })
  const asked: Asked[] = []
  const open = { now: 0, most: 0 }
  const noted = (method: 'sendTransaction' | 'signTypedData' | 'signMessage') => async (given: never) => {
    asked.push({ method, given })
    open.now += 1
    open.most = Math.max(open.most, open.now)
    try {
      return await (client[method] as (given: never) => Promise<unknown>)(given)
    } finally {
      open.now -= 1
    }
  }
  const wallet = {
    ...client,
    sendTransaction: noted('sendTransaction'),
    signTypedData: noted('signTypedData'),
    signMessage: noted('signMessage'),
  } as unknown as WalletClient
  return { wallet, asked, address: account.address, most: () => open.most }
}

const app = (marketplaceFees?: readonly string[]): ReservoirClient => {
  const { contracts } = market.chain
  return createClient({
    chains: [
      {
        id: market.chain.id,
        name: market.chain.name,
        baseApiUrl: `${market.front.url}/`,
        active: true,
        marketplaceFees,
        rpcUrls: [market.chain.rpcUrl],
        wrappedNative: contracts.weth,
        multicall3: contracts.multicall3,
        seaport: { '1.6': contracts.seaport },
        conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
      },
    ],
    source: 'app.example',
  })
}

async function listed(index: number, weiPrice: string): Promise<string> {
  const token = await market.mint(market.wallet(index))
  await app().actions.listToken({
    listings: [{ token, weiPrice, orderbook: 'reservoir', automatedRoyalties: false }],
    wallet: walletAt(index).wallet,
  })
  return token
}

/** Takes back what the exchange may move of a collection, so that listing asks for it again. */
async function revoke(index: number, address: `0x${string}`): Promise<void> {
  const account = privateKeyToAccount(localAccounts()[index]!.privateKey)
  const transport = http(market.chain.rpcUrl)
  const hash = await createWalletClient({ account, transport }).writeContract({
    address,
    abi: erc721Abi,
    functionName: 'setApprovalForAll',
    args: [market.chain.contracts.conduit, false],
    chain: null,
  })
  await receiptOf(createPublicClient({ transport }), hash)
}

test('default: getClient returns the client that was created last', () => {
  const first = app()
  expect(getClient()).toBe(first)
  const second = app()
  expect(getClient()).toBe(second)
  expect(second.currentChain()?.id).toBe(market.chain.id)
  expect(second.currentChain()?.baseApiUrl).toBe(market.front.url)
})

test('an EIP-712 step has the wallet sign the order, with its account, domain and type', async () => {
  const { wallet, asked, address } = walletAt(0)
  const token = await market.mint(market.wallet(0))
  const seen: (readonly Step[])[] = []
  const done = await getClient().actions.listToken({
    listings: [{ token, weiPrice: '1000000000000000000', orderKind: 'seaport-v1.6' }],
    wallet: adaptViemWallet(wallet),
    chainId: market.chain.id,
    onProgress: (steps) => seen.push(steps),
  })
  expect(done).toBe(true)
  const signed = asked.find(({ method }) => method === 'signTypedData')!.given
  expect(signed).toMatchObject({
    account: { address },
    domain: { name: 'Seaport', version: '1.6', chainId: market.chain.id },
    primaryType: 'OrderComponents',
  })
  expect(seen[0]!.some(({ items }) => items.some(({ status }) => status === 'incomplete'))).toBe(true)
  const last = seen.at(-1)!
  expect(last.every(({ items }) => items.every(({ status }) => status === 'complete'))).toBe(true)
  expect(last.at(-1)).toMatchObject({ id: 'order-signature', kind: 'signature' })
  expect(last.at(-1)!.items[0]!.orderData![0]).toMatchObject({ orderIndex: 0 })
})

test('a signed listing contains its fees under either of their names, or else those of its chain', async () => {
  const { wallet, asked } = walletAt(0)
  const [shop, friend, house] = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}`)
  const { actions } = app([`${house}:100`])
  const list = async (more: { fees?: string[]; marketplaceFees?: string[] }) => {
    const token = await market.mint(market.wallet(0))
    const listing = { token, weiPrice: '10000', automatedRoyalties: false, ...more }
    await actions.listToken({ listings: [listing], wallet })
    const { message } = asked.at(-1)!.given as {
      message: { consideration: { recipient: string; startAmount: unknown }[] }
    }
    return message.consideration
      .slice(1)
      .map(({ recipient, startAmount }) => [recipient.toLowerCase(), String(startAmount)])
  }
  expect(await list({ marketplaceFees: [`${shop}:250`], fees: [`${friend}:50`] })).toEqual(
    expect.arrayContaining([
      [shop, '250'],
      [friend, '50'],
    ]),
  )
  expect(await list({})).toEqual([[house, '100']])
  expect(await list({ marketplaceFees: [] })).toEqual([])
})

test('a query is serialized as in the published package', () => {
  const url = new URL('https://provider.example/tokens/v7')
  setParams(url, { tokens: ['0x1:1', '0x1:2'], limit: 20, includeTopBid: true, continuation: undefined })
  expect(url.search).toBe('?tokens=0x1%3A1&tokens=0x1%3A2&limit=20&includeTopBid=true')
})

test('an EIP-191 step, whose text cannot be checked, never reaches the wallet', async () => {
  const { wallet, asked } = walletAt(0)
  const token = await market.mint(market.wallet(0))
  market.front.on('/execute/list/v5', async (request) => {
    const { body } = await market.forward(request)
    const sign = { signatureKind: 'eip191', message: 'Sign in to Blur' }
    const post = { endpoint: '/execute/auth-signature/v1', method: 'POST', body: { kind: 'blur', id: '1' } }
    const auth = {
      id: 'auth',
      action: 'Sign in',
      description: '',
      kind: 'signature',
      items: [{ status: 'incomplete', data: { sign, post } }],
    }
    return { body: { ...body, steps: [auth, ...(body.steps as object[])] } }
  })
  const listing = getClient().actions.listToken({ listings: [{ token, weiPrice: '1' }], wallet })
  await expect(listing).rejects.toMatchObject({ code: 'blocked', money: 'untouched' })
  market.front.on('/execute/list/v5', market.forward)
  expect(asked).toEqual([])
})

test('a transaction step has the wallet send to the exchange, with its account and value', async () => {
  const { wallet, asked, address } = walletAt(1)
  const token = await listed(0, '2500000000000000')
  const events: [ReservoirEvent, number][] = []
  const hear = (event: ReservoirEvent, chainId: number) => events.push([event, chainId])
  getClient().addEventListener(hear)
  const path: unknown[] = []
  const done = await getClient().actions.buyToken({
    items: [{ token, quantity: 1 }],
    expectedPrice: { [zeroAddress]: { raw: 2_500_000_000_000_000n, currencyDecimals: 18 } },
    wallet,
    onProgress: (_, quoted) => path.push(...quoted),
  })
  getClient().removeEventListener(hear)
  expect(done).toBe(true)
  expect(asked.map(({ method }) => method)).toEqual(['sendTransaction'])
  expect(asked[0]!.given).toMatchObject({
    account: { address },
    to: market.chain.contracts.seaport.toLowerCase(),
    value: 2_500_000_000_000_000n,
  })
  expect(path[0]).toMatchObject({ quote: 0.0025 })
  expect(events.map(([{ name }, chainId]) => [name, chainId])).toEqual([
    ['purchase_complete', market.chain.id],
  ])
  const sale = events[0]![0].data.steps.find(({ id }) => id === 'sale')!
  const { txHash } = sale.items[0]!
  expect(sale.items[0]).toMatchObject({ status: 'complete', txHash: expect.stringMatching(/^0x/) })
  expect(sale.items[0]!.txHashes).toEqual([{ txHash, chainId: market.chain.id }])
  expect(sale.items[0]!.transfersData).toHaveLength(1)
})

test('the wallet is asked for two items of one step one after the other', async () => {
  const { wallet, asked, most } = walletAt(3)
  const holder = market.wallet(3)
  const tokens = [await market.mint(holder), await market.mintUnits(holder, 77n, 2n)]
  for (const token of tokens) await revoke(3, token.slice(0, 42) as `0x${string}`)
  await getClient().actions.listToken({
    listings: tokens.map((token) => ({ token, weiPrice: '5000' })),
    wallet,
  })
  expect(asked.filter(({ method }) => method === 'sendTransaction')).toHaveLength(2)
  expect(most()).toBe(1)
})

test('a risen price rejects with its type and message, set on the first step, without a prompt', async () => {
  const { wallet, asked } = walletAt(1)
  const token = await listed(0, '3000000000000000')
  const seen: (readonly Step[])[] = []
  const buying = getClient().actions.buyToken({
    items: [{ token }],
    expectedPrice: { [zeroAddress]: { raw: 2_000_000_000_000_000n } },
    wallet,
    onProgress: (steps) => seen.push(steps),
  })
  await expect(buying).rejects.toMatchObject({
    type: 'price mismatch',
    message: 'Attention: the total price is now 0.003',
  })
  expect(seen.at(-1)![0]!.error).toContain('Attention')
  expect(asked).toEqual([])
})

test('a precheck returns the plan without a prompt', async () => {
  const { wallet, asked } = walletAt(1)
  const token = await listed(0, '4000000000000000')
  const plan = await getClient().actions.buyToken({ items: [{ token }], wallet, precheck: true })
  expect(plan).toMatchObject({ path: [{ quote: 0.004 }] })
  expect(plan !== true && plan.steps.map(({ id }) => id)).toContain('sale')
  expect(asked).toEqual([])
})

test('a bid is placed, accepted and reported by events, and the other one is cancelled', async () => {
  const [owner, bidder] = [walletAt(2), walletAt(4)]
  const token = await market.mint(market.wallet(2))
  const heard: string[] = []
  const { actions, addEventListener, clearEventListeners } = app()
  addEventListener(({ name }) => heard.push(name))
  const orderIds: string[] = []
  const onProgress = (steps: readonly Step[]) => {
    for (const { items } of steps)
      for (const { orderData = [] } of items)
        for (const { orderId } of orderData)
          if (orderId && !orderIds.includes(orderId)) orderIds.push(orderId)
  }
  const bid = { token, weiPrice: '6000000000000000', automatedRoyalties: false }
  await actions.placeBid({ bids: [bid], wallet: bidder.wallet, onProgress })
  await actions.placeBid({
    bids: [{ ...bid, weiPrice: '7000000000000000' }],
    wallet: bidder.wallet,
    onProgress,
  })
  const [first = '', second = ''] = orderIds
  await actions.acceptOffer({
    items: [{ token, orderId: second }],
    expectedPrice: { [market.chain.contracts.weth]: { raw: 7_000_000_000_000_000n } },
    wallet: owner.wallet,
  })
  await actions.cancelOrder({ ids: [first], wallet: bidder.wallet })
  await actions.transferTokens({
    to: owner.address as `0x${string}`,
    items: [{ token }],
    wallet: bidder.wallet,
  })
  clearEventListeners()
  expect(heard).toEqual([
    'offer_complete',
    'offer_complete',
    'accept_offer_complete',
    'cancel_complete',
    'unknown',
  ])
})

test('input that the published package rejects without a request is rejected with the same message', async () => {
  const { wallet } = walletAt(1)
  const before = market.front.requests.length
  await expect(getClient().actions.cancelOrder({ ids: [], wallet })).rejects.toMatchObject({
    message: 'No order ids specified',
  })
  await expect(getClient().actions.placeBid({ bids: [{ weiPrice: '1' }], wallet })).rejects.toMatchObject({
    message: 'Some bid data is missing',
  })
  expect(market.front.requests.slice(before)).toEqual([])
})

test('an error response of the provider rejects as an APIError with its status and message', async () => {
  const { wallet } = walletAt(1)
  const refused = getClient().actions.buyToken({
    items: [{ token: `${market.chain.contracts.collections[0]!.address}:999999` }],
    wallet,
  })
  const error: unknown = await refused.catch((cause: unknown) => cause)
  expect(isAPIError(error)).toBe(true)
  expect(error).toMatchObject({
    name: 'APIError',
    type: 'APIError',
    statusCode: 400,
    message: 'No fillable orders',
    requestUrl: `${market.front.url}/execute/buy/v7`,
  })
  const { statusCode, message, rawError } = error as APIError
  expect(rawError).toMatchObject({ statusCode, message })
})

test('a wallet that signs unchecked data is rejected', async () => {
  const blind = { address: async () => zeroAddress, handleSendTransactionStep: async () => '0x' }
  await expect(getClient().actions.cancelOrder({ ids: ['0x'], wallet: blind as never })).rejects.toThrow(
    'signs whatever it is handed',
  )
})
