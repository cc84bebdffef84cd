import { domainSeparator, erc20Abi, seaportDomain } from '@sluice/seaport'
import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { buyTokens } from '../../src/actions/buyTokens.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Execution } from '../../src/run/execution.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import type { Reply } from '../faults/support/server.ts'
import type { RpcCall } from '../faults/support/wallet.ts'
import { type AnyPlan, eth, native, useWorld } from '../faults/support/world.ts'

/** What the specification's ancestor got wrong with money. Each test fails on that behaviour. */
const world = useWorld()

const buyPath = '/execute/buy/v7'
/** Buys what the seller listed for one coin, against what was agreed. */
const against = async (
  expectedPrice: Parameters<typeof buyTokens>[1]['expectedPrice'],
  edit: (plan: AnyPlan) => void = () => {},
) => {
  const client = world.client()
  world.changeAnswers(buyPath, edit)
  return world.end(client, await world.buy(client, { expectedPrice }))
}
const refused = ({ execution }: { execution: Execution }, amount: string) => {
  expect(execution.error?.code).toBe('price_mismatch')
  expect(execution.error?.type).toBe('price mismatch')
  expect(execution.error?.message).toBe(`Attention: the price of this token is now ${amount}`)
  expect(execution.steps[0]?.error ?? execution.error?.message).toBe(execution.error?.message)
  expect(world.buyer.prompts).toEqual([])
}
/** The buyer must approve wrapped coin before it can pay with it: a plan of two transactions. */
async function unapproved(): Promise<string> {
  const { weth, conduit } = world.chain.contracts
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, 0n] })
  await world.node.mined(await world.buyer.send({ to: weth, data }))
  world.buyer.reset()
  const tokenId = world.token()
  await world.market.list(tokenId, eth, { currency: weth })
  return `${world.nft}:${tokenId}`
}
const inWeth = (token: string) => ({
  items: [{ token }],
  expectedPrice: { [world.chain.contracts.weth]: { raw: eth } },
})

test('B1: a failed request and a poll that gives up emit error events, never completions', async () => {
  const failures: Reply[] = [{ status: 400, body: { message: 'no' } }, { body: { steps: [] } }]
  for (const failure of failures) {
    world.provider.on(buyPath, failure)
    const client = world.client()
    const { events } = await world.end(client, await world.buy(client))
    expect(events.map(({ kind }) => kind)).toEqual(['purchase_error'])
  }
  world.provider.reset()
  world.changeAnswers(buyPath, (plan) => {
    delete plan.steps[0].items[0].data
  })
  const client = world.client()
  const { events, error } = await world.end(client, await world.buy(client))
  expect(error?.message).toBe('Failed to get data after 15 attempt(s), aborting')
  expect(events.map(({ kind }) => kind)).toEqual(['purchase_error'])
})

/** The world's chain beside another one, which is the active one. */
const besideAnother = () => {
  const [chain] = world.client().chains
  const other = { id: 10, name: 'Other', baseApiUrl: `${world.provider.url}/other`, active: true }
  return world.client({ chains: [other, chain!] })
}

test('B2: every step of a run stays on the chain that it started on', async () => {
  const token = await unapproved()
  const client = besideAnother()
  const run = await world.buy(client, { ...inWeth(token), chainId: world.chain.id })
  const { execution, events } = await world.end(client, run)
  expect(execution.status).toBe('complete')
  const chainIds = world.buyer.prompts.map(({ params }) => (params[0] as { chainId: Hex }).chainId)
  expect(chainIds).toEqual([1, 2].map(() => `0x${world.chain.id.toString(16)}`))
  expect(world.provider.count('/other*')).toBe(0)
  expect(events[0]?.chainId).toBe(world.chain.id)
})

