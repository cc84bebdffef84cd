import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { preview } from '../../src/actions/preview.ts'
import * as chains from '../../src/chains/index.ts'
import { chainOf } from '../../src/client.ts'
import { TradeError } from '../../src/errors.ts'
import type { LogLine } from '../../src/log.ts'
import { getTokens } from '../../src/reads/marketReads.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import type { Reply } from '../faults/support/server.ts'
import { walletRefusal } from '../faults/support/wallet.ts'
import { eth, native, useWorld } from '../faults/support/world.ts'

/** What the specification's ancestor got wrong beside money. Each test fails on that behaviour. */
const world = useWorld()

const buyPath = '/execute/buy/v7'
const wallet = () => eip1193Wallet(world.buyer.provider)
const two = async () => [{ token: (await world.listed()).token }, { token: (await world.listed()).token }]

test('B26: an error at the last of several items is reported once', async () => {
  world.buyer.on('eth_sendTransaction', (_prompt, next) => {
    if (world.buyer.prompts.length < 2) return next()
    throw walletRefusal(4001)
  })
  const client = world.client()
  const kinds: string[] = []
  client.on('*', ({ kind }) => kinds.push(kind))
  const { pictures } = await world.end(client, await world.buy(client, { items: await two() }))
  expect(kinds).toEqual(['purchase_error'])
  expect(pictures.filter(({ status }) => status === 'failed')).toHaveLength(1)
})

test('B27: a provider error reaches the caller without a call to a node that hangs', async () => {
  world.node.on('*', () => world.clock.held(new Promise(() => {})))
  world.provider.on(buyPath, { status: 404, body: { message: 'Gone' } })
  const client = world.client({ chains: [{ ...world.client().chains[0]!, rpcUrls: [] }] })
  const { error, took } = await world.end(client, await world.buy(client))
  expect(error?.message).toBe('Request failed with status code 404: Gone')
  expect(took).toBe(0)
  expect(world.node.asked.filter((call) => !call.endsWith('eth_chainId'))).toEqual([])
})

test.each([
  ['no steps', { body: { message: 'What the provider said' } }, 'provider_malformed'],
  ['an error in place of steps', { body: { error: 'What the provider said' } }, 'provider_error'],
  ['an error beside steps', { body: { error: 'What the provider said', steps: [] } }, 'provider_error'],
  ['nothing', { text: 'null' }, 'provider_malformed'],
] as [string, Reply, string][])(
  'B28: a success with %s is a typed failure with its event',
  async (_name, reply, code) => {
    world.provider.on(buyPath, reply)
    const { error, events } = await world.buyToEnd()
    expect(error?.code).toBe(code)
    expect(events.map(({ kind }) => kind)).toEqual(['purchase_error'])
    if (code === 'provider_error') expect(error?.message).toBe('Request failed: What the provider said')
  },
)

test('B29: a listener that throws does not fail a successful action', async () => {
  const client = world.client()
  client.on('*', () => {
    throw new Error('The host is broken')
  })
  const run = await world.buy(client)
  run.subscribe(() => {
    throw new Error('The host is broken')
  })
  const { execution, events } = await world.end(client, run)
  expect(execution.status).toBe('complete')
  expect(events.map(({ kind }) => kind)).toEqual(['purchase_complete'])
})

test('B30: every failure throws the same error class', async () => {
  const replies: Reply[] = [
    { reset: true },
    { status: 500, body: {} },
    { status: 400, body: { message: 'no' } },
    { text: '"just a string"' },
    { text: 'garbage' },
    { body: { steps: 'no list' } },
  ]
  for (const reply of replies) {
    world.provider.on(buyPath, reply)
    const client = world.client()
    const run = await world.buy(client)
    await world.end(client, run)
    await expect(run.result()).rejects.toBeInstanceOf(TradeError)
  }
})

test('B31: nothing continues after an item failed, and the error is on that item', async () => {
  world.buyer.on('eth_sendTransaction', (_prompt, next) => {
    if (world.buyer.prompts.length < 2) return next()
    throw walletRefusal(4001)
  })
  const client = world.client()
  const items = [...(await two()), { token: (await world.listed()).token }]
  const { execution, pictures } = await world.end(client, await world.buy(client, { items }))
  const { length } = pictures
  await world.clock.pass(60_000)
  expect(pictures).toHaveLength(length)
  expect(world.buyer.prompts).toHaveLength(2)
  const [step] = execution.steps
  expect(step?.items.map(({ error }) => error)).toEqual([
    undefined,
    'The request was rejected in the wallet.',
    undefined,
  ])
})

