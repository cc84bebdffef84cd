import { expect, test } from 'vitest'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { Client } from '../../src/client.ts'
import { progressOf } from '../../src/run/progressOf.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { walletRefusal } from './support/wallet.ts'
import { eth, native, useWorld } from './support/world.ts'

/** A run is complete only with an effect, and one that stopped says how much of it was done. */
const world = useWorld()

const confirmed = () => {
  const cards: unknown[] = []
  return { cards, confirm: (card: unknown) => cards.push(card) > 0 }
}
const signed = (status: string) => ({
  id: 'order-signature',
  action: '',
  description: '',
  kind: 'signature',
  items: [{ status }],
})

test.each([
  ['no steps', []],
  ['a signature that it calls complete', [signed('complete')]],
])(
  'a listing answered with %s and the rejection of its order is rejected, not complete',
  async (_name, steps) => {
    world.provider.on('/execute/list/v5', {
      body: { steps, errors: [{ message: 'Not today', orderIndex: 0 }] },
    })
    const client = world.client()
    const wallet = eip1193Wallet(world.seller.provider)
    const listings = [{ token: `${world.nft}:${world.token()}`, weiPrice: eth }]
    const { confirm } = confirmed()
    const { execution, error, events } = await world.end(
      client,
      listTokens(client, { wallet, listings, confirm }),
    )
    expect(execution.status).toBe('failed')
    expect(error?.code).toBe('order_refused')
    expect(error?.money).toBe('untouched')
    expect(error?.message).toContain('Not today')
    expect(events.map(({ kind }) => kind)).toEqual(['listing_error'])
    expect(world.seller.prompts).toEqual([])
  },
)

test('a bid answered with no steps and the rejection of its order is rejected, not complete', async () => {
  world.provider.on('/execute/bid/v5', { body: { steps: [], errors: [{ orderIndex: 0 }] } })
  const client = world.client()
  const wallet = eip1193Wallet(world.buyer.provider)
  const bids = [{ token: `${world.nft}:${world.token()}`, weiPrice: eth }]
  const { confirm } = confirmed()
  const { error, events } = await world.end(client, placeBids(client, { wallet, bids, confirm }))
  expect(error).toMatchObject({ code: 'order_refused', money: 'untouched' })
  expect(events.map(({ kind }) => kind)).toEqual(['offer_error'])
})

test('of two listings, the one that the provider accepts is reviewed, signed and counted alone', async () => {
  world.provider.on('/execute/list/v5', async (request, _count, next) => {
    request.body.params = [request.body.params[0]]
    const { body } = await next()
    return { body: { ...(body as object), errors: [{ message: 'No', orderIndex: 1 }] } }
  })
  const client = world.client()
  const wallet = eip1193Wallet(world.seller.provider)
  const listings = [1, 2].map(() => ({ token: `${world.nft}:${world.token()}`, weiPrice: eth }))
  const { cards, confirm } = confirmed()
  const { execution } = await world.end(client, listTokens(client, { wallet, listings, confirm }))
  expect(execution.error).toBeUndefined()
  expect(cards.length).toBeGreaterThan(0)
  expect(progressOf(execution)).toEqual({
    done: 1,
    total: 2,
    items: [
      { index: 0, state: 'done', units: 1, done: 1 },
      { index: 1, state: 'open', units: 1, done: 0 },
    ],
  })
})

test('a cancellation of orders that have ended on chain is complete, and says that they had ended', async () => {
  const client = world.client()
  const wallet = eip1193Wallet(world.seller.provider)
  const { orderId } = await world.listed()
  const first = await world.end(
    client,
    cancelOrders(client, { wallet, orderIds: [orderId], options: { orderKind: 'seaport-v1.6' } }),
  )
  expect(progressOf(first.execution)).toMatchObject({ done: 1, items: [{ state: 'done' }] })
  world.provider.on('/execute/cancel/v3', { body: { steps: [] } })
  const again = await world.end(
    client,
    cancelOrders(client, { wallet, orderIds: [orderId], options: { orderKind: 'seaport-v1.6' } }),
  )
  expect(again.execution.status).toBe('complete')
  expect(progressOf(again.execution)).toMatchObject({ done: 1, items: [{ state: 'ended' }] })
})

test('if the second of two transfers is rejected, the error says that one of two was done', async () => {
  world.seller.on('eth_sendTransaction', (_prompt, next) => {
    if (world.seller.prompts.length > 1) throw walletRefusal(4001)
    return next()
  })
  const client = world.client()
  const items = [1, 2].map(() => ({ token: `${world.nft}:${world.token()}` }))
  const wallet = eip1193Wallet(world.seller.provider)
  const { execution, error } = await world.end(
    client,
    transferTokens(client, { wallet, to: world.buyer.account, items }),
  )
  expect(error).toMatchObject({ code: 'wallet_refused', money: 'spent' })
  expect(error?.data.progress).toEqual(progressOf(execution))
  expect(error?.data.progress).toMatchObject({
    done: 1,
    total: 2,
    items: [{ state: 'done' }, { state: 'open' }],
  })
})

const receivers = {
  'the zero address': () => native,
  'the contract of the token': () => world.nft,
  'the account that sends': () => world.seller.account,
  'the exchange': () => world.chain.contracts.seaport,
  'a contract that takes no tokens': () => world.chain.contracts.multicall3,
}

test.each(Object.entries(receivers))(
  'a transfer to %s is an input error, whatever the provider says',
  async (_name, to) => {
    const wallet = eip1193Wallet(world.seller.provider)
    const give = (client: Client) =>
      world.end(
        client,
        transferTokens(client, { wallet, to: to(), items: [{ token: `${world.nft}:${world.token()}` }] }),
      )
    const wrong = { code: 'invalid_input', money: 'untouched', data: { field: 'to' } }
    expect((await give(world.client())).error).toMatchObject(wrong)
    world.provider.on('/execute/transfer/v1', { status: 500, body: { message: 'Internal error' } })
    expect((await give(world.client())).error).toMatchObject(wrong)
    expect(world.seller.prompts).toEqual([])
  },
)

test('timers that fire early do not add requests', async () => {
  const { request: _none, ...wallet } = eip1193Wallet(world.buyer.provider)
  const [chain] = world.client().chains
  if (chain === undefined) throw new Error('There is no chain')
  const client = world.client({
    chains: [{ ...chain, rpcUrls: [] }],
    maxPollingAttemptsBeforeTimeout: 3,
    pollingInterval: 5_000,
  })
  world.provider.on('/transactions/*', { body: { synced: false } })
  const timer = globalThis.setTimeout
  const early = (run: () => void, milliseconds = 0, ...rest: []) =>
    timer(run, Math.max(0, milliseconds - 1), ...rest)
  Object.assign(globalThis, { setTimeout: early })
  const { error } = await world
    .end(client, await world.buy(client, { wallet }))
    .finally(() => Object.assign(globalThis, { setTimeout: timer }))
  expect(error?.message).toContain('after 3 attempt(s)')
  expect(world.provider.count('/transactions/*')).toBe(3)
})
