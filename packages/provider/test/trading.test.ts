import { erc721Abi } from '@sluice/seaport'
import { parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trader } from './fixture.ts'
import { type Market, startMarket } from './market.ts'

let market: Market
let ada: Trader
let ben: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben] = market.traders as [Trader, Trader]
})
afterAll(() => market?.stop())

const ownerOf = async (tokenId: bigint) =>
  (
    await ada.reads.readContract({
      address: market.collection,
      abi: erc721Abi,
      functionName: 'ownerOf',
      args: [tokenId],
    })
  ).toLowerCase()

async function mintTo(trader: Trader, count = 1): Promise<readonly string[]> {
  const first = await market.mint(trader, count)
  await market.sync()
  return Array.from({ length: count }, (_, index) => `${market.collection}:${first + BigInt(index)}`)
}
const idOf = (token: string | undefined): bigint => BigInt(token?.split(':')[1] ?? '0')
const listBody = (maker: Trader, tokens: readonly string[], more: object = {}) => ({
  maker: maker.address,
  source: 'shop.example',
  params: tokens.map((token) => ({
    token,
    weiPrice: parseEther('1').toString(),
    orderKind: 'seaport-v1.6',
    orderbook: 'reservoir',
    currency: zeroAddress,
    options: { 'seaport-v1.6': { useOffChainCancellation: false } },
    ...more,
  })),
})
async function list(maker: Trader, tokens: readonly string[], more: object = {}) {
  const { status, body } = await market.post('/execute/list/v5', listBody(maker, tokens, more))
  expect(status, JSON.stringify(body)).toBe(200)
  return (await market.walk(maker, body)).orderIds
}

describe('a listing', () => {
  test('default: is approved, signed and posted, then bought, mined and filled', async () => {
    const [token] = await mintTo(ada)
    const { body: first } = await market.post('/execute/list/v5', listBody(ada, [token as string]))
    expect(first.steps.map((step: { id: string }) => step.id)).toEqual(['nft-approval', 'order-signature'])
    expect(first.steps[0].items[0].status).toBe('incomplete')
    const { orderIds } = await market.walk(ada, first)
    expect(await market.statusOf(orderIds[0] as string)).toBe('fillable/approved')

    const { body: second } = await market.post('/execute/list/v5', listBody(ada, [token as string]))
    expect(second.steps[0].items).toEqual([{ status: 'complete', data: {}, orderIndexes: [0] }])

    const { status, body: plan } = await market.post('/execute/buy/v7', {
      items: [{ token, quantity: 1 }],
      taker: ben.address,
      source: 'shop.example',
    })
    expect(status, JSON.stringify(plan)).toBe(200)
    expect(plan.steps.map((step: { id: string }) => step.id)).toEqual(['pre-signature', 'sale'])
    const sale = plan.steps[1].items[0]
    expect(sale.orderIds).toEqual(orderIds)
    expect(sale.data.data.slice(0, 10)).toBe('0x00000000')
    expect(BigInt(sale.data.value)).toBe(parseEther('1'))
    const {
      hashes: [hash],
    } = await market.walk(ben, plan)
    expect((await market.get(`/transactions/${hash}/synced/v1`)).body).toEqual({ synced: true })
    expect(await ownerOf(idOf(token))).toBe(ben.address)
    expect(await market.statusOf(orderIds[0] as string)).toBe('filled/approved')
    const { body: moved } = await market.get(`/transfers/bulk/v1?txHash=${hash}`)
    expect(moved.transfers).toMatchObject([{ from: ada.address, to: ben.address, amount: '1' }])
    expect(
      (await market.post('/execute/results/v1', { requestId: plan.requestId, stepId: 'sale', txHash: hash }))
        .body,
    ).toEqual({ message: 'Success' })
  })

  test('several at once are one signature, and a sweep buys them in one transaction', async () => {
    const tokens = await mintTo(ada, 3)
    const { body } = await market.post('/execute/list/v5', listBody(ada, tokens))
    const [signature] = body.steps[1].items
    expect(body.steps[1].items).toHaveLength(1)
    expect(signature.data.post.endpoint).toBe('/order/v4')
    expect(signature.orderIndexes).toEqual([0, 1, 2])
    await market.walk(ada, body)
    const { body: plan } = await market.post('/execute/buy/v7', {
      items: tokens.map((token) => ({ token })),
      taker: ben.address,
      feesOnTop: [`${ada.address}:${10n ** 15n}`],
    })
    const [sale] = plan.steps[1].items
    expect(plan.steps[1].items).toHaveLength(1)
    const total = plan.path.reduce(
      (sum: bigint, entry: { totalRawPrice: string }) => sum + BigInt(entry.totalRawPrice),
      0n,
    )
    expect(BigInt(sale.data.value)).toBe(total)
    expect(total).toBe(parseEther('3') + 10n ** 15n)
    await market.walk(ben, plan)
    for (const token of tokens) expect(await ownerOf(idOf(token))).toBe(ben.address)
  })
})
