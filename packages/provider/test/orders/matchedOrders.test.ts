import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { advancedOrder, matchData, pair } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recountAll, recountCollections } from '../../src/indexer/recountPiece.ts'
import { readOrders } from '../../src/storage/orders/orders.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

/** Signed listings and signed offers that a third account matches with each other. */

let market: Market
let ada: Trader
let ben: Trader
let cleo: Trader
let dan: Trader
beforeAll(async () => {
  market = await startMarket({}, ({ contracts }) => ({ seaport15: contracts.seaport15 }))
  ;[ada, ben, cleo, dan] = market.traders as [Trader, Trader, Trader, Trader]
  for (const trader of [ben, dan]) await market.wrap(trader, parseEther('50'))
})
afterAll(() => market?.stop())

const kinds = {
  'seaport-v1.6': {},
  'seaport-v1.5': { orderKind: 'seaport-v1.5', options: undefined },
} as const
type Kind = keyof typeof kinds
const ether = (amount: string) => parseEther(amount).toString()
const list = async (maker: Trader, token: string, price: string, more: object = {}): Promise<Hex> => {
  const currency = market.chain.contracts.weth
  return (await market.list(maker, [token], { currency, weiPrice: ether(price), ...more }))[0] as Hex
}
const bid = async (maker: Trader, token: string, price: string, more: object = {}): Promise<Hex> =>
  (await market.bid(maker, [{ token, weiPrice: ether(price), ...more }]))[0] as Hex

type Part = readonly [order: Hex, units?: bigint]
/**
 * Sends one match of signed orders, as cleo unless told otherwise: each listing of a pair gives its token for the money of
 * the pair's offer.
 */
async function match(
  parts: readonly Part[],
  pairs: readonly (readonly [listing: number, offer: number])[],
  kind: Kind = 'seaport-v1.6',
  by = cleo,
): Promise<Hex> {
  const { db, config } = market.deps
  const ids = parts.map(([id]) => id)
  const stored = await readOrders(db, config.id, ids)
  const orders = parts.map(([id, units]) => {
    const order = stored.find((one) => one.id === id)
    if (order === undefined) throw new Error('The order is not kept.')
    const { components, signature } = order
    return advancedOrder({ components, signature, units }, BigInt(Math.floor(Date.now() / 1000))).order
  })
  const nftOf = (offer: number) =>
    orders[offer]?.parameters.consideration.findIndex(({ itemType }) => itemType > 1) ?? 0
  const seaport = kind === 'seaport-v1.6' ? config.seaport : market.chain.contracts.seaport15
  const { transactionHash } = await by.send({
    to: seaport,
    data: matchData(
      orders,
      [],
      pairs.flatMap(([listing, offer]) => [
        pair([listing, 0], [offer, nftOf(offer)]),
        ...(orders[listing]?.parameters.consideration ?? []).map((_, item) =>
          pair([offer, 0], [listing, item]),
        ),
      ]),
      by.address,
    ),
  })
  await market.sync()
  return transactionHash
}

/** All sales, as the counts of the collection's days, of the chain's hours, and as the chain's statistics. */
async function counted() {
  const { db, config } = market.deps
  const [sums] = await db.rows<Record<'days' | 'hours' | 'dayVolume' | 'hourVolume', string>>(sql`
    select (select coalesce(sum(sales), 0) from sale_days where chain_id = ${config.id} and day = 0) as days,
      (select coalesce(sum(volume), 0) from sale_days where chain_id = ${config.id} and day = 0) as "dayVolume",
      (select coalesce(sum(sales), 0) from chain_hours where chain_id = ${config.id}) as hours,
      (select coalesce(sum(volume), 0) from chain_hours where chain_id = ${config.id}) as "hourVolume"`)
  const { stats } = (await market.get('/chain/stats/v1')).body
  const { saleCount, saleVolume } = { saleCount: 0, saleVolume: 0, ...stats['1day'] }
  return {
    days: [Number(sums?.days), BigInt(sums?.dayVolume ?? 0)],
    hours: [Number(sums?.hours), BigInt(sums?.hourVolume ?? 0)],
    stats: [saleCount, saleVolume],
  }
}
type SaleView = { from: string; to: string; amount: string; price: { amount: { decimal: number } } }
/** The sales of a transaction, as clients read them: seller, buyer, units, and the price of a unit. */
const salesOf = async (hash: Hex) => {
  const { sales } = (await market.get(`/sales/v6?txHash=${hash}`)).body as { sales: SaleView[] }
  return sales.map(({ from, to, amount, price }) => [from, to, Number(amount), price.amount.decimal]).sort()
}
const eventsOf = async (hash: Hex) =>
  (
    await market.deps.db.rows<{ payload: { maker: string; taker: string; price: string } }>(
      sql`select payload from outbox where kind = 'sale' and payload->>'txHash' = ${hash}`,
    )
  ).map(({ payload: { maker, taker, price } }) => ({ maker, taker, price }))