test('B3: the caller’s gas limit applies to every step, and every answer’s price is checked', async () => {
  const token = await unapproved()
  const client = world.client()
  const run = await world.buy(client, { ...inWeth(token), gas: 400_000n })
  expect((await world.end(client, run)).execution.status).toBe('complete')
  expect(world.buyer.prompts.map(({ params }) => (params[0] as RpcCall).gas)).toEqual(['0x61a80', '0x61a80'])
  world.buyer.reset()
  world.changeAnswers(buyPath, (plan, count) => {
    if (count < 3) delete plan.steps[0].items[0].data
    else plan.path[0].rawQuote = `${2n * eth}`
  })
  refused(await world.end(client, await world.buy(client)), '2')
})

test('B4: a quote is per unit, so five units cost five times as much', async () => {
  const ending = await against({ [native]: { raw: 5n * eth } }, (plan) => {
    Object.assign(plan.path[0], { quantity: 5, rawQuote: `${(49n * eth) / 10n}` })
  })
  refused(ending, '24.5')
})

test('B5: fees on top are part of the price', async () => {
  const fee = { kind: 'marketplace', recipient: world.seller.account, rawAmount: `${eth / 10n}` }
  refused(
    await against({ [native]: { raw: eth } }, (plan) => {
      Object.assign(plan.path[0], { feesOnTop: [fee], totalRawPrice: `${(11n * eth) / 10n}` })
    }),
    '1.1',
  )
})

test('B6: a currency without an agreed price is not free', async () => {
  refused(await against({ [world.chain.contracts.weth]: { raw: 9n * eth } }), '1')
})

test('B7: an agreed price applies whatever the case of its currency’s address', async () => {
  const currency = world.chain.contracts.weth
  const mixed = `0x${currency.slice(2).toUpperCase()}`
  const tokenId = world.token()
  await world.market.list(tokenId, 2n * eth, { currency })
  const client = world.client()
  const items = [{ token: `${world.nft}:${tokenId}` }]
  refused(
    await world.end(client, await world.buy(client, { items, expectedPrice: { [mixed]: { raw: eth } } })),
    '2',
  )
})

test.each([{ raw: 0n }, { amount: 0 }])('B8: an agreed price of zero is a price (%o)', async (price) => {
  refused(await against({ [native]: price }), '1')
})

test('B9: a currency without decimals does not get a tolerance for 18', async () => {
  const agreed = { [native]: { raw: 1n, currencyDecimals: 0 } }
  refused(
    await against(agreed, (plan) => {
      Object.assign(plan.path[0], { rawQuote: '900', currencyDecimals: 0 })
    }),
    '900',
  )
})

test.each([
  ['no path', (plan: AnyPlan) => delete plan.path],
  ['an empty path', (plan: AnyPlan) => Object.assign(plan, { path: [] })],
])('B10: %s does not turn the protection off', async (_name, edit) => {
  const { execution } = await against({ [native]: { raw: eth / 2n } }, edit)
  expect(execution.status).toBe('failed')
  expect(['price_mismatch', 'blocked']).toContain(execution.error?.code)
  expect(world.buyer.prompts).toEqual([])
})

test('B11: amounts are compared as integers, with any decimals', async () => {
  // A hundred-thousandth of a coin of eight decimals is a thousand base units; 1001 are too many.
  const eight = { [native]: { raw: 100_000_000n, currencyDecimals: 8 } }
  const quote = (raw: string, decimals: number) => (plan: AnyPlan) => {
    Object.assign(plan.path[0], { rawQuote: raw, currencyDecimals: decimals })
  }
  refused(await against(eight, quote('100001001', 8)), '1.00001001')
  world.provider.reset()
  const many = { [native]: { raw: 10n ** 24n, currencyDecimals: 24 } }
  refused(await against(many, quote(`${10n ** 24n + 10n ** 19n + 1n}`, 24)), '1.000010000000000000000001')
})

test('B12: the message names the price even if an amount was agreed', async () => {
  refused(await against({ [native]: { amount: 0.5 } }), '1')
})

