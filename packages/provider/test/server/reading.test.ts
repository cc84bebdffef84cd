import {
  parseActivities,
  parseAttributes,
  parseCollections,
  parseOrders,
  parseTokens,
  parseTransfers,
  parseUserTokens,
} from '@sluice/wire'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../src/server/listen.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
let tokens: readonly string[]
let collection: string
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben] = market.traders as [Trader, Trader]
  tokens = await market.tokens(ada, 7)
  await market.describe()
  collection = market.collection
  for (const [index, token] of tokens.slice(0, 4).entries())
    await market.list(ada, [token], { weiPrice: parseEther(String(4 - index)).toString() })
  const { usdc } = market.chain.contracts
  await market.list(ada, [tokens[4] as string], { currency: usdc, weiPrice: '5000000' })
  await market.wrap(ben, parseEther('1'))
  await market.bid(ben, [{ collection, weiPrice: parseEther('0.5').toString() }])
  const { body } = await market.post('/execute/buy/v7', { items: [{ token: tokens[3] }], taker: ben.address })
  await market.walk(ben, body)
})
afterAll(() => market?.stop())

const idOf = (token: string | undefined) => token?.split(':')[1]
const get = async (path: string) => {
  const { status, body } = await market.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** All pages of a list, one line at a time. */
async function pages(path: string, key: string): Promise<never[]> {
  const found: never[] = []
  for (let continuation: string | null = ''; continuation !== null; ) {
    const body: { continuation: string | null } & Record<string, never> = await get(
      `${path}${path.includes('?') ? '&' : '?'}limit=1${continuation === '' ? '' : `&continuation=${continuation}`}`,
    )
    found.push(...(body[key] as never as never[]))
    continuation = body.continuation
  }
  return found
}

describe('tokens', () => {
  test('default: are sorted by price, then other currencies, then unlisted ones; pages continue without a gap', async () => {
    const expected = [tokens[2], tokens[1], tokens[0], tokens[4], tokens[3], tokens[5], tokens[6]].map(idOf)
    const all = await get(`/tokens/v7?collection=${collection}`)
    expect(parseTokens(all).tokens.map(({ token }) => token.tokenId)).toEqual(expected)
    const paged = (await pages(`/tokens/v7?collection=${collection}`, 'tokens')) as {
      token: { tokenId: string }
    }[]
    expect(paged.map(({ token }) => token.tokenId)).toEqual(expected)
  })

  test('have their market data when requested by id, in any style of query', async () => {
    const path = `/tokens/v7?tokens[0]=${tokens[2]}&tokens[1]=${tokens[3]}&includeTopBid=true&includeAttributes=true&includeLastSale=true`
    const [listed, sold] = parseTokens(await get(path)).tokens
    expect(listed?.market?.floorAsk?.price?.amount.raw).toBe(parseEther('2'))
    expect(listed?.market?.topBid?.price?.amount.raw).toBe(parseEther('0.5'))
    expect(listed?.token.attributes?.length).toBeGreaterThan(0)
    expect(sold?.token.owner).toBe(ben.address)
    expect(sold?.token.lastSale?.price?.amount.raw).toBe(parseEther('1'))
    expect(sold?.market?.floorAsk?.id).toBeNull()
  })

  test('are filtered by trait', async () => {
    const { attributes } = parseAttributes(await get(`/collections/${collection}/attributes/all/v4`))
    const [key] = attributes
    const value = key?.values?.[0]
    const path = `/tokens/v7?collection=${collection}&attributes[${encodeURIComponent(key?.key ?? '')}]=${encodeURIComponent(value?.value ?? '')}`
    expect(parseTokens(await get(path)).tokens).toHaveLength(value?.count ?? -1)
  })
})

describe('the requests of Reservoir’s clients', () => {
  const ids = async (path: string) =>
    parseTokens(await get(path))
      .tokens.map(({ token }) => token.tokenId)
      .sort()
  const setOf = async (...members: readonly (string | undefined)[]) =>
    (await market.post('/token-sets/v1', { tokens: members })).body.id as string

  test('default: tokens are listed by the id of their set', async () => {
    const list = await setOf(tokens[0], tokens[5])
    expect(await ids(`/tokens/v7?tokenSetId=${list}`)).toEqual([tokens[0], tokens[5]].map(idOf).sort())
    expect(await ids(`/tokens/v7?tokenSetId=${list}&sortBy=tokenId&limit=1`)).toHaveLength(1)
    expect(await ids(`/tokens/v7?tokenSetId=token:${tokens[1]}`)).toEqual([idOf(tokens[1])])
    expect(await ids(`/tokens/v7?tokenSetId=contract:${collection}`)).toHaveLength(7)
    expect((await market.get('/tokens/v7?tokenSetId=range:1:2')).status).toBe(400)
  })

  test('excluded collections and names are left out of an account’s tokens', async () => {
    const of = `/users/${ada.address}/tokens/v10`
    const all = parseUserTokens(await get(`${of}?collection=${collection}`)).tokens
    expect(parseUserTokens(await get(`${of}?excludeCollections=${collection}`)).tokens).toEqual([])
    const named = all.find(({ token }) => token.tokenId === idOf(tokens[0]))?.token.name ?? ''
    const found = parseUserTokens(
      await get(`${of}?collection=${collection}&tokenName=${encodeURIComponent(named)}`),
    )
    expect(found.tokens.map(({ token }) => token.name)).toContain(named)
    expect(found.tokens.every(({ token }) => token.name?.includes(named))).toBe(true)
    const held = await get(`/users/${ada.address}/collections/v4?excludeCollections=${collection}`)
    expect(held.collections.map((one: { collection: { id: string } }) => one.collection.id)).not.toContain(
      collection,
    )
  })

  test('collections are filtered by bounds of their floor', async () => {
    const found = async (query: string) =>
      parseCollections(await get(`/collections/v7?${query}`)).collections.map(({ id }) => id)
    expect(await found('minFloorAskPrice=1.5&maxFloorAskPrice=2')).toEqual([collection])
    expect(await found('maxFloorAskPrice=1.5')).toEqual([])
    expect(await found('minFloorAskPrice=2.1')).toEqual([])
  })

  test('lists of communities and sets of collections are empty', async () => {
    const empty: readonly (readonly [string, string])[] = [
      [`/tokens/v7?collection=${collection}`, 'tokens'],
      ['/collections/v7', 'collections'],
      [`/users/${ada.address}/tokens/v10`, 'tokens'],
      [`/users/${ada.address}/collections/v4`, 'collections'],
      [`/collections/activity/v6?collection=${collection}`, 'activities'],
      [`/orders/users/${ada.address}/top-bids/v4`, 'topBids'],
      ['/search/collections/v2?name=tide', 'collections'],
    ]
    for (const [path, key] of empty) {
      expect((await get(path))[key].length, path).toBeGreaterThan(0)
      const narrow = `${path}${path.includes('?') ? '&' : '?'}collectionsSetId=elsewhere`
      expect((await get(narrow))[key], narrow).toEqual([])
    }
    for (const path of [
      `/tokens/v7?collection=${collection}&sortBy=lastSaleAt`,
      `/tokens/v7?collection=${collection}&sortBy=lastSalePrice`,
      '/collections/v7?sortBy=lastMintTimestamp',
      '/collections/trending/v1?period=10m',
      `/orders/users/${ada.address}/top-bids/v4?sortBy=floorDifferencePercentage`,
    ])
      await get(path)
  })
})

describe('the book, collections, accounts and history', () => {
  test('listings and offers are filtered by status and maker, page by page', async () => {
    const asks = parseOrders(
      await get(`/orders/asks/v5?contracts=${collection}&includeCriteriaMetadata=true`),
    )
    expect(asks.orders).toHaveLength(4)
    expect(asks.orders[0]?.criteria?.kind).toBe('token')
    const any = parseOrders(await get(`/users/${ada.address}/asks/v1?status=any`))
    expect(any.orders.map(({ status }) => status).sort()).toEqual([
      'active',
      'active',
      'active',
      'active',
      'filled',
    ])
    expect(await pages(`/orders/asks/v5?contracts=${collection}`, 'orders')).toHaveLength(4)
    expect(await pages(`/orders/asks/v5?contracts=${collection}&sortBy=price`, 'orders')).toHaveLength(4)
    const [bid] = parseOrders(
      await get(`/orders/bids/v6?collection=${collection}&includeCriteriaMetadata=true`),
    ).orders
    expect(bid?.criteria?.kind).toBe('collection')
    expect((await market.get('/orders/asks/v5?status=filled')).status).toBe(400)
  })

  test('a collection shows its floor, its best offer and what was sold', async () => {
    const [found] = parseCollections(await get(`/collections/v7?id=${collection}`)).collections
    expect(found?.floorAsk?.price?.amount.raw).toBe(parseEther('2'))
    expect(found?.topBid?.price?.amount.raw).toBe(parseEther('0.5'))
    expect(found?.volume?.allTime).toBe(1)
    expect([found?.tokenCount, found?.onSaleCount, found?.ownerCount]).toEqual([7, 4, 2])
    expect((await pages('/collections/v7?sortBy=createdAt', 'collections')).length).toBe(
      market.chain.contracts.collections.length,
    )
    const terms = await get(`/collections/${collection}/marketplace-configurations/v2`)
    expect(terms.marketplaces[0].exchanges['seaport-v1.6'].supportedBidCurrencies.length).toBeGreaterThan(0)
  })

  test('an account shows what it holds', async () => {
    const held = parseUserTokens(
      await get(`/users/${ada.address}/tokens/v10?collection=${collection}&includeTopBid=true`),
    )
    expect(held.tokens).toHaveLength(6)
    expect(await pages(`/users/${ada.address}/tokens/v10?collection=${collection}`, 'tokens')).toHaveLength(6)
    const listed = parseUserTokens(await get(`/users/${ada.address}/tokens/v10?onlyListed=true`))
    expect(listed.tokens.map(({ ownership }) => ownership.onSaleCount)).toEqual([1, 1, 1, 1])
    expect((await get(`/users/${ada.address}/collections/v4`)).collections[0].ownership.tokenCount).toBe('6')
    expect((await get(`/owners/v2?collection=${collection}`)).owners).toHaveLength(2)
  })

  test('history contains a sale once, with its order, and pages continue without a gap', async () => {
    const { activities } = parseActivities(await get(`/tokens/${tokens[3]}/activity/v5`))
    expect(activities.map(({ type }) => type)).toEqual(expect.arrayContaining(['sale', 'ask', 'mint']))
    expect(activities.filter(({ type }) => type === 'transfer')).toHaveLength(0)
    const sales = parseActivities(await get(`/collections/activity/v6?collection=${collection}&types=sale`))
    expect(sales.activities).toMatchObject([{ fromAddress: ada.address, toAddress: ben.address }])
    expect(await pages(`/collections/activity/v6?collection=${collection}`, 'activities')).toHaveLength(14)
    expect((await pages(`/users/activity/v6?users=${ben.address}`, 'activities')).length).toBe(2)
  })

  test('the smaller routes answer', async () => {
    expect(parseTransfers(await get('/transfers/bulk/v1?limit=5'))).toHaveLength(5)
    expect(
      await get(`/currencies/conversion/v1?from=${market.chain.contracts.weth}&to=0x${'0'.repeat(40)}`),
    ).toEqual({
      conversion: '1.00000',
      usd: null,
    })
    expect((await get('/search/collections/v1?name=tide')).collections).toHaveLength(1)
    expect((await get('/collections/trending/v1?period=7d')).collections[0].id).toBe(collection)
    expect((await get('/chain/stats/v1')).stats['1day'].saleCount).toBe(1)
    expect((await get('/health')).status).toBe('ok')
    const picture = await market.app.request(
      `/${market.deps.config.slug}/redirect/tokens/${tokens[0]}/image/v1`,
    )
    expect(picture.headers.get('content-type')).toMatch(/^image\//)
    expect(picture.headers.get('content-security-policy')).toContain('sandbox')
    expect((await market.post('/tokens/refresh/v1', { token: tokens[0], liquidityOnly: true })).body).toEqual(
      {
        message: 'Request accepted',
      },
    )
    expect((await market.post('/tokens/refresh/v1', { token: tokens[0] })).status).toBe(425)
    expect((await market.post('/tokens/refresh/v1', { token: `${collection}:99999` })).status).toBe(400)
  })

  test('events reach a reader as they happen, and a reader who reconnects misses none', async () => {
    const { server, port } = await listen(market.app.fetch, { host: '127.0.0.1', port: 0 })
    const base = `http://127.0.0.1:${port}/${market.deps.config.slug}`
    const read = async (path: string, headers: Record<string, string>, until: RegExp): Promise<string> => {
      const stop = new AbortController()
      const response = await fetch(`${base}${path}`, { headers, signal: stop.signal })
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      let text = ''
      while (!until.test(text)) text += new TextDecoder().decode((await reader.read()).value)
      await reader.cancel()
      stop.abort()
      return text
    }
    const heard = read(`/events?types=order&contract=${collection}`, {}, /event: order/)
    const [order] = await market.list(ada, [tokens[5] as string])
    expect(await heard).toContain(order)
    const again = await read('/events?types=order', { 'last-event-id': '0' }, new RegExp(order as string))
    expect(again.match(/event: order/g)?.length).toBeGreaterThan(5)
    const { body } = await market.post('/execute/cancel/v3', { orderIds: [order] })
    const { hashes } = await market.walk(ada, body)
    expect(await read(`/events?txHash=${hashes[0]}`, {}, /event: transaction/)).toContain('"synced":true')
    server.closeAllConnections()
    server.close()
  })
})
