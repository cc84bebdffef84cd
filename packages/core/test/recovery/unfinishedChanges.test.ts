import { seaportAddress } from '@sluice/seaport'
import { getAddress, type Hex, toHex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { Chain } from '../../src/chains/chain.ts'
import type { NextOrder } from '../../src/journal/nextOrder.ts'
import { memoryStorage } from '../../src/journal/storage.ts'
import { forgetChange, getUnfinishedChanges } from '../../src/recovery/unfinishedChanges.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'

const market = useMarket()
let seller: ScriptedWallet
beforeAll(() => {
  seller = market.wallet(0)
})

const eth = 10n ** 18n
const hashOf = (index: number): Hex => toHex(index, { size: 32 })
const soon = () => Math.floor(Date.now() / 1_000) + 86_400
const nextFor = (token: string): NextOrder => ({
  side: 'listing',
  subject: token,
  weiPrice: String(2n * eth),
  currency: `0x${'0'.repeat(40)}`,
  quantity: 1,
  expirationTime: soon(),
})

/** A listing that was canceled to be changed, on a page that closed before the new one was signed. */
async function cutOff(more: Partial<NextOrder> = {}) {
  const storage = memoryStorage()
  const token = await market.mint(seller)
  const before = market.client({ storage })
  const { orders } = await listTokens(before, {
    wallet: seller,
    listings: [{ token, weiPrice: eth }],
  }).result()
  const orderId = orders[0]!.orderId!
  const followedBy = { ...nextFor(token), ...more }
  const seen: unknown[] = []
  seller.script = async () => {
    // The new terms are stored before the wallet is asked.
    const entries = await before.journal.entries()
    seen.push(entries.find(({ purpose }) => purpose === 'cancel')?.followedBy)
  }
  await cancelOrders(before, { wallet: seller, orderIds: [orderId], followedBy }).result()
  seller.script = () => undefined
  expect(seen).toEqual([{ ...followedBy, currency: followedBy.currency.toLowerCase() }])
  return { client: market.client({ storage }), token, orderId, followedBy }
}
const unfinished = (client: ReturnType<typeof market.client>) =>
  getUnfinishedChanges(client, { account: seller.account })

describe('a change of a listing that a reload cut off after the cancellation', () => {
  test('is found with its new terms, until the new listing is signed', async () => {
    const { client, token, orderId, followedBy } = await cutOff()
    expect(await unfinished(client)).toMatchObject([
      { chainId: market.chain.id, account: seller.account, orderId, order: followedBy },
    ])
    await listTokens(client, { wallet: seller, listings: [{ token, weiPrice: 2n * eth }] }).result()
    expect(await unfinished(client)).toEqual([])
  })

  test('remains when the wallet refuses the new listing', async () => {
    const { client, token } = await cutOff()
    seller.script = () => {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    }
    const run = listTokens(client, { wallet: seller, listings: [{ token, weiPrice: 2n * eth }] })
    expect((await run.done).status).toBe('failed')
    seller.script = () => undefined
    expect(await unfinished(client)).toHaveLength(1)
  })

  test('is not needed once the chain shows another owner', async () => {
    const { client, token } = await cutOff()
    const to = market.wallet(1).account
    await transferTokens(client, { wallet: seller, to, items: [{ token, quantity: 1 }] }).result()
    expect(await unfinished(client)).toEqual([])
  })

  test('is not needed once the new listing would have ended', async () => {
    const { client } = await cutOff({ expirationTime: 1_000 })
    expect(await unfinished(client)).toEqual([])
  })

  test.each([
    ['of an offer for the same token', { side: 'offer' }, 'done'],
    ['that its user refused', {}, 'rejected'],
    ['that failed on chain', {}, 'failed'],
  ] as const)('remains beside a later change %s', async (_name, more, state) => {
    const { client, orderId, followedBy } = await cutOff()
    const [entry] = (await client.journal.entries()).filter(({ purpose }) => purpose === 'cancel')
    const other = { id: 'later', state, orderIds: [hashOf(1)], createdAt: entry!.createdAt + 1 } as const
    await client.journal.write({ ...entry!, ...other, followedBy: { ...followedBy, ...more } })
    expect(await unfinished(client)).toMatchObject([{ orderId }])
  })

  test('is forgotten with an earlier one of the same token', async () => {
    const { client } = await cutOff()
    const [entry] = (await client.journal.entries()).filter(({ purpose }) => purpose === 'cancel')
    await client.journal.write({ ...entry!, id: 'later', createdAt: entry!.createdAt + 1 })
    const [change, ...others] = await unfinished(client)
    expect(others).toEqual([])
    await forgetChange(client, change!.id)
    expect(await unfinished(client)).toEqual([])
  })

  /** A journal whose cancellation is of an order that is open. */
  async function reorganized() {
    const { client, token } = await cutOff()
    const { orders } = await listTokens(client, {
      wallet: seller,
      listings: [{ token, weiPrice: eth }],
    }).result()
    const [entry] = (await client.journal.entries()).filter(({ purpose }) => purpose === 'cancel')
    await client.journal.write({ ...entry!, orderIds: [orders[0]!.orderId!], createdAt: Date.now() + 1_000 })
    return client
  }

  test('is none while the chain shows that the old order is open, as after a reorganization', async () => {
    expect(await unfinished(await reorganized())).toEqual([])
  })

  const nowhere = toHex(0xdead, { size: 20 })
  const withSeaports = (client: ReturnType<typeof market.client>, seaport: Chain['seaport']) =>
    market.client({
      storage: client.journal.storage,
      chains: client.chains.map((one) => ({ ...one, seaport })),
    })

  test('is none then also where another exchange of the chain does not answer', async () => {
    const client = withSeaports(await reorganized(), { ...seaportAddress, '1.5': nowhere })
    expect(await unfinished(client)).toEqual([])
  })

  test('remains where another exchange of the chain knows nothing of the order', async () => {
    const { client, orderId } = await cutOff()
    expect(await unfinished(withSeaports(client, seaportAddress))).toMatchObject([{ orderId }])
  })

  test('remains where the exchange of the order does not answer', async () => {
    const client = await reorganized()
    const [entry] = (await client.journal.entries()).filter(({ purpose }) => purpose === 'cancel')
    await client.journal.write({ ...entry!, call: { ...entry!.call!, to: nowhere } })
    expect(await unfinished(client)).toHaveLength(1)
  })

  test('is forgotten when its user gives it up', async () => {
    const { client } = await cutOff()
    const [change] = await unfinished(client)
    await forgetChange(client, change!.id)
    expect(await unfinished(client)).toEqual([])
  })
})

/** What no order can have. */
const beyondNumbers = [{ quantity: -1 }, { quantity: 0 }, { expirationTime: 9_000_000_000_000_000 }]

test('the new terms of a canceled order are stored lower-cased', async () => {
  const currency = market.chain.contracts.weth
  const { client, followedBy } = await cutOff({ currency: getAddress(currency) })
  expect(await unfinished(client)).toMatchObject([
    { order: { ...followedBy, currency: currency.toLowerCase() } },
  ])
})

test.each([{ subject: 'x' }, { weiPrice: '1.5' }, { endWeiPrice: '-1' }, ...beyondNumbers])(
  'a change to %o is rejected before the wallet is asked',
  async (wrong) => {
    const client = market.client()
    const prompts = seller.prompts.length
    const { error } = await cancelOrders(client, {
      wallet: seller,
      orderIds: [hashOf(7)],
      followedBy: { ...nextFor(`${market.chain.contracts.weth}:1`), ...wrong },
    }).done
    expect(error).toMatchObject({ code: 'invalid_input', data: { field: 'followedBy' } })
    expect(seller.prompts).toHaveLength(prompts)
  },
)

test('the new terms of a canceled order are read only if they are well-formed', async () => {
  const { client, followedBy } = await cutOff()
  const [entry] = (await client.journal.entries()).filter(({ purpose }) => purpose === 'cancel')
  for (const wrong of [{ side: 'sale' }, { subject: 'x' }, { weiPrice: '1.5' }, ...beyondNumbers]) {
    await client.journal.write({ ...entry!, followedBy: { ...followedBy, ...wrong } as never })
    const other = market.client({ storage: client.journal.storage })
    expect(await unfinished(other)).toEqual([])
  }
})