test('B32: an empty answer ends the run', async () => {
  for (const text of ['null', '""', '0', '[]']) {
    world.provider.on(buyPath, { text })
    expect((await world.buyToEnd()).execution.status).toBe('failed')
  }
})

test('B33: an item that completes while its data is awaited is complete', async () => {
  const { weth } = world.chain.contracts
  const tokenId = world.token()
  await world.market.list(tokenId, eth, { currency: weth })
  world.changeAnswers(buyPath, (plan, count) => {
    // The approval is there already; the provider finds out late.
    if (count === 1) plan.steps[0].items[0] = { status: 'incomplete' }
  })
  const client = world.client()
  const items = [{ token: `${world.nft}:${tokenId}` }]
  const { execution } = await world.end(
    client,
    await world.buy(client, { items, expectedPrice: { [weth]: { raw: eth } } }),
  )
  expect(execution.error).toBeUndefined()
  expect(world.buyer.prompts).toHaveLength(1)
})

test('B34: the event of a transfer names its tokens', async () => {
  const client = world.client()
  const { events } = await world.end(client, world.give(client))
  expect(events).toMatchObject([{ kind: 'unknown', execution: { action: 'transfer', status: 'complete' } }])
})

test('B35: a transaction that was cancelled in the wallet is reported at once, even on the last attempt', async () => {
  await world.node.real('evm_setAutomine', [false])
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    const hash = (await next()) as Hex
    const sent = await world.node.real<{ nonce: Hex; gasPrice: Hex }>('eth_getTransactionByHash', [hash])
    const cancel = {
      to: world.buyer.account,
      nonce: Number(sent.nonce),
      gasPrice: BigInt(sent.gasPrice) * 3n,
    }
    setTimeout(async () => {
      await world.buyer.send(cancel)
      await world.node.real('evm_mine')
    }, 1_000)
    return hash
  })
  // By the test's own clock, which may run ahead of a slow chain by some seconds.
  const pollingInterval = 600_000
  const { error, took } = await world.buyToEnd({ maxPollingAttemptsBeforeTimeout: 1, pollingInterval })
  await world.node.real('evm_setAutomine', [true])
  expect(error?.code).toBe('transaction_cancelled')
  expect(error?.message).toBe('Transaction cancelled')
  expect(took, 'before its only attempt is over').toBeLessThan(pollingInterval)
})

test('B36: two clients on a page keep their own listeners and settings', async () => {
  const [one, other] = [world.client({ apiKey: 'one' }), world.client({ apiKey: 'other' })]
  const heard: string[] = []
  other.on('*', () => heard.push('other'))
  await world.end(one, await world.buy(one))
  expect(heard).toEqual([])
  expect(new Set(world.provider.requests.map(({ headers }) => headers['x-api-key']))).toEqual(
    new Set(['one']),
  )
})

test('B37: a second client has its own settings and none of the first', () => {
  world.client({ apiKey: 'old', source: 'old.example', logLevel: 4, marketplaceFees: [`${native}:100`] })
  const { apiKey, source, logLevel, marketplaceFees } = world.client({ apiKey: 'new' })
  expect({ apiKey, source, logLevel, marketplaceFees }).toEqual({
    apiKey: 'new',
    source: undefined,
    logLevel: 0,
    marketplaceFees: [],
  })
})

test('B38: a preview has the same headers, shape and errors for every action', async () => {
  const client = world.client({ apiKey: 'key', uiVersion: '9.9.9' })
  const account = world.seller.account
  const token = `${world.nft}:${world.token()}`
  const { orderId } = await world.listed()
  const orders = [...world.market.orders.values()]
  expect(orders.length).toBeGreaterThan(0)
  const asks = [
    () => preview.buyTokens(client, { account, items: [{ orderId }] }),
    () => preview.acceptOffers(client, { account, items: [{ token }] }),
    () => preview.listTokens(client, { account, listings: [{ token, weiPrice: eth }] }),
    () => preview.placeBids(client, { account, bids: [{ token, weiPrice: eth }] }),
    () => preview.cancelOrders(client, { account, orderIds: [orderId] }),
    () => preview.transferTokens(client, { account, to: world.buyer.account, items: [{ token }] }),
  ]
  world.provider.on('/execute/*', { status: 400, body: { message: 'Not now' } })
  for (const ask of asks) {
    const error = await world.clock.until(ask().catch((cause: unknown) => cause))
    expect(error).toBeInstanceOf(TradeError)
    expect(error).toMatchObject({
      code: 'provider_error',
      message: 'Request failed with status code 400: Not now',
    })
  }
  expect(world.provider.requests).toHaveLength(asks.length)
  for (const { headers } of world.provider.requests)
    expect(headers).toMatchObject({ 'x-api-key': 'key', 'x-rkc-version': '1.5.3', 'x-rkui-version': '9.9.9' })
})

