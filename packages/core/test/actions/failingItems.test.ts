import { rpc } from '@sluice/devnet'
import { type Address, type Hex, toHex, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { guardedTransfers } from '../../../provider/test/support/guardedTransfers.ts'
import { heavyTransfers } from '../../../provider/test/support/heavyTransfers.ts'
import { type NodeProxy, startNodeProxy } from '../../../provider/test/support/nodeProxy.ts'
import { type BuyTokensParameters, buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { useMarket } from '../support/market.ts'

/** A provider that hands out a plan with one order whose fill reverts. */

const market = useMarket()
const eth = 10n ** 18n
const implementation = toHex(0xc0de_0000, { size: 20 })
const heavy = toHex(0xc0de_0001, { size: 20 })
let collection: Address
let code: Hex
let node: NodeProxy
beforeAll(async () => {
  node = await startNodeProxy()
  node.target = market.chain.rpcUrl
  collection = market.chain.contracts.collections[0]!.address
  code = await rpc<Hex>(market.chain.rpcUrl, 'eth_getCode', [collection, 'latest'])
  await rpc(market.chain.rpcUrl, 'anvil_setCode', [implementation, code])
  await rpc(market.chain.rpcUrl, 'anvil_setCode', [heavy, heavyTransfers(implementation)])
})
afterEach(async () => {
  node.meddle = undefined
  await rpc(market.chain.rpcUrl, 'anvil_setCode', [collection, code])
  market.front.on('/execute/buy/v7', market.forward)
})
afterAll(() => node?.stop())

async function listed(count: number, currency?: Address) {
  const seller = market.wallet(0)
  const tokens: string[] = []
  for (let index = 0; index < count; index += 1) tokens.push(await market.mint(seller))
  const listings = tokens.map((token) => ({ token, weiPrice: eth, ...(currency && { currency }) }))
  const { orders } = await listTokens(market.client({}, true), { wallet: seller, listings }).result()
  return { tokens, orderIds: orders.map(({ orderId }) => orderId) }
}
/** A token is locked as soon as the provider has made its plan. */
const lockAfterPlan = (token = '', behind = implementation) =>
  market.front.on('/execute/buy/v7', async (request) => {
    const reply = await market.forward(request)
    const locked = guardedTransfers(behind, 'tokenId', BigInt(token.split(':')[1] ?? ''))
    await rpc(market.chain.rpcUrl, 'anvil_setCode', [collection, locked])
    return reply
  })
const clientOf = (rpcUrl: string) => {
  const { chains } = market.client()
  return market.client({ chains: chains.map((chain) => ({ ...chain, rpcUrls: [rpcUrl] })) as never })
}
const purchase = (tokens: readonly string[], more: Partial<BuyTokensParameters> = {}) => {
  const wallet = market.wallet(1)
  const run = buyTokens(clientOf(node.url), {
    wallet,
    items: tokens.map((token) => ({ token, maxPrice: { raw: eth, currency: zeroAddress } })),
    ...more,
  })
  return { wallet, run }
}

describe('a purchase of several tokens of which one does not move', () => {
  test.each([
    ['all or none', false, 'full'],
    ['in part', true, 'full'],
    ['over a node without eth_simulateV1', false, 'old'],
  ] as const)('names it and sends nothing, and goes on without it: %s', async (_, partial, kind) => {
    const { tokens, orderIds } = await listed(3)
    if (kind === 'old')
      node.meddle = ({ id, method }, response) => {
        if (method !== 'eth_simulateV1') return false
        const error = { code: -32601, message: 'the method does not exist' }
        response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
        return true
      }
    lockAfterPlan(tokens[1])
    const { wallet, run } = purchase(tokens, { options: { partial } })
    const { error } = await run.done
    expect(error).toMatchObject({ code: 'transaction_would_fail', money: 'untouched' })
    expect(error?.data.failing).toEqual([{ index: 1, orderId: orderIds[1], token: tokens[1] }])
    expect(error?.message).toBe(
      `The transaction would fail on chain, so it was not sent. The cause is items[1] (order ${orderIds[1]}): the other items can be bought without it.`,
    )
    expect(wallet.prompts).toEqual([])
    const failing = new Set(error?.data.failing?.map(({ index }) => index))
    const rest = purchase(tokens.filter((_, index) => !failing.has(index)))
    expect((await rest.run.done).status).toBe('complete')
  })

  test('names it also where the currency has to be approved before', async () => {
    const { weth } = market.chain.contracts
    const { tokens, orderIds } = await listed(2, weth)
    const wallet = market.wallet(1)
    const deposit = { to: weth, data: '0xd0e30db0', value: 5n * eth }
    await market.sendRaw(wallet, deposit as never)
    lockAfterPlan(tokens[0])
    const items = tokens.map((token) => ({ token, maxPrice: { raw: eth, currency: weth } }))
    const { run } = purchase([], { items })
    const { error } = await run.done
    expect(error?.code).toBe('transaction_would_fail')
    expect(error?.data.failing).toEqual([{ index: 0, orderId: orderIds[0], token: tokens[0] }])
  })

  test('accuses no token whose transfers need much gas', async () => {
    const { tokens, orderIds } = await listed(2)
    lockAfterPlan(tokens[1], heavy)
    const { error } = await purchase(tokens).run.done
    expect(error?.code).toBe('transaction_would_fail')
    expect(error?.data.failing).toEqual([{ index: 1, orderId: orderIds[1], token: tokens[1] }])
  })

  test('accuses no item where all of them fail', async () => {
    const { tokens } = await listed(2)
    market.front.on('/execute/buy/v7', async (request) => {
      const reply = await market.forward(request)
      const closed = guardedTransfers(implementation, 'to', market.wallet(1).account)
      await rpc(market.chain.rpcUrl, 'anvil_setCode', [collection, closed])
      return reply
    })
    const { error } = await purchase(tokens).run.done
    expect(error).toMatchObject({
      code: 'transaction_would_fail',
      message: 'The transaction would fail on chain, so it was not sent.',
    })
    expect(error?.data.failing).toBeUndefined()
  })
})
