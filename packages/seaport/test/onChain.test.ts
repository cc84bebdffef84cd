import fc from 'fast-check'
import {
  type Hex,
  parseCompactSignature,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  amountAt,
  askTotal,
  bulkSignature,
  bulkTree,
  bulkTypedData,
  cancelOrders,
  canFulfillBasic,
  criteriaProof,
  criteriaRoot,
  fulfill,
  fulfillAdvanced,
  fulfillAvailable,
  fulfillBasic,
  incrementCounter,
  matchAsks,
  matchBids,
  orderHash,
  orderShape,
  payableTip,
  seaportAbi,
  signedComponents,
} from '../src/index.ts'
import { anOrder } from './arbitraries.ts'
import { ether, type LocalMarket, openMarket } from './localMarket.ts'

let m: LocalMarket
beforeAll(async () => {
  m = await openMarket()
})
afterAll(() => m?.chain.stop())

test('Seaport gives every order the same id', async () => {
  const read = { address: m.contracts.seaport, abi: seaportAbi, functionName: 'getOrderHash' } as const
  for (const order of fc.sample(anOrder, { numRuns: 25, seed: 11 }))
    expect(await m.maker.reads.readContract({ ...read, args: [order] })).toBe(orderHash(order))
})

describe('buying one listing', () => {
  test('the basic route pays maker, fee and fee on top to the wei', async () => {
    const [fee, tip] = [m.nobody(), m.nobody()]
    const tokenId = await m.mintArt(m.maker)
    const order = await m.list(m.maker, { tokenId, gross: ether + 1n, fees: [{ recipient: fee, bps: 250 }] })
    const fill = { ...order, tips: [{ recipient: tip, amount: 7n }] }
    const maker = await m.native(m.low(m.maker))
    const options = await m.options({ suffix: '0x1d4da48b' })
    expect(canFulfillBasic(fill, options)).toBe(true)
    expect(await m.paid(m.low(m.taker), () => m.send(m.taker, fulfill(fill, options)))).toBe(ether + 8n)
    expect(await m.owner(tokenId)).toBe(m.low(m.taker))
    expect(await m.native(fee)).toBe(ether / 40n)
    expect(await m.native(tip)).toBe(7n)
    expect((await m.native(m.low(m.maker))) - maker).toBe(ether + 1n - ether / 40n)
  })

  test('an ERC-20 listing goes to another receiver through the general route', async () => {
    const tokenId = await m.mintArt(m.maker)
    const order = await m.list(m.maker, { tokenId, gross: ether, currency: m.contracts.weth })
    await m.approveWeth(m.taker, ether)
    const before = await m.weth(m.low(m.taker))
    const { events } = await m.send(m.taker, fulfill(order, await m.options({ recipient: m.low(m.other) })))
    expect(await m.owner(tokenId)).toBe(m.low(m.other))
    expect(before - (await m.weth(m.low(m.taker)))).toBe(ether)
    expect(events).toMatchObject([
      { name: 'OrderFulfilled', orderHash: orderHash(order.components), offerer: m.low(m.maker) },
    ])
  })

  test('an ERC-20 listing costs its price on the basic route too', async () => {
    const tokenId = await m.mintArt(m.maker)
    const order = await m.list(m.maker, { tokenId, gross: ether, currency: m.contracts.weth })
    await m.approveWeth(m.taker, ether)
    const before = await m.weth(m.low(m.taker))
    await m.send(m.taker, fulfillBasic(order, await m.options()))
    expect(before - (await m.weth(m.low(m.taker)))).toBe(ether)
  })

  test.each([
    ['falling', 4n * ether, ether],
    ['rising', ether, 4n * ether],
  ])('a %s price is charged as computed for that block', async (_, gross, endGross) => {
    const fee = m.nobody()
    const tokenId = await m.mintArt(m.maker)
    const order = await m.list(m.maker, { tokenId, gross, endGross, fees: [{ recipient: fee, bps: 333 }] })
    const options = await m.options({ until: (await m.now()) + 600n })
    let at = 0n
    const paid = await m.paid(m.low(m.taker), async () => {
      const sent = await m.send(m.taker, fulfill(order, options))
      at = sent.at
      return sent
    })
    expect(paid).toBe(askTotal(order.components, orderShape(order.components)!, at))
    expect(await m.native(fee)).toBe(
      amountAt(order.components.consideration[1]!, order.components, at, 'consideration'),
    )
  })

  test('units are bought one by one, each with its exact share of price, fee and fee on top', async () => {
    const [fee, tip] = [m.nobody(), m.nobody()]
    const id = await m.mintPrints(m.maker, 7n)
    // A fee of the whole price would be 233,111, which seven units cannot share.
    const gross = 7n * 1_000_050n
    const order = await m.list(m.maker, {
      token: m.prints,
      kind: 'erc1155',
      tokenId: id,
      quantity: 7n,
      gross,
      fees: [{ recipient: fee, bps: 333 }],
    })
    let bought = 0n
    for (const units of [1n, 2n, 3n]) {
      const amount = payableTip(100n, units, 7n)
      const fill = { ...order, units, tips: [{ recipient: tip, amount }] }
      const before = await m.native(tip)
      const paid = await m.paid(m.low(m.taker), async () => m.send(m.taker, fulfill(fill, await m.options())))
      bought += units
      expect(paid).toBe((gross / 7n) * units + amount)
      expect((await m.native(tip)) - before).toBe(amount)
      expect(await m.copies(m.low(m.taker), id)).toBe(bought)
    }
    expect(await m.native(fee)).toBe((order.components.consideration[1]!.startAmount / 7n) * 6n)
  })

  test('a falling price and part of the units together are charged as computed', async () => {
    const id = await m.mintPrints(m.maker, 5n)
    const order = await m.list(m.maker, {
      token: m.prints,
      kind: 'erc1155',
      tokenId: id,
      quantity: 5n,
      gross: 5n * ether,
      endGross: 5n,
    })
    const call = fulfillAdvanced({ ...order, units: 2n }, await m.options())
    let at = 0n
    const paid = await m.paid(m.low(m.taker), async () => {
      const sent = await m.send(m.taker, call)
      at = sent.at
      return sent
    })
    const [price] = order.components.consideration
    const part = { startAmount: (price!.startAmount / 5n) * 2n, endAmount: (price!.endAmount / 5n) * 2n }
    expect(paid).toBe(amountAt(part, order.components, at, 'consideration'))
    expect(call.value).toBeGreaterThan(paid)
  })

  test('a compact signature of 64 bytes is accepted', async () => {
    const tokenId = await m.mintArt(m.maker)
    const order = await m.list(m.maker, { tokenId, gross: ether })
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(order.signature)))
    expect(parseCompactSignature(compact)).toBeDefined()
    await m.send(m.taker, fulfill({ ...order, signature: compact }, await m.options()))
    expect(await m.owner(tokenId)).toBe(m.low(m.taker))
  })
})

