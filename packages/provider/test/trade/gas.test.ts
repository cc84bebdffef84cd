import { sendFromNode } from '@sluice/devnet'
import { type Fill, fulfillAdvanced } from '@sluice/seaport'
import { type Address, erc20Abi, type Hex, hexToBigInt } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOrders, type StoredOrder } from '../../src/storage/orders/orders.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let seller: Trader
let buyer: Trader
/** Two fees to accounts that have money already, as royalties and marketplaces do. */
let fees: { marketplaceFees: string[] }

beforeAll(async () => {
  market = await startMarket()
  ;[seller, buyer] = market.traders as [Trader, Trader]
  const [, , one, two] = market.traders as [Trader, Trader, Trader, Trader]
  fees = { marketplaceFees: [`${one.address}:250`, `${two.address}:500`] }
})
afterAll(() => market?.stop())

type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint }
const gasOf = async (trader: Trader, { to, data, value }: Call): Promise<number> =>
  Number((await trader.send({ to, data, value })).gasUsed)

/** Gas of a call that is taken back again; the node signs it, so that nobody counts its nonce. */
async function gasOfTrial(trader: Trader, { to, data, value }: Call): Promise<number> {
  const snapshot = await market.rpc<string>('evm_snapshot')
  const call = { from: trader.address, to, data, value }
  const { status, gasUsed } = await sendFromNode(market.chain.rpcUrl, call)
  if (status !== 'success') throw new Error('The trial was reverted.')
  await market.rpc('evm_revert', [snapshot])
  return Number(gasUsed)
}

/** Gas of two ways to do the same, each from the same state. The second one stays done. */
async function compare(trader: Trader, first: Call, second: Call): Promise<readonly [number, number]> {
  return [await gasOfTrial(trader, first), await gasOf(trader, second)]
}
const storedOf = async (id: Hex): Promise<StoredOrder> => {
  const [order] = await readOrders(market.deps.db, market.chain.id, [id])
  if (order === undefined) throw new Error('The order is not kept.')
  return order
}
const advanced = (order: StoredOrder): Call => {
  const fill: Fill = { components: order.components, signature: order.signature }
  return fulfillAdvanced(fill, {
    seaport: market.chain.contracts.seaport,
    conduitKey: market.chain.contracts.conduitKey,
    now: BigInt(Math.floor(Date.now() / 1000)),
  })
}
async function saleOf(path: string, body: object): Promise<Call> {
  const { status, body: answer } = await market.post(path, body)
  if (status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
  const { to, data, value } = answer.steps.at(-1).items[0].data as { to: Address; data: Hex; value?: Hex }
  return { to, data, value: value === undefined ? 0n : hexToBigInt(value) }
}

test('a single listing is bought by the basic route, for nine tenths of the advanced one’s gas at most', async () => {
  // A first purchase warms what every market has warm: the accounts that are paid.
  const tokens = await market.tokens(seller, 2)
  const [first, second] = await market.list(seller, tokens, fees)
  const buy = (orderId: Hex | undefined) =>
    saleOf('/execute/buy/v7', { taker: buyer.address, items: [{ orderId }] })
  await gasOf(buyer, await buy(first))
  await market.sync()
  const order = await storedOf(second as Hex)
  const [general, ours] = await compare(buyer, advanced(order), await buy(second))
  expect(ours / general).toBeLessThanOrEqual(0.9)
  await market.sync()
  expect(await market.statusOf(order.id)).toMatch(/^filled/)
})

test('an offer for one token is accepted by the basic route, for nine tenths of the gas at most', async () => {
  const { weth, conduit } = market.chain.contracts
  const tokens = await market.tokens(seller, 2)
  await market.wrap(buyer, 10n ** 18n)
  await market.wrap(seller, 10n ** 18n)
  // The general route takes the fees from the seller, who has to allow them first.
  await seller.write({ address: weth, abi: erc20Abi, functionName: 'approve', args: [conduit, 10n ** 18n] })
  const params = tokens.map((token) => ({
    token,
    weiPrice: (10n ** 17n).toString(),
    orderKind: 'seaport-v1.6',
    ...fees,
  }))
  const [first, second] = await market.bid(buyer, params)
  const sell = (token: string | undefined, orderId: Hex | undefined) =>
    saleOf('/execute/sell/v7', { taker: seller.address, items: [{ token, orderId }] })
  await gasOf(seller, await sell(tokens[0], first))
  await market.sync()
  const order = await storedOf(second as Hex)
  const [general, ours] = await compare(seller, advanced(order), await sell(tokens[1], second))
  expect(ours / general).toBeLessThanOrEqual(0.9)
})

test.each([
  ['skipping what is gone, for six tenths', true, 0.6],
  ['all or none, for seven tenths', false, 0.7],
])('ten listings are bought together, %s of the gas of one by one at most', async (_, partial, most) => {
  const tokens = await market.tokens(seller, 11)
  const [single, ...ids] = await market.list(seller, tokens, fees)
  const [general] = [await gasOf(buyer, advanced(await storedOf(single as Hex)))]
  await market.sync()
  const items = ids.map((orderId) => ({ orderId }))
  const call = await saleOf('/execute/buy/v7', { taker: buyer.address, items, partial })
  expect((await gasOf(buyer, call)) / 10 / general).toBeLessThanOrEqual(most)
  await market.sync()
  for (const token of tokens) expect(await market.ownerOf(token)).toBe(buyer.address)
})