test('B13: a higher price is reported as such if the answer has no steps', async () => {
  const { execution } = await against({ [native]: { raw: eth / 2n } }, (plan) => {
    plan.steps = []
  })
  refused({ execution }, '1')
})

test('B14: an unknown chain is an error before any request, and no other chain replaces it', async () => {
  const client = besideAnother()
  const { error } = await world.end(client, await world.buy(client, { chainId: 424_242 }))
  expect(error?.code).toBe('unknown_chain')
  expect(world.provider.requests).toEqual([])
  expect(world.buyer.prompts).toEqual([])
})

test('B15: data that is absent in the second answer is requested a third time', async () => {
  world.changeAnswers(buyPath, (plan, count) => {
    if (count < 4) delete plan.steps[0].items[0].data
  })
  const client = world.client()
  expect((await world.end(client, await world.buy(client))).execution.status).toBe('complete')
  expect(world.provider.count(buyPath)).toBe(4)
})

test.each([59_144, 999])(
  'B16: chain %i, which a wallet library may not know, is never taken for mainnet',
  async (id) => {
    const [chain] = world.client().chains
    const { multicall3: _, ...bare } = chain!
    const client = world.client({ chains: [{ ...bare, id, rpcUrls: [] }] })
    world.buyer.shows.chainId = id
    // The Seaport of that chain says so.
    world.buyer.on('eth_call', async ({ params }, next) => {
      const { to, data } = params[0] as { to: Hex; data: Hex }
      if (!data.startsWith('0xf47b7740')) return next()
      const separator = domainSeparator(seaportDomain(id, '1.6', to)).slice(2)
      return `0x${'60'.padStart(64, '0')}${separator}${'1'.padStart(64, '0')}`
    })
    world.buyer.on('eth_sendTransaction', ({ params }) => {
      const { chainId, ...call } = params[0] as RpcCall & { chainId: Hex }
      expect(Number(chainId)).toBe(id)
      return world.buyer.send(call)
    })
    const { execution } = await world.end(client, await world.buy(client))
    expect(execution.error).toBeUndefined()
    expect(execution.chainId).toBe(id)
    expect(world.buyer.prompts).toHaveLength(1)
  },
)

const text = (message: string) => ({
  id: 'auth',
  action: 'Sign in',
  description: 'Sign in',
  kind: 'signature',
  items: [
    {
      status: 'incomplete',
      data: {
        sign: { signatureKind: 'eip191', message },
        post: { endpoint: '/execute/auth-signature/v1', method: 'POST', body: {} },
      },
    },
  ],
})

test.each([
  ['B17: a bare hash is never signed as text', `0x${'ab'.repeat(32)}`],
  ['B18: a sentence with a hash in it is never signed as a hash', `Sign in with nonce 0x${'ab'.repeat(32)}`],
])('%s: it does not reach the wallet', async (_name, message) => {
  world.changeAnswers(buyPath, (plan) => plan.steps.unshift(text(message)))
  const client = world.client()
  const { error } = await world.end(client, await world.buy(client))
  expect(error?.code).toBe('blocked')
  expect(world.buyer.prompts).toEqual([])
})

test('B19: an order without a signature is never posted', async () => {
  world.changeAnswers('/execute/list/v5', (plan) => {
    plan.steps[1].items[0].data.sign.signatureKind = 'eip999'
  })
  const client = world.client()
  expect((await world.end(client, world.sell(client))).error?.code).toBe('provider_malformed')
  world.provider.reset()
  world.seller.on('eth_signTypedData_v4', () => undefined)
  expect((await world.end(client, world.sell(client))).error?.code).toBe('bad_signature')
  world.provider.reset()
  expect(world.provider.count('/order/*')).toBe(0)
})

test('B20: a step of an unknown kind is not complete', async () => {
  world.changeAnswers(buyPath, (plan) => {
    plan.steps[0].kind = 'request'
  })
  const client = world.client()
  const { execution, error } = await world.end(client, await world.buy(client))
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('provider_malformed')
})

