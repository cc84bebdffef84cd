import { erc20Abi } from '@sluice/seaport'
import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Execution, ItemPhase } from '../../src/run/execution.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import type { Reply } from './support/server.ts'
import { eth, native, useWorld } from './support/world.ts'

const world = useWorld()

const buyPath = '/execute/buy/v7'
// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of an answer
type Plan = any
const planOf = async (next: () => Promise<Reply>) => structuredClone((await next()).body) as Plan

/** What a person sees only ever goes forward. */
function goesForward(pictures: readonly Execution[]): void {
  const order: readonly ItemPhase[] = [
    'waiting',
    'confirming',
    'switching',
    'prompted',
    'posting',
    'sent',
    'mined',
    'complete',
  ]
  const phases = pictures.map(({ steps }) => order.indexOf(steps.at(-1)?.items[0]?.phase ?? 'waiting'))
  expect(phases).toEqual([...phases].sort((left, right) => left - right))
}

test('F20: the answer to another request never reaches the wallet', async () => {
  const other = await world.listed()
  world.provider.on(buyPath, async (request, _count, next) => {
    request.body.items = [{ token: other.token }]
    return next()
  })
  const { error, execution } = await world.buyToEnd()
  expect(error?.code).toBe('blocked')
  expect(error?.data.findings).not.toEqual([])
  expect(execution.money).toBe('untouched')
  expect(world.buyer.prompts).toEqual([])
})

test('a contract address that is not text is blocked like any other', async () => {
  world.provider.on('/execute/list/v5', async (_request, _count, next) => {
    const { body } = await next()
    const plan = structuredClone(body) as { steps: { items: { data: { sign: { domain: object } } }[] }[] }
    Object.assign(plan.steps.at(-1)!.items[0]!.data.sign.domain, { verifyingContract: { toString: 'x' } })
    return { body: plan }
  })
  const client = world.client()
  const listings = [{ token: `${world.nft}:${world.token()}`, weiPrice: eth }]
  const wallet = eip1193Wallet(world.seller.provider)
  const { error } = await world.end(client, listTokens(client, { wallet, listings }))
  expect(error?.code).toBe('blocked')
  expect(world.seller.prompts).toEqual([])
})

test('F21: a stale copy of a plan is checked by its times', async () => {
  const client = world.client()
  const tokenId = world.token()
  const now = await world.market.chainTime()
  await world.market.list(tokenId, eth, { endTime: now - 10n })
  const run = await world.buy(client, { items: [{ token: `${world.nft}:${tokenId}` }] })
  const { error } = await world.end(client, run)
  expect(error?.code).toBe('blocked')
  expect(world.buyer.prompts).toEqual([])
})

test('F22: a late answer cannot overtake a newer one, because requests follow each other', async () => {
  world.provider.on('/transactions/*', async (_request, count, next) => {
    if (count > 2) return next()
    await world.clock.held(new Promise((resolve) => setTimeout(resolve, 4_000)))
    return { body: { synced: false } }
  })
  const { execution } = await world.buyToEnd()
  expect(execution.status).toBe('complete')
  const widths = [...world.provider.widest].filter(([path]) => path.startsWith('/transactions/'))
  expect(widths.map(([, width]) => width)).toEqual([1])
})

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const stream = { 'content-type': 'text/event-stream' }

test('F23: the same push a hundred times is one event', async () => {
  world.provider.on('/events', ({ query }) => ({
    headers: stream,
    stream: async (write, closed) => {
      for (let index = 0; index < 100; index += 1)
        await write(event({ hash: query.get('txHash'), synced: true }))
      await world.clock.held(closed)
    },
  }))
  const { execution, events, pictures } = await world.buyToEnd()
  expect(execution.status).toBe('complete')
  expect(events).toHaveLength(1)
  goesForward(pictures)
  expect(world.provider.count('/transactions/*')).toBeLessThan(6)
  expect(world.buyer.sent).toHaveLength(1)
})

test('F24: a push is never believed: the chain decides, and done never becomes pending', async () => {
  world.provider.on('/events', {
    headers: stream,
    stream: async (write, closed) => {
      for (const status of ['failure', 'success', 'pending']) await write(event({ status }))
      await world.clock.held(closed)
    },
  })
  world.provider.on('/transactions/*', (_request, count, next) =>
    count % 2 === 0 ? { body: { synced: false } } : next(),
  )
  const { execution, pictures } = await world.buyToEnd()
  expect(execution.status).toBe('complete')
  expect(execution.steps.at(-1)?.items[0]?.proof).toBe('chain')
  goesForward(pictures)
})

test('F25: a stream that breaks each second reconnects with growing pauses, one connection at a time', async () => {
  const until = Date.now() + 20_000
  world.provider.on('/events', {
    headers: stream,
    stream: async (write, closed) => {
      await write(event({}))
      const second = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000)
        void closed.then(() => clearTimeout(timer))
      })
      await world.clock.held(Promise.race([second, closed]))
    },
  })
  world.provider.on('/transactions/*', (_request, _count, next) =>
    Date.now() < until ? { body: { synced: false } } : next(),
  )
  const { execution } = await world.buyToEnd()
  expect(execution.status).toBe('complete')
  expect(world.provider.count('/events')).toBeLessThanOrEqual(4)
  expect(world.provider.widest.get('/events')).toBe(1)
})

const withoutData = async (next: () => Promise<Reply>): Promise<Reply> => {
  const plan = await planOf(next)
  for (const step of plan.steps) for (const item of step.items) delete item.data
  return { body: plan }
}