test('B39: a deprecated route logs one warning', async () => {
  const lines: LogLine[] = []
  world.provider.on(buyPath, async (_request, _count, next) => ({
    ...(await next()),
    headers: { Deprecation: 'true' },
  }))
  const client = world.client({ logLevel: 2, logger: (line) => lines.push(line) })
  for (const _time of [1, 2]) await world.end(client, await world.buy(client))
  expect(lines.filter(({ message }) => message.includes('deprecated'))).toHaveLength(1)
})

test('B40: parameters of the caller are not changed', async () => {
  const client = world.client({ marketplaceFees: [`${native}:100`], automatedRoyalties: true })
  const bids = [{ token: `${world.nft}:${world.token()}`, weiPrice: eth }, { weiPrice: eth }]
  const listings = [{ token: `${world.nft}:${world.token()}`, weiPrice: eth }]
  const before = structuredClone({ bids, listings })
  await world.end(client, placeBids(client, { wallet: wallet(), bids }))
  await world.end(client, listTokens(client, { wallet: eip1193Wallet(world.seller.provider), listings }))
  expect({ bids, listings }).toEqual(before)
})

test('B41: a signature is sent to the route that it is posted to and nowhere else', async () => {
  world.changeAnswers('/execute/list/v5', (plan) => {
    plan.requestId = 'request-4'
  })
  const client = world.client()
  await world.end(client, world.sell(client))
  const carrying = world.provider.requests.filter(
    ({ query, text }) => query.has('signature') || /"signature":"0x[0-9a-f]{130}/.test(text),
  )
  expect(carrying.map(({ path }) => path)).toEqual(['/order/v3'])
})

test('B42: a post with an unspecified method is rejected, not changed', async () => {
  world.changeAnswers('/execute/list/v5', (plan) => {
    plan.steps[1].items[0].data.post.method = 'PUT'
  })
  const client = world.client()
  const { error } = await world.end(client, world.sell(client))
  expect(error?.code).toBe('provider_malformed')
  expect(world.seller.prompts).toEqual([])
})

test('B43: a custom wallet may have any other field', async () => {
  const client = world.client()
  const own = Object.assign(wallet(), { transport: { type: 'custom' } })
  const { execution } = await world.end(client, await world.buy(client, { wallet: own }))
  expect(execution.status).toBe('complete')
})

test.each([
  ['while the plan is asked for', buyPath],
  ['while the transaction is followed', '/transactions/*'],
  ['while the transfers are waited for', '/transfers/bulk/v1'],
])('B44: an abort %s stops every request and timer', async (_name, path) => {
  const control = new AbortController()
  world.provider.on(path, () => {
    setTimeout(() => control.abort(), 100)
    return { silent: true }
  })
  const client = world.client()
  const { execution, error } = await world.end(client, await world.buy(client, { signal: control.signal }))
  expect(execution.status).toBe('aborted')
  expect(error?.code).toBe('aborted')
  const { length } = world.provider.requests
  await world.clock.pass(300_000)
  expect(world.provider.requests).toHaveLength(length)
  expect(execution.money).toBe(path === buyPath ? 'untouched' : 'spent')
})

test('B45: a provider that hangs times out, and one that fails is retried with growing pauses', async () => {
  world.provider.on(buyPath, (_request, count) => (count < 4 ? { status: 502, body: {} } : { silent: true }))
  const { error, took } = await world.buyToEnd({ requestTimeout: 3_000 })
  expect(error?.code).toBe('provider_unreachable')
  expect(error?.message).toBe('timeout of 3000ms exceeded: Unknown Reason')
  expect(world.provider.count(buyPath)).toBe(4)
  expect(took).toBeLessThan(3_000 + 500 + 1_000 + 2_000)
})

test('B46: liquidity is refreshed once per token, and not after a rejected key or a rate limit', async () => {
  for (const status of [401, 429]) {
    world.provider.on(buyPath, { status, body: {} })
    await world.buyToEnd()
  }
  expect(world.provider.count('/tokens/refresh/v1')).toBe(0)
  world.provider.on(buyPath, { status: 410, body: { message: 'Gone' } })
  const { token } = await world.listed()
  const client = world.client()
  const items = [{ token }, { token }]
  await world.end(client, await world.buy(client, { items }))
  await world.clock.settle()
  const asked = world.provider.requests.filter(({ path }) => path === '/tokens/refresh/v1')
  expect(asked.map(({ body }) => body)).toEqual([{ token, liquidityOnly: true }])
})

