import type { Hex } from 'viem'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { independentItems } from '../../src/engine/parallel.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { type FaultyWallet, type RpcCall, walletRefusal } from '../faults/support/wallet.ts'
import { eth, native, useWorld } from '../faults/support/world.ts'

const world = useWorld()
beforeAll(async () => {
  await import('../../src/engine/parallel.ts')
})
afterEach(async () => {
  await world.node.real('evm_setAutomine', [true])
  await world.node.real('evm_mine')
})

const nonce = async (account: string, block: 'latest' | 'pending') =>
  Number(await world.node.real<Hex>('eth_getTransactionCount', [account, block]))

/** A block in which gas costs one gwei. */
async function mineSteady(): Promise<void> {
  await world.node.real('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00'])
  await world.node.real('evm_mine')
}

/** Each call has a block of its own, two seconds apart. Answers how many calls were on their way at each prompt. */
async function slowBlocks(wallet: FaultyWallet): Promise<{ before: number[]; most: number }> {
  await world.node.real('evm_setAutomine', [false])
  await mineSteady()
  const seen = { before: [] as number[], most: 0, open: 0 }
  wallet.on('eth_sendTransaction', async (_prompt, next) => {
    seen.open += 1
    seen.most = Math.max(seen.most, seen.open)
    seen.before.push((await nonce(wallet.account, 'pending')) - (await nonce(wallet.account, 'latest')))
    const hash = await next()
    setTimeout(mineSteady, 2_000 * seen.before.length)
    seen.open -= 1
    return hash
  })
  return seen
}

const give = (count: number, more: { parallel?: boolean } = {}) =>
  transferTokens(world.client(), {
    wallet: eip1193Wallet(world.seller.provider),
    to: world.buyer.account,
    items: Array.from({ length: count }, () => ({ token: `${world.nft}:${world.token()}` })),
    ...more,
  })

test('an item waits until the previous one is mined', async () => {
  const seen = await slowBlocks(world.seller)
  const { status } = await world.clock.until(give(3).done)
  expect(status).toBe('complete')
  expect(seen.before).toEqual([0, 0, 0])
})

test('parallel transfers are prompted one after the other, and none waits for a block', async () => {
  const seen = await slowBlocks(world.seller)
  const { status, steps, money } = await world.clock.until(give(3, { parallel: true }).done)
  expect(status).toBe('complete')
  expect(money).toBe('spent')
  expect(seen).toMatchObject({ before: [0, 1, 2], most: 1 })
  expect(steps[0]?.items.map(({ status, proof }) => [status, proof])).toEqual([
    ['complete', 'chain'],
    ['complete', 'chain'],
    ['complete', 'chain'],
  ])
  expect(steps[0]?.items.map(({ txHash }) => txHash)).toEqual(world.seller.sent)
})

test('parallel purchases keep their order if the account may not be able to pay for both', async () => {
  const items = async () => [{ token: (await world.listed()).token }, { token: (await world.listed()).token }]
  const buyBoth = async () => {
    const wanted = { items: await items(), gas: 2_000_000n, parallel: true }
    return world.clock.until((await world.buy(world.client(), wanted)).done)
  }
  const rich = await slowBlocks(world.buyer)
  expect((await buyBoth()).status).toBe('complete')
  expect(rich.before).toEqual([0, 1])
  // Enough for both one after the other, not for all the gas that both together may take.
  const balance = 2n * eth + (72n * eth) / 10_000n
  await world.node.real('anvil_setBalance', [world.buyer.account, `0x${balance.toString(16)}`])
  world.buyer.reset()
  const poor = await slowBlocks(world.buyer)
  const { status } = await buyBoth()
  await world.node.real('anvil_setBalance', [world.buyer.account, `0x${(10_000n * eth).toString(16)}`])
  expect(status).toBe('complete')
  expect(poor.before).toEqual([0, 0])
})

test('an approval and its use, and purchases in one currency, keep their order in any case', async () => {
  const { weth } = world.chain.contracts
  const tokens = [world.token(), world.token()]
  for (const tokenId of tokens) await world.market.list(tokenId, eth, { currency: weth })
  world.buyer.reset()
  const seen = await slowBlocks(world.buyer)
  const { status, steps } = await world.clock.until(
    buyTokens(world.client(), {
      wallet: eip1193Wallet(world.buyer.provider),
      items: tokens.map((tokenId) => ({ token: `${world.nft}:${tokenId}` })),
      expectedPrice: { [weth]: { raw: 2n * eth } },
      parallel: true,
    }).done,
  )
  expect(status).toBe('complete')
  expect(steps.at(-1)?.items.map(({ purpose }) => purpose)).toEqual(['buy', 'buy'])
  expect(new Set(seen.before)).toEqual(new Set([0]))
})

