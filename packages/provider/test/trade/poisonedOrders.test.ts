import { erc721Abi, type OrderComponents, orderHash } from '@sluice/seaport'
import { type Address, type Hex, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { postOrders } from '../../src/orders/postOrders.ts'
import type { Trader } from '../support/fixture.ts'
import { guardedTransfers } from '../support/guardedTransfers.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

/** Listings and offers that every check calls open, and whose fills revert in the contracts. */

let node: NodeProxy
let market: Market
let [mallory, ada, ben, cyn] = [] as unknown as [Trader, Trader, Trader, Trader]
let code: Hex
beforeAll(async () => {
  node = await startNodeProxy()
  market = await startMarket({}, (chain) => {
    node.target = chain.rpcUrl
    return { rpcUrls: [node.url] }
  })
  ;[mallory, ada, ben, cyn] = market.traders as [Trader, Trader, Trader, Trader]
  for (const trader of market.traders) await market.approve(trader)
  code = await market.rpc<Hex>('eth_getCode', [market.collection, 'latest'])
  await market.rpc('anvil_setCode', [implementation, code])
})
const counterAbi = parseAbi([
  'function incrementCounter() returns (uint256)',
  'function getCounter(address offerer) view returns (uint256)',
])
afterEach(async () => {
  node.meddle = undefined
  await market.rpc('anvil_setCode', [market.collection, code])
  // Every order of a test ends with it.
  const { seaport: address } = market.chain.contracts
  for (const maker of [mallory, ada])
    await maker.write({ address, abi: counterAbi, functionName: 'incrementCounter' })
  await market.settle()
})
afterAll(async () => {
  await market?.stop()
  await node?.stop()
})

const implementation = toHex(0xc0de_0000, { size: 20 })
/** Has the collection revert when a token moves to an account, or when one token moves. */
const guard = (...[argument, value]: [argument: 'to' | 'tokenId', value: bigint | Address]) =>
  market.rpc('anvil_setCode', [market.collection, guardedTransfers(implementation, argument, value)])

/** Code of recipients of fees. */
const recipients = {
  'rejects coins': '0x60006000fd',
  'burns all gas': '0x5b600056',
  'rejects coins unless gas is free': '0x3a600557005b60006000fd',
  'rejects coins with much data': '0x620400006000fd',
} as const
const kinds = Object.keys(recipients) as (keyof typeof recipients)[]
const recipientOf = async (kind: (typeof kinds)[number]): Promise<Address> => {
  const account = toHex(0xfee_0000 + kinds.indexOf(kind), { size: 20 })
  await market.rpc('anvil_setCode', [account, recipients[kind]])
  return account
}
const wei = (ether: string) => ({ weiPrice: parseEther(ether).toString() })
const buy = (items: readonly object[], more: object = {}, taker = ben) =>
  market.post('/execute/buy/v7', { items, taker: taker.address, ...more })
const sweep = (quantity: number, more: object = {}, taker = ben) =>
  buy([{ collection: market.collection, quantity }], more, taker)
const idsOf = ({ path }: { path: readonly { orderId: Hex }[] }) => path.map(({ orderId }) => orderId).sort()
const asked = (method: string) => node.asked.filter((question) => question.method === method).length
const counterOf = (maker: Trader) =>
  maker.reads.readContract({
    address: market.chain.contracts.seaport,
    abi: counterAbi,
    functionName: 'getCounter',
    args: [maker.address],
  })
const signedBy = async (maker: Trader, components: OrderComponents) => {
  const signature = await market.sign(maker, components)
  return { components, signature, version: '1.6' as const, source: undefined }
}
/** A listing of mallory's at the floor with a fee for a contract that rejects it. */
async function poison(kind: (typeof kinds)[number] = 'rejects coins', price = '0.001', more: object = {}) {
  const [token = ''] = await market.tokens(mallory)
  const fees = [`${await recipientOf(kind)}:100`]
  const [order = '0x'] = await market.list(mallory, [token], { ...wei(price), fees, ...more })
  return { token, order }
}

describe('a listing at the floor whose fill reverts', () => {
  test.each([false, true])('reverts every plan that has it, where partial is %s', async (partial) => {
    const { order } = await poison()
    const [token = ''] = await market.tokens(ada)
    await market.list(ada, [token], wei('0.002'))
    // A node that cannot simulate: the plan goes out as before.
    node.meddle = ({ id, method }, response) => {
      if (method !== 'eth_simulateV1') return false
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'internal error' } }))
      return true
    }
    const { status, body } = await sweep(2, { partial })
    expect(status).toBe(200)
    expect(idsOf(body)).toContain(order)
    await expect(market.walk(ben, body)).rejects.toThrow()
  })

  test.each(kinds)('as a recipient of its payments %s does not block the sweep', async (kind) => {
    const { order } = await poison(kind)
    const honest = await market.tokens(ada, 2)
    const good = [...(await market.list(ada, honest, wei('0.002')))].sort()
    for (const partial of [false, true]) {
      const { status, body } = await sweep(2, { partial })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(idsOf(body)).toEqual(good)
      expect(body.errors).toEqual([])
    }
    // The order stays: another account may be able to fill it.
    expect(await market.statusOf(order)).toBe('fillable/approved')
    const { body } = await sweep(2)
    await market.walk(ben, body)
    for (const token of honest) expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('as its token does not move to one buyer is left out for that buyer alone', async () => {
    const [first = '', second = ''] = await market.tokens(ada, 2)
    const [cheap = '0x'] = await market.list(ada, [first], wei('0.001'))
    const [dear = '0x'] = await market.list(ada, [second], wei('0.002'))
    await guard('to', ben.address)
    expect(await sweep(1)).toMatchObject({
      status: 400,
      body: { code: 5, message: expect.stringContaining(`the order ${cheap} would revert`) },
    })
    // What reverted for one account is tried for the next one, and found to be good.
    const before = asked('eth_simulateV1')
    const { status, body } = await sweep(2, {}, cyn)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(idsOf(body)).toEqual([cheap, dear].sort())
    expect(asked('eth_simulateV1') - before).toBe(2)
    await market.walk(cyn, body)
  })

  test('as its token is locked costs the plan a few more requests', async () => {
    const [locked = '', open = ''] = await market.tokens(ada, 2)
    await market.list(ada, [locked], wei('0.001'))
    const [good = '0x'] = await market.list(ada, [open], wei('0.002'))
    const before = asked('eth_simulateV1')
    await guard('tokenId', tokenIdOf(locked))
    const { status, body } = await sweep(1)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(idsOf(body)).toEqual([good])
    expect(asked('eth_simulateV1') - before).toBeLessThanOrEqual(4)
    await market.walk(ben, body)
  })

  test('in wrapped coins does not block the sweep either', async () => {
    const { weth: currency } = market.chain.contracts
    const [locked = '', open = ''] = await market.tokens(ada, 2)
    const [bad = '0x'] = await market.list(ada, [locked], { ...wei('0.0001'), currency })
    const [good = '0x'] = await market.list(ada, [open], { ...wei('0.0002'), currency })
    await market.wrap(ben, parseEther('1'))
    await guard('tokenId', tokenIdOf(locked))
    const { status, body } = await sweep(1, { currency })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(idsOf(body)).toEqual([good])
    await market.walk(ben, body)
    expect(await market.ownerOf(open)).toBe(ben.address)
    await market.rpc('anvil_setCode', [market.collection, code])
    // Once it moves again, it is planned with again.
    const again = await sweep(1, { currency })
    expect(idsOf(again.body)).toEqual([bad])
    await market.walk(ben, again.body)
  })
})

