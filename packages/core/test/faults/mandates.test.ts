import { type Hex, keccak256, zeroAddress } from 'viem'
import { expect, test, vi } from 'vitest'
import type { JournalEntry } from '../../src/journal/journalEntry.ts'
import { createMandate } from '../../src/mandate.ts'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import type { RpcCall } from './support/wallet.ts'
import { eth, useWorld } from './support/world.ts'

const world = useWorld()

/** A mandate of the buyer over an amount of the native coin. */
const mandateOf = (client: ReturnType<typeof world.client>, amount = 10n * eth) =>
  createMandate(client, eip1193Wallet(world.buyer.provider), {
    spend: [{ currency: zeroAddress, amount }],
    networkFee: eth,
    per: 'total',
    collections: [world.nft],
    until: Date.now() + 86_400_000,
    actions: ['buy'],
  })

test('what a purchase paid counts under its mandate although its effect is missing', async () => {
  const { token } = await world.listed()
  const client = world.client()
  const mandate = mandateOf(client)
  world.node.on('eth_getTransactionReceipt', async (_params, next) => {
    const receipt = (await next()) as object | null
    return receipt && { ...receipt, logs: [] }
  })
  const run = mandate.buyTokens({
    items: [{ token }],
    expectedPrice: { [zeroAddress]: { raw: 2n * eth } },
  })
  const { error } = await world.end(client, run)
  expect(error?.code).toBe('effect_missing')
  const state = await world.clock.until(mandate.state())
  expect(state.open).toBe(0)
  expect(state.spend).toMatchObject([{ used: eth }])
})

/** The wallet hands its transactions to a private pool; another window sends something of the account that is mined first. */
function keepsPrivate() {
  const pool: Hex[] = []
  world.buyer.on('eth_sendTransaction', async ({ params }) => {
    const nonce = Number(await world.node.real('eth_getTransactionCount', [world.buyer.account, 'pending']))
    await world.buyer.send({ to: world.buyer.account, value: '0x1', nonce })
    const signed = await world.buyer.signed({ ...(params[0] as RpcCall), nonce: nonce + 1 })
    pool.push(signed)
    return keccak256(signed)
  })
  return pool
}

test('what waits in a private pool is not spent a second time under its mandate, and counts once it is mined', async () => {
  const client = world.client()
  const mandate = mandateOf(client, eth + eth / 10n)
  const buy = async () => {
    const items = [{ token: (await world.listed()).token }]
    return world.end(client, mandate.buyTokens({ items, expectedPrice: { [zeroAddress]: { raw: eth } } }))
  }
  const pool = keepsPrivate()
  expect((await buy()).error).toMatchObject({ code: 'transaction_timeout', money: 'sent' })
  expect((await buy()).error).toMatchObject({ data: { nothingSent: true } })
  expect(pool).toHaveLength(1)
  await world.node.mined(await world.node.real('eth_sendRawTransaction', [pool[0]]))
  await world.clock.until(resume(client, { wallet: eip1193Wallet(world.buyer.provider) }))
  const state = await world.clock.until(mandate.state())
  expect(state).toMatchObject({ open: 0, spend: [{ used: eth }] })
})

test.each([
  ['whose nonce was never known', {}],
  ['that was found under its nonce', { nonce: 0 }],
])(
  'a transaction %s and that a journal calls replaced counts as spent where the chain shows it',
  async (_which, known) => {
    const client = world.client()
    const mandate = mandateOf(client)
    const { token } = await world.listed()
    const expectedPrice = { [zeroAddress]: { raw: eth } }
    const pool = keepsPrivate()
    await world.end(client, mandate.buyTokens({ items: [{ token }], expectedPrice }))
    await world.node.mined(await world.node.real('eth_sendRawTransaction', [pool[0]]))
    const [entry] = await client.journal.entries()
    await client.journal.write({ ...(entry as JournalEntry), ...known, state: 'replaced' })
    const state = await world.clock.until(mandate.state())
    expect(state).toMatchObject({ open: 0, spend: [{ used: eth }] })
  },
)

test('a transaction that a journal calls replaced is not free to spend again for a day, unless its nonce was known', async () => {
  world.buyer.on('eth_sendTransaction', () => `0x${'ab'.repeat(32)}`)
  const client = world.client()
  const mandate = mandateOf(client)
  const { token } = await world.listed()
  const expectedPrice = { [zeroAddress]: { raw: eth } }
  await world.end(client, mandate.buyTokens({ items: [{ token }], expectedPrice }))
  const [entry] = await client.journal.entries()
  const stateOf = async () => world.clock.until(mandate.state())
  await client.journal.write({ ...(entry as JournalEntry), state: 'replaced' })
  expect((await stateOf()).open).toBe(1)
  vi.setSystemTime(Date.now() + 86_400_001)
  expect(await stateOf()).toMatchObject({ open: 0, spend: [{ used: 0n }] })
})

test('a node that gives no gas price before the wallet is asked leaves the money untouched, and the purchase can be made again', async () => {
  const { token } = await world.listed()
  const client = world.client()
  const mandate = mandateOf(client)
  const buy = () =>
    world.end(
      client,
      mandate.buyTokens({ items: [{ token }], expectedPrice: { [zeroAddress]: { raw: eth } } }),
    )
  const node = { isSilent: true }
  world.node.on('eth_gasPrice', (_params, next) => {
    if (node.isSilent) throw new Error('no answer')
    return next()
  })
  const { error, execution } = await buy()
  expect(error).toMatchObject({
    code: 'provider_unreachable',
    money: 'untouched',
    data: { nothingSent: true },
  })
  expect(execution.money).toBe('untouched')
  expect(world.buyer.prompts).toEqual([])
  expect((await client.journal.entries()).map(({ state }) => state)).toEqual(['rejected'])
  expect(await world.clock.until(mandate.state())).toMatchObject({ open: 0, spend: [{ used: 0n }] })
  node.isSilent = false
  const again = await buy()
  expect(again.error).toBeUndefined()
  expect([again.execution.status, again.execution.money]).toEqual(['complete', 'spent'])
})
