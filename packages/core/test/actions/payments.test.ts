import { rpc } from '@sluice/devnet'
import { expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { allItems } from '../../src/run/items.ts'
import { useMarket } from '../support/market.ts'

/** What a purchase at a falling price took is known from the logs of its transaction: not what it could have taken. */
const market = useMarket()

const eth = 10n ** 18n
const native = `0x${'0'.repeat(40)}` as const
const feeTaker = `0x${'7'.repeat(39)}1` as const

/** Lists tokens at a price that falls from 1 to 0.5 ETH within an hour. */
async function listFalling(count: number): Promise<string[]> {
  const seller = market.wallet(2)
  const tokens = []
  for (let index = 0; index < count; index += 1) tokens.push(await market.mint(seller))
  const { done } = listTokens(market.client(), {
    wallet: seller,
    listings: tokens.map((token) => ({
      token,
      weiPrice: String(eth),
      endWeiPrice: String(eth / 2n),
      expirationTime: String(Math.floor(Date.now() / 1_000) + 3_600),
    })),
  })
  expect((await done).status).toBe('complete')
  return tokens
}

const balanceOf = async (account: string) =>
  BigInt(await rpc<`0x${string}`>(market.chain.rpcUrl, 'eth_getBalance', [account, 'latest']))

test.each([
  ['one token', 1, {}],
  ['several tokens', 2, { partial: true }],
  ['several tokens, all or none', 2, { partial: false }],
  ['several tokens, all or none, with a fee on top', 2, { feesOnTop: [`${feeTaker}:1000`] }],
  ['one token with a fee on top', 1, { feesOnTop: [`${feeTaker}:1000`] }],
])('a purchase of %s at a falling price knows what it took', async (_name, count, options) => {
  const tokens = await listFalling(count)
  const buyer = market.wallet(3)
  const before = await balanceOf(buyer.account)
  const execution = await buyTokens(market.client(), {
    wallet: buyer,
    items: tokens.map((token) => ({ token })),
    expectedPrice: { [native]: { raw: 2n * eth * BigInt(count) } },
    options,
  }).done
  expect(execution.status).toBe('complete')
  const items = allItems(execution).filter(({ receipt }) => receipt !== undefined)
  const gas = items.reduce((sum, { receipt }) => sum + (receipt?.gasCost ?? 0n), 0n)
  const payments = items.flatMap((item) => item.payments ?? [])
  expect(payments).toHaveLength(count)
  expect(new Set(payments.map(({ currency }) => currency))).toEqual(new Set([native]))
  const taken = payments.reduce((sum, { amount }) => sum + amount, 0n)
  expect(taken).toBe(before - (await balanceOf(buyer.account)) - gas)
  const judged = items
    .flatMap(({ effects }) => effects?.give ?? [])
    .reduce((sum, { amount, most }) => sum + (most ?? amount), 0n)
  expect(taken).toBeLessThan(judged)
})

test('the wallet gets a gas limit above the estimate where a price falls, and none where it is fixed', async () => {
  const seller = market.wallet(2)
  const [falling] = await listFalling(1)
  const fixed = await market.mint(seller)
  await listTokens(market.client(), {
    wallet: seller,
    listings: [{ token: fixed, weiPrice: String(eth) }],
  }).result()
  const limitOf = async (token = '') => {
    const buyer = market.wallet(3)
    const { hashes } = await buyTokens(market.client(), {
      wallet: buyer,
      items: [{ token }],
      expectedPrice: { [native]: { raw: 2n * eth } },
    }).result()
    const receipt = await rpc<{ gasUsed: `0x${string}` }>(market.chain.rpcUrl, 'eth_getTransactionReceipt', [
      hashes[0],
    ])
    const [call] = buyer.prompts
    return { limit: call?.kind === 'transaction' ? call.gas : undefined, used: BigInt(receipt.gasUsed) }
  }
  expect((await limitOf(fixed)).limit).toBeUndefined()
  const { limit = 0n, used } = await limitOf(falling)
  expect(limit).toBeGreaterThan((used * 11n) / 10n)
})

test('an order that two items fill is one order in what a purchase took and moved', async () => {
  const seller = market.wallet(2)
  const token = await market.mintUnits(seller, 4_711n, 5n)
  const listing = {
    token,
    quantity: 5,
    weiPrice: String(5n * eth),
    endWeiPrice: String(5n * (eth / 2n)),
    expirationTime: String(Math.floor(Date.now() / 1_000) + 3_600),
  }
  const { orders } = await listTokens(market.client(), { wallet: seller, listings: [listing] }).result()
  const [{ orderId } = {}] = orders
  const buyer = market.wallet(3)
  const before = await balanceOf(buyer.account)
  const execution = await buyTokens(market.client(), {
    wallet: buyer,
    items: [1, 2].map((quantity) => ({ token, quantity })),
    expectedPrice: { [native]: { raw: 6n * eth } },
    options: { partial: true },
  }).done
  expect(execution.error).toBeUndefined()
  const [item] = allItems(execution).filter(({ receipt }) => receipt !== undefined)
  const taken = before - (await balanceOf(buyer.account)) - (item?.receipt?.gasCost ?? 0n)
  expect(item?.payments).toEqual([{ order: orderId, currency: native, amount: taken }])
  expect(item?.fills).toEqual([{ order: orderId, token, units: 3 }])
})