describe('buying many listings', () => {
  test('skips a cancelled one, and returns its price and fee on top', async () => {
    const [fee, tip] = [m.nobody(), m.nobody()]
    const orders = []
    for (const gross of [ether, 2n * ether, 3n * ether]) {
      const tokenId = await m.mintArt(m.maker)
      orders.push(await m.list(m.maker, { tokenId, gross, fees: [{ recipient: fee, bps: 500 }] }))
    }
    await m.send(m.maker, cancelOrders(m.contracts.seaport, [orders[1]!.components]))
    const fills = orders.map((order) => ({ ...order, tips: [{ recipient: tip, amount: 10n }] }))
    const call = fulfillAvailable(fills, await m.options())
    expect(call.value).toBe(6n * ether + 30n)
    expect(await m.paid(m.low(m.taker), () => m.send(m.taker, call))).toBe(4n * ether + 20n)
    expect(await m.native(fee)).toBe(ether / 5n)
    expect(await m.native(tip)).toBe(20n)
    const owners = await Promise.all(
      orders.map((order) => m.owner(order.components.offer[0]!.identifierOrCriteria)),
    )
    expect(owners).toEqual([m.low(m.taker), m.low(m.maker), m.low(m.taker)])
  })

  test('fills every order under one bulk signature on its own', async () => {
    const orders = []
    for (let i = 0; i < 3; i++)
      orders.push((await m.list(m.maker, { tokenId: await m.mintArt(m.maker), gross: ether })).components)
    const tree = bulkTree(orders)
    const signature = await m.maker.account.signTypedData(bulkTypedData(m.domain, orders) as never)
    const fills = orders.map((components, index) => ({
      components,
      signature: bulkSignature(signature, index, tree.proof(index)),
    }))
    await m.send(m.taker, fulfillBasic(fills[2]!, await m.options()))
    await m.send(m.taker, fulfillAvailable(fills.slice(0, 2), await m.options()))
    for (const order of orders)
      expect(await m.owner(order.offer[0]!.identifierOrCriteria)).toBe(m.low(m.taker))
  })
})

