import type { AssetDelta, ExecutionItem, OrderTrade } from '@sluice/core'
import { describe, expect, test } from 'vitest'
import { receiptOf } from '../../src/progress/receiptOf.ts'
import { collection, eth, native, orderId, weth } from '../support/answers.ts'

const hash = (number: number) => `0x${String(number).padStart(64, '0')}` as const
const token = (tokenId: bigint, amount = 1n): AssetDelta => ({
  kind: amount > 1n ? 'erc1155' : 'erc721',
  contract: collection,
  tokenId,
  amount,
})
const money = (amount: bigint, contract: `0x${string}` = native): AssetDelta => ({
  kind: contract === native ? 'native' : 'erc20',
  contract,
  amount,
})
const trade = (number: number, price: AssetDelta, more: Partial<OrderTrade> = {}): OrderTrade => ({
  orderId: orderId(number),
  item: 0,
  token: token(BigInt(number)),
  price,
  ...more,
})
/** A mined call of these trades. */
const call = (trades: readonly OrderTrade[], more: Partial<ExecutionItem> = {}): ExecutionItem => ({
  status: 'complete',
  phase: 'complete',
  money: 'spent',
  orderIds: [],
  orderIndexes: [],
  hashes: [hash(1)],
  txHash: hash(1),
  receipt: { hash: hash(1), status: 'success', blockNumber: 1n, gasCost: 7n },
  effects: {
    give: trades.map(({ price }) => price),
    get: trades.map((one) => one.token),
    fees: [],
    authority: [],
    trades,
  },
  ...more,
})
const receipt = (action: 'buy' | 'sell' | 'list' | 'transfer', ...items: readonly ExecutionItem[]) =>
  receiptOf({
    action,
    past: [],
    steps: [{ id: 'one', action: '', description: '', kind: 'transaction', items }],
  })

describe('the receipt of a purchase', () => {
  test('names the tokens, the sum paid, the network fee and the transaction', () => {
    const url = 'https://explorer.example/tx/1'
    expect(
      receipt('buy', call([trade(1, money(eth)), trade(2, money(2n * eth))], { explorerUrl: url })),
    ).toEqual({
      tokens: [token(1n), token(2n)],
      minted: [],
      money: [{ contract: native, amount: 3n * eth }],
      isBound: false,
      networkFee: 7n,
      transactions: [{ hash: hash(1), url }],
      ends: undefined,
      until: undefined,
      hasFees: false,
    })
  })

  test('leaves out what the mined call skipped', () => {
    const item = call([trade(1, money(eth)), trade(2, money(2n * eth))], { skipped: [orderId(2)] })
    expect(receipt('buy', item)).toMatchObject({ tokens: [token(1n)], money: [{ amount: eth }] })
  })

  test('counts the units that the exchange moved, and their part of the price', () => {
    const item = call([trade(1, money(4n * eth), { token: token(1n, 4n) })], {
      fills: [{ order: orderId(1), token: `${collection}:1`, units: 3 }],
    })
    expect(receipt('buy', item)).toMatchObject({ tokens: [{ amount: 3n }], money: [{ amount: 3n * eth }] })
  })

  test('calls a price that moved with time a bound', () => {
    const item = call([trade(1, money(eth))])
    const give = [{ ...money(eth), most: 2n * eth }]
    expect(receipt('buy', { ...item, effects: { ...item.effects!, give } }).isBound).toBe(true)
  })

  describe('at a falling price', () => {
    const falling = (trades: readonly OrderTrade[], more: Partial<ExecutionItem>) => {
      const item = call(trades)
      const give = trades.map(({ price }) => ({ ...price, most: 2n * price.amount }))
      return { ...item, effects: { ...item.effects!, give }, ...more }
    }
    const paid = (number: number, amount: bigint, currency: `0x${string}` = native) => ({
      order: orderId(number),
      currency,
      amount,
    })

    test('says what was paid, as the exchange says it', () => {
      const item = falling([trade(1, money(eth))], { payments: [paid(1, eth - 5n)] })
      expect(receipt('buy', item)).toMatchObject({ money: [{ amount: eth - 5n }], isBound: false })
    })

    test('says what the units cost that came', () => {
      const item = falling([trade(1, money(4n * eth), { token: token(1n, 4n) })], {
        fills: [{ order: orderId(1), token: `${collection}:1`, units: 3 }],
        payments: [paid(1, 2n * eth)],
      })
      expect(receipt('buy', item)).toMatchObject({
        tokens: [{ amount: 3n }],
        money: [{ amount: 2n * eth }],
        isBound: false,
      })
    })

    test('counts an order that two items fill once', () => {
      const parts = [trade(1, money(eth), { item: 0 }), trade(1, money(2n * eth), { item: 1 })]
      const units = [token(1n, 1n), token(1n, 2n)] as const
      const item = falling(
        parts.map((one, index) => ({ ...one, token: { ...units[index]!, kind: 'erc1155' } })),
        { fills: [{ order: orderId(1), token: `${collection}:1`, units: 3 }], payments: [paid(1, 2n * eth)] },
      )
      expect(receipt('buy', item)).toMatchObject({
        tokens: [{ amount: 3n }],
        money: [{ amount: 2n * eth }],
        isBound: false,
      })
    })

    test('of orders that were skipped in part says what the others took', () => {
      const item = falling([trade(1, money(eth)), trade(2, money(eth))], {
        skipped: [orderId(2)],
        payments: [paid(1, eth - 5n)],
      })
      expect(receipt('buy', item)).toMatchObject({ money: [{ amount: eth - 5n }], isBound: false })
    })

    test('stays a bound where one price is not known, or in another currency', () => {
      const both = [trade(1, money(eth)), trade(2, money(eth))]
      const partly = falling(both, { payments: [paid(1, eth - 5n)] })
      expect(receipt('buy', partly)).toMatchObject({ money: [{ amount: 2n * eth - 5n }], isBound: true })
      const other = falling([trade(1, money(eth))], { payments: [paid(1, 7n, weth)] })
      expect(receipt('buy', other)).toMatchObject({ money: [{ amount: eth }], isBound: true })
    })
  })

  test('does not count an approval before it, nor what was not done', () => {
    const approval = call([], { effects: { give: [], get: [], fees: [], authority: [] } })
    const open = call([trade(2, money(eth))], { status: 'incomplete', phase: 'waiting' })
    const found = receipt('buy', approval, call([trade(1, money(eth))], { txHash: hash(2) }), open)
    expect(found).toMatchObject({ tokens: [token(1n)], money: [{ amount: eth }], networkFee: 14n })
    expect(found.transactions).toHaveLength(2)
  })

  test('names no network fee where one of its transactions has none that is known', () => {
    const { gasCost: _, ...unknown } = call([]).receipt!
    const items = [call([trade(1, money(eth))]), call([], { receipt: unknown })]
    expect(receipt('buy', ...items).networkFee).toBeUndefined()
  })
})