describe('listings that share a token', () => {
  test('are tried each: a good one behind a bad one of the same maker is bought', async () => {
    const { token } = await poison()
    const [good = '0x'] = await market.list(mallory, [token], wei('0.002'))
    const { status, body } = await buy([{ token }])
    expect(status, JSON.stringify(body)).toBe(200)
    expect(idsOf(body)).toEqual([good])
    await market.walk(ben, body)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('do not hide others, however many their maker has for one unit', async () => {
    const fee = await recipientOf('burns all gas')
    const token = await market.units(mallory, 1n)
    const editions = token.split(':')[0] as Address
    const own = await market.units(ada, 1n)
    for (const trader of [mallory, ada])
      await trader.write({
        address: editions,
        abi: erc721Abi,
        functionName: 'setApprovalForAll',
        args: [market.chain.contracts.conduit, true],
      })
    await market.settle()
    const terms = async (maker: Trader) => ({
      token: editions,
      kind: 'erc1155' as const,
      counter: await counterOf(maker),
    })
    const more = await terms(mallory)
    const bad = Array.from({ length: 90 }, (_, index) =>
      market.listing(mallory, tokenIdOf(token), {
        ...more,
        gross: parseEther('0.001'),
        fees: [{ recipient: fee, bps: 100 }],
        salt: BigInt(50_000 + index),
      }),
    )
    const posted = await Promise.all(bad.map((components) => signedBy(mallory, components)))
    const results = await postOrders(market.deps, posted)
    expect(results.filter(({ stored }) => !stored)).toEqual([])
    const listing = market.listing(ada, tokenIdOf(own), { ...(await terms(ada)), gross: parseEther('0.01') })
    const good = await market.postOrder(ada, listing)
    const before = asked('eth_simulateV1')
    const { status, body } = await buy([{ collection: editions, quantity: 1 }])
    expect(status, JSON.stringify(body)).toBe(200)
    expect(idsOf(body)).toEqual([good])
    expect(asked('eth_simulateV1') - before).toBeLessThanOrEqual(6)
    await market.walk(ben, body)
  })
})

describe('listings that can be filled, and not together', () => {
  /** Lists tokens of mallory's whose fees go to accounts of which only one ever accepts coins. */
  async function listRivals(first: number) {
    const lock: Address = toHex(first, { size: 20 })
    await market.rpc('anvil_setCode', [lock, '0x600054600c576001600055005b60006000fd'])
    const tokens = await market.tokens(mallory, 3)
    const orders: Hex[] = []
    for (const [index, token] of tokens.entries()) {
      const recipient = toHex(first + 1 + index, { size: 20 })
      const calls = `0x6000600060006000600073${lock.slice(2)}5af11560265700`
      await market.rpc('anvil_setCode', [recipient, `${calls}5b60006000fd`])
      orders.push(...(await market.list(mallory, [token], { ...wei('0.001'), fees: [`${recipient}:100`] })))
    }
    return { tokens, orders }
  }

  test.each([false, true])('do not block the sweep, where partial is %s', async (partial) => {
    const { orders } = await listRivals(partial ? 0xacce_0000 : 0xacce_1000)
    const honest = await market.tokens(ada, 3)
    const good = await market.list(ada, honest, wei('0.002'))
    const { status, body } = await sweep(4, { partial })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(idsOf(body).filter((id: Hex) => good.includes(id))).toHaveLength(3)
    expect(idsOf(body).filter((id: Hex) => orders.includes(id))).toHaveLength(1)
    await market.walk(ben, body)
    for (const token of honest) expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('are named where there is nothing else', async () => {
    const { tokens, orders } = await listRivals(0xacce_2000)
    const items = tokens.map((token) => ({ token }))
    const { status, body } = await buy(items, { partial: true })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(idsOf(body)).toHaveLength(1)
    const message = expect.stringMatching(/^Filling the order 0x.{64} together with others would revert/)
    expect(body.errors).toHaveLength(2)
    for (const error of body.errors)
      expect(error).toEqual({ orderId: expect.toSatisfy((id) => orders.includes(id)), message })
    await market.walk(ben, body)
  })
})

describe('a request that names an order whose fill reverts', () => {
  test('is rejected in one sentence, unless it may be filled in part', async () => {
    const { order, token } = await poison()
    const [other = ''] = await market.tokens(ada)
    const [good = '0x'] = await market.list(ada, [other], wei('0.002'))
    const message = `Filling the order ${order} would revert for this account: one of its recipients does not accept what it would receive`
    const items = [
      { orderId: order, quantity: 1 },
      { token: other, quantity: 1 },
    ]
    expect(await buy(items)).toMatchObject({
      status: 410,
      body: { code: 3, message, orderId: order, field: 'items.0', unfillable: 'reverts' },
    })
    const { status, body } = await buy(items, { partial: true })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(idsOf(body)).toEqual([good])
    expect(body.errors).toEqual([{ message, orderId: order }])
    // The only listing of a token that the cart names.
    const cart = await buy([{ token }, { token: other }], { partial: true })
    expect(idsOf(cart.body)).toEqual([good])
    expect(cart.body.errors).toEqual([{ message, orderId: order }])
    expect(await buy([{ token }, { token: other }])).toMatchObject({
      status: 400,
      body: { code: 5, message: expect.stringContaining(message), orderId: order, unfillable: 'reverts' },
    })
    expect(await buy([{ token }], { partial: true })).toMatchObject({
      status: 400,
      body: { code: 5, message: expect.stringContaining(message) },
    })
    await market.walk(ben, body)
  })

  test('is planned as it is where what reverts is not the order but a fee of the caller', async () => {
    const [token = ''] = await market.tokens(ada)
    const [order = '0x'] = await market.list(ada, [token], wei('0.001'))
    const feesOnTop = [`${await recipientOf('rejects coins')}:1000`]
    const { status, body } = await buy([{ token }], { feesOnTop })
    expect(status).toBe(200)
    expect(idsOf(body)).toEqual([order])
    await market.walk(ben, (await buy([{ token }])).body)
  })
})

describe('offers whose fills revert', () => {
  test('do not hide the honest offer behind them', async () => {
    const [token = ''] = await market.tokens(ada)
    for (const [trader, funds] of [
      [mallory, '2'],
      [cyn, '1'],
    ] as const) {
      await market.wrap(trader, parseEther(funds))
      await market.allow(trader, parseEther('1000'))
    }
    await market.settle()
    const counter = await counterOf(mallory)
    const offers = Array.from({ length: 60 }, (_, index) =>
      market.offer(mallory, parseEther('2'), { salt: BigInt(40_000 + index), counter }),
    )
    const posted = await Promise.all(offers.map((components) => signedBy(mallory, components)))
    await postOrders(market.deps, posted)
    const honest = await market.postOrder(cyn, market.offer(cyn, parseEther('0.5')))
    await guard('to', mallory.address)
    const before = asked('eth_simulateV1')
    const { status, body } = await market.post('/execute/sell/v7', {
      items: [{ token, quantity: 1 }],
      taker: ada.address,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(idsOf(body)).toEqual([honest])
    expect(asked('eth_simulateV1') - before).toBeLessThanOrEqual(8)
    await market.walk(ada, body)
    expect(await market.ownerOf(token)).toBe(cyn.address)
    expect(await market.statusOf(orderHash(offers[0]!))).toBe('fillable/approved')
  })

  test('do not make others suspect by what they do with the token', async () => {
    const token = await market.units(ada, 1n)
    for (const trader of [mallory, ben, cyn]) {
      await market.wrap(trader, parseEther('5'))
      await market.allow(trader, parseEther('1000'))
    }
    const bidOf = async (maker: Trader, ether: string) =>
      (await market.bid(maker, [{ token, ...wei(ether) }]))[0]
    const refusing = await bidOf(cyn, '4')
    const [greedy, honest] = [await bidOf(mallory, '1'), await bidOf(ben, '0.5')]
    await market.rpc('anvil_setCode', [cyn.address, recipients['rejects coins']])
    // Passes on what it receives, so that it cannot be given back for the next trial.
    const sink = '000000000000000000000000000000000000dead'
    const call = `63f242432a60e01b6000523060045273${sink}602452604435604452600160645260a0608452600060a452`
    const passesOn = `0x${call}6000600060c460006000335af15063f23a6e6160e01b60005260206000f3`
    await market.rpc('anvil_setCode', [mallory.address, passesOn])
    const sell = async (...exclusions: (Hex | undefined)[]) => {
      const before = asked('eth_simulateV1')
      const items = [{ token, quantity: 1, exclusions: exclusions.map((orderId) => ({ orderId })) }]
      const { status, body } = await market.post('/execute/sell/v7', { items, taker: ada.address })
      expect(status, JSON.stringify(body)).toBe(200)
      return { ids: idsOf(body), simulated: asked('eth_simulateV1') - before }
    }
    try {
      expect((await sell()).ids).toEqual([greedy])
      // A suspect would be tried before it is planned with.
      expect(await sell(refusing, greedy)).toEqual({ ids: [honest], simulated: 1 })
    } finally {
      for (const { address } of [mallory, cyn]) await market.rpc('anvil_setCode', [address, '0x'])
    }
  })
})
