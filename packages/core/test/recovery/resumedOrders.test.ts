import { beforeAll, expect, test } from 'vitest'
import { announceAuction, withdrawAuction } from '../../src/actions/announceAuction.ts'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { getSignedOrders } from '../../src/actions/signedOrders.ts'
import type { Client } from '../../src/client.ts'
import { getListings } from '../../src/reads/marketReads.ts'
import { resume } from '../../src/recovery/resume.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'
import type { Received, Reply } from '../support/provider.ts'

const market = useMarket()
let seller: ScriptedWallet
beforeAll(() => {
  seller = market.wallet(0)
})

const eth = 10n ** 18n
const newPage = () => market.client({ policy: { zones: { own: [market.chain.contracts.zone] } } })
const inZone = (more: object = {}) => ({ 'seaport-v1.6': { useOffChainCancellation: true, ...more } })

/** Changes how posts of orders are answered while `body` runs. */
async function posting<T>(reply: (request: Received) => Reply | Promise<Reply>, body: () => Promise<T>) {
  market.front.on('/order/*', reply)
  try {
    return await body()
  } finally {
    market.front.on('/order/*', market.forward)
  }
}
const lost = { status: 500, body: { message: 'No' } }
const storedAndLost = async (request: Received): Promise<Reply> => {
  await market.forward(request)
  return lost
}

const resumed = async (client: Client) => {
  const before = market.front.count('/order/*')
  const found = await resume(client, { wallet: seller })
  const states = found.map(({ entry: { purpose, state } }) => `${purpose} ${state}`)
  return { states, posts: market.front.count('/order/*') - before }
}
const statusOf = async (client: Client, id: string) =>
  (await getListings(client, { ids: [id] })).items[0]?.status

/** A listing in our zone that the provider stored and answered with a failure. */
async function storedListing() {
  const client = newPage()
  const token = await market.mint(seller)
  const listings = [{ token, weiPrice: eth, options: inZone() }]
  await posting(storedAndLost, async () => listTokens(client, { wallet: seller, listings }).done)
  const [{ orderId } = { orderId: '' }] = await getSignedOrders(client)
  return { client, orderId }
}

test('a listing that was cancelled by a signature is not posted by a reload, whichever page cancelled it', async () => {
  for (const page of [undefined, newPage()]) {
    const { client, orderId } = await storedListing()
    const { status } = await cancelOrders(page ?? client, { wallet: seller, orderIds: [orderId] }).done
    expect([status, await statusOf(client, orderId)]).toEqual(['complete', 'cancelled'])
    expect(await resumed(client)).toEqual({ states: ['sign-listing maybe_live'], posts: 0 })
    expect(await getSignedOrders(client)).toMatchObject([{ orderId, state: 'maybe_live' }])
  }
})

test('a listing whose cancellation was signed and not confirmed is not posted beside it', async () => {
  const { client, orderId } = await storedListing()
  market.front.on('/execute/cancel-signature/v1', lost)
  await cancelOrders(client, { wallet: seller, orderIds: [orderId] }).done
  market.front.on('/execute/cancel-signature/v1', market.forward)
  expect(await resumed(client)).toEqual({
    states: ['sign-listing maybe_live', 'sign-cancel posted'],
    posts: 0,
  })
  expect(await statusOf(client, orderId)).toBe('cancelled')
})

test('an edit counts as posted after a reload only once the provider shows the old order as ended', async () => {
  const client = newPage()
  const token = await market.mint(seller)
  const list = (weiPrice: bigint, more: object = {}) =>
    listTokens(client, { wallet: seller, listings: [{ token, weiPrice, options: inZone(more) }] })
  const old = (await list(eth / 2n).result()).orders[0]!.orderId!
  await posting(
    () => lost,
    async () => list(eth, { replaceOrderId: old }).done,
  )
  const edit = (await client.journal.entries()).find(({ state }) => state === 'maybe_live')
  expect(edit?.ends).toEqual([old])
  const taken = { body: { message: 'Success', orderId: edit?.orderIds[0] } }
  expect(
    await posting(
      () => taken,
      async () => resumed(client),
    ),
  ).toEqual({ states: ['sign-listing maybe_live'], posts: 1 })
  expect(await statusOf(client, old)).toBe('active')
  expect(await resumed(client)).toEqual({ states: ['sign-listing posted'], posts: 1 })
  expect(await statusOf(client, old)).toBe('cancelled')
})

test('an offer is not posted by a reload beside a later one for the same token, at whatever price', async () => {
  const client = newPage()
  const [token, another] = [await market.mint(seller), await market.mint(seller)]
  const bidder = market.wallet(3)
  const bid = async (of: string, weiPrice: bigint) =>
    placeBids(client, { wallet: bidder, bids: [{ token: of, weiPrice }] }).done
  await posting(
    () => lost,
    async () => [await bid(token, eth / 2n), await bid(another, eth / 2n)],
  )
  expect((await bid(token, eth / 4n)).status).toBe('complete')
  const found = await resume(client, { wallet: bidder })
  expect(found.map(({ entry: { state } }) => state)).toEqual(['maybe_live', 'posted'])
})

test('several orders under one signature that were refused in part are not posted again as a whole', async () => {
  const client = newPage()
  const listings = [await market.mint(seller), await market.mint(seller)].map((token) => ({
    token,
    weiPrice: eth,
  }))
  const inPart = async (request: Received): Promise<Reply> => {
    const { items } = request.body as { items: unknown[] }
    const { body } = await market.forward({ ...request, body: { ...request.body, items: items.slice(0, 1) } })
    const results = body.results as unknown[]
    return { body: { results: [...results, { message: 'The order is refused', orderIndex: 1 }] } }
  }
  const { error } = await posting(inPart, async () => listTokens(client, { wallet: seller, listings }).done)
  expect(error?.code).toBe('order_refused')
  expect(await client.journal.entries()).toMatchObject([{ state: 'maybe_live', refused: true }])
  expect(await resumed(client)).toEqual({ states: ['sign-listing maybe_live'], posts: 0 })
  expect((await getSignedOrders(client)).map(({ state }) => state)).toEqual(['maybe_live', 'maybe_live'])
})

test('an auction that was withdrawn is not announced again by a reload', async () => {
  const client = newPage()
  const token = await market.mint(seller)
  const expirationTime = Math.floor(Date.now() / 1_000) + 3_600
  market.front.on('/auctions/v1', lost)
  await announceAuction(client, { wallet: seller, token, weiReserve: eth, stepBps: 1_000, expirationTime })
    .done
  market.front.on('/auctions/v1', market.forward)
  await withdrawAuction(client, { wallet: seller, token }).done
  const before = market.front.count('/auctions/v1')
  expect(await resumed(client)).toEqual({ states: ['sign-auction maybe_live'], posts: 0 })
  expect(market.front.count('/auctions/v1')).toBe(before)
})
