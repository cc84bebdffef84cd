import { overrideRoyalties } from '@sluice/devnet'
import { type Report, readReport, verify, writeReport } from '@sluice/guards'
import { expect, test } from 'vitest'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { preview } from '../../src/actions/preview.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { getListings, getUserTokens } from '../../src/reads/marketReads.ts'
import type { TradeEvent } from '../../src/run/events.ts'
import type { Run } from '../../src/run/run.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'
import type { Reply } from '../support/provider.ts'

const market = useMarket()

const spare = (wallet: ScriptedWallet): Promise<string> => market.mint(wallet)

const native = '0x0000000000000000000000000000000000000000'
const eth = 10n ** 18n

/** A listing in the native coin, made through the client itself. */
async function listed(seller: ScriptedWallet, weiPrice = eth): Promise<{ token: string; orderId: string }> {
  const token = await spare(seller)
  const run = listTokens(market.client({}, true), { wallet: seller, listings: [{ token, weiPrice }] })
  const { orders } = await run.result()
  return { token, orderId: orders[0]!.orderId! }
}

const expected = (raw: bigint, currency = native) => ({ [currency]: { raw } })
const ended = async (run: Run) => (await run.done).error

test('a token is listed, bought by another account and paid in full', async () => {
  const [seller, buyer] = [market.wallet(0), market.wallet(1)]
  const client = market.client()
  const events: TradeEvent[] = []
  client.on('*', (event) => events.push(event))
  const { token } = await listed(seller)
  const run = buyTokens(client, { wallet: buyer, items: [{ token }], expectedPrice: expected(eth) })
  const { execution, hashes, transfers } = await run.result()
  expect(execution.status).toBe('complete')
  expect(hashes).toHaveLength(1)
  expect(transfers[0]).toMatchObject({ to: buyer.account })
  expect(events.map(({ kind }) => kind)).toEqual(['purchase_complete'])
  const sale = execution.steps.find(({ id }) => id === 'sale')!.items[0]!
  expect(sale).toMatchObject({ status: 'complete', proof: 'chain', purpose: 'buy' })
  const body = market.front.requests.find(({ path }) => path === '/execute/buy/v7')!.body
  expect(body).toMatchObject({ taker: buyer.account, items: [{ token }] })
})

test('royalties that a registry overrides are known to the guards, signed by share, and added on top if left out', async () => {
  const [seller, buyer] = [market.wallet(0), market.wallet(1)]
  const client = market.client()
  const [chain] = market.stack.chains
  const [painter, printer] = [6, 7].map((index) => market.wallet(index).account as `0x${string}`)
  const collection = market.chain.contracts.collections[0]!.address
  const shares = [
    { recipient: painter!, bps: 300 },
    { recipient: printer!, bps: 200 },
  ]
  const [token, plain] = [await spare(seller), await spare(seller)]
  await overrideRoyalties(chain!, collection, shares)
  try {
    const listings = [
      { token, weiPrice: eth },
      { token: plain, weiPrice: eth, automatedRoyalties: false },
    ]
    const { orders } = await listTokens(client, { wallet: seller, listings }).result()
    const ids = orders.map(({ orderId }) => orderId as `0x${string}`)
    const { items } = await getListings(client, { ids })
    const feesOf = (id: string | undefined) =>
      items.find((order) => order.id === id)!.feeBreakdown!.map(({ recipient, bps }) => ({ recipient, bps }))
    expect(ids.map(feesOf)).toEqual([shares, []])
    const onTop = (eth * 105n) / 100n
    for (const [bought, price] of [
      [token, eth],
      [plain, onTop],
    ] as const) {
      const options = { wallet: buyer, items: [{ token: bought }], normalizeRoyalties: true }
      const { execution } = await buyTokens(client, { ...options, expectedPrice: expected(price) }).result()
      expect(execution.status).toBe('complete')
    }
  } finally {
    await overrideRoyalties(chain!, collection, [])
  }
})

