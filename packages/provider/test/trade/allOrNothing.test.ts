import { cancelOrders, decodeCall, fulfillAdvanced } from '@sluice/seaport'
import { type Hex, hexToBigInt, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOrders } from '../../src/storage/orders/orders.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
let cyn: Trader

beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben, cyn] = market.traders as [Trader, Trader, Trader]
})
afterAll(() => market?.stop())

const plan = async (items: readonly object[], more: object = {}) => {
  const { status, body } = await market.post('/execute/buy/v7', { taker: ben.address, items, ...more })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
type SaleItem = { readonly data: { readonly data: Hex }; readonly orderIds: readonly Hex[] }
const salesOf = (answer: { steps: readonly { id: string; items: readonly SaleItem[] }[] }) =>
  answer.steps.find(({ id }) => id === 'sale')?.items ?? []
const namesOf = (answer: Parameters<typeof salesOf>[0]) =>
  salesOf(answer).map(({ data }) => decodeCall(data.data).call.name)
const ownersOf = (tokens: readonly string[]) => Promise.all(tokens.map((token) => market.ownerOf(token)))
const storedOf = async (id: Hex) => {
  const [order] = await readOrders(market.deps.db, market.chain.id, [id])
  if (order === undefined) throw new Error('The order is not kept.')
  return order
}
/** Ends an order on chain behind the provider's back. */
const cancel = async (id: Hex) => {
  const { components } = await storedOf(id)
  const { to, data } = cancelOrders(market.chain.contracts.seaport, [components])
  await ada.send({ to, data })
}

describe('a purchase of several orders', () => {
  test('default: is one transaction for all of them or none', async () => {
    const tokens = await market.tokens(ada, 3)
    const ids = await market.list(ada, tokens)
    const answer = await plan(tokens.map((token) => ({ token })))
    expect(namesOf(answer)).toEqual(['matchAdvancedOrders'])
    expect(salesOf(answer)[0]?.orderIds).toEqual(ids)
    await cancel(ids[1] as Hex)
    await expect(market.walk(ben, answer)).rejects.toThrow()
    expect(await ownersOf(tokens)).toEqual(tokens.map(() => ada.address))
    const rest = [tokens[0], tokens[2]] as string[]
    await market.walk(ben, await plan(rest.map((token) => ({ token }))))
    expect(await ownersOf(rest)).toEqual(rest.map(() => ben.address))
  })

  test('skips unavailable orders when a partial fill is allowed', async () => {
    const tokens = await market.tokens(ada, 3)
    const ids = await market.list(ada, tokens)
    const answer = await plan(
      tokens.map((token) => ({ token })),
      { partial: true },
    )
    expect(namesOf(answer)).toEqual(['fulfillAvailableAdvancedOrders'])
    await cancel(ids[1] as Hex)
    await market.walk(ben, answer)
    expect(await ownersOf(tokens)).toEqual([ben.address, ada.address, ben.address])
  })

  test('holds open and private listings in every currency together, with fees on top', async () => {
    const tokens = await market.tokens(ada, 4)
    const { usdc, weth } = market.chain.contracts
    const [one, two, three, four] = tokens as [string, string, string, string]
    await market.list(ada, [one])
    await market.list(ada, [two], { taker: ben.address })
    await market.list(ada, [three], { currency: usdc, weiPrice: '1000000' })
    await market.list(ada, [four], { currency: weth, weiPrice: parseEther('2').toString() })
    await market.dollars(ben, 1_000_000n)
    await market.wrap(ben, parseEther('2'))
    const fee = `0x${'fe'.repeat(20)}`
    const answer = await plan(
      tokens.map((token) => ({ token })),
      { feesOnTop: [`${fee}:1000`] },
    )
    expect(namesOf(answer)).toEqual(['matchAdvancedOrders'])
    await market.walk(ben, answer)
    expect(await ownersOf(tokens)).toEqual(tokens.map(() => ben.address))
    expect(await ben.reads.getBalance({ address: fee as Hex })).toBe(1000n)
  })

  test('fails as a whole when fewer units are left than it requests', async () => {
    const units = await market.units(ada, 5n)
    const [token = ''] = await market.tokens(ada)
    const [order] = await market.list(ada, [units], { quantity: 5, weiPrice: parseEther('5').toString() })
    await market.list(ada, [token])
    const answer = await plan([{ token: units, quantity: 4 }, { token }])
    const { components, signature } = await storedOf(order as Hex)
    const { seaport, conduitKey } = market.chain.contracts
    const now = BigInt(Math.floor(Date.now() / 1000))
    const { to, data, value } = fulfillAdvanced(
      { components, signature, units: 2n },
      { seaport, conduitKey, now },
    )
    await cyn.send({ to, data, value })
    await expect(market.walk(ben, answer)).rejects.toThrow()
    expect(await market.ownerOf(token)).toBe(ada.address)
  })

  test('as a gift is a sale to the recipient of the tokens', async () => {
    const tokens = await market.tokens(ada, 2)
    await market.list(ada, tokens.slice(0, 1))
    await market.list(ada, tokens.slice(1), { taker: cyn.address })
    const answer = await plan(
      tokens.map((token) => ({ token })),
      { taker: cyn.address, relayer: ben.address },
    )
    expect(namesOf(answer)).toEqual(['matchAdvancedOrders'])
    await market.walk(ben, answer)
    expect(await ownersOf(tokens)).toEqual([cyn.address, cyn.address])
    for (const token of tokens) {
      const { activities } = (await market.get(`/tokens/${token}/activity/v5?types=sale`)).body
      expect(activities).toMatchObject([
        { fromAddress: ada.address, toAddress: cyn.address, price: { currency: { contract: zeroAddress } } },
      ])
    }
  })

  test('sends enough for falling prices, and gets the rest back', async () => {
    const tokens = await market.tokens(ada, 2)
    const now = Math.floor(Date.now() / 1000)
    const times = { listingTime: String(now - 3600), expirationTime: String(now + 3600) }
    await market.list(ada, tokens.slice(0, 1), { ...times, endWeiPrice: '1000' })
    await market.list(ada, tokens.slice(1))
    const answer = await plan(tokens.map((token) => ({ token })))
    const { value } = (salesOf(answer)[0] as never as { data: { value: Hex } }).data
    const before = await ben.reads.getBalance({ address: ben.address })
    const { hashes } = await market.walk(ben, answer)
    const receipt = await ben.reads.getTransactionReceipt({ hash: hashes.at(-1) as Hex })
    const paid =
      before -
      (await ben.reads.getBalance({ address: ben.address })) -
      receipt.gasUsed * receipt.effectiveGasPrice
    expect(paid).toBeLessThan(hexToBigInt(value))
    expect(paid).toBeGreaterThan(parseEther('1.4'))
    expect(await ownersOf(tokens)).toEqual(tokens.map(() => ben.address))
  })
})
