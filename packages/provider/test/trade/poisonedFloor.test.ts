import { erc721Abi } from '@sluice/seaport'
import { type Address, type Hex, parseAbi, parseEther, toHex, zeroAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writerOf } from '../../../devnet/src/contracts/writer.ts'
import { postOrders } from '../../src/orders/postOrders.ts'
import { createFillTrials } from '../../src/trade/simulation/fillTrials.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

/** A floor full of listings whose fills revert, and nodes that cannot find them. */

let node: NodeProxy
let market: Market
let clock = Date.now()
let [mallory, ada, ben] = [] as unknown as [Trader, Trader, Trader]
/** A contract that burns all gas that it gets with a coin. */
const burner: Address = toHex(0xfee_0000, { size: 20 })
beforeAll(async () => {
  node = await startNodeProxy()
  // A machine that has much to do takes long to burn so much gas.
  market = await startMarket({ clock: () => clock, simulationTimeout: 6_000 }, (chain) => {
    node.target = chain.rpcUrl
    return { rpcUrls: [node.url] }
  })
  ;[mallory, ada, ben] = market.traders as [Trader, Trader, Trader]
  await market.approve(mallory)
  await market.approve(ada)
  await market.rpc('anvil_setCode', [burner, '0x5b600056'])
  await market.settle()
})
afterEach(() => {
  node.meddle = undefined
})
afterAll(async () => {
  await market?.stop()
  await node?.stop()
})

const asked = (method: string) => node.asked.filter((question) => question.method === method).length
const sweep = async (quantity: number, more: object = {}) => {
  const before = asked('eth_simulateV1')
  const { status, body } = await market.post('/execute/buy/v7', {
    items: [{ collection: market.collection, quantity }],
    taker: ben.address,
    ...more,
  })
  return { status, body, simulated: asked('eth_simulateV1') - before }
}
const counterAbi = parseAbi([
  'function incrementCounter() returns (uint256)',
  'function getCounter(address offerer) view returns (uint256)',
])
type Poison = { readonly maker: Trader; readonly count: number; readonly price: bigint }
/** Posts listings with a fee for the burner. */
async function poison(...lots: readonly Poison[]) {
  const firsts: bigint[] = []
  for (const { maker, count } of lots) {
    firsts.push(await market.mint(maker, count))
    await market.approve(maker)
  }
  await market.settle()
  for (const [index, { maker, count, price }] of lots.entries()) {
    const counter = await maker.reads.readContract({
      address: market.chain.contracts.seaport,
      abi: counterAbi,
      functionName: 'getCounter',
      args: [maker.address],
    })
    const orders = await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const components = market.listing(maker, (firsts[index] ?? 0n) + BigInt(at), {
          counter,
          gross: price + BigInt(at),
          fees: [{ recipient: burner, bps: 100 }],
        })
        const signature = await market.sign(maker, components)
        return { components, signature, version: '1.6' as const, source: undefined }
      }),
    )
    const results = await market.deps.reads.nodes.asCaller('ip:66', () => postOrders(market.deps, orders))
    expect(results.filter(({ stored }) => !stored)).toEqual([])
  }
}
const answersError = (code: number, message: string) => {
  node.meddle = ({ id, method }, response) => {
    if (method !== 'eth_simulateV1') return false
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
    return true
  }
}
const listHonest = async (count: number) =>
  market.list(ada, await market.tokens(ada, count), { weiPrice: parseEther('0.01').toString() })
/** Every order of these makers ends. */
const endAll = async () => {
  const { seaport: address } = market.chain.contracts
  for (const maker of [mallory, ada])
    await maker.write({ address, abi: counterAbi, functionName: 'incrementCounter' })
  await market.settle()
}