test('an edited listing replaces the old one by one signature, and a buyer pays the new price', async () => {
  const [seller, buyer] = [market.wallet(4), market.wallet(5)]
  const { zone } = market.chain.contracts
  const client = market.client({ policy: { zones: { own: [zone], counterparty: [zone] } } }, true)
  const token = await spare(seller)
  const inZone = (more: object = {}) => ({ 'seaport-v1.6': { useOffChainCancellation: true, ...more } })
  const first = listTokens(client, {
    wallet: seller,
    listings: [{ token, weiPrice: eth, options: inZone() }],
  })
  const old = (await first.result()).orders[0]!.orderId!
  const before = seller.prompts.length
  const edit = listTokens(client, {
    wallet: seller,
    listings: [{ token, weiPrice: eth / 2n, options: inZone({ replaceOrderId: old }) }],
  })
  const fresh = (await edit.result()).orders[0]!.orderId!
  expect(seller.prompts.slice(before).map((prompt) => 'primaryType' in prompt)).toEqual([true])
  const { items: orders } = await getListings(client, { ids: [old, fresh] })
  const statusOf = (id: string) => orders.find((order) => order.id === id)?.status
  expect([statusOf(old), statusOf(fresh)]).toEqual(['cancelled', 'active'])
  const buy = buyTokens(client, { wallet: buyer, items: [{ token }], expectedPrice: expected(eth / 2n) })
  expect((await buy.result()).execution.status).toBe('complete')
})

test('a bid is placed and accepted, approvals first, one prompt at a time', async () => {
  const [owner, bidder] = [market.wallet(2), market.wallet(3)]
  const token = await spare(owner)
  const client = market.client()
  const bid = placeBids(client, { wallet: bidder, bids: [{ token, weiPrice: eth / 2n }] })
  await bid.result()
  const { weth } = market.chain.contracts
  const run = acceptOffers(client, {
    wallet: owner,
    items: [
      { token, orderId: bid.execution.steps.flatMap(({ items }) => items).at(-1)!.orderData![0]!.orderId! },
    ],
    expectedPrice: expected((eth * 4n) / 10n, weth),
  })
  expect((await run.result()).execution.money).toBe('spent')
})

test('an order is cancelled on chain and cannot be bought any more', async () => {
  const seller = market.wallet(4)
  const { token, orderId } = await listed(seller)
  const client = market.client()
  await cancelOrders(client, { wallet: seller, orderIds: [orderId] }).result()
  const listings = await getListings(client, { token, status: 'active' })
  expect(listings.items.map(({ id }) => id)).not.toContain(orderId)
})

test('a token is transferred to the named account', async () => {
  const [from, to] = [market.wallet(5), market.wallet(6)]
  const token = await spare(from)
  const client = market.client()
  const events: string[] = []
  client.on('unknown', ({ kind }) => events.push(kind))
  await transferTokens(client, { wallet: from, to: to.account, items: [{ token }] }).result()
  const owned = await getUserTokens(client, { user: to.account, tokens: [token] })
  expect(owned.items).toHaveLength(1)
  expect(events).toEqual(['unknown'])
})

test('a contract that accepts no tokens gets none, and a purchase for it needs the user’s confirmation', async () => {
  const [from, buyer] = [market.wallet(4), market.wallet(5)]
  const token = await spare(from)
  // A contract of the chain that answers no `onERC721Received`.
  const to = market.chain.contracts.multicall3
  const before = from.prompts.length
  const refused = await ended(transferTokens(market.client(), { wallet: from, to, items: [{ token }] }))
  expect(refused?.code).toBe('invalid_input')
  expect(refused?.data.field).toBe('to')
  expect(from.prompts).toHaveLength(before)

  const { token: listing } = await listed(market.wallet(0))
  const seen: string[] = []
  const run = buyTokens(market.client(), {
    wallet: buyer,
    items: [{ token: listing }],
    expectedPrice: expected(eth),
    options: { taker: to },
    confirm: ({ verdict }) => {
      seen.push(...verdict.findings.flatMap(({ code, severity }) => (severity === 'confirm' ? [code] : [])))
      return false
    },
  })
  expect((await ended(run))?.code).toBe('declined')
  expect(seen).toEqual(['CALL_RECEIVER'])
})

test('a preview quotes the cost of a purchase without a prompt', async () => {
  const { token } = await listed(market.wallet(0), eth / 4n)
  const quote = await preview.buyTokens(market.client(), {
    items: [{ token }],
    account: market.wallet(1).account,
  })
  expect(quote.totals).toEqual([{ currency: native, decimals: 18, raw: eth / 4n }])
})

