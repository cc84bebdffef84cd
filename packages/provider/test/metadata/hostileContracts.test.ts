import { type Address, type Hex, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Question } from '../../src/chain/live.ts'
import type { Trader } from '../support/fixture.ts'
import { listBody, type Market, startMarket, tokenIdOf } from '../support/market.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

let node: NodeProxy
let market: Market
let seller: Trader
let buyer: Trader
/** Nine tokens of an honest collection, and before them one of a collection that turns hostile. */
let cart: readonly string[]
let hostile: Address
beforeAll(async () => {
  node = await startNodeProxy()
  market = await startMarket({}, (chain) => {
    node.target = chain.rpcUrl
    return { rpcUrls: [node.url] }
  })
  ;[seller, buyer] = market.traders as [Trader, Trader]
  const bait = await market.royaltyToken(seller)
  cart = [bait, ...(await market.tokens(seller, 9))]
  hostile = bait.split(':')[0] as Address
  for (const tokens of [[bait], cart.slice(1)]) await market.list(seller, tokens)
  await market.wrap(buyer, parseEther('3'))
})
afterAll(async () => {
  await market?.stop()
  await node?.stop()
})

/** Code that a collection may have put in the place of its own. */
const code = {
  'burns all gas': '0x5b600056',
  'halts at once': '0xfe',
  'answers a megabyte': '0x621000006000f3',
} as const
const kinds = Object.keys(code) as (keyof typeof code)[]

/** Does `work` while the hostile collection has this code. */
async function whileHostile<T>(kind: keyof typeof code, work: () => Promise<T>): Promise<T> {
  const honest = await market.rpc<Hex>('eth_getCode', [hostile, 'latest'])
  await market.rpc('anvil_setCode', [hostile, code[kind]])
  try {
    return await work()
  } finally {
    await market.rpc('anvil_setCode', [hostile, honest])
  }
}
async function counted<T>(work: () => Promise<T>): Promise<{ readonly calls: number; readonly result: T }> {
  const before = node.asked.length
  const result = await work()
  return { calls: node.asked.slice(before).filter(({ method }) => method === 'eth_call').length, result }
}

describe.each(kinds)('a collection that %s', (kind) => {
  test('harms only itself in a cart of ten', async () => {
    const plan = () =>
      market.post('/execute/buy/v7', {
        taker: buyer.address,
        items: cart.map((token) => ({ token })),
        partial: true,
        normalizeRoyalties: true,
      })
    const honest = await counted(plan)
    const spoiled = await counted(() => whileHostile(kind, plan))
    const tokensOf = ({ body }: Awaited<ReturnType<typeof plan>>) =>
      body.path.map((entry: { contract: string; tokenId: string }) => `${entry.contract}:${entry.tokenId}`)
    expect(tokensOf(honest.result).sort()).toEqual([...cart].sort())
    expect(tokensOf(spoiled.result).sort()).toEqual(cart.slice(1).sort())
    expect(spoiled.calls).toBeLessThanOrEqual(honest.calls + 6)
  })

  test('costs the node a bounded number of calls, however much is asked about it', async () => {
    const about = (tokenId: bigint): readonly Question[] => [
      { ask: 'owner', token: hostile, tokenId },
      { ask: 'royalties', token: hostile, tokenId, price: 10_000n },
    ]
    const ids = Array.from({ length: 100 }, (_, index) => BigInt(index + 1))
    const [token = ''] = cart.slice(1)
    const { weth } = market.chain.contracts
    const { calls, result: facts } = await counted(() =>
      whileHostile(kind, () =>
        market.deps.live.read([
          ...ids.flatMap(about),
          { ask: 'owner', token: market.collection, tokenId: tokenIdOf(token) },
          { ask: 'balance', token: weth, account: buyer.address },
          { ask: 'balance', token: zeroAddress, account: buyer.address },
        ]),
      ),
    )
    expect(facts.owner(hostile, 1n)).not.toBe(seller.address)
    expect(facts.owner(market.collection, tokenIdOf(token))).toBe(seller.address)
    expect(facts.balance(weth, buyer.address)).toBe(parseEther('3'))
    expect(facts.balance('0x0000000000000000000000000000000000000000', buyer.address)).toBeGreaterThan(0n)
    expect(calls).toBeLessThanOrEqual(25)
  })
})

test('a listing plan for ten tokens leaves out nothing because of a collection that burns gas', async () => {
  const { status, body } = await whileHostile('burns all gas', () =>
    market.post('/execute/list/v5', listBody(seller, cart)),
  )
  expect(status).toBe(200)
  const orders = body.steps.at(-1).items.flatMap((item: { orderIndexes: number[] }) => item.orderIndexes)
  expect(orders).toEqual(expect.arrayContaining(cart.slice(1).map((_, index) => index + 1)))
})

test('a contract that needs more gas than its share is read separately', async () => {
  // Reads a thousand cold slots, then answers the word 1: two million gas.
  const slow: Address = `0x${'51'.repeat(20)}`
  await market.rpc('anvil_setCode', [slow, '0x6103e85b8054506001900380600357600160005260206000f3'])
  const facts = await market.deps.live.read([
    { ask: 'operator', token: slow, account: seller.address, operator: buyer.address },
    { ask: 'owner', token: market.collection, tokenId: tokenIdOf(cart[1] ?? '') },
  ])
  expect(facts.isOperator(slow, seller.address, buyer.address)).toBe(true)
  expect(facts.owner(market.collection, tokenIdOf(cart[1] ?? ''))).toBe(seller.address)
})
