import { splitToken } from '@sluice/wire'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flagToken } from '../../src/storage/metadata/flags.ts'
import { differences, exampleOf, headsOf } from '../support/example.ts'
import type { Trader } from '../support/fixture.ts'
import { listBody, type Market, startMarket } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
let carl: Trader
let tokens: readonly string[]
let listed: string
let sold: string
let hash: string
let bids: readonly string[]

const ether = (amount: string) => parseEther(amount).toString()
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben, carl] = market.traders as [Trader, Trader, Trader]
  tokens = await market.tokens(ada, 6)
  await market.describe()
  const orders = await market.list(ada, tokens.slice(0, 4), { weiPrice: ether('1') })
  ;[listed = '', sold = ''] = orders
  await market.wrap(ben, parseEther('5'))
  bids = await market.bid(ben, [
    { collection: market.collection, weiPrice: ether('0.5') },
    { token: tokens[0], weiPrice: ether('0.4') },
  ])
  const { body } = await market.post('/execute/buy/v7', { items: [{ orderId: sold }], taker: ben.address })
  ;[hash = ''] = (await market.walk(ben, body)).hashes
})
afterAll(() => market?.stop())

describe('answers have the shape of the API', () => {
  const reads: readonly [name: string, path: () => string, place?: number][] = [
    ['tokens-v7', () => `/tokens/v7?tokens=${tokens[0]}&includeTopBid=true&includeAttributes=true`],
    ['collections-v7', () => `/collections/v7?id=${market.collection}&includeSecurityConfigs=true`],
    [
      'orders-asks-v5',
      () => `/orders/asks/v5?ids=${listed}&includeCriteriaMetadata=true&includeRawData=true`,
    ],
    [
      'orders-bids-v6',
      () => `/orders/bids/v6?ids=${bids[0]}&includeCriteriaMetadata=true&includeRawData=true`,
    ],
    [
      'users-asks-v1',
      () => `/users/${ada.address}/asks/v1?ids=${listed}&includeCriteriaMetadata=true&includeRawData=true`,
    ],
    [
      'users-bids-v1',
      () => `/users/${ben.address}/bids/v1?ids=${bids[0]}&includeCriteriaMetadata=true&includeRawData=true`,
    ],
    ['users-tokens-v10', () => `/users/${ada.address}/tokens/v10?tokens=${tokens[0]}&limit=20`],
    [
      'collections-marketplace-configurations-v2',
      () => `/collections/${market.collection}/marketplace-configurations/v2?tokenId=1`,
    ],
    ['collections-attributes-all-v4', () => `/collections/${market.collection}/attributes/all/v4`],
    ['transactions-synced-v1', () => `/transactions/${hash}/synced/v1`, 1],
    ['transactions-synced-v2', () => `/transactions/synced/v2?txHash=${hash}&includeTransfers=true`],
    ['transfers-bulk-v1', () => `/transfers/bulk/v1?txHash=${hash}`],
  ]
  test.each(reads)('%s', async (name, path, place) => {
    const { status, body } = await market.get(path())
    const example = exampleOf(name, place)
    expect(status).toBe(example.status)
    expect(differences(example.body, body)).toEqual([])
  })

  const posts: readonly [name: string, path: string, body: () => object, place?: number][] = [
    ['execute-results-v1', '/execute/results/v1', () => ({ requestId: 'a', stepId: 'sale', txHash: hash })],
    ['execute-status-v1', '/execute/status/v1', () => ({ kind: 'transaction', id: hash })],
    [
      'execute-status-v1',
      '/execute/status/v1',
      () => ({ kind: 'transaction', id: `0x${'ab'.repeat(32)}` }),
      1,
    ],
    ['execute-solve-capacity-v2', '/execute/solve/capacity/v2', () => ({ kind: 'cross-chain-intent' })],
    ['tokens-refresh-v1', '/tokens/refresh/v1', () => ({ token: tokens[0], liquidityOnly: true })],
    ['tokens-refresh-v2', '/tokens/refresh/v2', () => ({ tokens: [tokens[0]], liquidityOnly: true })],
  ]
  test.each(posts)('%s', async (name, path, body, place) => {
    const answer = await market.post(path, body())
    const example = exampleOf(name, place)
    expect(answer.status).toBe(example.status)
    expect(differences(example.body, answer.body)).toEqual([])
  })
})