test('a step that pays an unknown account never reaches the wallet', async () => {
  const buyer = market.wallet(1)
  const { token } = await listed(market.wallet(0))
  market.front.on('/execute/buy/v7', async (request): Promise<Reply> => {
    const { body } = await market.forward(request)
    const text = JSON.stringify(body).replaceAll(
      '0x0000000000000068f116a894984e2db1123eb395',
      `0x${'66'.repeat(20)}`,
    )
    return { body: JSON.parse(text) }
  })
  const error = await ended(
    buyTokens(market.client(), { wallet: buyer, items: [{ token }], expectedPrice: expected(eth) }),
  )
  market.front.on('/execute/buy/v7', market.forward)
  expect(error?.code).toBe('blocked')
  expect(error?.money).toBe('untouched')
  expect(buyer.prompts).toEqual([])
  // Anybody can reproduce the refusal from the text of the report.
  const report = readReport(writeReport(error?.data.report as Report))
  const { intent, response, chainState, policy, salts, done = [] } = report
  const again = verify(intent, response, chainState, policy, { salts, done })
  expect(again.findings.filter(({ severity }) => severity !== 'info')).toEqual(error?.data.findings)
})

test('a higher price is reported on the first step, and nothing is prompted', async () => {
  const buyer = market.wallet(1)
  const { token } = await listed(market.wallet(0))
  const run = buyTokens(market.client(), {
    wallet: buyer,
    items: [{ token }],
    expectedPrice: expected(eth / 2n),
  })
  const execution = await run.done
  expect(execution.error?.code).toBe('price_mismatch')
  expect(execution.error?.type).toBe('price mismatch')
  expect(execution.error?.message).toBe('Attention: the price of this token is now 1')
  expect(execution.steps[0]?.error).toBe(execution.error?.message)
  expect(buyer.prompts).toEqual([])
})

test('without an agreed price the review must be confirmed', async () => {
  const buyer = market.wallet(1)
  const { token } = await listed(market.wallet(0))
  const client = market.client()
  expect((await ended(buyTokens(client, { wallet: buyer, items: [{ token }] })))?.code).toBe('no_price_bound')
  const refused = buyTokens(client, { wallet: buyer, items: [{ token }], confirm: () => false })
  expect((await ended(refused))?.code).toBe('declined')
  expect(buyer.prompts).toEqual([])
  const agreed = buyTokens(client, {
    wallet: buyer,
    items: [{ token }],
    confirm: ({ item }) => item.effects.give[0]?.amount === eth,
  })
  expect((await agreed.done).status).toBe('complete')
})

test('data in a later answer is waited for, and checked when it comes', async () => {
  const buyer = market.wallet(1)
  const { token } = await listed(market.wallet(0))
  const before = market.front.count('/execute/buy/v7')
  market.front.on('/execute/buy/v7', async (request, count): Promise<Reply> => {
    const { body } = await market.forward(request)
    const steps = body.steps as { items: { status: string; data?: object }[] }[]
    const early = count - before < 4
    return {
      body: {
        ...body,
        steps: steps.map((step) => ({
          ...step,
          items: step.items.map(({ data, ...item }) => (early ? item : { ...item, data })),
        })),
      },
    }
  })
  const run = buyTokens(market.client(), { wallet: buyer, items: [{ token }], expectedPrice: expected(eth) })
  const execution = await run.done
  market.front.on('/execute/buy/v7', market.forward)
  expect(execution.error).toBeUndefined()
  expect(market.front.count('/execute/buy/v7') - before).toBe(4)
})

test('data that never comes ends the run after fifteen attempts', async () => {
  const { token } = await listed(market.wallet(0))
  market.front.on('/execute/buy/v7', async (request): Promise<Reply> => {
    const { body } = await market.forward(request)
    const steps = body.steps as { items: object[] }[]
    const empty = steps.map((step) => ({ ...step, items: step.items.map(() => ({ status: 'incomplete' })) }))
    return { body: { ...body, steps: empty } }
  })
  const run = buyTokens(market.client({ pollingInterval: 1 }), {
    wallet: market.wallet(1),
    items: [{ token }],
    expectedPrice: expected(eth),
  })
  const error = await ended(run)
  market.front.on('/execute/buy/v7', market.forward)
  expect(error?.message).toBe('Failed to get data after 15 attempt(s), aborting')
})