describe('private listings', () => {
  test.each([
    ['fixed', 2n * ether, 2n * ether],
    ['falling', 3n * ether, ether],
    ['rising', ether, 3n * ether],
  ])('one at a %s price is bought by its taker', async (_, gross, endGross) => {
    const [fee, tip] = [m.nobody(), m.nobody()]
    const tokenId = await m.mintArt(m.maker)
    const order = await m.list(m.maker, {
      tokenId,
      gross,
      endGross,
      taker: m.low(m.taker),
      fees: [{ recipient: fee, bps: 333 }],
    })
    const options = { ...(await m.options({ until: (await m.now()) + 600n })), account: m.low(m.taker) }
    const fill = { ...order, tips: [{ recipient: tip, amount: 5n }] }
    let at = 0n
    const paid = await m.paid(m.low(m.taker), async () => {
      const sent = await m.send(m.taker, matchAsks([fill], options))
      at = sent.at
      return sent
    })
    expect(paid).toBe(askTotal(order.components, orderShape(order.components)!, at) + 5n)
    expect(await m.owner(tokenId)).toBe(m.low(m.taker))
    expect(await m.native(tip)).toBe(5n)
  })

  test('one in an ERC-20 costs its price', async () => {
    const tokenId = await m.mintArt(m.maker)
    const order = await m.list(m.maker, {
      tokenId,
      gross: ether,
      currency: m.contracts.weth,
      taker: m.low(m.taker),
    })
    await m.approveWeth(m.taker, ether)
    const before = await m.weth(m.low(m.taker))
    await m.send(m.taker, matchAsks([order], { ...(await m.options()), account: m.low(m.taker) }))
    expect(before - (await m.weth(m.low(m.taker)))).toBe(ether)
    expect(await m.owner(tokenId)).toBe(m.low(m.taker))
  })
})