describe('plans have the steps of the API, in its order and words', () => {
  const plans: readonly [name: string, place: number, path: string, body: () => object][] = [
    ['execute-list-v5', 0, '/execute/list/v5', () => listBody(ben, [tokens[1] as string])],
    ['execute-list-v5', 1, '/execute/list/v5', () => listBody(ada, [tokens[4] as string])],
    ['execute-list-v5', 2, '/execute/list/v5', () => listBody(ada, tokens.slice(4))],
    [
      'execute-bid-v5',
      0,
      '/execute/bid/v5',
      () => ({ maker: carl.address, params: [{ collection: market.collection, weiPrice: ether('0.8') }] }),
    ],
    ['execute-sell-v7', 0, '/execute/sell/v7', () => ({ items: [{ token: tokens[0] }], taker: ada.address })],
    ['execute-cancel-v3', 0, '/execute/cancel/v3', () => ({ orderIds: [listed] })],
    ['execute-cancel-v3', 2, '/execute/cancel/v3', () => ({ maker: ada.address, orderKind: 'seaport-v1.6' })],
    [
      'execute-transfer-v1',
      0,
      '/execute/transfer/v1',
      () => ({
        from: ada.address,
        to: ben.address,
        items: tokens.slice(4).map((token) => ({ token })),
      }),
    ],
    [
      'execute-transfer-v1',
      1,
      '/execute/transfer/v1',
      () => ({ from: ada.address, to: ben.address, items: [{ token: tokens[4] }] }),
    ],
    [
      'execute-buy-v7',
      0,
      '/execute/buy/v7',
      () => ({
        items: [{ token: tokens[0] }],
        taker: ben.address,
        feesOnTop: [`0x${'4c'.repeat(20)}:1000000000000000`],
      }),
    ],
  ]
  test.each(plans)('%s, case %i', async (name, place, path, body) => {
    const answer = await market.post(path, body())
    const example = exampleOf(name, place)
    expect(answer.status).toBe(200)
    expect(headsOf(answer.body)).toEqual(headsOf(example.body))
    // The way to ask for a transaction's state is fixed here; a `check` of each item's own is not sent.
    const missing = differences(example.body, answer.body).filter((line) => !line.includes('.check '))
    expect(missing).toEqual([])
  })

  test('a preview has the path, the available quantities and the fees, and no steps', async () => {
    const { body } = await market.post('/execute/buy/v7', {
      items: [{ token: tokens[0], fillType: 'trade' }],
      taker: ben.address,
      onlyPath: true,
      partial: true,
    })
    expect(differences(exampleOf('execute-buy-v7', 2).body, body)).toEqual([])
    expect(body.steps).toBeUndefined()
  })
})

describe('rejections have the status, code and words of the API', () => {
  const refusals: readonly [what: string, name: string, place: number, path: string, body: () => object][] = [
    [
      'nothing to buy',
      'execute-buy-v7',
      3,
      '/execute/buy/v7',
      () => ({ items: [{ token: tokens[5] }], taker: ben.address }),
    ],
    [
      'sold',
      'execute-buy-v7',
      4,
      '/execute/buy/v7',
      () => ({ items: [{ orderId: sold }], taker: ben.address }),
    ],
    [
      'too poor',
      'execute-buy-v7',
      5,
      '/execute/buy/v7',
      () => ({ items: [{ token: tokens[0] }], taker: `0x${'99'.repeat(20)}` }),
    ],
    [
      'not the owner',
      'execute-sell-v7',
      2,
      '/execute/sell/v7',
      () => ({ items: [{ token: tokens[0] }], taker: carl.address }),
    ],
    [
      'no money to offer',
      'execute-bid-v5',
      2,
      '/execute/bid/v5',
      () => ({
        maker: `0x${'99'.repeat(20)}`,
        params: [{ collection: market.collection, weiPrice: ether('1') }],
      }),
    ],
    ['nothing to cancel', 'execute-cancel-v3', 3, '/execute/cancel/v3', () => ({ orderIds: [sold] })],
    [
      'no challenge',
      'auth-signature-v1',
      1,
      '/execute/auth-signature/v1',
      () => ({ kind: 'opensea', id: 'a' }),
    ],
  ]
  test.each(refusals)('%s', async (_, name, place, path, body) => {
    const { status, body: answer } = await market.post(path, body())
    const example = exampleOf(name, place)
    const { message, code } = example.body as { message: string; code?: number }
    expect(status).toBe(example.status)
    expect(answer).toMatchObject({ statusCode: status, message, ...(code === undefined ? {} : { code }) })
    expect(differences(example.body, answer)).toEqual([])
  })

  test.each([
    ['/execute/pre-signature/v1', { id: 'a' }, 'Presignature does not exist'],
    ['/execute/permit-signature/v1', { id: 'a' }, 'Permit does not exist'],
    [
      '/execute/mint/v1',
      { taker: `0x${'99'.repeat(20)}`, items: [{ collection: `0x${'99'.repeat(20)}` }] },
      'Collection has no eligible mints',
    ],
    ['/execute/call/v1', { user: `0x${'99'.repeat(20)}` }, 'Calls on other chains are not supported'],
    [
      '/collections/refresh/v2',
      { collection: `0x${'99'.repeat(20)}` },
      `Collection 0x${'99'.repeat(20)} not found`,
    ],
  ])('%s', async (path, body, message) => {
    expect(await market.post(path, body)).toMatchObject({ status: 400, body: { statusCode: 400, message } })
  })
})

