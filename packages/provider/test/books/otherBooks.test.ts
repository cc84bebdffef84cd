import { conduitControllerAbi, erc721Abi, type OrderComponents, orderId } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { type Address, type Hex, parseEther, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type OpenSeaStandIn,
  type StandInFault,
  startOpenSeaStandIn,
} from '../../../devnet/src/openSeaStandIn/openSeaStandIn.ts'
import { BookError } from '../../src/books/bookError.ts'
import { type BookReader, createBookReader } from '../../src/books/bookReader.ts'
import { importOrders } from '../../src/books/importOrders.ts'
import { openSea } from '../../src/books/openSea/openSea.ts'
import type { OrderBook } from '../../src/books/orderBook.ts'
import type { ChainDeps } from '../../src/deps.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

const feeTo = `0x${'0f'.repeat(20)}` as const
const never = new AbortController().signal
const orderBooks: OrderBook[] = []
let market: Market
let standIn: OpenSeaStandIn
let deps: ChainDeps
let ada: Trader
let ben: Trader
let later = 0
let reader: BookReader | undefined

const bookOf = (more: Partial<Parameters<typeof openSea>[0]> = {}) => {
  const { url, streamUrl, apiKey, chain, zone } = standIn
  const read = { streamUrl, perSecond: 1000, zones: [zone], seaport: deps.config.seaport }
  const book = openSea({ name: 'opensea', url, chain, apiKey, perSecond: 1000, read, ...more })
  if (book.reads === undefined) throw new Error('The book is not read.')
  return { ...book, reads: book.reads }
}

beforeAll(async () => {
  market = await startMarket({ orderBooks })
  Object.assign(market.deps.config, { seaport15: market.chain.contracts.seaport15 })
  deps = { ...market.deps, clock: () => Date.now() + later }
  ;[ada, ben] = market.traders as [Trader, Trader]
  standIn = await startOpenSeaStandIn({ chain: market.chain })
  await market.approve(ada)
  await market.approve(ben)
})
afterAll(async () => {
  await standIn?.stop()
  await market?.stop()
})
beforeEach(() => {
  orderBooks.splice(0, orderBooks.length, bookOf())
  return () => reader?.close()
})

/** How many follow each collection. */
const followers = () =>
  market.chain.contracts.collections.map(({ address }) => standIn.stream.followers(standIn.slugOf(address)))
/**
 * Reads the pages of every collection with a new reader.
 * @param fault of the first request for pages.
 */
const readAll = async (fault?: StandInFault, book = bookOf(), from = deps): Promise<void> => {
  reader?.close()
  await expect.poll(followers).toEqual(market.chain.contracts.collections.map(() => 0))
  reader = createBookReader(from, book)
  await reader.turn(never)
  await expect.poll(followers).toEqual(market.chain.contracts.collections.map(() => 1))
  if (fault !== undefined) standIn.fail(fault)
  later += 10_000
  try {
    await reader.turn(never)
  } finally {
    later -= 10_000
  }
}
const put = async (
  maker: Trader,
  components: OrderComponents,
  more: { isQuiet?: boolean; tokenIds?: bigint[] } = {},
) =>
  standIn.add(
    { components, signature: await market.sign(maker, components), tokenIds: more.tokenIds },
    more.isQuiet ?? true,
  )
const zoned = () => ({ zone: standIn.zone, fees: [{ recipient: feeTo, bps: 100 }] })
const shown = async (id: Hex) => (await market.get(`/orders/asks/v5?ids=${id}`)).body.orders[0]
const buy = (token: string, more: object = {}) =>
  market.post('/execute/buy/v7', { taker: ben.address, items: [{ token, ...more }], source: 'shop.example' })