const statesOf = (ids: readonly Hex[]) => Promise.all(ids.map((id) => market.statusOf(id)))

describe.each([
  ['the buyer', 'offer'],
  ['the seller', 'listing'],
] as const)('a listing and an offer that %s matches', (_, own) => {
  test('are both filled and one sale, and nothing is left to be found by a recount', async () => {
    const [token = ''] = await market.tokens(ada)
    const listing = await list(ada, token, '1')
    const offer = await bid(dan, token, '1')
    const before = await counted()
    const hash = await match([[listing], [offer]], [[0, 1]], undefined, own === 'offer' ? dan : ada)
    expect(await market.ownerOf(token)).toBe(dan.address)
    expect(await statesOf([listing, offer])).toEqual([
      expect.stringMatching(/^filled/),
      expect.stringMatching(/^filled/),
    ])
    expect(await salesOf(hash)).toEqual([[ada.address, dan.address, 1, 1]])
    expect(await eventsOf(hash)).toHaveLength(1)
    const after = await counted()
    expect(after.days).toEqual([Number(before.days[0]) + 1, BigInt(before.days[1] ?? 0) + parseEther('1')])
    expect(after.hours).toEqual(after.days)
    expect((await recountAll(market.deps)).differences).toEqual([])
  })

  test('leave no open order where a version before did not keep one of the two fills', async () => {
    const { db } = market.deps
    const [token = ''] = await market.tokens(ada)
    const orders = { listing: await list(ada, token, '1'), offer: await bid(dan, token, '1') }
    const hash = await match(
      [[orders.listing], [orders.offer]],
      [[0, 1]],
      undefined,
      own === 'offer' ? dan : ada,
    )
    await db.rows(sql`delete from fills where order_id = ${orders[own]}`)
    await db.rows(sql`update orders set fillability = 'fillable', filled = 0 where id = ${orders[own]}`)
    await recountAll(market.deps)
    expect(await market.statusOf(orders[own])).toMatch(/^filled/)
    expect(await salesOf(hash)).toEqual([[ada.address, dan.address, 1, 1]])
    expect((await recountAll(market.deps)).differences).toEqual([])
    expect(await recountCollections(market.deps)).toEqual([])
  })
})