describe('accepting offers', () => {
  const seller = async (salt?: bigint) => ({ ...(await m.options()), account: m.low(m.taker), salt })
  const earned = async (trade: () => Promise<unknown>) => {
    const before = await m.weth(m.low(m.taker))
    await trade()
    return (await m.weth(m.low(m.taker))) - before
  }

  test('takes fees and fee on top out of an offer for one token', async () => {
    const [fee, tip] = [m.nobody(), m.nobody()]
    const tokenId = await m.mintArt(m.taker)
    await m.approveWeth(m.maker, ether)
    const target = { kind: 'erc721', token: m.art, tokenId } as const
    const order = await m.bid(m.maker, { target, gross: ether, fees: [{ recipient: fee, bps: 100 }] })
    const fill = { ...order, tips: [{ recipient: tip, amount: 9n }] }
    expect(await earned(async () => m.send(m.taker, fulfillBasic(fill, await m.options())))).toBe(
      ether - ether / 100n - 9n,
    )
    expect([await m.weth(fee), await m.weth(tip)]).toEqual([ether / 100n, 9n])
    expect(await m.owner(tokenId)).toBe(m.low(m.maker))
  })

  test('fills an offer for any token and one for a list together, without an approval of the currency', async () => {
    const [fee, tip] = [m.nobody(), m.nobody()]
    const ids = [await m.mintArt(m.taker), await m.mintArt(m.taker)]
    const list = [ids[1]!, 900_001n, 900_002n, 900_003n]
    await m.approveWeth(m.maker, 5n * ether)
    await m.approveWeth(m.taker, 0n)
    const fees = [{ recipient: fee, bps: 250 }]
    const any = await m.bid(m.maker, {
      target: { kind: 'erc721', token: m.art, root: 0n },
      gross: ether,
      fees,
    })
    const root = BigInt(criteriaRoot(list))
    const some = await m.bid(m.maker, {
      target: { kind: 'erc721', token: m.art, root },
      gross: 2n * ether,
      fees,
    })
    const fills = [
      { ...any, tokenId: ids[0]!, tips: [{ recipient: tip, amount: 11n }] },
      { ...some, tokenId: ids[1]!, proof: criteriaProof(list, ids[1]!) },
    ]
    expect(await earned(async () => m.send(m.taker, matchBids(fills, await seller())))).toBe(
      3n * ether - (3n * ether) / 40n - 11n,
    )
    expect([await m.weth(fee), await m.weth(tip)]).toEqual([(3n * ether) / 40n, 11n])
    for (const id of ids) expect(await m.owner(id)).toBe(m.low(m.maker))
  })

  test('fills one offer for many units in parts: twice in one call, and the same way later', async () => {
    const id = await m.mintPrints(m.taker, 5n)
    await m.approveWeth(m.maker, 5n * ether)
    const target = { kind: 'erc1155', token: m.prints, tokenId: id } as const
    const order = await m.bid(m.maker, {
      target,
      gross: 5n * ether,
      quantity: 5n,
      fees: [{ recipient: m.nobody(), bps: 250 }],
    })
    const one = { ...order, units: 1n }
    const net = ether - ether / 40n
    expect(await earned(async () => m.send(m.taker, matchBids([one, one], await seller(1n))))).toBe(2n * net)
    expect(await earned(async () => m.send(m.taker, matchBids([one], await seller(2n))))).toBe(net)
    expect(
      await earned(async () => m.send(m.taker, matchBids([{ ...order, units: 2n }], await seller(3n)))),
    ).toBe(2n * net)
    expect(await m.copies(m.low(m.maker), id)).toBe(5n)
  })

  test('fills an offer for several tokens of a collection one at a time', async () => {
    const ids = [await m.mintArt(m.taker), await m.mintArt(m.taker)]
    await m.approveWeth(m.maker, 2n * ether)
    const order = await m.bid(m.maker, {
      target: { kind: 'erc721', token: m.art, root: 0n },
      gross: 2n * ether,
      quantity: 2n,
    })
    const fills = ids.map((tokenId) => ({ ...order, units: 1n, tokenId }))
    expect(await earned(async () => m.send(m.taker, matchBids(fills, await seller())))).toBe(2n * ether)
  })

  test.each([
    ['falling', 3n * ether, ether],
    ['rising', ether, 3n * ether],
  ])('a %s offer pays the seller what it is worth at the block', async (_, startAmount, endAmount) => {
    const fee = m.nobody()
    const tokenId = await m.mintArt(m.taker)
    await m.approveWeth(m.maker, 3n * ether)
    const target = { kind: 'erc721', token: m.art, tokenId } as const
    const { components } = await m.bid(m.maker, {
      target,
      gross: ether,
      fees: [{ recipient: fee, bps: 250 }],
    })
    const [offered] = components.offer
    const [nft, share] = components.consideration
    const moving = await m.sign(m.maker, {
      ...components,
      offer: [{ ...offered!, startAmount, endAmount }],
      consideration: [nft!, { ...share!, startAmount: startAmount / 40n, endAmount: endAmount / 40n }],
    })
    let at = 0n
    const gain = await earned(async () => {
      at = (await m.send(m.taker, matchBids([moving], await seller()))).at
    })
    const { offer, consideration } = moving.components
    expect(gain).toBe(
      amountAt(offer[0]!, moving.components, at, 'offer') -
        amountAt(consideration[1]!, moving.components, at, 'consideration'),
    )
  })

  test('an offer whose fee rises as fast as its price still pays the seller the difference', async () => {
    const tokenId = await m.mintArt(m.taker)
    await m.approveWeth(m.maker, 2n * ether)
    const target = { kind: 'erc721', token: m.art, tokenId } as const
    const fees = [{ recipient: m.nobody(), bps: 250 }]
    const { components } = await m.bid(m.maker, { target, gross: ether, fees })
    const [offered] = components.offer
    const [nft, share] = components.consideration
    // Seven units over a day: between two seconds one side is rounded down, the other up.
    const moving = await m.sign(m.maker, {
      ...components,
      offer: [{ ...offered!, endAmount: offered!.startAmount + 7n }],
      consideration: [nft!, { ...share!, endAmount: share!.startAmount + 7n }],
    })
    let at = 0n
    const gain = await earned(async () => {
      at = (await m.send(m.taker, matchBids([moving], await seller()))).at
    })
    const { offer, consideration } = moving.components
    const exact =
      amountAt(offer[0]!, moving.components, at, 'offer') -
      amountAt(consideration[1]!, moving.components, at, 'consideration')
    expect(gain).toBe(exact)
  })
})

