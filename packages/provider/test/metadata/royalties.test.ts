import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localAccounts } from '../../../devnet/src/contracts/accounts.ts'
import { overrideRoyalties, type RoyaltyShare } from '../../../devnet/src/stack/overrideRoyalties.ts'
import { renewRoyalties } from '../../src/metadata/royalties.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

const addressOf = (index: number) => localAccounts()[index]?.address.toLowerCase() as Address
const [painter, printer] = [addressOf(6), addressOf(7)]
const shares: readonly RoyaltyShare[] = [
  { recipient: painter, bps: 300 },
  { recipient: printer, bps: 200 },
]
const ether = (amount: string) => parseEther(amount).toString()

let market: Market
let ada: Trader
let ben: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben] = market.traders as [Trader, Trader]
  await market.wrap(ben, parseEther('20'))
})
afterAll(() => market?.stop())

const override = (royalties: readonly RoyaltyShare[]) =>
  overrideRoyalties(market.chain, market.collection, royalties)
const balance = (account: Address) => market.traders[0]?.reads.getBalance({ address: account })
const feesOf = async (id: string) =>
  (await market.get(`/orders/asks/v5?ids=${id}`)).body.orders[0].feeBreakdown

/** Asks the chain again, as a refresh of the collection has it done. */
async function renewed(): Promise<void> {
  expect((await market.post('/collections/refresh/v2', { collection: market.collection })).status).toBe(200)
  await renewRoyalties(market.deps)
}

describe('royalties of the royalty registry', () => {
  test('default: an override of a collection without royalties is signed, shown and paid, share by share', async () => {
    const [token = ''] = await market.tokens(ada)
    await override(shares)
    const [id = ''] = await market.list(ada, [token], { weiPrice: ether('1') })
    await renewed()
    expect(
      (await market.get(`/collections/v7?id=${market.collection}`)).body.collections[0].royalties,
    ).toEqual({
      recipient: painter,
      bps: 500,
      breakdown: shares.map(({ recipient, bps }) => ({ bps, recipient })),
    })
    expect((await feesOf(id)).map(({ recipient, bps }: RoyaltyShare) => ({ recipient, bps }))).toEqual(shares)
    const before = await Promise.all([balance(painter), balance(printer)])
    await market.walk(ben, await market.plan('/execute/buy/v7', { taker: ben.address, items: [{ token }] }))
    expect(await Promise.all([balance(painter), balance(printer)])).toEqual([
      (before[0] ?? 0n) + parseEther('0.03'),
      (before[1] ?? 0n) + parseEther('0.02'),
    ])
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('missing royalties are paid on top, to each recipient what is missing', async () => {
    const [token = ''] = await market.tokens(ada)
    await override(shares)
    await market.list(ada, [token], { weiPrice: ether('1'), customRoyalties: [`${painter}:300`] })
    const body = { taker: ben.address, items: [{ token }], normalizeRoyalties: true }
    const { body: plan } = await market.post('/execute/buy/v7', body)
    expect(plan.path[0].feesOnTop).toMatchObject([{ kind: 'royalty', recipient: printer, bps: 200 }])
    const before = await balance(printer)
    await market.walk(ben, plan)
    expect(await balance(printer)).toBe((before ?? 0n) + parseEther('0.02'))
  })

  test('an offer contains them, and its taker pays them', async () => {
    const [token = ''] = await market.tokens(ada)
    await override(shares)
    const [id = ''] = await market.bid(ben, [{ token, weiPrice: ether('1') }])
    const { feeBreakdown } = (await market.get(`/orders/bids/v6?ids=${id}`)).body.orders[0]
    expect(feeBreakdown.map(({ recipient, bps }: RoyaltyShare) => ({ recipient, bps }))).toEqual(shares)
    await market.walk(ada, await market.plan('/execute/sell/v7', { taker: ada.address, items: [{ token }] }))
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('a listing without them is not cheaper for a buyer who pays them', async () => {
    const [full = '', bare = ''] = await market.tokens(ada, 2)
    await override(shares)
    const [dear = ''] = await market.list(ada, [full], { weiPrice: ether('1') })
    const [cheap = ''] = await market.list(ada, [bare], {
      weiPrice: ether('0.97'),
      automatedRoyalties: false,
    })
    const pages = async (path: string, list: 'tokens' | 'orders'): Promise<readonly string[]> => {
      const seen: string[] = []
      for (let next: string | null = ''; next !== null && seen.length < 2; ) {
        const { body } = await market.get(`${path}&limit=1&continuation=${next}`)
        const [line] = body[list]
        seen.push(list === 'tokens' ? `${market.collection}:${line.token.tokenId}` : line.id)
        next = body.continuation
      }
      return seen
    }
    const tokens = `/tokens/v7?collection=${market.collection}&sortBy=floorAskPrice`
    const orders = `/orders/asks/v5?contracts=${market.collection}&sortBy=price`
    expect([await pages(tokens, 'tokens'), await pages(orders, 'orders')]).toEqual([
      [bare, full],
      [cheap, dear],
    ])
    const asked = '&normalizeRoyalties=true'
    expect([await pages(tokens + asked, 'tokens'), await pages(orders + asked, 'orders')]).toEqual([
      [full, bare],
      [dear, cheap],
    ])
    const floor = async (more: string) =>
      (await market.get(`/collections/v7?id=${market.collection}${more}`)).body.collections[0].floorAsk.id
    expect([await floor(''), await floor(asked)]).toEqual([cheap, dear])
    const chosen = async (normalizeRoyalties: boolean) => {
      const items = [{ collection: market.collection, quantity: 1 }]
      const body = { taker: ben.address, items, normalizeRoyalties, onlyPath: true }
      return (await market.post('/execute/buy/v7', body)).body.path[0].orderId
    }
    expect([await chosen(false), await chosen(true)]).toEqual([cheap, dear])
  })

  test('an override has precedence over the contract’s own royalties, which apply again when it ends', async () => {
    const token = await market.royaltyToken(ada)
    const contract = token.split(':')[0] as Address
    await overrideRoyalties(market.chain, contract, [{ recipient: printer, bps: 100 }])
    const askedBy = async (more: object = {}) => {
      const [id = ''] = await market.list(ada, [token], { weiPrice: ether('1'), ...more })
      return (await feesOf(id)).map(({ recipient, bps }: RoyaltyShare) => ({ recipient, bps }))
    }
    expect(await askedBy()).toEqual([{ recipient: printer, bps: 100 }])
    await overrideRoyalties(market.chain, contract, [])
    expect(await askedBy()).toEqual([{ recipient: painter, bps: 500 }])
  })
})