test('the receipt of a sale of two tokens to one offer counts what the offer took of each', () => {
  const sold = [1n, 2n].map((id) => trade(9, money(4n, weth), { token: token(id, 4n) }))
  const fills = [1, 2].map((id) => ({ order: orderId(9), token: `${collection}:${id}`, units: id }))
  expect(receipt('sell', call(sold, { fills }))).toMatchObject({
    tokens: [{ amount: 1n }, { amount: 2n }],
    money: [{ contract: weth, amount: 3n }],
  })
})

test('the receipt of a sale into an offer whose price moves names the least that arrived', () => {
  const sale = (more: Partial<OrderTrade>) => call([trade(1, money(95n, weth), { gross: 100n, ...more })])
  expect(receipt('sell', sale({ moves: true }))).toMatchObject({ money: [{ amount: 95n }], isBound: true })
  expect(receipt('sell', sale({})).isBound).toBe(false)
})

test('the receipt of a sale names what arrived after fees', () => {
  const sale = call([trade(1, money(95n, weth), { gross: 100n })])
  expect(receipt('sell', sale).money).toEqual([{ contract: weth, amount: 95n }])
})

test('the receipt of a listing names its price before fees, and neither a fee nor a transaction', () => {
  const { receipt: _, txHash: __, ...signature } = call([trade(1, money(95n), { gross: 100n })])
  expect(receipt('list', signature)).toMatchObject({
    money: [{ contract: native, amount: 100n }],
    networkFee: undefined,
    transactions: [],
  })
})

test('the receipt of a change has the orders, the fee and the transaction of the cancellation before it', () => {
  const { receipt: _, txHash: __, ...signature } = call([trade(1, money(95n), { gross: 100n })])
  const order = { order: orderId(9) }
  const effects = { give: [], get: [], fees: [], authority: [], ends: [order] }
  const run = (item: ExecutionItem) => ({
    past: [],
    steps: [{ id: 'one', action: '', description: '', kind: 'transaction' as const, items: [item] }],
  })
  expect(
    receiptOf({ action: 'list', ...run(signature) }, { action: 'cancel', ...run(call([], { effects })) }),
  ).toMatchObject({
    money: [{ contract: native, amount: 100n }],
    networkFee: 7n,
    transactions: [{ hash: hash(1) }],
    ends: [order],
  })
})

test('the receipt of a transfer names what left, and no money', () => {
  const effects = { give: [token(1n)], get: [], fees: [], authority: [] }
  expect(receipt('transfer', call([], { effects }))).toMatchObject({ tokens: [token(1n)], money: [] })
})