describe('ending orders', () => {
  test('a cancelled order cannot be bought, and the log names it', async () => {
    const tokenId = await m.mintArt(m.maker)
    const order = await m.list(m.maker, { tokenId, gross: ether })
    const { events } = await m.send(m.maker, cancelOrders(m.contracts.seaport, [order.components]))
    expect(events).toMatchObject([{ name: 'OrderCancelled', orderHash: orderHash(order.components) }])
    await expect(m.options().then((options) => m.send(m.taker, fulfill(order, options)))).rejects.toThrow()
  })

  test('a raised counter voids what was signed under the old one', async () => {
    const tokenId = await m.mintArt(m.other)
    const order = await m.list(m.other, { tokenId, gross: ether })
    const { events } = await m.send(m.other, incrementCounter(m.contracts.seaport))
    const { counter } = await m.common(m.other)
    expect(events).toEqual([{ name: 'CounterIncremented', offerer: m.low(m.other), counter }])
    await expect(m.options().then((options) => m.send(m.taker, fulfill(order, options)))).rejects.toThrow()
  })
})

test('an order validated on chain is read from its log as it was signed', async () => {
  const order = await m.list(m.maker, {
    tokenId: await m.mintArt(m.maker),
    gross: 3n * ether,
    endGross: ether,
  })
  const { counter, ...parameters } = order.components
  const receipt = await m.taker.write({
    address: m.contracts.seaport,
    abi: seaportAbi,
    functionName: 'validate',
    args: [
      [
        {
          parameters: {
            ...parameters,
            totalOriginalConsiderationItems: BigInt(parameters.consideration.length),
          },
          signature: order.signature as Hex,
        },
      ],
    ],
  })
  const [event] = m.eventsOf(receipt)
  if (event?.name !== 'OrderValidated') throw new Error(String(event?.name))
  expect(signedComponents(event, counter)).toEqual(order.components)
  expect(event.orderHash).toBe(orderHash(order.components))
})
