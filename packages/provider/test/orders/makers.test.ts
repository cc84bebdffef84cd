import {
  buildListing,
  erc20Abi,
  erc721Abi,
  type OrderComponents,
  orderTypedData,
  seaportDomain,
} from '@sluice/seaport'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

const factoryAbi = parseAbi([
  'function create(address signer) returns (address)',
  'function addressOf(address signer) view returns (address)',
])
const walletAbi = parseAbi([
  'function execute(address target, uint256 value, bytes data) payable returns (bytes)',
  'function rotate(address signer)',
])
const undeployed = `0x${'6492'.repeat(16)}` as const

let market: Market
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market?.stop())

/** A trader's contract account; made on chain when `create` is called. */
async function walletOf(owner: Trader) {
  const factory = market.chain.contracts.walletFactory
  const address = (
    await owner.reads.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'addressOf',
      args: [owner.address],
    })
  ).toLowerCase() as Address
  const execute = (target: Address, data: Hex) =>
    owner.write({ address, abi: walletAbi, functionName: 'execute', args: [target, 0n, data] })
  return {
    address,
    deployment: encodeFunctionData({ abi: factoryAbi, functionName: 'create', args: [owner.address] }),
    create: () =>
      owner.write({ address: factory, abi: factoryAbi, functionName: 'create', args: [owner.address] }),
    execute,
    approve: () =>
      execute(
        market.collection,
        encodeFunctionData({
          abi: erc721Abi,
          functionName: 'setApprovalForAll',
          args: [market.chain.contracts.conduit, true],
        }),
      ),
  }
}

function listingOf(maker: Address, token: string): OrderComponents {
  const now = BigInt(Math.floor(Date.now() / 1000))
  return buildListing({
    maker,
    token: market.collection,
    tokenId: tokenIdOf(token),
    kind: 'erc721',
    quantity: 1n,
    gross: 10n ** 17n,
    currency: zeroAddress,
    fees: [],
    startTime: now - 60n,
    endTime: now + 86_400n,
    salt: tokenIdOf(token),
    conduitKey: market.chain.contracts.conduitKey,
    counter: 0n,
  })
}

const post = async (order: OrderComponents, signature: Hex) =>
  market.post(`/order/v3?signature=${signature}`, {
    order: {
      kind: 'seaport-v1.6',
      data: JSON.parse(
        JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
      ),
    },
  })
const sign = (owner: Trader, order: OrderComponents): Promise<Hex> =>
  owner.account.signTypedData(orderTypedData(seaportDomain(market.chain.id, '1.6'), order))
const give = async (from: Trader, to: Address): Promise<string> => {
  const [token = ''] = await market.tokens(from)
  await from.write({
    address: market.collection,
    abi: erc721Abi,
    functionName: 'safeTransferFrom',
    args: [from.address, to, tokenIdOf(token)],
  })
  await market.sync()
  return token
}