test('data that is withheld from changing items ends the run after as many attempts', async () => {
  const { token } = await listed(market.wallet(0))
  const before = market.front.count('/execute/buy/v7')
  market.front.on('/execute/buy/v7', async (request, count): Promise<Reply> => {
    const { body } = await market.forward(request)
    const items = [{ status: 'incomplete' }, { status: 'complete' }]
    const steps = body.steps as object[]
    return {
      body: { ...body, steps: [{ ...steps[0], items: count % 2 === 0 ? items : items.toReversed() }] },
    }
  })
  const run = buyTokens(market.client({ pollingInterval: 1 }), {
    wallet: market.wallet(1),
    items: [{ token }],
    expectedPrice: expected(eth),
  })
  const error = await ended(run)
  market.front.on('/execute/buy/v7', market.forward)
  expect(error?.message).toBe('Failed to get data after 15 attempt(s), aborting')
  expect(market.front.count('/execute/buy/v7') - before).toBe(16)
})

test('a provider that fails while a transaction is pending does not end the run', async () => {
  const { token } = await listed(market.wallet(0))
  const before = market.front.count('/transactions/*')
  market.front.on('/transactions/*', (request, count) =>
    count - before < 4 ? { status: 503, body: {} } : market.forward(request),
  )
  const run = buyTokens(market.client(), {
    wallet: market.wallet(1),
    items: [{ token }],
    expectedPrice: expected(eth),
  })
  const execution = await run.done
  market.front.on('/transactions/*', market.forward)
  expect(execution.status).toBe('complete')
})

test('a purchase that the chain has proven is complete, even if the provider never sees it', async () => {
  const { token } = await listed(market.wallet(0))
  market.front.on('/transactions/*', { body: { synced: false } })
  const client = market.client({ maxPollingAttemptsBeforeTimeout: 3 })
  const run = buyTokens(client, {
    wallet: market.wallet(1),
    items: [{ token }],
    expectedPrice: expected(eth),
  })
  const { status, proof, money } = await run.done
  market.front.on('/transactions/*', market.forward)
  expect({ status, proof, money }).toEqual({ status: 'complete', proof: 'chain', money: 'spent' })
})

test('a provider that reports a transaction as synced does not complete it', async () => {
  const { token } = await listed(market.wallet(0))
  const buyer = market.wallet(1)
  buyer.script = () => `0x${'ab'.repeat(32)}`
  market.front.on('/transactions/*', { body: { synced: true } })
  const client = market.client({ maxPollingAttemptsBeforeTimeout: 3 })
  const run = buyTokens(client, { wallet: buyer, items: [{ token }], expectedPrice: expected(eth) })
  const execution = await run.done
  market.front.on('/transactions/*', market.forward)
  expect(execution.status).toBe('failed')
  expect(execution.error?.money).toBe('sent')
})

test('a rejection in the wallet ends the run once with nothing spent, and the report has our own message only', async () => {
  const { token } = await listed(market.wallet(0))
  const buyer = market.wallet(1)
  buyer.script = () => {
    throw Object.assign(new Error('User rejected: my private note'), { code: 4001 })
  }
  const client = market.client()
  const events: TradeEvent[] = []
  client.on('*', (event) => events.push(event))
  const before = market.front.count('/execute/results/v1')
  const error = await ended(
    buyTokens(client, { wallet: buyer, items: [{ token }], expectedPrice: expected(eth) }),
  )
  expect(error?.code).toBe('wallet_refused')
  expect(error?.money).toBe('untouched')
  expect(events.map(({ kind }) => kind)).toEqual(['purchase_error'])
  await expect.poll(() => market.front.count('/execute/results/v1')).toBe(before + 1)
  const report = market.front.requests.findLast(({ path }) => path === '/execute/results/v1')!.body
  expect(report).toEqual({
    requestId: expect.any(String),
    stepId: 'sale',
    errorMessage: 'The request was rejected in the wallet.',
  })
})

test('an account that changed before the prompt stops the run', async () => {
  const { token } = await listed(market.wallet(0))
  const buyer = market.wallet(1)
  const run = buyTokens(market.client(), {
    wallet: buyer,
    items: [{ token }],
    expectedPrice: expected(eth),
    confirm: () => {
      buyer.shows.address = `0x${'77'.repeat(20)}`
      return true
    },
  })
  expect((await ended(run))?.code).toBe('account_changed')
  expect(buyer.prompts).toEqual([])
})

test('a wallet on another chain is asked to switch once', async () => {
  const { token } = await listed(market.wallet(0))
  const buyer = market.wallet(1)
  buyer.shows.chainId = 10
  const run = buyTokens(market.client(), { wallet: buyer, items: [{ token }], expectedPrice: expected(eth) })
  expect((await run.done).status).toBe('complete')
  expect(buyer.shows.chainId).toBe(market.chain.id)
})