describe('routes besides trades', () => {
  test('an account’s best offers, best first and page by page', async () => {
    const path = `/orders/users/${ada.address}/top-bids/v4`
    const { body } = await market.get(path)
    expect(body.totalTokensWithBids).toBe(5)
    const [first] = body.topBids
    expect(first).toMatchObject({
      maker: ben.address,
      price: { netAmount: { raw: ether('0.5') } },
      token: { contract: market.collection, collection: { id: market.collection } },
    })
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: { topBids: { token: { tokenId: string } }[]; continuation: string | null } = (
        await market.get(`${path}?limit=2&continuation=${next}`)
      ).body
      seen.push(...page.topBids.map(({ token }) => token.tokenId))
      next = page.continuation
    }
    expect(seen).toEqual(body.topBids.map(({ token }: { token: { tokenId: string } }) => token.tokenId))
  })

  test('lists the marketplaces that orders name, and redirects to a token only there', async () => {
    const { body } = await market.get('/sources/v1')
    expect(body.sources.map(({ domain }: { domain: string }) => domain)).toEqual(['shop.example'])
    const to = async (source: string) =>
      market.app.request(`/${market.deps.config.slug}/redirect/sources/${source}/tokens/${tokens[0]}/link/v2`)
    const there = await to('shop.example')
    expect(there.status).toBe(302)
    expect(there.headers.get('location')).toBe(`https://shop.example/${tokens[0]?.replace(':', '/')}`)
    for (const elsewhere of ['other.example', 'a%2F%2Fb.example', 'localhost'])
      expect((await to(elsewhere)).status, elsewhere).toBe(404)
  })

  test('lists collections by recent mints', async () => {
    const { body } = await market.get('/collections/trending-mints/v1?period=24h')
    expect(body.mints).toMatchObject([{ id: market.collection, mintCount: 6 }])
  })

  test('a collection is refreshed at most once an hour', async () => {
    const ask = () => market.post('/collections/refresh/v2', { collection: market.collection })
    expect(await ask()).toEqual({ status: 200, body: { message: 'Request accepted' } })
    expect((await ask()).status).toBe(425)
  })

  test('tokens between two prices', async () => {
    const ids = async (query: string) =>
      (await market.get(`/tokens/v7?collection=${market.collection}&${query}`)).body.tokens.length
    expect(await ids('')).toBe(6)
    for (const sort of ['floorAskPrice', 'tokenId']) {
      expect(await ids(`minFloorAskPrice=0.5&maxFloorAskPrice=1&sortBy=${sort}`)).toBe(3)
      expect(await ids(`minFloorAskPrice=1.000000000000000001&sortBy=${sort}`)).toBe(0)
      expect(await ids(`maxFloorAskPrice=0.99&sortBy=${sort}`)).toBe(0)
    }
    const { status } = await market.get(`/tokens/v7?collection=${market.collection}&minFloorAskPrice=-1`)
    expect(status).toBe(400)
  })

  test('a route of old says so, and one that clients call by their specification does not', async () => {
    const deprecation = async (path: string) =>
      (await market.app.request(`/${market.deps.config.slug}${path}`)).headers.get('deprecation')
    const zero = '0x0000000000000000000000000000000000000000'
    expect(await deprecation(`/currencies/conversion/v1?from=${zero}&to=usd`)).toBe('true')
    expect(await deprecation(`/transfers/bulk/v1?txHash=${hash}`)).toBeNull()
  })
})