describe('a plan without poisoned orders', () => {
  afterAll(endAll)

  test('asks the node for one simulation, also for many orders', async () => {
    await listHonest(32)
    for (const quantity of [1, 30]) {
      expect(await sweep(quantity)).toMatchObject({ status: 200, simulated: 1 })
      expect(await sweep(quantity, { partial: true })).toMatchObject({ status: 200, simulated: 1 })
    }
    // A quote is not simulated.
    expect(await sweep(2, { onlyPath: true })).toMatchObject({ status: 200, simulated: 0 })
  })

  test('goes out as it is where the node does not answer, and later plans do not wait', async () => {
    node.meddle = ({ method }) => method === 'eth_simulateV1'
    expect(await sweep(3)).toMatchObject({ status: 200 })
    // Meanwhile, the node is asked for an empty block, which it does not answer either.
    expect(await sweep(3)).toMatchObject({ status: 200 })
    expect(await sweep(3)).toMatchObject({ status: 200, simulated: 0 })
    node.meddle = undefined
    clock += 60_000
    expect(await sweep(3)).toMatchObject({ status: 200, simulated: 1 })
  })

  test('is simulated for everybody else where the calls of one account are slow', async () => {
    node.meddle = ({ method, params }) =>
      method === 'eth_simulateV1' && JSON.stringify(params).includes(mallory.address)
    expect(await sweep(3, { taker: mallory.address })).toMatchObject({ status: 200 })
    const before = asked('eth_simulateV1')
    expect(await sweep(3)).toMatchObject({ status: 200 })
    expect(await sweep(3)).toMatchObject({ status: 200 })
    // One for each plan, and at most one for an empty block.
    expect(asked('eth_simulateV1') - before).toBeOneOf([2, 3])
    const own = node.asked.filter(({ params }) => JSON.stringify(params).includes(ben.address))
    expect(own.filter(({ method }) => method === 'eth_simulateV1').length).toBeGreaterThanOrEqual(2)
  })

  test.each([
    ['an error', -32000, 'internal error'],
    ['a limit', -32005, 'too many requests'],
  ])('goes out as it is where the node answers %s', async (_, code, message) => {
    answersError(code, message)
    expect(await sweep(3)).toMatchObject({ status: 200, simulated: 1 })
  })

  test.each([
    ['no list', {}],
    ['another number of blocks', []],
    ['a block without calls', [{}]],
    ['calls of another form', [{ calls: [7] }]],
    ['calls of another status', [{ calls: [{ status: 'no', returnData: 7 }] }]],
  ])('goes out as it is where the node answers %s', async (_, result) => {
    node.meddle = ({ id, method }, response) => {
      if (method !== 'eth_simulateV1') return false
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      return true
    }
    expect(await sweep(3)).toMatchObject({ status: 200, simulated: 1 })
  })
})

describe('a floor of many poisoned listings of one maker', () => {
  let good: readonly Hex[]
  beforeAll(async () => {
    await poison({ maker: mallory, count: 500, price: parseEther('0.001') })
    good = await listHonest(30)
  }, 60_000)
  afterAll(endAll)

  test('costs a sweep a bounded number of requests, and the next one fewer', async () => {
    for (const [more, most] of [
      [{}, 8],
      [{ partial: true }, 6],
      [{}, 6],
    ] as const) {
      const { status, body, simulated } = await sweep(30, more)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.path.map(({ orderId }: { orderId: Hex }) => orderId).sort()).toEqual([...good].sort())
      expect(simulated).toBeLessThanOrEqual(most)
    }
  })

  test('is passed by many plans at once', async () => {
    const before = asked('eth_simulateV1')
    const plans = await Promise.all(Array.from({ length: 12 }, (_, index) => sweep(1 + index)))
    for (const { status, body } of plans) {
      expect(status, JSON.stringify(body)).toBe(200)
      expect(good).toEqual(expect.arrayContaining(body.path.map(({ orderId }: { orderId: Hex }) => orderId)))
    }
    expect(asked('eth_simulateV1') - before).toBeLessThanOrEqual(12 * 6)
  })

  test('does not bring the provider down, whatever the node answers to a simulation', async () => {
    const answers = [
      '<html>',
      '',
      'null',
      '{"result":[[]]}',
      '{"result":[{"calls":[{"status":"0x0","returnData":"0x1","gasUsed":{}}]}]}',
      '{"result":[{"calls":[{"status":"0x0","returnData":7}]}]}',
      '{"error":{"code":3,"message":"execution reverted","data":"0x08c379a0"}}',
      '{"error":{"code":-32000,"message":null}}',
      '{"error":7}',
    ]
    // First every simulation is answered so; then all but the plan's own, which reverts.
    for (const answer of answers)
      for (const first of [0, 1]) {
        let seen = 0
        node.meddle = ({ method }, response) => {
          if (method !== 'eth_simulateV1') return false
          seen += 1
          if (seen <= first) return false
          response.end(answer)
          return true
        }
        const { status, body, simulated } = await sweep(3)
        expect([200, 400], JSON.stringify(body)).toContain(status)
        expect(simulated).toBeLessThanOrEqual(25)
      }
  })

  test('is passed with single calls where the node knows no other way', async () => {
    answersError(-32601, 'the method eth_simulateV1 does not exist/is not available')
    const { status, body, simulated } = await sweep(5)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(good).toEqual(expect.arrayContaining(body.path.map(({ orderId }: { orderId: Hex }) => orderId)))
    expect(simulated).toBe(1)
    expect(await sweep(5)).toMatchObject({ status: 200, simulated: 0 })
    clock += 3_600_000
    node.meddle = undefined
  })
})

describe('a floor of poisoned listings of many makers', () => {
  afterAll(endAll)

  test('is passed in the end, a part of it with each plan', async () => {
    await listHonest(3)
    const makers = Array.from({ length: 45 }, (_, index) => {
      const privateKey = toHex(0xbad_0000 + index, { size: 32 })
      const address = privateKeyToAddress(privateKey).toLowerCase() as Address
      return { ...writerOf(market.chain, privateKey), address }
    })
    for (const { address } of makers) await market.rpc('anvil_setBalance', [address, toHex(parseEther('1'))])
    await poison(
      ...makers.map((maker, index) => ({ maker, count: 5, price: parseEther('0.001') + BigInt(index * 10) })),
    )
    const found = []
    for (let plan = 0; plan < 3; plan += 1) found.push(await sweep(2))
    expect(found.map(({ status }) => status)).toEqual([400, 200, 200])
    for (const { simulated } of found) expect(simulated).toBeLessThanOrEqual(16)
    expect(found[0]?.body.message).toMatch(
      /^No fillable orders. Filling the order 0x.{64} would revert for this account: .+ \(and \d+ more\)$/,
    )
  }, 60_000)
})

