import { sendFromNode } from '@sluice/devnet'
import {
  conduitControllerAbi,
  conduitControllerAddress,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  transferHelperAddress,
} from '@sluice/seaport'
import {
  concat,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseEther,
  slice,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trader } from '../support/fixture.ts'
import { listBody, type Market, startMarket, tokenIdOf } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
let cyn: Trader
let dan: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben, cyn, dan] = market.traders as [Trader, Trader, Trader, Trader]
})
afterAll(() => market?.stop())

type Entry = { readonly totalRawPrice: string; readonly quantity: number; readonly rawQuote: string }
const totalOf = (path: readonly Entry[]): bigint =>
  path.reduce((sum, entry) => sum + BigInt(entry.totalRawPrice) * BigInt(entry.quantity), 0n)
const stepIds = (plan: { steps: { id: string }[] }) => plan.steps.map(({ id }) => id)
const buy = (taker: Trader, items: readonly object[], more: object = {}) =>
  market.post('/execute/buy/v7', { items, taker: taker.address, ...more })

describe('buying', () => {
  test('default: a listing is approved, signed, posted, bought, mined and filled', async () => {
    const [token = ''] = await market.tokens(ada)
    const { body: first } = await market.post('/execute/list/v5', listBody(ada, [token]))
    expect(stepIds(first)).toEqual(['nft-approval', 'order-signature'])
    expect(first.steps[0].items[0].status).toBe('incomplete')
    const { orderIds } = await market.walk(ada, first)
    expect(await market.statusOf(orderIds[0] as string)).toBe('fillable/approved')
    const { body: second } = await market.post('/execute/list/v5', listBody(ada, [token]))
    expect(second.steps[0].items).toEqual([{ status: 'complete', data: {}, orderIndexes: [0] }])

    const { body: plan } = await buy(ben, [{ token, quantity: 1 }], { source: 'shop.example' })
    expect(stepIds(plan)).toEqual(['pre-signature', 'sale'])
    const [sale] = plan.steps[1].items
    expect(sale.orderIds).toEqual(orderIds)
    expect(sale.data.data.slice(0, 10)).toBe('0x00000000')
    expect(BigInt(sale.data.value)).toBe(parseEther('1'))
    const {
      hashes: [hash],
    } = await market.walk(ben, plan)
    expect((await market.get(`/transactions/${hash}/synced/v1`)).body).toMatchObject({ synced: true })
    expect(await market.ownerOf(token)).toBe(ben.address)
    expect(await market.statusOf(orderIds[0] as string)).toBe('filled/approved')
    const { body: moved } = await market.get(`/transfers/bulk/v1?txHash=${hash}`)
    expect(moved.transfers).toMatchObject([{ from: ada.address, to: ben.address, amount: '1' }])
    const report = { requestId: plan.requestId, stepId: 'sale', txHash: hash }
    expect((await market.post('/execute/results/v1', report)).body).toEqual({ message: 'Success' })
    expect(await buy(ben, [{ orderId: orderIds[0] }])).toMatchObject({
      status: 410,
      body: { code: 3, message: 'Order has been filled' },
    })
  })

  test('several listings are one signature, and a sweep buys them in one transaction, fees on top included', async () => {
    const tokens = await market.tokens(ada, 3)
    const { body } = await market.post('/execute/list/v5', listBody(ada, tokens))
    const [signature] = body.steps[1].items
    expect(body.steps[1].items).toHaveLength(1)
    expect(signature.data.post.endpoint).toBe('/order/v4')
    expect(signature.orderIndexes).toEqual([0, 1, 2])
    await market.walk(ada, body)
    const { body: plan } = await buy(
      ben,
      tokens.map((token) => ({ token })),
      { feesOnTop: [`${cyn.address}:${10n ** 15n}`] },
    )
    expect(plan.steps[1].items).toHaveLength(1)
    expect(BigInt(plan.steps[1].items[0].data.value)).toBe(totalOf(plan.path))
    expect(totalOf(plan.path)).toBe(parseEther('3') + 10n ** 15n)
    const before = await cyn.reads.getBalance({ address: cyn.address })
    await market.walk(ben, plan)
    for (const token of tokens) expect(await market.ownerOf(token)).toBe(ben.address)
    expect((await cyn.reads.getBalance({ address: cyn.address })) - before).toBe(10n ** 15n)
  })

  test('units of several sellers are bought in part, cheapest first', async () => {
    const token = await market.units(ada, 10n)
    const [order = ''] = await market.list(ada, [token], {
      quantity: 10,
      weiPrice: parseEther('10').toString(),
    })
    const { body: plan } = await buy(ben, [{ token, quantity: 3 }], { feesOnTop: [`${cyn.address}:1000`] })
    expect(plan.path).toMatchObject([{ quantity: 3, rawQuote: parseEther('1').toString() }])
    expect(BigInt(plan.steps[1].items[0].data.value)).toBe(totalOf(plan.path))
    await market.walk(ben, plan)
    const [contract = '', id = '0'] = token.split(':')
    const held = await ben.reads.readContract({
      address: contract as `0x${string}`,
      abi: erc1155Abi,
      functionName: 'balanceOf',
      args: [ben.address, BigInt(id)],
    })
    expect(held).toBe(3n)
    const { body } = await market.get(`/orders/asks/v5?ids=${order}`)
    expect(body.orders).toMatchObject([{ quantityFilled: 3, quantityRemaining: 7, status: 'active' }])
    const { body: preview } = await buy(ben, [{ token }], { onlyPath: true, partial: true })
    expect(preview).toMatchObject({
      maxQuantities: [{ itemIndex: 0, maxQuantity: '7' }],
      path: [{ quantity: 7 }],
    })
    expect(preview.steps).toBeUndefined()
    expect(await buy(ben, [{ token, quantity: 8 }])).toMatchObject({ status: 400, body: { code: 8 } })
  })

  test('a listing in dollars requires exactly its allowance first', async () => {
    const [token = ''] = await market.tokens(ada)
    const { usdc } = market.chain.contracts
    await market.list(ada, [token], { currency: usdc, weiPrice: '2000000000' })
    await market.dollars(ben, 5_000_000_000n)
    const { body: plan } = await buy(ben, [{ token }])
    expect(stepIds(plan)).toEqual(['currency-approval', 'pre-signature', 'sale'])
    const { functionName, args } = decodeFunctionData({
      abi: erc20Abi,
      data: plan.steps[0].items[0].data.data,
    })
    expect([functionName, args?.[1]]).toEqual(['approve', 2_000_000_000n])
    expect(plan.steps[2].items[0].data.value).toBeUndefined()
    await market.walk(ben, plan)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('listings in two currencies are one purchase, and two when a partial fill is allowed', async () => {
    const tokens = await market.tokens(ada, 2)
    const { usdc } = market.chain.contracts
    await market.list(ada, tokens.slice(0, 1))
    await market.list(ada, tokens.slice(1), { currency: usdc, weiPrice: '1000000' })
    const items = tokens.map((token) => ({ token }))
    const { body: parts } = await buy(ben, items, { partial: true })
    expect(parts.steps.at(-1).items).toHaveLength(2)
    const { body: plan } = await buy(ben, items)
    expect(plan.steps.at(-1).items).toHaveLength(1)
    expect(plan.path.map((entry: { currency: string }) => entry.currency)).toEqual([zeroAddress, usdc])
    await market.walk(ben, plan)
    for (const token of tokens) expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('a private listing can be bought only by its taker', async () => {
    const [token = ''] = await market.tokens(ada)
    const [order] = await market.list(ada, [token], { taker: ben.address })
    expect(await buy(cyn, [{ orderId: order }])).toMatchObject({ status: 400, body: { code: 5 } })
    expect(await buy(cyn, [{ token }])).toMatchObject({ status: 400, body: { code: 5 } })
    const { body: plan } = await buy(ben, [{ token }])
    await market.walk(ben, plan)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('a gift is paid by the sender and arrives at the taker', async () => {
    const [token = ''] = await market.tokens(ada)
    await market.list(ada, [token])
    const { body: plan } = await buy(cyn, [{ token }], { relayer: ben.address })
    expect(plan.steps[1].items[0].data.from).toBe(ben.address)
    await market.walk(ben, plan)
    expect(await market.ownerOf(token)).toBe(cyn.address)
  })

  test('a falling price is quoted at its current value, and the rest is returned', async () => {
    const [token = ''] = await market.tokens(ada)
    await market.list(ada, [token], { endWeiPrice: parseEther('0.5').toString() })
    const { body: plan } = await buy(ben, [{ token }])
    const quoted = BigInt(plan.path[0].rawQuote)
    expect(quoted).toBeLessThanOrEqual(parseEther('1'))
    expect(BigInt(plan.steps[1].items[0].data.value)).toBe(quoted)
    await market.walk(ben, plan)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('a falling price is enough for a wallet that simulates it at the previous block', async () => {
    const [token = ''] = await market.tokens(ada)
    const now = Math.floor(Date.now() / 1000)
    const times = { listingTime: String(now - 3600), expirationTime: String(now + 3600) }
    await market.list(ada, [token], { ...times, endWeiPrice: '1000' })
    const { body: plan } = await buy(ben, [{ token }])
    const perSecond = parseEther('1') / 7200n
    const value = BigInt(plan.steps[1].items[0].data.value)
    expect(value).toBeGreaterThan(parseEther('0.5'))
    expect(value).toBeLessThan(parseEther('0.5') + 62n * perSecond)
    await market.walk(ben, plan)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('an order whose token moved since the last block is not offered, and is revalidated', async () => {
    const [token = ''] = await market.tokens(ada)
    const [order = ''] = await market.list(ada, [token])
    const { body: gift } = await market.post('/execute/transfer/v1', {
      from: ada.address,
      to: cyn.address,
      items: [{ token }],
    })
    const { to, data } = gift.steps[1].items[0].data
    await ada.send({ to, data })
    expect(await buy(ben, [{ token }])).toMatchObject({ status: 400, body: { code: 5 } })
    expect(await buy(ben, [{ orderId: order }])).toMatchObject({ status: 410, body: { code: 3 } })
    await market.sync()
    expect(await market.statusOf(order)).toBe('no-balance/approved')
    expect(await buy(ben, [{ orderId: order }])).toMatchObject({
      body: { message: "Order is inactive (insufficient balance or approval) and can't be filled" },
    })
  })

  test('unavailable orders are left out of a partial purchase, with the reason', async () => {
    const [token = '', other = ''] = await market.tokens(ada, 2)
    await market.list(ada, [token])
    const items = [{ token }, { orderId: `0x${'ab'.repeat(32)}` }, { token: other }]
    expect((await buy(ben, items)).status).toBe(410)
    const { status, body } = await buy(ben, items, { partial: true })
    expect(status).toBe(200)
    expect(body.path).toHaveLength(1)
    expect(body.errors).toEqual([
      { message: 'The order is not available anymore', orderId: `0x${'ab'.repeat(32)}` },
    ])
  })

  test('a maker cannot buy from itself, and a taker with too low a balance is rejected', async () => {
    const [token = ''] = await market.tokens(ada)
    await market.list(ada, [token], { weiPrice: parseEther('9000000').toString() })
    expect((await buy(ada, [{ token }])).body).toMatchObject({
      code: 5,
      message: 'No fillable orders (taker cannot fill own orders)',
      unfillable: 'own_order',
    })
    expect(await buy(ben, [{ token }])).toMatchObject({ status: 400, body: { code: 6 } })
    expect((await buy(ben, [{ token }], { skipBalanceCheck: true })).status).toBe(200)
    expect((await buy(ben, [{ token }], { onlyPath: true })).status).toBe(200)
  })

  test('one of a collection is bought past a cheaper listing of the same token that is sold whole only', async () => {
    const edition = await market.units(ada, 4n)
    const [collection = ''] = edition.split(':')
    const [whole] = await market.list(ada, [edition], { quantity: 3, weiPrice: '100' })
    const [single] = await market.list(ada, [edition], { weiPrice: '1000' })
    const { status, body } = await buy(ben, [{ collection }], { onlyPath: true })
    expect(status).toBe(200)
    expect(body.path.map((entry: { orderId: string }) => entry.orderId)).toEqual([single])
    const { body: all } = await buy(ben, [{ collection, quantity: 3 }], { onlyPath: true })
    expect(all.path.map((entry: { orderId: string }) => entry.orderId)).toEqual([whole])
  })

  test('royalties that a listing leaves out are paid on top when the buyer wants to', async () => {
    const token = await market.royaltyToken(ada)
    await market.list(ada, [token], { automatedRoyalties: false })
    const { body: plain } = await buy(ben, [{ token }], { onlyPath: true })
    const { body: plan } = await buy(ben, [{ token }], { normalizeRoyalties: true })
    const [fee] = plan.path[0].feesOnTop
    expect(plain.path[0].rawQuote).toBe(parseEther('1').toString())
    expect(fee).toMatchObject({ kind: 'royalty' })
    expect(BigInt(plan.path[0].rawQuote)).toBe(parseEther('1') + BigInt(fee.rawAmount))
    await market.walk(ben, plan)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })
})

describe('listing', () => {
  test('names the error of each order, and continues with the others', async () => {
    const [token = ''] = await market.tokens(ada)
    const [foreign = ''] = await market.tokens(cyn)
    const body = listBody(ada, [foreign, token])
    const { status, body: answer } = await market.post('/execute/list/v5', body)
    expect(status).toBe(200)
    expect(answer.errors).toEqual([{ message: 'Maker does not own token', orderIndex: 0 }])
    expect(answer.steps[1].items[0].orderIndexes).toEqual([1])
    expect(await market.post('/execute/list/v5', listBody(ada, [foreign]))).toMatchObject({
      status: 400,
      body: {
        code: 12,
        message: 'No orders can be created',
        field: 'params.0.token',
        errors: [{ message: 'Maker does not own token' }],
      },
    })
  })

  test.each([
    ['Unsupported orderbook', { orderbook: 'opensea' }],
    [
      'Off-chain cancellation is not supported',
      {
        options: {
          'seaport-v1.6': { useOffChainCancellation: false, replaceOrderId: `0x${'12'.repeat(32)}` },
        },
      },
    ],
    ['Unsupported conduit', { options: { 'seaport-v1.6': { conduitKey: `0x${'77'.repeat(32)}` } } }],
    ['Unsupported currency', { currency: `0x${'77'.repeat(20)}` }],
    ['Total fees exceed price', { fees: [`0x${'77'.repeat(20)}:5000`, `0x${'78'.repeat(20)}:5000`] }],
    ['The expiration time is in the past', { expirationTime: '1600000000' }],
    ['An ERC-721 token has a quantity of one', { quantity: 2 }],
  ])('refuses: %s', async (message, more) => {
    const [token = ''] = await market.tokens(ada)
    const { body } = await market.post('/execute/list/v5', listBody(ada, [token], more))
    expect(body).toMatchObject({ code: 12, errors: [{ message, orderIndex: 0 }] })
  })

  test('a client that names no order kind or an older one lists on the available Seaport', async () => {
    const [token = ''] = await market.tokens(ada)
    for (const orderKind of [undefined, 'seaport', 'seaport-v1.4', 'seaport-v1.5']) {
      const { body } = await market.post(
        '/execute/list/v5',
        listBody(ada, [token], { orderKind, options: undefined }),
      )
      const [{ data }] = body.steps[1].items
      expect(data.sign.domain.version).toBe('1.6')
      expect(data.post.body.order.kind).toBe('seaport-v1.6')
    }
  })

  test('royalties are those that the contract returns now, for the token itself', async () => {
    const [token, other] = [await market.royaltyToken(ada), await market.royaltyToken(ada)]
    const [collection = '0x', id = '0'] = token.split(':') as [Hex, string]
    const heir = `0x${'a7'.repeat(20)}` as const
    // Where the library keeps royalties: the default in its own slot, a token's beside it (ERC-2981 of solady).
    const seed = pad('0xaa4ec00224afccfdb7')
    const asks = (slot: Hex, recipient: Hex, bps: number) =>
      market.rpc('anvil_setStorageAt', [
        collection,
        slot,
        concat([recipient, numberToHex(bps, { size: 12 })]),
      ])
    const before = await (market.traders[0] as Trader).reads.getStorageAt({ address: collection, slot: seed })
    await asks(seed, heir, 700)
    await asks(keccak256(concat([pad(numberToHex(BigInt(id))), seed])), heir, 900)
    try {
      const feesOf = async (which: string) => {
        const [order] = await market.list(ada, [which])
        const { body } = await market.get(`/orders/asks/v5?ids=${order}`)
        return body.orders[0].feeBreakdown.map((fee: { recipient: string; bps: number }) => [
          fee.recipient,
          fee.bps,
        ])
      }
      expect([await feesOf(token), await feesOf(other)]).toEqual([[[heir, 900]], [[heir, 700]]])
      const { body } = await market.post('/execute/buy/v7', {
        items: [{ token }],
        taker: ben.address,
        normalizeRoyalties: true,
      })
      expect(body.path[0].feesOnTop).toEqual([])
    } finally {
      await market.rpc('anvil_setStorageAt', [collection, seed, before])
    }
  })

  test('royalties are complete at every price, also in an offer', async () => {
    const token = await market.royaltyToken(ada)
    const { weth } = market.chain.contracts
    const odd = { weiPrice: '33000000000000079' }
    const [listing] = await market.list(ada, [token], odd)
    await market.wrap(ben, parseEther('1'))
    const [offer] = await market.bid(ben, [{ token, currency: weth, orderKind: 'seaport-v1.6', ...odd }])
    for (const path of [`/orders/asks/v5?ids=${listing}`, `/orders/bids/v6?ids=${offer}`]) {
      const { body } = await market.get(path)
      expect(body.orders[0].feeBreakdown.map((fee: { bps: number }) => fee.bps)).toEqual([500])
    }
  })

  test('royalties and fees, capped and flat, are paid when it sells', async () => {
    const token = await market.royaltyToken(ada)
    const [order] = await market.list(ada, [token], {
      royaltyBps: 200,
      fees: [`${cyn.address}:250`],
      marketplaceFlatFees: [`${cyn.address}:12345`],
    })
    const { body } = await market.get(`/orders/asks/v5?ids=${order}&includeRawData=true`)
    expect(body.orders[0].feeBreakdown.map((fee: { bps: number }) => fee.bps)).toEqual([200, 250, 0])
    const before = await cyn.reads.getBalance({ address: cyn.address })
    await market.walk(ben, (await buy(ben, [{ token }])).body)
    expect((await cyn.reads.getBalance({ address: cyn.address })) - before).toBe(25n * 10n ** 15n + 12_345n)
    expect(tokenIdOf(token)).toBeGreaterThan(0n)
  })
})

type Transfer = {
  readonly steps: readonly { readonly items: readonly { readonly data: { readonly to: string } }[] }[]
}
const transferPlan = async (items: readonly object[]): Promise<Transfer> => {
  const { status, body } = await market.post('/execute/transfer/v1', {
    from: dan.address,
    to: ben.address,
    items,
  })
  expect(status).toBe(200)
  return body
}
const callsOf = ({ steps }: Transfer) => steps.map(({ items }) => items.map(({ data }) => data.to))
const letConduit = (approved: boolean) =>
  dan.write({
    address: market.collection,
    abi: erc721Abi,
    functionName: 'setApprovalForAll',
    args: [market.chain.contracts.conduit, approved],
  })

describe('a transfer of several tokens', () => {
  test('default: goes through the helper at once, units of an edition beside single tokens, after the approvals that are missing', async () => {
    const tokens = await market.tokens(dan, 3)
    const edition = await market.units(dan, 9n)
    await letConduit(true)
    const plan = await transferPlan([...tokens.map((token) => ({ token })), { token: edition, quantity: 4 }])
    expect(callsOf(plan)).toEqual([[edition.split(':')[0]], [transferHelperAddress]])
    const { hashes } = await market.walk(dan, plan)
    for (const token of tokens) expect(await market.ownerOf(token)).toBe(ben.address)
    const { transfers } = (await market.get(`/transfers/bulk/v1?txHash=${hashes.at(-1)}`)).body
    expect(transfers).toHaveLength(4)
    expect(transfers).toContainEqual(
      expect.objectContaining({
        token: { contract: edition.split(':')[0], tokenId: `${tokenIdOf(edition)}` },
        to: ben.address,
        amount: '4',
      }),
    )
  })

  test('leaves no approval behind when that would save no transaction', async () => {
    const [token = ''] = await market.tokens(dan)
    const other = await market.royaltyToken(dan)
    await letConduit(false)
    const plan = await transferPlan([{ token }, { token: other }])
    expect(callsOf(plan)).toEqual([[], [market.collection, other.split(':')[0]]])
    await market.walk(dan, plan)
    for (const sent of [token, other]) expect(await market.ownerOf(sent)).toBe(ben.address)
  })

  test('one token always moves by its own contract', async () => {
    const [token = ''] = await market.tokens(dan)
    await letConduit(true)
    expect(callsOf(await transferPlan([{ token }]))).toEqual([[], [market.collection]])
  })

  test('a conduit that is closed to the helper is not used', async () => {
    const tokens = await market.tokens(dan, 2)
    await letConduit(true)
    const items = tokens.map((token) => ({ token }))
    expect(callsOf(await transferPlan(items))[1]).toEqual([transferHelperAddress])
    const creator = slice(market.chain.contracts.conduitKey, 0, 20)
    await market.rpc('anvil_impersonateAccount', [creator])
    await sendFromNode(market.chain.rpcUrl, {
      from: creator,
      to: conduitControllerAddress,
      data: encodeFunctionData({
        abi: conduitControllerAbi,
        functionName: 'updateChannel',
        args: [market.chain.contracts.conduit, transferHelperAddress, false],
      }),
    })
    expect(callsOf(await transferPlan(items))).toEqual([[], [market.collection, market.collection]])
  })
})
