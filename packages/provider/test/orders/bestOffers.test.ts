import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

let market: Market
let owner: Trader
let buyer: Trader
let other: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[owner, buyer, other] = market.traders as [Trader, Trader, Trader]
  for (const trader of [owner, buyer, other]) await market.wrap(trader, parseEther('50'))
})
afterAll(() => market?.stop())

const price = (ether: string) => parseEther(ether).toString()

/** The best offer for a token as each read shows it. */
async function bestOf(token: string, holder: Trader) {
  const [collection = ''] = token.split(':')
  const id = `${tokenIdOf(token)}`
  const { body: tokens } = await market.get(`/tokens/v7?tokens=${token}&includeTopBid=true`)
  const { body: held } = await market.get(
    `/users/${holder.address}/tokens/v10?tokens=${token}&includeTopBid=true`,
  )
  const { body: bids } = await market.get(
    `/orders/users/${holder.address}/top-bids/v4?collection=${collection}&limit=100`,
  )
  const { body: openSea } = await market.get(`/api/v2/offers/collection/${collection}/nfts/${id}/best`)
  const line = bids.topBids.find((one: { token: { tokenId: string } }) => one.token.tokenId === id)
  return {
    token: tokens.tokens[0].market.topBid.id,
    held: held.tokens[0].token.topBid.id,
    bids: line?.id ?? null,
    openSea: openSea.order_hash ?? null,
  }
}
const everywhere = (id: string | null) => ({ token: id, held: id, bids: id, openSea: id })

describe('the best offer for a token', () => {
  test('is one that its owner can accept: the owner’s own offer for the collection is passed over', async () => {
    const [token = ''] = await market.tokens(owner)
    const collection = market.collection
    await market.bid(owner, [{ collection, weiPrice: price('3') }])
    expect(await bestOf(token, owner)).toEqual(everywhere(null))
    const [best = ''] = await market.bid(buyer, [{ token, weiPrice: price('2') }])
    expect(await bestOf(token, owner)).toEqual(everywhere(best))
  })

  test('is the former owner’s offer once the token is another’s', async () => {
    const [token = ''] = await market.tokens(buyer)
    const [own = ''] = await market.bid(owner, [{ token, weiPrice: price('4') }])
    expect(await bestOf(token, buyer)).toEqual(everywhere(own))
  })

  test('for an edition may be a holder’s while another holds units, but never for that holder', async () => {
    const token = await market.units(owner, 5n)
    const [own = ''] = await market.bid(owner, [{ token, quantity: 1, weiPrice: price('3') }])
    const [lower = ''] = await market.bid(buyer, [{ token, quantity: 1, weiPrice: price('1') }])
    expect(await bestOf(token, owner)).toEqual(everywhere(lower))
    const { body } = await market.post('/execute/transfer/v1', {
      from: owner.address,
      to: other.address,
      items: [{ token, quantity: 2 }],
    })
    await market.walk(owner, body)
    await market.sync()
    expect(await bestOf(token, owner)).toEqual({ token: own, held: lower, bids: lower, openSea: own })
    expect(await bestOf(token, other)).toEqual(everywhere(own))
  })
})