test('an order that the provider stores as another is rejected', async () => {
  const token = await spare(market.wallet(0))
  market.front.on('/order/*', { body: { message: 'Success', orderId: `0x${'11'.repeat(32)}` } })
  const run = listTokens(market.client(), { wallet: market.wallet(0), listings: [{ token, weiPrice: eth }] })
  const error = await ended(run)
  market.front.on('/order/*', market.forward)
  expect(error?.code).toBe('order_refused')
  expect(error?.money).toBe('signed')
})

test('an order for the provider’s own book is not listed by an id of another book', async () => {
  const token = await spare(market.wallet(0))
  market.front.on('/order/*', { body: { message: 'Success', crossPostingOrderId: 'abc' } })
  const run = listTokens(market.client(), { wallet: market.wallet(0), listings: [{ token, weiPrice: eth }] })
  const error = await ended(run)
  market.front.on('/order/*', market.forward)
  expect(error?.code).toBe('order_refused')
  expect(error?.money).toBe('signed')
})

test('a signature that is not the account’s is never posted', async () => {
  const seller = market.wallet(0)
  const token = await spare(seller)
  seller.script = () => `0x${'11'.repeat(64)}1b`
  const before = market.front.count('/order/*')
  const run = listTokens(market.client(), { wallet: seller, listings: [{ token, weiPrice: eth }] })
  expect((await ended(run))?.code).toBe('bad_signature')
  expect(market.front.count('/order/*')).toBe(before)
})

test('a signed order is in the journal before and after it is posted', async () => {
  const client = market.client()
  const seller = market.wallet(0)
  const token = await spare(seller)
  const states: string[] = []
  seller.script = async () => {
    states.push(...(await client.journal.entries()).map(({ state }) => state))
  }
  await listTokens(client, { wallet: seller, listings: [{ token, weiPrice: eth }] }).result()
  const entries = await client.journal.entries()
  expect(states).toEqual(['prompting'])
  expect(entries).toMatchObject([{ kind: 'signature', state: 'posted', account: seller.account }])
})

test('an aborted run stops sending requests', async () => {
  const { token } = await listed(market.wallet(0))
  const control = new AbortController()
  const run = buyTokens(market.client(), {
    wallet: market.wallet(1),
    items: [{ token }],
    expectedPrice: expected(eth),
    signal: control.signal,
    confirm: () => {
      control.abort()
      return new Promise(() => {})
    },
  })
  const execution = await run.done
  expect(execution.status).toBe('aborted')
  expect(execution.error?.code).toBe('aborted')
})

test('an empty cancellation and an empty bid are rejected before any request', async () => {
  const client = market.client()
  const before = market.front.requests.length
  const wallet = market.wallet(0)
  expect((await ended(cancelOrders(client, { wallet, orderIds: [] })))?.message).toBe(
    'No order ids specified',
  )
  expect((await ended(placeBids(client, { wallet, bids: [{ weiPrice: 1n }] })))?.message).toBe(
    'Some bid data is missing',
  )
  expect(market.front.requests).toHaveLength(before)
})

test('an unknown chain is reported, and no other chain replaces it', async () => {
  const before = market.front.requests.length
  const run = buyTokens(market.client(), {
    wallet: market.wallet(1),
    chainId: 10,
    items: [{ token: `${native}:1` }],
  })
  const error = await ended(run)
  expect(error?.code).toBe('unknown_chain')
  expect(market.front.requests).toHaveLength(before)
})

test('marketplace fees are added for the own order book only, and the caller’s parameters stay unchanged', async () => {
  const seller = market.wallet(0)
  const token = await spare(seller)
  const fee = `${market.wallet(6).account}:250`
  const client = market.client({ marketplaceFees: [fee] })
  const listings = [{ token, weiPrice: eth }]
  await listTokens(client, { wallet: seller, listings }).result()
  const sent = market.front.requests.findLast(({ path }) => path === '/execute/list/v5')!.body
  expect(sent.params[0].fees).toEqual([fee])
  expect(listings).toEqual([{ token, weiPrice: eth }])
  await listTokens(client, { wallet: seller, listings: [{ token, weiPrice: eth, fees: [] }] }).done
  const second = market.front.requests.findLast(({ path }) => path === '/execute/list/v5')!.body
  expect(second.params[0].fees).toEqual([])
})
