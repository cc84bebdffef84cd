import { erc20Abi, wrappedNativeAbi } from '@sluice/seaport'
import { encodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import { listTokens } from '../../src/actions/listTokens.ts'
import { type Execution, type ExecutionItem, progressOf } from '../../src/index.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { walletRefusal } from './support/wallet.ts'
import { type AnyPlan, eth, useWorld } from './support/world.ts'

/** Providers whose next plan has another item at a place where something was done already. */
const world = useWorld()

const stepOf = (plan: AnyPlan, id: string) => plan.steps.find((step: AnyPlan) => step.id === id)

/** Two items: the first answer has no data for the second, and later ones leave out what is finished. */
function leavesOutTheFinished(path: string, step: string): void {
  world.changeAnswers(path, (plan, count) => {
    const { items } = stepOf(plan, step)
    if (count === 1) items[1] = { ...items[1], data: null }
    else items.shift()
  })
}

const itemsOf = ({ past, steps }: Execution): readonly ExecutionItem[] => [
  ...past,
  ...steps.flatMap(({ items }) => items),
]
const states = (execution: Execution) => progressOf(execution).items.map(({ state }) => state)

describe('two tokens, of which the second takes the place of the first in the next plan', () => {
  async function cart() {
    const tokens = [await world.listed(), await world.listed()]
    const client = world.client()
    const run = await world.buy(client, { items: tokens.map(({ token }) => ({ token })) })
    return { tokens, run, ending: await world.end(client, run) }
  }

  test('are both bought, and the run names both transactions', async () => {
    leavesOutTheFinished('/execute/buy/v7', 'sale')
    const { tokens, run, ending } = await cart()
    expect(ending.error).toBeUndefined()
    for (const { tokenId } of tokens) expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
    expect(states(ending.execution)).toEqual(['done', 'done'])
    expect(ending.execution.proof).toBe('chain')
    expect((await run.result()).hashes).toEqual(world.buyer.sent)
    const orders = itemsOf(ending.execution).map(({ claims }) => claims?.map(({ order }) => order))
    expect(orders).toEqual(tokens.map(({ orderId }) => [orderId]))
  })

  test('leave the first bought if the wallet refuses the second', async () => {
    leavesOutTheFinished('/execute/buy/v7', 'sale')
    const asked = { count: 0 }
    world.buyer.on('eth_sendTransaction', (_prompt, next) => {
      asked.count += 1
      if (asked.count === 2) throw walletRefusal(4_001)
      return next()
    })
    const { ending } = await cart()
    expect(ending.error?.code).toBe('wallet_refused')
    expect(ending.error?.money).toBe('spent')
    expect(states(ending.execution)).toEqual(['done', 'open'])
  })

  test('leave the first bought if the next plan is blocked', async () => {
    world.changeAnswers('/execute/buy/v7', (plan, count) => {
      const { items } = stepOf(plan, 'sale')
      if (count === 1) items[1] = { ...items[1], data: null }
      else items.shift()
      if (count > 1) items[0].data.to = world.seller.account
    })
    const { ending } = await cart()
    expect(ending.error?.code).toBe('blocked')
    expect(states(ending.execution)).toEqual(['done', 'open'])
    const [bought] = itemsOf(ending.execution)
    expect(bought).toMatchObject({ status: 'complete', phase: 'complete', txHash: world.buyer.sent[0] })
    expect(bought?.error).toBeUndefined()
  })
})

describe('two listings, of which the second takes the place of the first in the next plan', () => {
  async function listing() {
    const tokens = [world.token(), world.token()]
    const client = world.client()
    const run = listTokens(client, {
      wallet: eip1193Wallet(world.seller.provider),
      listings: tokens.map((id) => ({ token: `${world.nft}:${id}`, weiPrice: eth })),
    })
    return { run, ending: await world.end(client, run) }
  }

  test('are both published, and the run names both orders', async () => {
    leavesOutTheFinished('/execute/list/v5', 'order-signature')
    const { run, ending } = await listing()
    expect(ending.error).toBeUndefined()
    expect(states(ending.execution)).toEqual(['done', 'done'])
    const posted = (await run.result()).orders.map(({ orderId }) => orderId)
    expect(posted).toEqual([...world.market.orders.keys()].slice(-2))
  })

  test('leave only the second open if the wallet refuses it', async () => {
    leavesOutTheFinished('/execute/list/v5', 'order-signature')
    const asked = { count: 0 }
    world.seller.on('eth_signTypedData_v4', (_prompt, next) => {
      asked.count += 1
      if (asked.count === 2) throw walletRefusal(4_001)
      return next()
    })
    const { ending } = await listing()
    expect(ending.error?.code).toBe('wallet_refused')
    expect(states(ending.execution)).toEqual(['done', 'open'])
  })
})

test('a purchase in the place of a finished approval is not shown as complete before it is bought', async () => {
  const { weth, conduit } = world.chain.contracts
  const send = async (data: `0x${string}`, value?: `0x${string}`) =>
    world.node.mined(await world.buyer.send({ to: weth, data, ...(value && { value }) }))
  await send(encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' }), `0x${eth.toString(16)}`)
  await send(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, 0n] }))
  const tokenId = world.token()
  await world.market.list(tokenId, eth, { currency: weth })
  world.buyer.reset()
  world.changeAnswers('/execute/buy/v7', (plan, count) => {
    if (count > 1) plan.steps = plan.steps.filter(({ id }: AnyPlan) => id === 'sale')
  })
  const client = world.client()
  const cards = { count: 0 }
  const run = await world.buy(client, {
    items: [{ token: `${world.nft}:${tokenId}` }],
    expectedPrice: { [weth]: { raw: eth } },
    confirm: async () => {
      cards.count += 1
      // The card of the purchase stays open until its plan is requested again.
      if (cards.count === 2) await new Promise((resolve) => setTimeout(resolve, 360_000))
      return true
    },
  })
  const { error, pictures, execution } = await world.end(client, run)
  expect(error).toBeUndefined()
  expect(cards.count).toBe(3)
  const [approval, sale] = world.buyer.sent
  const sales = pictures.flatMap(itemsOf).filter(({ purpose }) => purpose === 'buy')
  expect(sales.filter(({ txHash }) => txHash === approval)).toEqual([])
  expect(sales.filter(({ txHash, phase }) => phase === 'complete' && txHash !== sale)).toEqual([])
  expect(itemsOf(execution).map(({ purpose, txHash }) => [purpose, txHash])).toEqual([
    ['approve-currency', approval],
    ['buy', sale],
  ])
})