describe('a maker that is a contract', () => {
  test('default: lists by EIP-1271, sells, and may revoke its signature', async () => {
    const [owner, buyer, other] = market.traders as [Trader, Trader, Trader]
    const wallet = await walletOf(owner)
    await wallet.create()
    const [sold, kept] = [await give(owner, wallet.address), await give(owner, wallet.address)]
    await wallet.approve()
    await market.sync()
    const order = listingOf(wallet.address, sold)
    const { status, body } = await post(order, await sign(owner, order))
    expect(status).toBe(200)
    expect(await market.statusOf(body.orderId)).toBe('fillable/approved')
    const buy = (orderId: string) => ({ taker: buyer.address, items: [{ orderId }] })
    await market.walk(buyer, await market.plan('/execute/buy/v7', buy(body.orderId)))
    expect(await market.ownerOf(sold)).toBe(buyer.address)

    const second = listingOf(wallet.address, kept)
    const { body: posted } = await post(second, await sign(owner, second))
    await owner.write({
      address: wallet.address,
      abi: walletAbi,
      functionName: 'rotate',
      args: [other.address],
    })
    expect(await market.post('/execute/buy/v7', buy(posted.orderId))).toMatchObject({
      status: 410,
      body: { code: 3, message: 'The order is not available anymore' },
    })
    // The same order by the word of whom the wallet listens to now.
    expect(await post(second, await sign(owner, second))).toMatchObject({
      status: 400,
      body: { message: 'invalid-signature' },
    })
    expect(await post(second, await sign(other, second))).toMatchObject({ status: 200, body: posted })
    await market.walk(buyer, await market.plan('/execute/buy/v7', buy(posted.orderId)))
    expect(await market.ownerOf(kept)).toBe(buyer.address)
  })

  test('is rejected when its contract says no, returns nonsense, or does not exist', async () => {
    const [, , owner, stranger] = market.traders as [Trader, Trader, Trader, Trader]
    const wallet = await walletOf(owner)
    await wallet.create()
    const token = await give(owner, wallet.address)
    const order = listingOf(wallet.address, token)
    expect(await post(order, await sign(stranger, order))).toMatchObject({
      status: 400,
      body: { message: 'invalid-signature' },
    })
    for (const maker of [market.collection, `0x${'ab'.repeat(20)}` as Address]) {
      const foreign = listingOf(maker, token)
      expect(await post(foreign, await sign(owner, foreign))).toMatchObject({
        status: 400,
        body: { message: 'invalid-signature' },
      })
    }
  })

  test('signs before it is deployed (ERC-6492): the order is stored, and can be filled after the deployment', async () => {
    const [buyer, , , owner] = market.traders as [Trader, Trader, Trader, Trader]
    const wallet = await walletOf(owner)
    const token = await give(owner, wallet.address)
    const order = listingOf(wallet.address, token)
    const wrap = (factory: Address, inner: Hex): Hex =>
      concatHex([
        encodeAbiParameters(
          [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
          [factory, wallet.deployment, inner],
        ),
        undeployed,
      ])
    const { walletFactory } = market.chain.contracts
    const inner = await sign(owner, order)
    const bad = [
      inner,
      wrap(walletFactory, await sign(buyer, order)),
      wrap(market.collection, inner),
      concatHex([inner, undeployed]),
    ]
    for (const signature of bad)
      expect(await post(order, signature)).toMatchObject({
        status: 400,
        body: { message: 'invalid-signature' },
      })
    const { status, body } = await post(order, wrap(walletFactory, inner))
    expect(status).toBe(200)
    expect(await market.statusOf(body.orderId)).toBe('fillable/no-approval')
    expect((await owner.reads.getCode({ address: wallet.address })) ?? '0x').toBe('0x')
    await wallet.create()
    await wallet.approve()
    await market.sync()
    expect(await market.statusOf(body.orderId)).toBe('fillable/approved')
    await market.walk(
      buyer,
      await market.plan('/execute/buy/v7', { taker: buyer.address, items: [{ orderId: body.orderId }] }),
    )
    expect(await market.ownerOf(token)).toBe(buyer.address)
  })

  test('bids with its balance', async () => {
    const [owner, seller] = market.traders as [Trader, Trader]
    const { weth, conduit } = market.chain.contracts
    const fresh = market.traders[1] as Trader
    const wallet = await walletOf(fresh)
    await wallet.create()
    await market.wrap(owner, 10n ** 18n)
    await owner.write({
      address: weth,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [wallet.address, 10n ** 18n],
    })
    await fresh.write({
      address: wallet.address,
      abi: walletAbi,
      functionName: 'execute',
      args: [
        weth,
        0n,
        encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, 10n ** 18n] }),
      ],
    })
    const [token = ''] = await market.tokens(seller)
    await market.sync()
    const { body } = await market.post('/execute/bid/v5', {
      maker: wallet.address,
      params: [{ token, weiPrice: (10n ** 17n).toString(), orderKind: 'seaport-v1.6' }],
    })
    const item = body.steps.at(-1).items[0]
    const { domain, types, value, primaryType } = item.data.sign
    const signature = await fresh.account.signTypedData({
      domain,
      types,
      message: value,
      primaryType,
    } as never)
    const posted = await market.post(`/order/v3?signature=${signature}`, item.data.post.body)
    expect(posted.status).toBe(200)
    await market.walk(
      seller,
      await market.plan('/execute/sell/v7', {
        taker: seller.address,
        items: [{ token, orderId: posted.body.orderId }],
      }),
    )
    expect(await market.ownerOf(token)).toBe(wallet.address)
  })
})