test('F26: data that never comes ends the run after fifteen attempts without a prompt, and it can start again', async () => {
  const { token } = await world.listed()
  world.provider.on(buyPath, (_request, _count, next) => withoutData(next))
  const client = world.client()
  const ending = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(ending.error?.code).toBe('poll_timeout')
  expect(ending.error?.message).toBe('Failed to get data after 15 attempt(s), aborting')
  expect(ending.execution.money).toBe('untouched')
  expect(world.provider.count(buyPath)).toBe(16)
  expect(ending.took).toBe(70_000)
  expect(world.buyer.prompts).toEqual([])
  world.provider.reset()
  const again = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(again.execution.status).toBe('complete')
})

test('F27: data in the tenth answer is used', async () => {
  world.provider.on(buyPath, (_request, count, next) => (count < 10 ? withoutData(next) : undefined))
  const { execution } = await world.buyToEnd()
  expect(execution.status).toBe('complete')
  expect(world.provider.count(buyPath)).toBe(10)
  expect(world.buyer.sent).toHaveLength(1)
})

/** The buyer pays in wrapped coin that it has not approved. */
async function unapproved(): Promise<string> {
  const { weth, conduit } = world.chain.contracts
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, 0n] })
  await world.node.mined(await world.buyer.send({ to: weth, data }))
  world.buyer.reset()
  const tokenId = world.token()
  await world.market.list(tokenId, eth, { currency: weth })
  return `${world.nft}:${tokenId}`
}
const buyWrapped = async (token: string) => {
  const client = world.client()
  const run = await world.buy(client, {
    items: [{ token }],
    expectedPrice: { [world.chain.contracts.weth]: { raw: eth } },
  })
  return world.end(client, run)
}

test('F28: a plan that loses a finished step continues, and one that gains a step is blocked', async () => {
  const token = await unapproved()
  world.provider.on(buyPath, async (_request, count, next) => {
    const plan = await planOf(next)
    if (count === 1) delete plan.steps[1].items[0].data
    else plan.steps.shift()
    return { body: plan }
  })
  const shrunk = await buyWrapped(token)
  expect(shrunk.error).toBeUndefined()
  expect(shrunk.execution.status).toBe('complete')
  expect(world.buyer.sent).toHaveLength(2)
  world.provider.reset()
  const second = await unapproved()
  world.provider.on(buyPath, async (_request, count, next) => {
    const plan = await planOf(next)
    if (count === 1) delete plan.steps[1].items[0].data
    else {
      const extra = structuredClone(plan.steps[1])
      extra.items[0].data.to = `0x${'66'.repeat(20)}`
      plan.steps.push(extra)
    }
    return { body: plan }
  })
  const grown = await buyWrapped(second)
  expect(grown.error?.code).toBe('blocked')
  expect(world.buyer.sent).toHaveLength(1)
})

test('F29: a provider whose clock is a day off is understood', async () => {
  world.provider.on('*', async (_request, _count, next) => {
    const reply = await next()
    return { ...reply, headers: { ...reply.headers, date: new Date(Date.now() - 86_400_000).toUTCString() } }
  })
  const { execution } = await world.buyToEnd()
  expect(execution.status).toBe('complete')
})

test('F30: after half an hour offline, sent transactions are found and the rest is quoted again', async () => {
  const client = world.client()
  const wallet = eip1193Wallet(world.buyer.provider)
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    const hash = await next()
    world.provider.on('*', { reset: true })
    world.node.on('*', () => {
      throw new Error('offline')
    })
    return hash
  })
  const bought = await world.end(client, await world.buy(client))
  expect(bought.error?.code).toBe('transaction_timeout')
  expect(bought.error?.money).toBe('sent')
  const { token } = await world.listed(2n * eth)
  const during = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(during.error?.code).toBe('provider_unreachable')
  await world.clock.pass(1_800_000)
  world.provider.reset()
  world.node.reset()
  const [resumed] = await world.clock.until(resume(client, { wallet }))
  expect(resumed?.entry).toMatchObject({ state: 'done', hash: world.buyer.sent[0] as Hex })
  const after = buyTokens(client, { wallet, items: [{ token }], expectedPrice: { [native]: { raw: eth } } })
  const { error } = await world.end(client, after)
  expect(error?.message).toBe('Attention: the price of this token is now 2')
  expect(world.buyer.sent).toHaveLength(1)
})

test('transfers of another trade, or that never happened, are not part of the result', async () => {
  const made = (change: object) => ({
    id: 'made-up',
    token: { contract: world.nft, tokenId: '1' },
    from: `0x${'66'.repeat(20)}`,
    to: `0x${'77'.repeat(20)}`,
    amount: '1',
    ...change,
  })
  world.provider.on('/transfers/bulk/v1', async (_request, _count, next) => {
    const answer = await planOf(next)
    if (answer.transfers.length === 0) return { body: answer }
    const [own] = answer.transfers
    const lies = [
      made({}),
      made({ ...own, to: `0x${'77'.repeat(20)}` }),
      made({ ...own, token: { contract: `0x${'88'.repeat(20)}`, tokenId: own.token.tokenId } }),
      made({ ...own, token: { contract: own.token.contract, tokenId: `${BigInt(own.token.tokenId) + 1n}` } }),
      made({ ...own, txHash: `0x${'99'.repeat(32)}` }),
    ]
    return { body: { transfers: [...lies, ...answer.transfers] } }
  })
  const { execution } = await world.buyToEnd()
  const moved = execution.steps.flatMap(({ items }) => items.flatMap((item) => item.transfersData ?? []))
  expect(execution.status).toBe('complete')
  expect(moved).toHaveLength(1)
  expect(moved[0]).toMatchObject({ to: execution.account })
})