describe('a listing that makes the simulation of a plan too slow', () => {
  afterAll(endAll)

  test('is left out: by itself it has no gas for that', async () => {
    await poison({ maker: mallory, count: 1, price: parseEther('0.001') })
    const good = await listHonest(3)
    // With the gas of several orders, its recipient keeps the node busy.
    node.meddle = ({ method, params }) => {
      const text = JSON.stringify(params)
      const gas = [...text.matchAll(/"gas":"(0x[0-9a-f]+)"/g)].map(([, value]) => Number(value))
      return method === 'eth_simulateV1' && text.includes(burner.slice(2)) && Math.max(...gas) > 1_500_000
    }
    const { status, body } = await sweep(3)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.path.map(({ orderId }: { orderId: Hex }) => orderId).sort()).toEqual([...good].sort())
  })
})

describe('a node that is nearly too slow', () => {
  afterAll(endAll)

  test('ends the search of a plan, however many orders revert', async () => {
    await poison({ maker: mallory, count: 40, price: parseEther('0.001') })
    await listHonest(40)
    node.meddle = ({ method }) => {
      if (method === 'eth_simulateV1') clock += 2_100
      return false
    }
    const { status, simulated } = await sweep(30)
    expect(status).toBe(200)
    expect(simulated).toBeLessThanOrEqual(3)
    clock += 600_000
  })
})

describe('an account to which no token can go', () => {
  const contract: Address = toHex(0xfee_0001, { size: 20 })
  test.each([
    ['the zero address', zeroAddress],
    ['a contract that takes no units', contract],
  ])('as %s raises no suspicion of honest orders', async (_, taker) => {
    await market.rpc('anvil_setCode', [contract, '0x60006000fd'])
    const token = await market.units(ada, 5n)
    const approve = { abi: erc721Abi, functionName: 'setApprovalForAll' } as const
    const { conduit } = market.chain.contracts
    await ada.write({ ...approve, address: token.split(':')[0] as Address, args: [conduit, true] })
    await market.settle()
    await market.list(ada, [token], { weiPrice: '1000', quantity: 5 })
    const buy = (account: Address) =>
      market.post('/execute/buy/v7', { items: [{ token }], taker: account, skipBalanceCheck: true })
    expect(await buy(taker)).toMatchObject({ status: 400, body: { unfillable: 'reverts' } })
    const before = asked('eth_simulateV1')
    expect(await buy(ben.address)).toMatchObject({ status: 200 })
    // A suspect would be tried before it is planned with.
    expect(asked('eth_simulateV1') - before).toBe(1)
  })
})

test('one caller has a limited number of searches for poisoned orders, and others have theirs', async () => {
  const { nodes } = market.deps.reads
  const { maySearch, maySimulate } = createFillTrials({ ...market.deps, clock: () => 0 })
  const take = (caller: string, count: number) =>
    nodes.asCaller(caller, async () => Array.from({ length: count }, maySearch).filter((may) => may).length)
  for (const caller of ['ip:1', 'ip:3', 'ip:4', 'ip:5', 'ip:6']) expect(await take(caller, 200)).toBe(120)
  expect(await take('ip:2', 10)).toBe(10)
  const simulates = (caller: string) => nodes.asCaller(caller, async () => maySimulate())
  expect(await simulates('ip:1')).toBe(false)
  expect(await simulates('ip:2')).toBe(true)
})

test('calls that are slow count as ten searches of their caller', async () => {
  node.meddle = ({ method, params }) =>
    method === 'eth_simulateV1' && JSON.stringify(params).includes(mallory.address)
  const { nodes } = market.deps.reads
  const { maySearch, simulator } = createFillTrials({ ...market.deps, clock: () => 0 })
  const call = { to: mallory.address, data: '0x', value: 0n, gas: 100_000 } as const
  await nodes.asCaller('ip:1', async () => {
    expect(await simulator.run(ben.address, [{ calls: [call] }])).toEqual(['given-up'])
  })
  // The node answers the question whether it is slow before it answers these.
  await nodes.asCaller('ip:2', async () => {
    const [good] = (await simulator.run(ben.address, [{ calls: [{ ...call, to: ada.address }] }])) ?? []
    expect(good).toBe('succeeds')
  })
  const left = await nodes.asCaller('ip:1', async () =>
    Array.from({ length: 200 }, maySearch).filter(Boolean),
  )
  expect(left).toHaveLength(110)
})