test('B21: a reverted transaction is not a success, whatever the provider reports', async () => {
  world.node.on('eth_call', async (params, next) => {
    // The rehearsal does not see it coming.
    const { to } = params[0] as { to: string }
    return to === world.chain.contracts.seaport && (params[0] as { value?: string }).value ? '0x' : next()
  })
  world.node.on('eth_estimateGas', () => '0x30d40')
  world.buyer.on('eth_sendTransaction', ({ params }) =>
    // Too little gas for the call to succeed.
    world.buyer.send({ ...(params[0] as RpcCall), gas: '0xafc8' }),
  )
  world.provider.on('/transactions/*', { body: { synced: true } })
  const client = world.client()
  const { execution, error, events } = await world.end(client, await world.buy(client))
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('transaction_reverted')
  expect(error?.money).toBe('gas_only')
  expect(events[0]?.kind).toBe('purchase_error')
})

test('B22: another transaction in place of ours is not a success', async () => {
  await world.node.real('evm_setAutomine', [false])
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    const hash = (await next()) as Hex
    const { nonce, gasPrice } = await world.node.real<{ nonce: Hex; gasPrice: Hex }>(
      'eth_getTransactionByHash',
      [hash],
    )
    const other = { to: world.seller.account, value: '0x1', nonce: Number(nonce) } as const
    setTimeout(async () => {
      await world.buyer.send({ ...other, gasPrice: BigInt(gasPrice) * 3n })
      await world.node.real('evm_mine')
    }, 1_000)
    return hash
  })
  world.provider.on('/transactions/*', { body: { synced: true } })
  const client = world.client()
  const { execution, error } = await world.end(client, await world.buy(client))
  await world.node.real('evm_setAutomine', [true])
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('transaction_replaced')
  expect(error?.data.hash).toBe(world.buyer.sent[1])
})

test.each([
  ['a failing provider', { status: 503, body: {} }],
  ['a limit', { status: 429, body: {} }],
  ['a broken connection', { reset: true }],
] as [string, Reply][])(
  'B23: %s while the transaction is pending does not end the run',
  async (_name, reply) => {
    world.provider.on('/transactions/*', (_request, count) => (count < 4 ? reply : undefined))
    world.provider.on('/transfers/bulk/v1', (_request, count) => (count < 3 ? reply : undefined))
    const client = world.client()
    const { execution } = await world.end(client, await world.buy(client))
    expect(execution.status).toBe('complete')
    expect(execution.money).toBe('spent')
  },
)

test('B24: the wallet gets one prompt at a time', async () => {
  const open = { now: 0, most: 0 }
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    open.now += 1
    open.most = Math.max(open.most, open.now)
    await world.clock.held(new Promise((resolve) => setTimeout(resolve, 1_000)))
    const hash = await next()
    open.now -= 1
    return hash
  })
  const client = world.client()
  const items = [{ token: (await world.listed()).token }, { token: (await world.listed()).token }]
  const { execution } = await world.end(client, await world.buy(client, { items }))
  expect(execution.status).toBe('complete')
  expect(world.buyer.prompts).toHaveLength(2)
  expect(open.most).toBe(1)
})

test('B25: a reload finds the interrupted purchase, and does not send it again', async () => {
  const client = world.client()
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    await next()
    return world.hang()
  })
  const control = new AbortController()
  const run = await world.buy(client, { signal: control.signal })
  run.subscribe(() => {
    if (world.buyer.sent.length > 0) control.abort()
  })
  const stopped = world.clock.until(run.done)
  await world.clock.pass(1_000)
  control.abort()
  expect((await stopped).status).toBe('aborted')
  const wallet = eip1193Wallet(world.buyer.provider)
  const [resumed] = await world.clock.until(resume(client, { wallet }))
  expect(resumed?.before).toBe('prompting')
  expect(resumed?.entry.state).toBe('done')
  expect(world.buyer.prompts).toHaveLength(1)
})