describe('a listing of another order book', () => {
  test('default: is read, shown with its source and its fees, and bought as its zone allows', async () => {
    const [token = ''] = await market.tokens(ada)
    const id = await put(ada, market.listing(ada, tokenIdOf(token), zoned()))
    await readAll()
    expect(await shown(id)).toMatchObject({
      status: 'active',
      source: { domain: 'opensea.io' },
      feeBreakdown: [{ recipient: feeTo, bps: 100 }],
      isNativeOffChainCancellable: false,
    })
    const { status, body } = await buy(token)
    expect([status, body.path?.[0]?.orderId]).toEqual([200, id])
    await market.walk(ben, body)
    expect(await market.ownerOf(token)).toBe(ben.address)
    expect(await market.statusOf(id)).toBe('filled/approved')
  })

  test('that every account may fill is bought once its signature is verified', async () => {
    const [token = ''] = await market.tokens(ada)
    const id = await put(ada, market.listing(ada, tokenIdOf(token)))
    await readAll()
    const stored = () => market.deps.db.rows(sql`select signed_by, signature from orders where id = ${id}`)
    expect(await stored()).toEqual([{ signed_by: 'book', signature: '0x' }])
    await market.walk(ben, (await buy(token)).body)
    expect(await market.ownerOf(token)).toBe(ben.address)
    expect(await stored()).toMatchObject([{ signed_by: 'key' }])
  })

  test('that is private is bought by the account that it names', async () => {
    const [token = ''] = await market.tokens(ada)
    await put(ada, market.listing(ada, tokenIdOf(token), { ...zoned(), taker: ben.address }))
    await readAll()
    await market.walk(ben, (await buy(token)).body)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('is not read when its components do not have its hash, or its chain, or its collection is another', async () => {
    const [token = ''] = await market.tokens(ada)
    const order = market.listing(ada, tokenIdOf(token))
    const other = bookOf()
    const changed = {
      ...other,
      reads: {
        ...other.reads,
        read: async (...args: Parameters<typeof other.reads.read>) => {
          const page = await other.reads.read(...args)
          const cheaper = ({ consideration, ...rest }: OrderComponents) => ({
            ...rest,
            consideration: consideration.map((item) => ({ ...item, startAmount: 1n, endAmount: 1n })),
          })
          return {
            ...page,
            orders: page.orders.map((one) => ({ ...one, components: cheaper(one.components) })),
          }
        },
      },
    }
    const id = await put(ada, order)
    await readAll(undefined, changed)
    expect(await market.statusOf(id)).toBe('absent')
  })

  test('whose maker did not sign it is never planned, and another listing is bought instead', async () => {
    const [token = ''] = await market.tokens(ada)
    const components = market.listing(ada, tokenIdOf(token), { gross: parseEther('0.1') })
    const id = standIn.add({ components, signature: await market.sign(ben, components) }, true)
    await readAll()
    const refused = await buy(token)
    expect([refused.status, refused.body.message]).toEqual([
      expect.any(Number),
      'The order book of this order does not authorize the trade now; try again in a minute',
    ])
    const [own = '0x'] = await market.list(ada, [token])
    const { body } = await buy(token)
    expect(body.path[0].orderId).toBe(own)
    expect(await market.deps.db.rows(sql`select signed_by from orders where id = ${id}`)).toEqual([
      { signed_by: 'book' },
    ])
  })

  test.each([
    ['names another account', (data: Hex) => `0x00${'99'.repeat(20)}${data.slice(44)}` as const],
    ['expires at once', (data: Hex) => `${data.slice(0, 44)}${'0'.repeat(16)}${data.slice(60)}` as Hex],
    ['is absent', () => '0x' as const],
  ])('is not planned with data for its zone that %s', async (_, change) => {
    const [token = ''] = await market.tokens(ada)
    const id = await put(ada, market.listing(ada, tokenIdOf(token), zoned()))
    await readAll()
    const book = bookOf()
    const fulfill: typeof book.reads.fulfill = async (request) => {
      const fill = await book.reads.fulfill(request)
      return { ...fill, extraData: change(fill.extraData) }
    }
    orderBooks.splice(0, 1, { ...book, reads: { ...book.reads, fulfill } })
    const refused = await market.post('/execute/buy/v7', { taker: ben.address, items: [{ orderId: id }] })
    expect([refused.status, refused.body.message]).toEqual([
      expect.any(Number),
      'The order book of this order does not authorize the trade now; try again in a minute',
    ])
  })

  test('is planned with its own terms, whatever call its book proposes', async () => {
    const [token = ''] = await market.tokens(ada)
    const id = await put(ada, market.listing(ada, tokenIdOf(token), zoned()))
    await readAll()
    const { reads } = bookOf()
    const proposed = await reads.fulfill({
      id,
      side: 'sell',
      seaport: deps.config.seaport,
      components: market.listing(ada, tokenIdOf(token), zoned()),
      fulfiller: ben.address,
      contract: market.collection,
      tokenId: tokenIdOf(token),
      units: 1n,
    })
    expect(Object.keys(proposed).sort()).toEqual(['extraData', 'signature'])
    expect((await buy(token)).body.path[0]).toMatchObject({ orderId: id, totalRawPrice: `${10n ** 18n}` })
  })

  test('that its maker then posts here needs that book no more', async () => {
    const [token = ''] = await market.tokens(ada)
    const order = market.listing(ada, tokenIdOf(token))
    const id = await put(ada, order)
    await readAll()
    standIn.cancel(id, true)
    await readAll()
    expect(await market.statusOf(id)).toBe('cancelled/approved')
    const data = JSON.parse(
      JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    )
    const signature = await market.sign(ada, order)
    const body = { order: { kind: 'seaport-v1.6', data }, orderbook: 'reservoir', source: 'shop.example' }
    expect((await market.post(`/order/v3?signature=${signature}`, body)).status).toBe(200)
    expect(await shown(id)).toMatchObject({ status: 'active', source: { domain: 'shop.example' } })
    await readAll()
    const before = standIn.requests.length
    await market.walk(ben, (await buy(token)).body)
    expect(await market.ownerOf(token)).toBe(ben.address)
    expect(standIn.requests.length).toBe(before)
  })

  test('is read through every conduit that the settings name, and through no other', async () => {
    const key = `${ada.address}${'00'.repeat(12)}` as Hex
    const controller = {
      address: market.chain.contracts.conduitController,
      abi: conduitControllerAbi,
    } as const
    await ada.write({ ...controller, functionName: 'createConduit', args: [key, ada.address as Address] })
    const [address] = await ada.reads.readContract({
      ...controller,
      functionName: 'getConduit',
      args: [key],
    })
    const { seaport } = market.chain.contracts
    await ada.write({ ...controller, functionName: 'updateChannel', args: [address, seaport, true] })
    await ada.write({
      address: market.collection,
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [address, true],
    })
    const [token = ''] = await market.tokens(ada)
    const id = await put(ada, market.listing(ada, tokenIdOf(token), { ...zoned(), conduitKey: key }))
    await readAll()
    expect(await market.statusOf(id)).toBe('absent')
    const conduits = [{ key, address: address.toLowerCase() as Address }]
    Object.assign(market.deps.config, { conduits })
    await readAll()
    expect(await market.statusOf(id)).toBe('fillable/approved')
    const response = await market.over(market.deps.db).request(`/${deps.config.slug}/execute/buy/v7`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ taker: ben.address, items: [{ token }] }),
    })
    await market.walk(ben, await response.json())
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('on the older Seaport does not end when the same order on the newer one does', async () => {
    const [token = ''] = await market.tokens(ada)
    const components = market.listing(ada, tokenIdOf(token), { conduitKey: zeroHash })
    const order = { id: orderId(components), components, signature: undefined, tokenIds: undefined }
    const { seaport, seaport15 = seaport } = deps.config
    const tell = (at: Address, isOpen: boolean) =>
      importOrders(deps, bookOf(), new Set([market.collection]), [{ ...order, seaport: at, isOpen }])
    await tell(seaport15, true)
    const before = await market.statusOf(order.id)
    await tell(seaport, false)
    expect(await market.statusOf(order.id)).toBe(before)
    await tell(seaport15, false)
    await tell(seaport, true)
    expect(await market.statusOf(order.id)).toMatch(/^cancelled/)
  })

  test('of several tokens, or of one token for another, is left out and counted', async () => {
    const [token = ''] = await market.tokens(ada)
    const one = market.listing(ada, tokenIdOf(token))
    const [nft] = one.offer
    if (nft === undefined) throw new Error('The listing has no token.')
    const swap = { ...one, consideration: [{ ...nft, recipient: ada.address as Address }] }
    const bundle = { ...one, offer: [nft, { ...nft, identifierOrCriteria: nft.identifierOrCriteria + 1n }] }
    const counted: string[] = []
    const counts = { ...deps.counts, add: (event: string) => void counted.push(event) }
    const orders = [bundle, swap].map((components) => {
      const id = orderId(components)
      return {
        id,
        components,
        seaport: deps.config.seaport,
        signature: undefined,
        tokenIds: undefined,
        isOpen: true,
      }
    })
    await importOrders({ ...deps, counts }, bookOf(), new Set([market.collection]), orders)
    expect(counted).toEqual(['book-order-several-tokens', 'book-order-several-tokens'])
    for (const { id } of orders) expect(await market.statusOf(id)).toBe('absent')
  })

  test('does not count as an order that its maker posted here', async () => {
    const [token = ''] = await market.tokens(ada)
    await put(ada, market.listing(ada, tokenIdOf(token)))
    const limited = { ...deps.quotas, take: () => 'The maker has too many orders.' }
    await readAll(undefined, bookOf(), { ...deps, quotas: limited })
    expect((await buy(token)).status).toBe(200)
  })
})

describe('an offer of another order book', () => {
  const sell = (token: string, more: object = {}) =>
    market.post('/execute/sell/v7', { taker: ada.address, items: [{ token, ...more }] })
  const offer = async (more: Parameters<Market['offer']>[2] = {}) => {
    await market.wrap(ben, parseEther('1'))
    await market.allow(ben, parseEther('100'))
    return market.offer(ben, parseEther('0.5'), { ...zoned(), ...more })
  }

  test('default: for any token of a collection is accepted as its zone allows', async () => {
    const [token = ''] = await market.tokens(ada)
    const id = await put(ben, await offer({ salt: 11n }))
    await readAll()
    const { body } = await sell(token)
    expect(body.path[0]).toMatchObject({ orderId: id, source: 'opensea.io' })
    await market.walk(ada, body)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('for tokens with a trait is accepted for one of them, and for no other', async () => {
    const [token = '', other = ''] = await market.tokens(ada, 2)
    const id = await put(ben, await offer({ salt: 12n }), { tokenIds: [tokenIdOf(token), 1_000_000n] })
    await readAll()
    expect((await sell(other, { orderId: id })).status).not.toBe(200)
    expect((await sell(other)).body.path).toBeUndefined()
    await market.walk(ada, (await sell(token)).body)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('for one token is accepted', async () => {
    const [token = ''] = await market.tokens(ada)
    const target = { kind: 'erc721', token: market.collection, tokenId: tokenIdOf(token) } as const
    await put(ben, await offer({ salt: 13n, target }))
    await readAll()
    await market.walk(ada, (await sell(token)).body)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })
})

describe('the events of another order book', () => {
  test('bring new orders, and take out those that it no longer authorizes', async () => {
    await readAll()
    const [token = ''] = await market.tokens(ada)
    const id = await put(ada, market.listing(ada, tokenIdOf(token), zoned()), { isQuiet: false })
    const status = async () => {
      await reader?.turn(never)
      return market.statusOf(id)
    }
    await expect.poll(status).toBe('fillable/approved')
    standIn.cancel(id)
    await expect.poll(status).toBe('cancelled/approved')
  })

  test('that come late or twice change nothing', async () => {
    await readAll()
    const [token = '', marker = ''] = await market.tokens(ada, 2)
    const id = await put(ada, market.listing(ada, tokenIdOf(token), zoned()), { isQuiet: false })
    standIn.cancel(id)
    standIn.tell('item_listed', id)
    standIn.tell('item_listed', id)
    standIn.tell('order_revalidate', id)
    const last = await put(ada, market.listing(ada, tokenIdOf(marker), zoned()), { isQuiet: false })
    await expect
      .poll(async () => {
        await reader?.turn(never)
        return market.statusOf(last)
      })
      .toBe('fillable/approved')
    await readAll()
    expect((await shown(id))?.status ?? 'absent').not.toBe('active')
  })

  test('of an order on the older Seaport have it read again under that contract', async () => {
    await readAll()
    const [token = '', marker = ''] = await market.tokens(ada, 2)
    const components = market.listing(ada, tokenIdOf(token))
    const id = standIn.add({ components, signature: await market.sign(ada, components), version: '1.5' })
    const statusOf = (of: Hex) => async () => {
      await reader?.turn(never)
      return market.statusOf(of)
    }
    await expect.poll(statusOf(id)).toBe('fillable/approved')
    standIn.tell('order_revalidate', id)
    const last = await put(ada, market.listing(ada, tokenIdOf(marker), zoned()), { isQuiet: false })
    await expect.poll(statusOf(last)).toBe('fillable/approved')
    expect(await market.statusOf(id)).toBe('fillable/approved')
    expect(standIn.requests.at(-1)).toContain(`/protocol/${deps.config.seaport15}/${id}`)
  })

  test('that were missed while the connection was lost are made up for by reading the pages again', async () => {
    await readAll()
    const [token = ''] = await market.tokens(ada)
    standIn.stream.drop()
    const id = await put(ada, market.listing(ada, tokenIdOf(token), zoned()))
    await expect
      .poll(
        async () => {
          await reader?.turn(never)
          return market.statusOf(id)
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBe('fillable/approved')
  })
})

describe('another order book', () => {
  test('is read to the last page, and orders that it dropped are taken out', async () => {
    const [first = ''] = await market.tokens(ada, 450)
    const ids: Hex[] = []
    for (let index = 0n; index < 450n; index += 1n)
      ids.push(await put(ada, market.listing(ada, tokenIdOf(first) + index, zoned())))
    await readAll()
    const open = async () =>
      (
        await market.deps.db.rows<{ count: string }>(
          sql`select count(*) as count from orders where id = any(${`{${ids.join(',')}}`}::text[]) and fillability = 'fillable'`,
        )
      )[0]?.count
    expect(await open()).toBe('450')
    for (const id of ids.slice(0, 50)) standIn.cancel(id, true)
    await readAll()
    expect(await open()).toBe('400')
  })

  test.each([
    ['refuses the key', { kind: 'status', status: 401, body: { errors: ['Invalid API key stand-in-key'] } }],
    [
      'asks to wait',
      { kind: 'status', status: 429, headers: { 'retry-after': '30' }, body: { detail: 'Throttled' } },
    ],
    ['fails', { kind: 'status', status: 503 }],
    ['says something else', { kind: 'text', text: '<html>' }],
    ['says something of another form', { kind: 'text', text: '{"listings":{}}' }],
  ] as const)('that %s leaves our own orders untouched, and is named without its key', async (_, fault) => {
    const [token = ''] = await market.tokens(ada)
    const id = await put(ada, market.listing(ada, tokenIdOf(token), { ...zoned(), gross: parseEther('0.2') }))
    await readAll()
    const [own = '0x'] = await market.list(ada, [token])
    const said = await readAll(fault).then(
      () => 'nothing',
      (cause: unknown) => String(cause),
    )
    expect(said).toMatch(/^BookError: /)
    expect(said).not.toContain(standIn.apiKey)
    standIn.fail(fault)
    const { status, body } = await buy(token)
    expect([status, body.path[0].orderId]).toEqual([200, own])
    expect(JSON.stringify(body)).not.toContain(standIn.apiKey)
    expect(await market.statusOf(id)).toBe('fillable/approved')
  })

  test('that never answers is left out of a plan', async () => {
    const [token = ''] = await market.tokens(ada)
    await put(ada, market.listing(ada, tokenIdOf(token), { ...zoned(), gross: parseEther('0.2') }))
    await readAll()
    const [own = '0x'] = await market.list(ada, [token])
    standIn.fail({ kind: 'silence' })
    expect((await buy(token)).body.path[0].orderId).toBe(own)
  })

  test('whose pages another process read in part is read on from there, and then once more', async () => {
    const asked: (string | undefined)[] = []
    const other = bookOf()
    let isDown = true
    const read: typeof other.reads.read = async (_, side, cursor) => {
      asked.push(side === 'sell' ? cursor : 'offers')
      const page = Number(cursor ?? 0) + 1
      if (isDown && page > 30) throw new BookError('unreachable', 'The order book cannot be reached.')
      return { orders: [], unreadable: 0, next: side === 'buy' || page === 40 ? undefined : `${page}` }
    }
    const knows: typeof other.reads.knows = async (contract) => contract === market.collection
    const long = { ...other, reads: { ...other.reads, read, knows } }
    await expect(readAll(undefined, long)).rejects.toThrow('cannot be reached')
    expect(asked.at(-1)).toBe('30')
    isDown = false
    asked.length = 0
    await readAll(undefined, long)
    expect([asked[0], asked.at(-1)]).toEqual(['20', 'offers'])
    asked.length = 0
    later = 10_000
    await reader?.turn(never).finally(() => {
      later = 0
    })
    expect([asked[0], asked.at(-1)]).toEqual([undefined, 'offers'])
  })

  test('is read while a page of it is stored, and from the first page again if that page cannot be', async () => {
    const asked: (string | undefined)[] = []
    const other = bookOf()
    const order = {
      id: `0x${'0f'.repeat(32)}`,
      seaport: deps.config.seaport,
      components: market.listing(ada, 1n),
      signature: undefined,
      tokenIds: undefined,
      isOpen: true,
    } as const
    let fail = (_: Error): void => undefined
    const unstored = new Promise<never>((_, reject) => {
      fail = reject
    })
    const read: typeof other.reads.read = async (_, side, cursor) => {
      asked.push(side === 'sell' ? cursor : 'offers')
      const page = Number(cursor ?? 0) + 1
      if (page === 30) fail(new Error('The disk is full.'))
      const next = side === 'buy' || page === 40 ? undefined : `${page}`
      return { orders: page === 15 ? [order] : [], unreadable: 0, next }
    }
    const knows: typeof other.reads.knows = async (contract) => contract === market.collection
    const long = { ...other, reads: { ...other.reads, read, knows } }
    const prepared: typeof deps.db.prepared = (shape, build, values) =>
      JSON.stringify(values).includes(order.id) ? unstored : deps.db.prepared(shape, build, values)
    const full = { ...deps, db: { ...deps.db, prepared } }
    await expect(readAll(undefined, long, full)).rejects.toThrow('The disk is full.')
    expect(asked).toContain('29')
    asked.length = 0
    await readAll(undefined, long)
    expect([asked[0], asked.at(-1)]).toEqual([undefined, 'offers'])
  })

  test('is read from the first page again when it does not know a place in its pages any more', async () => {
    const asked: (string | undefined)[] = []
    const other = bookOf()
    const read: typeof other.reads.read = async (_, side, cursor) => {
      asked.push(side === 'sell' ? cursor : 'offers')
      if (cursor !== undefined && asked.length < 3) throw new BookError('refused', 'Invalid cursor', 400)
      return {
        orders: [],
        unreadable: 0,
        next: side === 'sell' && cursor === undefined ? 'second' : undefined,
      }
    }
    const knows: typeof other.reads.knows = async (contract) => contract === market.collection
    await expect(readAll(undefined, { ...other, reads: { ...other.reads, read, knows } })).rejects.toThrow(
      'Invalid cursor',
    )
    later = 20_000
    await reader?.turn(never).finally(() => {
      later = 0
    })
    expect(asked).toEqual([undefined, 'second', undefined, 'second', 'offers'])
  })

  test('is not asked again before the time that it asked for', async () => {
    await readAll()
    const before = standIn.requests.length
    standIn.fail({ kind: 'status', status: 429, headers: { 'retry-after': '600' } })
    const { reads } = bookOf()
    const fill = {
      id: `0x${'01'.repeat(32)}`,
      side: 'sell',
      seaport: deps.config.seaport,
      components: market.listing(ada, 1n),
      fulfiller: ben.address,
      contract: market.collection,
      tokenId: 1n,
      units: 1n,
    } as const
    await expect(reads.fulfill(fill)).rejects.toMatchObject({ kind: 'limited', after: 600_000 })
    await expect(reads.fulfill(fill)).rejects.toMatchObject({ kind: 'limited' })
    expect(standIn.requests.length).toBe(before + 1)
  })

  test('cannot bring orders here through the route for our own', async () => {
    const [token = ''] = await market.tokens(ada)
    const order = market.listing(ada, tokenIdOf(token), { zone: standIn.zone, currency: zeroAddress })
    const signature = await market.sign(ada, order)
    const data = JSON.parse(
      JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    )
    const body = { order: { kind: 'seaport-v1.6', data }, orderbook: 'reservoir', source: 'opensea.io' }
    expect(await market.post(`/order/v3?signature=${signature}`, body)).toMatchObject({
      status: 400,
      body: { message: 'unsupported-zone' },
    })
  })
})