describe('a listing and an offer that a third account matches', () => {
  test.each(Object.keys(kinds) as Kind[])('on %s: are one sale of the seller to the buyer', async (kind) => {
    const [token = ''] = await market.tokens(ada)
    const listing = await list(ada, token, '1', kinds[kind])
    const offer = await bid(dan, token, '1.2', kinds[kind])
    const before = await counted()
    const hash = await match([[listing], [offer]], [[0, 1]], kind)
    expect(await market.ownerOf(token)).toBe(dan.address)
    expect(await statesOf([listing, offer])).toEqual([
      expect.stringMatching(/^filled/),
      expect.stringMatching(/^filled/),
    ])
    expect(await salesOf(hash)).toEqual([[ada.address, dan.address, 1, 1.2]])
    expect(await eventsOf(hash)).toEqual([{ maker: dan.address, taker: ada.address, price: ether('1.2') }])
    const after = await counted()
    expect(after.days).toEqual([Number(before.days[0]) + 1, BigInt(before.days[1] ?? 0) + parseEther('1.2')])
    expect(after.hours).toEqual(after.days)
    expect(after.stats[0]).toBe(Number(before.stats[0]) + 1)
    const rows = await market.deps.db.rows(
      sql`select side, maker, taker from fills where tx_hash = ${hash} order by side`,
    )
    expect(rows).toEqual([
      { side: 'buy', maker: dan.address, taker: ada.address },
      { side: 'sell', maker: ada.address, taker: dan.address },
    ])
    for (const user of [ada, dan]) {
      const { activities } = (await market.get(`/users/activity/v6?users=${user.address}&types=sale`)).body
      const own = activities.filter(({ txHash }: { txHash: Hex }) => txHash === hash)
      expect(own).toMatchObject([{ fromAddress: ada.address, toAddress: dan.address }])
    }
    const { activities } = (await market.get(`/tokens/${token}/activity/v5?types=sale&types=transfer`)).body
    expect(activities.filter(({ txHash }: { txHash: Hex }) => txHash === hash)).toHaveLength(1)
  })

  test('several pairs of one call are a sale each, and a reorg takes all of them back', async () => {
    const [one = '', two = ''] = await market.tokens(ada, 2)
    const [three = ''] = await market.tokens(ben)
    const orders = [
      await list(ada, one, '1'),
      await bid(dan, one, '1'),
      await list(ada, two, '2'),
      await bid(ben, two, '2'),
      await list(ben, three, '3'),
      await bid(dan, three, '3'),
    ]
    const before = await counted()
    const states = await statesOf(orders)
    const snapshot = await market.rpc<string>('evm_snapshot')
    const pairs = [
      [0, 1],
      [2, 3],
      [4, 5],
    ] as const
    const hash = await match(
      orders.map((id) => [id]),
      pairs,
    )
    expect((await statesOf(orders)).filter((state) => state.startsWith('filled'))).toHaveLength(6)
    expect(await salesOf(hash)).toEqual(
      [
        [ada.address, dan.address, 1, 1],
        [ada.address, ben.address, 1, 2],
        [ben.address, dan.address, 1, 3],
      ].sort(),
    )
    const after = await counted()
    expect(after.days).toEqual([Number(before.days[0]) + 3, BigInt(before.days[1] ?? 0) + parseEther('6')])
    expect(after.hours).toEqual(after.days)
    expect(await recountCollections(market.deps)).toEqual([])
    // cleo sent as much on the other branch.
    const nonce = await market.rpc<Hex>('eth_getTransactionCount', [cleo.address, 'latest'])
    await market.rpc('evm_revert', [snapshot])
    await market.rpc('anvil_setNonce', [cleo.address, nonce])
    await market.rpc('anvil_mine', ['0x3'])
    await market.sync()
    expect(await counted()).toEqual(before)
    expect(await statesOf(orders)).toEqual(states)
    expect(await salesOf(hash)).toEqual([])
  })

  test('a listing of five units for parts of two offers is a sale for each offer', async () => {
    const token = await market.units(ada, 5n)
    const listing = await list(ada, token, '5', { quantity: 5 })
    const offers = [
      await bid(dan, token, '4', { quantity: 4 }),
      await bid(ben, token, '3', { quantity: 3 }),
    ] as const
    const before = await counted()
    const hash = await match(
      [[listing], [offers[0], 2n], [offers[1], 3n]],
      [
        [0, 1],
        [0, 2],
      ],
    )
    expect(await salesOf(hash)).toEqual(
      [
        [ada.address, dan.address, 2, 1],
        [ada.address, ben.address, 3, 1],
      ].sort(),
    )
    const after = await counted()
    expect(after.days).toEqual([Number(before.days[0]) + 2, BigInt(before.days[1] ?? 0) + parseEther('5')])
    expect(after.hours).toEqual(after.days)
    const filled = await market.deps.db.rows<{ id: Hex; filled: string }>(
      sql`select id, filled from orders where id in (${listing}, ${offers[0]}, ${offers[1]})`,
    )
    const byId = new Map(filled.map(({ id, filled }) => [id, Number(filled)]))
    expect([listing, ...offers].map((id) => byId.get(id))).toEqual([5, 2, 3])
  })

  test('pairs that a version before counted twice are mended when its database is migrated', async () => {
    const { db } = market.deps
    const [token = ''] = await market.tokens(ada)
    const hash = await match([[await list(ada, token, '1')], [await bid(dan, token, '1')]], [[0, 1]])
    const stored = () => db.rows(sql`select * from fills where tx_hash = ${hash} order by log_index`)
    const [counts, rows, sales] = [await counted(), await stored(), await salesOf(hash)]
    await db.rows(sql`update fills set sale = true, taker = ${cleo.address} where tx_hash = ${hash}`)
    await db.rows(sql`
      update chain_hours h set sales = h.sales + 1, volume = h.volume + f.price from fills f
      where f.tx_hash = ${hash} and f.side = 'sell' and h.hour = f.timestamp / 3600 and h.currency = f.currency`)
    await db.rows(sql`
      update sale_days s set sales = s.sales + 1, volume = s.volume + f.price from fills f
      where f.tx_hash = ${hash} and f.side = 'sell' and s.contract = f.contract and s.currency = f.currency
        and s.day in (0, f.timestamp / 86400)`)
    expect(await counted()).not.toEqual(counts)
    const file = join(import.meta.dirname, '../../src/storage/migrations/0030_matched_fills.sql')
    const text = readFileSync(file, 'utf8')
    await db.rows(sql.raw(text.slice(text.indexOf('with matched'))))
    expect([await counted(), await stored(), await salesOf(hash)]).toEqual([counts, rows, sales])
    expect(await recountCollections(market.deps)).toEqual([])
  })
})

test('a match of a maker with himself is no sale, and its transfer is listed', async () => {
  const [token = ''] = await market.tokens(ben)
  const orders = [await list(ben, token, '1'), await bid(ben, token, '1')] as const
  const hash = await match([[orders[0]], [orders[1]]], [[0, 1]], undefined, ben)
  expect((await statesOf(orders)).map((state) => state.split('/')[0])).toEqual(['filled', 'filled'])
  expect(await salesOf(hash)).toEqual([])
  const { activities } = (await market.get(`/tokens/${token}/activity/v5?types=sale&types=transfer`)).body
  expect(activities.filter(({ txHash }: { txHash: Hex }) => txHash === hash)).toMatchObject([
    { type: 'transfer', fromAddress: ben.address, toAddress: ben.address },
  ])
})
