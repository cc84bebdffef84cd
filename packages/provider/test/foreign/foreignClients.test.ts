import { orderTypedData, seaportDomain } from '@sluice/seaport'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben] = market.traders as [Trader, Trader]
  await market.sync()
})
afterAll(() => market?.stop())

test('an order whose whole numbers are written in hex is the same order', async () => {
  const [token] = await market.tokens(ada)
  const [, tokenId] = token!.split(':')
  const order = market.listing(ada, BigInt(tokenId!))
  const signature = await ada.account.signTypedData(
    orderTypedData(seaportDomain(market.chain.id, '1.6'), order),
  )
  const hex = JSON.parse(
    JSON.stringify(order, (_key, value) => (typeof value === 'bigint' ? numberToHex(value) : value)),
  )
  for (const path of ['/order/v3', '/order/v4']) {
    const posted = { order: { kind: 'seaport-v1.6', data: hex } }
    const body = path === '/order/v3' ? posted : { items: [posted] }
    const { status } = await market.post(`${path}?signature=${signature}`, body)
    expect([path, status]).toEqual([path, 200])
  }
  const { body } = await market.get(`/orders/asks/v5?maker=${ada.address}`)
  expect(body.orders).toHaveLength(1)
  // Without being asked for names, a list says what an order is for.
  expect(body.orders[0].criteria).toEqual({
    kind: 'token',
    data: { token: { tokenId }, collection: { id: market.collection.toLowerCase() } },
  })
})

test('the tokens of an account are sorted by the price of their cheapest listing, page by page', async () => {
  const tokens = await market.tokens(ben, 4)
  const prices = [3n, 1n, 2n]
  for (const [index, price] of prices.entries())
    await market.list(ben, [tokens[index]!], { weiPrice: `${price * 10n ** 18n}` })
  const read = async (direction: string) => {
    const found: string[] = []
    let continuation = ''
    do {
      const path = `/users/${ben.address}/tokens/v10?sortBy=floorAskPrice&sortDirection=${direction}&limit=2${continuation}`
      const { status, body } = await market.get(path)
      expect(status).toBe(200)
      for (const { token } of body.tokens) found.push(`${token.contract}:${token.tokenId}`)
      continuation = body.continuation === null ? '' : `&continuation=${body.continuation}`
    } while (continuation !== '')
    return found
  }
  const byPrice = [tokens[1], tokens[2], tokens[0]]
  const ascending = await read('asc')
  expect(ascending.slice(0, 3)).toEqual(byPrice)
  expect([...ascending].sort()).toEqual([...tokens].sort())
  expect((await read('desc')).slice(0, 3)).toEqual(byPrice.toReversed())
})