describe('the routes that pages of an app use besides the dialogs', () => {
  const lists: readonly [path: () => string, list: string, keys: string][] = [
    [
      () => `/collections/v5?id=${market.collection}`,
      'collections',
      'id name floorAsk topBid royalties volume',
    ],
    [
      () => `/collections/v6?id=${market.collection}`,
      'collections',
      'id name floorAsk topBid royalties volume',
    ],
    [
      () => `/collections/${market.collection}/marketplace-configurations/v1`,
      'marketplaces',
      'name orderbook fee royalties exchanges',
    ],
    [
      () => `/collections/${market.collection}/supported-marketplaces/v1`,
      'marketplaces',
      'name orderbook orderKind feeBps listingEnabled customFeesSupported supportedBidCurrencies paymentTokens',
    ],
    [() => `/users/${ada.address}/collections/v4`, 'collections', 'collection ownership'],
    [
      () => `/tokens/${tokens[0]}/activity/v5`,
      'activities',
      'type fromAddress price amount timestamp token collection order',
    ],
    [
      () => `/collections/activity/v6?collection=${market.collection}`,
      'activities',
      'type fromAddress price txHash logIndex',
    ],
    [() => `/users/activity/v6?users=${ada.address}`, 'activities', 'type fromAddress price txHash logIndex'],
    [() => '/collections/trending/v1?period=1d', 'collections', 'id name volume floorAsk'],
    [
      () => '/search/collections/v1?name=',
      'collections',
      'collectionId contract name image allTimeVolume floorAskPrice',
    ],
    [() => '/sources/v1', 'sources', 'id domain name icon url'],
    [() => `/owners/v2?collection=${market.collection}`, 'owners', 'address ownership'],
  ]
  test.each(lists)('%o', async (path, list, keys) => {
    const { status, body } = await market.get(path())
    expect([status, Object.keys(body)]).toEqual([200, expect.arrayContaining([list])])
    expect(Object.keys(body[list][0])).toEqual(expect.arrayContaining(keys.split(' ')))
  })

  test('the statistics of the chain for a day and a week', async () => {
    const { body } = await market.get('/chain/stats/v1')
    const figures = ['mintCount', 'saleCount', 'totalCount', 'mintVolume', 'saleVolume', 'totalVolume']
    for (const window of ['1day', '7day'])
      expect(Object.keys(body.stats[window]).sort()).toEqual([...figures].sort())
  })

  test.each([
    () => `/redirect/tokens/${tokens[0]}/image/v1`,
    () => '/redirect/sources/shop.example/logo/v2',
    () => `/redirect/currency/0x${'0'.repeat(40)}/icon/v1`,
  ])('a picture by its link', async (path) => {
    const answer = await market.app.request(`/${market.deps.config.slug}${path()}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ])
  })

  test('an order posted by itself, twice, and one that nobody signed', async () => {
    const { body } = await market.post('/execute/list/v5', listBody(ada, [tokens[5] as string]))
    const { sign, post } = body.steps[1].items[0].data
    const { domain, types, value, primaryType } = sign
    const signature = await ada.account.signTypedData({ domain, types, primaryType, message: value })
    const send = (by: string) => market.post(`${post.endpoint}?signature=${by}`, post.body)
    for (const place of [0, 1]) {
      const { status, body: answer } = await send(signature)
      expect(status).toBe(exampleOf('order-v3', place).status)
      expect(differences(exampleOf('order-v3', place).body, answer)).toEqual([])
    }
    const refused = await send(`0x${'11'.repeat(64)}1b`)
    const example = exampleOf('order-v3', 2)
    expect(refused).toMatchObject({ status: example.status, body: { message: 'invalid-signature' } })
    expect(differences(example.body, refused.body)).toEqual([])
  })

  test('orders posted under one signature: all, some, none', async () => {
    const tokensToList = (await market.tokens(ada, 3)) as readonly [string, string, string]
    const { body } = await market.post('/execute/list/v5', listBody(ada, tokensToList))
    const { sign, post } = body.steps[1].items[0].data
    const { domain, types, value, primaryType } = sign
    const signature = await ada.account.signTypedData({ domain, types, primaryType, message: value })
    const answers = async (place: number, by: string, items: readonly object[]) => {
      const answer = await market.post(`${post.endpoint}?signature=${by}`, { ...post.body, items })
      const example = exampleOf('order-v4', place)
      expect([answer.status, differences(example.body, answer.body)]).toEqual([example.status, []])
      return answer.body.results.map(({ message }: { message: string }) => message)
    }
    const { items } = post.body
    const [first, ...rest] = items
    const { token, ...offer } = first.order.data.offer[0]
    const elsewhere = { ...first.order.data, offer: [{ ...offer, token: market.chain.contracts.weth }] }
    const foreign = { ...first, order: { ...first.order, data: elsewhere } }
    expect(token).toBe(market.collection)
    expect(await answers(2, `0x${'11'.repeat(64)}1b`, items)).toEqual(items.map(() => 'invalid-signature'))
    expect(await answers(1, signature, [foreign, ...rest])).toEqual([
      'unknown-collection',
      'success',
      'success',
    ])
    expect(await answers(0, signature, items)).toEqual(items.map(() => 'success'))
  })

  test('an order of the zone is canceled by its maker’s signature, and by no other', async () => {
    const options = { 'seaport-v1.6': { useOffChainCancellation: true } }
    const [order = ''] = await market.list(ada, await market.tokens(ada), { options })
    const { body: plan } = await market.post('/execute/cancel/v3', { orderIds: [order] })
    const example = exampleOf('execute-cancel-v3', 1)
    expect(headsOf(plan)).toEqual(headsOf(example.body))
    expect(differences(example.body, plan).filter((line) => !line.includes('.check '))).toEqual([])
    const { sign, post } = plan.steps[0].items[0].data
    const { domain, types, value, primaryType } = sign
    for (const [place, who] of [
      [1, ben],
      [0, ada],
    ] as const) {
      const signature = await who.account.signTypedData({ domain, types, primaryType, message: value })
      const { status, body: answer } = await market.post(`${post.endpoint}?signature=${signature}`, post.body)
      const { status: wanted, body: said } = exampleOf('cancel-signature-v1', place)
      expect([status, answer]).toMatchObject([wanted, said])
    }
  })

  test('a flagged token accepts no offers', async () => {
    const [token = ''] = await market.tokens(ada)
    const { contract, tokenId } = splitToken(token)
    await flagToken(market.deps.db, market.chain.id, contract, tokenId, true)
    const body = { items: [{ token }], taker: ada.address }
    const refused = await market.post('/execute/sell/v7', body)
    const example = exampleOf('execute-sell-v7', 3)
    expect([refused.status, refused.body]).toMatchObject([example.status, example.body])
    await flagToken(market.deps.db, market.chain.id, contract, tokenId, false)
    expect((await market.post('/execute/sell/v7', body)).status).toBe(200)
  })

  test('a plan of two orders names the error of the one that cannot be made', async () => {
    const [free = ''] = await market.tokens(ben)
    const { body } = await market.post('/execute/list/v5', listBody(ada, [free, tokens[5] as string]))
    expect(body.errors).toEqual((exampleOf('execute-list-v5', 3).body as { errors: unknown }).errors)
    const none = await market.post('/execute/list/v5', listBody(ada, [free]))
    expect([none.status, none.body]).toMatchObject([400, exampleOf('execute-list-v5', 4).body])
  })

  test('an unknown token is not refreshed, and a known one at most once an hour', async () => {
    const unknown = `${market.collection}:99999`
    const asked = await market.post('/tokens/refresh/v1', { token: unknown })
    expect(asked).toMatchObject({ status: 400, body: { message: `Token ${unknown} not found` } })
    const [token] = await market.tokens(ada)
    await market.describe()
    const { status, body } = await market.post('/tokens/refresh/v1', { token })
    expect([status, differences(exampleOf('tokens-refresh-v1', 2).body, body)]).toEqual([425, []])
    expect(body.message).toMatch(/^Next available sync .* UTC$/)
  })
})