test('after a failed purchase by order ids, the tokens of those orders are refreshed', async () => {
  const { token, orderId } = await world.listed()
  world.provider.on(buyPath, { status: 410, body: { message: 'Gone' } })
  world.provider.on('/orders/asks/v5', {
    body: {
      orders: [
        { id: orderId, tokenSetId: `token:${token}` },
        { id: 'another', tokenSetId: 'token:x' },
      ],
    },
  })
  const client = world.client()
  await world.end(client, await world.buy(client, { items: [{ orderId }] }))
  await world.clock.settle()
  const asked = world.provider.requests.filter(({ path }) => path === '/tokens/refresh/v1')
  expect(asked.map(({ body }) => body)).toEqual([{ token, liquidityOnly: true }])
})

test('B47: the version of the kit is sent with every request', async () => {
  const client = world.client({ uiVersion: '9.9.9' })
  // Not seen at once, so that the stream is asked for too.
  world.provider.on('/transactions/*', (_request, count) =>
    count === 1 ? { body: { synced: false } } : undefined,
  )
  await world.end(client, await world.buy(client))
  await world.end(client, world.sell(client))
  await world.clock.settle()
  expect(world.provider.requests.length).toBeGreaterThan(6)
  for (const { headers } of world.provider.requests) expect(headers['x-rkui-version']).toBe('9.9.9')
})

test('B48: absent options send nothing, trailing slashes are removed, and no key is logged', async () => {
  const lines: LogLine[] = []
  const [chain] = world.client().chains
  const client = world.client({
    chains: [{ ...chain!, baseApiUrl: `${world.provider.url}///` }],
    apiKey: 'a-secret-key',
    logLevel: 4,
    logger: (line) => lines.push(line),
  })
  world.provider.on('/tokens/v7', { body: { tokens: [] } })
  await world.clock.until(getTokens(client, { collection: null as never, tokenName: undefined }))
  expect(world.provider.requests.map(({ path, query }) => `${path}?${query}`)).toEqual(['/tokens/v7?'])
  await world.end(client, await world.buy(client))
  expect(lines.length).toBeGreaterThan(3)
  expect(JSON.stringify(lines)).not.toContain('a-secret-key')
})

test('B49: a failed signature is reported with our own message', async () => {
  world.changeAnswers('/execute/list/v5', (plan) => {
    plan.requestId = 'request-5'
  })
  world.seller.on('eth_signTypedData_v4', () => {
    throw 'a bare string'
  })
  const client = world.client()
  const { error } = await world.end(client, world.sell(client))
  expect(error?.code).toBe('wallet_error')
  await world.clock.settle()
  const reports = world.provider.requests.filter(({ path }) => path === '/execute/results/v1')
  expect(reports.map(({ body }) => body)).toEqual([
    { requestId: 'request-5', stepId: 'order-signature', errorMessage: 'The wallet returned an error.' },
  ])
})

test('B50: BNB and AVAX have their names, and USDC on BNB Smart Chain has 18 decimals', () => {
  const client = world.client({
    chains: Object.values(chains)
      .filter((chain) => typeof chain === 'object' && [56, 43_114].includes(chain.id))
      .map((chain) => ({ ...chain, baseApiUrl: 'https://provider.example' })),
  })
  const symbols = (id: number) =>
    chainOf(client, id).paymentTokens.map(({ symbol, decimals }) => `${symbol}${decimals}`)
  expect(symbols(56)).toEqual(['BNB18', 'WBNB18', 'USDC18'])
  expect(symbols(43_114)).toEqual(['AVAX18', 'WAVAX18', 'USDC6'])
})

test('B51: a proxy of the host needs no key, and a given key stays in its header', async () => {
  await world.buyToEnd()
  expect(world.provider.requests.every(({ headers }) => headers['x-api-key'] === undefined)).toBe(true)
  world.provider.reset()
  const client = world.client({ apiKey: 'a-secret-key' })
  world.provider.on('/transactions/*', { status: 401, body: { message: 'no' } })
  const { execution } = await world.end(client, await world.buy(client))
  const kept = JSON.stringify([execution, await client.journal.entries()], (_key, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  expect(kept).not.toContain('a-secret-key')
  expect(
    world.provider.requests.every(({ text, query }) => !`${text}${query}`.includes('a-secret-key')),
  ).toBe(true)
})
