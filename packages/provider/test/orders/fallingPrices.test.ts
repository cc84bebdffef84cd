import { erc20Abi } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { type Address, type Hex, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followChain } from '../../src/indexer/followChain.ts'
import { repriceListings } from '../../src/orders/repriceListings.ts'
import { takeLease } from '../../src/storage/chain/leases.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let [ada, ben, cyn] = [] as unknown as [Trader, Trader, Trader]
/** Unix seconds, by the provider's clock. */
let now: number
beforeAll(async () => {
  market = await startMarket({ clock: () => now * 1000 })
  ;[ada, ben, cyn] = market.traders as [Trader, Trader, Trader]
})
beforeEach(() => {
  now = Math.floor(Date.now() / 1000)
})
afterAll(() => market?.stop())

const get = async (path: string) => {
  const { status, body } = await market.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** The price of one unit of an order at a moment, as the provider shows it. */
async function shownAt(
  order: Hex,
  seconds: number,
): Promise<{ readonly gross: bigint; readonly net: bigint }> {
  now = seconds
  const { orders } = await get(`/orders/asks/v5?ids=${order}&status=any`)
  const { amount, netAmount } = orders[0].price
  return { gross: BigInt(amount.raw), net: BigInt(netAmount.raw) }
}

const balanceOf = (owner: Address, currency: Address): Promise<bigint> =>
  currency === zeroAddress
    ? ben.reads.getBalance({ address: owner })
    : ben.reads.readContract({ address: currency, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

/** Buys one unit of an order: what it cost, what its seller received, and when. */
async function buyOne(order: Hex, currency: Address) {
  const { status, body } = await market.post('/execute/buy/v7', {
    items: [{ orderId: order, quantity: 1 }],
    taker: ben.address,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const [paidBefore, gotBefore] = [
    await balanceOf(ben.address, currency),
    await balanceOf(ada.address, currency),
  ]
  const { hashes } = await market.walk(ben, body)
  const receipts = await Promise.all(hashes.map((hash) => ben.reads.getTransactionReceipt({ hash })))
  const gas = receipts.reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice, 0n)
  const { timestamp } = await ben.reads.getBlock({ blockNumber: receipts.at(-1)?.blockNumber ?? 0n })
  return {
    quoted: BigInt(body.path[0].rawQuote),
    paid: paidBefore - (await balanceOf(ben.address, currency)) - (currency === zeroAddress ? gas : 0n),
    received: (await balanceOf(ada.address, currency)) - gotBefore,
    at: Number(timestamp),
  }
}

const auction = fc.record({
  token: fc.constantFrom('art', 'royalties', 'units'),
  dollars: fc.boolean(),
  /** Of one unit, in a millionth of a coin, at the start; the share of it at the end, in 1/10000. */
  price: fc.integer({ min: 1_000, max: 5_000_000 }),
  share: fc.integer({ min: 1, max: 9_999 }),
  units: fc.integer({ min: 2, max: 7 }),
  /** Seconds since it started, and until it ends. */
  since: fc.integer({ min: 0, max: 7_200 }),
  left: fc.integer({ min: 60, max: 7_200 }),
})

test('a falling price is shown at each moment as the chain charges it, and no more is paid than was quoted', async () => {
  await market.dollars(ben, 10n ** 12n)
  const { usdc } = market.chain.contracts
  await fc.assert(
    fc.asyncProperty(auction, async ({ token, dollars, price, share, units, since, left }) => {
      now = Math.floor(Date.now() / 1000)
      const quantity = token === 'units' ? units : 1
      const ref =
        token === 'units'
          ? await market.units(ada, BigInt(units))
          : token === 'royalties'
            ? await market.royaltyToken(ada)
            : ((await market.tokens(ada))[0] ?? '')
      // Odd amounts, so that shares and seconds round.
      const unit = BigInt(price) * (dollars ? 1n : 10n ** 12n) + 7n
      const [order = '0x' as Hex] = await market.list(ada, [ref], {
        quantity,
        weiPrice: `${unit * BigInt(quantity)}`,
        endWeiPrice: `${((unit * BigInt(share)) / 10_000n + 1n) * BigInt(quantity)}`,
        currency: dollars ? usdc : zeroAddress,
        listingTime: `${now - since}`,
        expirationTime: `${now + left}`,
        fees: [`${cyn.address}:333`],
      })
      const quotedAt = await shownAt(order, Math.floor(Date.now() / 1000))
      const { quoted, paid, received, at } = await buyOne(order, dollars ? usdc : zeroAddress)
      expect(await shownAt(order, at)).toEqual({ gross: paid, net: received })
      expect(paid).toBeLessThanOrEqual(quoted)
      expect(quoted).toBeGreaterThanOrEqual(quotedAt.gross)
    }),
    { numRuns: 8 },
  )
})

test('a listing whose price falls below others becomes the floor, and lists sort it by its present price', async () => {
  const [fixed = '', falling = ''] = await market.tokens(ada, 2)
  const fixedId = (await market.list(ada, [fixed]))[0]
  const [fallingId] = await market.list(ada, [falling], {
    weiPrice: `${parseEther('2')}`,
    endWeiPrice: `${parseEther('0.2')}`,
    listingTime: `${now}`,
    expirationTime: `${now + 7_200}`,
  })
  const seen = async () => {
    const { orders } = await get(`/orders/asks/v5?contracts=${market.collection}&sortBy=price`)
    const { tokens } = await get(`/tokens/v7?collection=${market.collection}&sortBy=floorAskPrice&limit=2`)
    const { collections } = await get(`/collections/v7?id=${market.collection}`)
    const sweep = await market.post('/execute/buy/v7', {
      items: [{ collection: market.collection, quantity: 1 }],
      taker: ben.address,
      onlyPath: true,
    })
    return {
      orders: orders.map(({ id }: { id: Hex }) => id),
      tokens: tokens.map(
        ({ token }: { token: { tokenId: string } }) => `${market.collection}:${token.tokenId}`,
      ),
      floor: collections[0].floorAsk.id,
      price: collections[0].floorAsk.price.amount.raw,
      sold: sweep.body.path[0].orderId,
    }
  }
  await repriceListings(market.deps)
  expect(await seen()).toEqual({
    orders: [fixedId, fallingId],
    tokens: [fixed, falling],
    floor: fixedId,
    price: `${parseEther('1')}`,
    sold: fixedId,
  })
  // Four fifths of the way down.
  now += 5_760
  await repriceListings(market.deps)
  expect(await seen()).toEqual({
    orders: [fallingId, fixedId],
    tokens: [falling, fixed],
    floor: fallingId,
    price: `${parseEther('0.56')}`,
    sold: fallingId,
  })
  const [token] = (await get(`/tokens/v7?tokens=${falling}`)).tokens
  expect(token.market.floorAsk).toMatchObject({
    price: { amount: { raw: `${parseEther('0.56')}` } },
    dynamicPricing: {
      kind: 'dutch',
      data: {
        price: {
          start: { amount: { raw: `${parseEther('2')}` } },
          end: { amount: { raw: `${parseEther('0.2')}` } },
        },
        time: { start: now - 5_760, end: now + 1_440 },
      },
    },
  })
})

test('between two computations of the order of lists, the price that is shown is that of the moment', async () => {
  const [token = ''] = await market.tokens(ada)
  const [order = '0x' as Hex] = await market.list(ada, [token], {
    weiPrice: '1000000',
    endWeiPrice: '500000',
    listingTime: `${now - 100}`,
    expirationTime: `${now + 400}`,
  })
  const shown = async (seconds: number) => (await shownAt(order, seconds)).gross
  const start = now - 100
  expect(await shown(start)).toBe(1_000_000n)
  expect(await shown(start + 250)).toBe(750_000n)
  expect(await shown(start + 499)).toBe(501_000n)
  expect(await shown(start + 10_000)).toBe(500_000n)
})

test('whoever follows the chain stores what falling prices are by now', async () => {
  const [token = ''] = await market.tokens(ada)
  const [order = ''] = await market.list(ada, [token], {
    weiPrice: '1000000',
    endWeiPrice: '100000',
    listingTime: `${now}`,
    expirationTime: `${now + 900}`,
  })
  const { db, config } = market.deps
  const stored = async () =>
    (await db.rows<{ unit_price: string }>(sql`select unit_price from orders where id = ${order}`))[0]
      ?.unit_price
  const lease = await takeLease(db, config.id, 'test')
  if (lease === undefined) throw new Error('Somebody else follows the chain.')
  const stop = new AbortController()
  const following = followChain(market.deps, lease, stop.signal)
  now += 800
  await expect.poll(stored, { timeout: 10_000 }).toBe('200000')
  stop.abort()
  await following
  await lease.release()
})