test('after a rejection nothing more is prompted, and pending transactions are followed to their end', async () => {
  const seen = await slowBlocks(world.seller)
  world.seller.on('eth_sendTransaction', (_prompt, next) => {
    if (world.seller.prompts.length === 2) throw walletRefusal(4001)
    return next()
  })
  const { status, error, money, steps } = await world.clock.until(give(3, { parallel: true }).done)
  expect(status).toBe('failed')
  expect(error?.code).toBe('wallet_refused')
  expect(money).toBe('spent')
  expect(seen.before).toHaveLength(1)
  expect(world.seller.prompts).toHaveLength(2)
  expect(steps[0]?.items.map(({ phase }) => phase)).toEqual(['complete', 'failed', 'waiting'])
})

test('a failure on chain fails the run, the others end on their own, and the money is never reported as better than it is', async () => {
  // Blocks of one transaction each: the first fails while the second is on its way.
  world.seller.on('eth_sendTransaction', async ({ params }, next) => {
    if (world.seller.prompts.length !== 1) return next()
    return world.seller.send({ ...(params[0] as RpcCall), gas: '0x7530' })
  })
  await slowBlocks(world.seller)
  await world.node.real('evm_setBlockGasLimit', ['0xf4240'])
  const run = give(2, { parallel: true })
  const pictures: string[] = []
  run.subscribe(({ steps, money }) => {
    const phases = (steps[0]?.items ?? []).map(({ phase }) => phase)
    if (phases.includes('failed')) pictures.push(`${phases.join()} ${money}`)
  })
  const { error, money, steps } = await world.clock.until(run.done)
  await world.node.real('evm_setBlockGasLimit', ['0x1c9c380'])
  expect(error).toMatchObject({ code: 'transaction_reverted', money: 'spent' })
  expect(money).toBe('spent')
  expect(pictures[0]).toBe('failed,sent sent')
  expect(steps[0]?.items.map(({ phase }) => phase)).toEqual(['failed', 'complete'])
})

test('signatures are prompted one after the other, and posted while the next is prompted', async () => {
  const windows = { open: 0, most: 0 }
  world.seller.on('eth_signTypedData_v4', async (_prompt, next) => {
    windows.open += 1
    windows.most = Math.max(windows.most, windows.open)
    const signature = await next()
    windows.open -= 1
    return signature
  })
  const held: { both?: () => void } = {}
  const both = new Promise<void>((resolve) => {
    held.both = resolve
  })
  // Neither is answered before both are here.
  world.provider.on('/order/v3', async (_request, count, next) => {
    if (count === 2) held.both?.()
    await world.clock.held(both)
    return next()
  })
  const client = world.client()
  const run = listTokens(client, {
    wallet: eip1193Wallet(world.seller.provider),
    listings: [eth, 2n * eth].map((weiPrice) => ({ token: `${world.nft}:${world.token()}`, weiPrice })),
    parallel: true,
  })
  const { execution } = await world.end(client, run)
  expect(execution.status).toBe('complete')
  expect(execution.steps.at(-1)?.items.map(({ orderData }) => orderData?.length)).toEqual([1, 1])
  expect(windows.most).toBe(1)
})

test('nothing is parallel for a contract account, without a node, with a simulation alone, or while data is missing', async () => {
  const passes: Parameters<typeof independentItems>[1][] = []
  const client = world.client()
  const run = await world.buy(client, {
    items: [{ token: (await world.listed()).token }, { token: (await world.listed()).token }],
    confirm: ({ verdict }) => {
      const [one, two] = verdict.items
      const step = (items: object[]) => ({
        id: 'sale',
        action: '',
        description: '',
        kind: 'transaction',
        items,
      })
      const items = [{ status: 'incomplete' }, { status: 'incomplete' }]
      const pass = {
        verdict,
        finished: new Set<string>(),
        accountCode: 'none',
        plan: { steps: [step(items)] },
      }
      const given = (change: object) =>
        passes.push({ ...pass, ...change } as unknown as (typeof passes)[number])
      given({})
      given({ accountCode: 'contract' })
      given({ accountCode: undefined })
      given({ verdict: { ...verdict, proof: 'simulated' } })
      given({ plan: { steps: [step([...items, { status: 'incomplete' }])] } })
      given({ verdict: { ...verdict, items: [one, { ...two, purpose: 'approve-currency' }] } })
      given({ verdict: { ...verdict, items: [one, { ...one, itemIndex: 1 }] } })
      return false
    },
    expectedPrice: { [native]: { raw: 2n * eth } },
  })
  await world.end(client, run)
  const reader = { call: async () => null, reachable: async () => true }
  expect(passes.map((pass) => independentItems({ reader }, pass).length)).toEqual([2, 0, 0, 0, 0, 0, 0])
  expect(independentItems({ reader: undefined }, passes[0]!)).toEqual([])
})
