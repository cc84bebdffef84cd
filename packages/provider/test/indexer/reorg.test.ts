import { erc20Abi, erc721Abi, incrementCounter, wrappedNativeAbi } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFinalityReader } from '../../src/indexer/createFinalityReader.ts'
import { revalidateOrders } from '../../src/orders/revalidateOrders.ts'
import { readHead } from '../../src/storage/chain/blocks.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
let cleo: Trader
let dan: Trader
let cases: readonly (readonly [name: string, one: Case])[]
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben, cleo, dan] = market.traders as [Trader, Trader, Trader, Trader]
  cases = Object.entries(await setUp())
})
afterAll(() => market?.stop())

/** One kind of thing that happens to an order on chain, with the status that the order has before and after. */
type Case = { readonly id: Hex; readonly act: () => Promise<unknown>; readonly after: string }

const plan = async (path: string, body: object, trader: Trader) => {
  const { status, body: answer } = await market.post(path, body)
  if (status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
  await market.walk(trader, answer)
}

/** Every kind of change, each with an order of its own; every act is a block or more. */
async function setUp(): Promise<Readonly<Record<string, Case>>> {
  const [sold = '', offeredFor = '', withdrawn = '', moved = '', one = '', two = ''] = await market.tokens(
    ada,
    6,
  )
  const [kept = ''] = await market.tokens(cleo)
  const [counted = ''] = await market.tokens(dan)
  const edition = await market.units(cleo, 5n)
  const [bought = '0x', cancelled = '0x', away = '0x'] = [
    ...(await market.list(ada, [sold])),
    ...(await market.list(ada, [withdrawn])),
    ...(await market.list(ada, [moved])),
  ]
  const [first = '0x', second = '0x'] = await market.list(ada, [one, two])
  const [closed = '0x'] = await market.list(cleo, [kept])
  const [units = '0x'] = await market.list(cleo, [edition], { quantity: 5 })
  const [ended = '0x'] = await market.list(dan, [counted])
  await market.wrap(ben, parseEther('1'))
  const [taken = '0x'] = await market.bid(ben, [{ token: offeredFor, weiPrice: parseEther('1').toString() }])
  await market.wrap(dan, parseEther('1'))
  const [poor = '0x'] = await market.bid(dan, [{ token: sold, weiPrice: parseEther('1').toString() }])
  const buy = (orderId: Hex, quantity = 1) =>
    plan('/execute/buy/v7', { taker: ben.address, items: [{ orderId, quantity }] }, ben)
  const contract = { address: market.collection, abi: erc721Abi } as const
  return {
    'a listing is bought': { id: bought, act: () => buy(bought), after: 'filled' },
    'an offer is accepted': {
      id: taken,
      act: () =>
        plan('/execute/sell/v7', { taker: ada.address, items: [{ token: offeredFor, orderId: taken }] }, ada),
      after: 'filled',
    },
    'a listing is cancelled': {
      id: cancelled,
      act: () => plan('/execute/cancel/v3', { orderIds: [cancelled] }, ada),
      after: 'cancelled',
    },
    'one of two listings under one signature is bought': {
      id: first,
      act: () => buy(first),
      after: 'filled',
    },
    'its sister is cancelled': {
      id: second,
      act: () => plan('/execute/cancel/v3', { orderIds: [second] }, ada),
      after: 'cancelled',
    },
    'some units of a listing are bought': { id: units, act: () => buy(units, 2), after: 'active' },
    'a listed token is given away': {
      id: away,
      act: () =>
        ada.write({
          ...contract,
          functionName: 'safeTransferFrom',
          args: [ada.address, ben.address, tokenIdOf(moved)],
        }),
      after: 'inactive',
    },
    'an approval is taken back': {
      id: closed,
      act: () =>
        cleo.write({
          ...contract,
          functionName: 'setApprovalForAll',
          args: [market.chain.contracts.conduit, false],
        }),
      after: 'inactive',
    },
    'the money behind an offer is spent': {
      id: poor,
      act: () =>
        dan.write({
          address: market.chain.contracts.weth,
          abi: wrappedNativeAbi,
          functionName: 'withdraw',
          args: [parseEther('1')],
        }),
      after: 'inactive',
    },
    // The last, since it ends the offer of the same maker as well.
    'a counter is raised': {
      id: ended,
      act: () => dan.send(incrementCounter(market.chain.contracts.seaport)),
      after: 'cancelled',
    },
  }
}

test('a reorg many blocks deep reverts what happened to every kind of order, and it can happen again', async () => {
  const lines = async (word: (status: string, filled: number) => string) => {
    const ids = cases.map(([, { id }]) => `ids=${id}`).join('&')
    const [asks, bids] = [
      await market.get(`/orders/asks/v5?${ids}`),
      await market.get(`/orders/bids/v6?${ids}`),
    ]
    const orders: { id: string; status: string; quantityFilled: number }[] = [
      ...asks.body.orders,
      ...bids.body.orders,
    ]
    return cases.map(([name, { id }]) => {
      const order = orders.find((one) => one.id === id)
      return `${name}: ${word(order?.status ?? 'absent', order?.quantityFilled ?? 0)}`
    })
  }
  const statuses = () => lines((status) => status)
  const filled = () => lines((_, units) => String(units))
  const facts = () =>
    market.deps.db.rows(sql`
      select (select count(*) from fills) as fills, (select count(*) from cancels) as cancels,
        (select count(*) from counters) as counters,
        (select md5(string_agg(contract || token_id || owner || amount, ',' order by contract, token_id, owner))
          from ownerships where amount > 0) as owners`)
  const before = await statuses()
  expect(before).toEqual(cases.map(([name]) => `${name}: active`))
  const [unfilled, old] = [await filled(), await facts()]
  const after = cases.map(
    ([name, one]) => `${name}: ${name === 'the money behind an offer is spent' ? 'cancelled' : one.after}`,
  )
  const block = async () => Number(await market.rpc<string>('eth_blockNumber'))

  const snapshot = await market.rpc<string>('evm_snapshot')
  const start = await block()
  for (const [, { act }] of cases) await act()
  await market.sync()
  expect(await statuses()).toEqual(after)
  const deep = (await block()) - start
  expect(deep).toBeGreaterThanOrEqual(cases.length)

  const nonces = await Promise.all(
    market.traders.map(({ address }) => market.rpc<Hex>('eth_getTransactionCount', [address, 'latest'])),
  )
  await market.rpc('evm_revert', [snapshot])
  // The traders sent as much on the other branch, to somewhere else.
  for (const [index, { address }] of market.traders.entries())
    await market.rpc('anvil_setNonce', [address, nonces[index]])
  await market.rpc('anvil_mine', [`0x${(deep + 2).toString(16)}`])
  await market.sync()
  expect(await statuses()).toEqual(before)
  expect(await filled()).toEqual(unfilled)
  expect(await facts()).toEqual(old)

  for (const [, { act }] of cases) await act()
  await market.sync()
  expect(await statuses()).toEqual(after)
  const [told] = await market.deps.db.rows<{ statuses: string[] }>(sql`
    select array_agg(payload ->> 'status' order by seq) as statuses from outbox
    where kind = 'order' and payload ->> 'id' = ${cases[0]?.[1].id ?? ''}`)
  expect(told?.statuses.slice(-4)).toEqual(['fillable', 'filled', 'fillable', 'filled'])

  // What was sold stays sold, whatever its maker cancels later and however often it is looked at.
  await ada.send(incrementCounter(market.chain.contracts.seaport))
  await market.sync()
  const bought = cases[0]?.[1].id ?? '0x'
  await revalidateOrders(market.deps, [bought])
  expect(await market.statusOf(bought)).toMatch(/^filled/)
})

test('an offer is closed when the block is reverted that funded its maker’s first one', async () => {
  const [token = ''] = await market.tokens(dan)
  const snapshot = await market.rpc<string>('evm_snapshot')
  const { weth, conduit } = market.chain.contracts
  const args = [conduit, parseEther('1')] as const
  await market.wrap(cleo, parseEther('1'))
  await cleo.write({ address: weth, abi: erc20Abi, functionName: 'approve', args })
  await market.sync()
  const [bid = '0x'] = await market.bid(cleo, [{ token, weiPrice: parseEther('1').toString() }])
  expect(await market.statusOf(bid)).toMatch(/^fillable/)
  await market.rpc('evm_revert', [snapshot])
  await market.rpc('anvil_mine', ['0x5'])
  await market.sync()
  expect(await market.statusOf(bid)).toMatch(/^no-balance/)
})

/** Mines so many blocks of a branch that differs from others by an account's balance. */
const mineBranch = async (balance: Hex, blocks: Hex): Promise<void> => {
  await market.rpc('anvil_setBalance', [`0x${'de'.repeat(20)}`, balance])
  await market.rpc('anvil_mine', [blocks])
}

test('a block that was replaced while the chain became final beyond it is reverted', async () => {
  const snapshot = await market.rpc<string>('evm_snapshot')
  await mineBranch('0x1', '0x1')
  await market.sync()
  await market.rpc('evm_revert', [snapshot])
  await mineBranch('0x2', '0xc8')
  await createFinalityReader(market.deps)()
  await market.sync()
  const newest = await market.rpc<{ hash: Hex }>('eth_getBlockByNumber', ['latest', false])
  expect((await readHead(market.deps.db, market.deps.config.id))?.hash).toBe(newest.hash)
})

test('a block that is final for the stored chain is never reverted', async () => {
  const snapshot = await market.rpc<string>('evm_snapshot')
  await mineBranch('0x3', '0xc8')
  await market.sync()
  await createFinalityReader(market.deps)()
  await market.rpc('evm_revert', [snapshot])
  await mineBranch('0x4', '0xd0')
  await expect(market.sync()).rejects.toThrow('which was final')
})
