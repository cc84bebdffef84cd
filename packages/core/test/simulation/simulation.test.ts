import { type Intent, type Policy, type Verdict, verify } from '@sluice/guards'
import { type Address, encodeFunctionData, type Hex, parseAbi, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkReceipt } from '../../../guards/src/receipts/checkReceipt.ts'
import {
  agreedReadings,
  compareSimulation,
  effectsOfCalls,
} from '../../../guards/src/simulation/compareSimulation.ts'
import { movementsOf, readingsOf, type Simulation } from '../../../guards/src/simulation/simulation.ts'
import { incomplete, step } from '../../../guards/test/answer.ts'
import { readReceipt } from '../../src/chain/receipts.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { contradictions } from '../../src/transactions/stateProof.ts'
import { ether, type NodeKind, openWorld } from './world.ts'

let world: Awaited<ReturnType<typeof openWorld>>
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.chain.stop())

const native = (raw: bigint) => new Map([[zeroAddress as Address, raw]])
const send = (to: Address, data: Hex, value = 0n) =>
  incomplete({ from: world.account, to, data, value: toHex(value) })
const sale = (...items: unknown[]) => ({ steps: [step('sale', 'transaction', items)] })
const blocks = ({ findings }: Verdict) =>
  findings.filter(({ severity }) => severity === 'block').map(({ code }) => code)

type Flow = { intent: Intent; response: unknown; policy?: Policy; facts?: Parameters<typeof world.facts>[0] }

async function judged(
  flow: Flow,
  node: NodeKind = 'full',
): Promise<{ verdict: Verdict; simulation: Simulation }> {
  const { intent, response, policy = world.policy(), facts } = flow
  const now = facts?.now ?? Date.now()
  const before = verify(intent, response, world.facts(facts), policy, { salts: [1n] })
  const simulation = await simulate({
    reader: world.reader(node),
    account: world.account,
    calls: (
      before.awaiting ?? before.items.flatMap((item) => (item.kind === 'transaction' ? [item] : []))
    ).map(({ call }) => call),
    readings:
      before.awaiting === undefined
        ? readingsOf(effectsOfCalls(before.items), world.account)
        : agreedReadings(intent),
    now,
    second: before.awaiting === undefined ? 'tried' : 'required',
    baseFee: 10n ** 9n,
    accountHasCode: false,
  })
  return { verdict: compareSimulation(before, simulation, intent, policy), simulation }
}

async function purchase(contract: Address, tokenId: bigint): Promise<Flow> {
  const call = await world.fill(await world.listing({ token: contract, tokenId }))
  return {
    intent: world.buying(contract, tokenId, native(ether)),
    response: sale(send(call.to, call.data, call.value)),
  }
}

describe.each(['full', 'old'] as const)('on a node that is %s', (node) => {
  test('an approval and the purchase it is for are run one after the other, with neither of them mined', async () => {
    const tokenId = await world.mint(world.maker.account.address.toLowerCase() as Address)
    const price = 250_000_000n
    const order = await world.listing({ token: world.art, tokenId, currency: world.usdc, gross: price })
    const call = await world.fill(order)
    const approve = (amount: bigint) =>
      encodeFunctionData({
        abi: world.erc20,
        functionName: 'approve',
        args: [world.conduit, amount],
      })
    await world.taker.send({ to: world.usdc, data: approve(0n) })
    const flow: Flow = {
      intent: world.buying(world.art, tokenId, new Map([[world.usdc, price]])),
      response: {
        steps: [
          step('currency-approval', 'transaction', [send(world.usdc, approve(price))]),
          step('sale', 'transaction', [send(call.to, call.data)]),
        ],
      },
    }
    const { verdict, simulation } = await judged(flow, node)
    expect(verdict.findings).toEqual([])
    expect(verdict).toMatchObject({ decision: 'allow', proof: 'static+read', witnessed: true })
    const changes = simulation.outcome === 'done' ? simulation.changes : []
    expect(movementsOf(changes, world.account)).toEqual(
      expect.arrayContaining([
        { kind: 'erc20', contract: world.usdc, tokenId: undefined, amount: -price },
        { kind: 'erc721', contract: world.art, tokenId, amount: 1n },
      ]),
    )
    expect(movementsOf(changes, world.account)).toHaveLength(2)
  })

  test('a token that logs a transfer and makes none is not bought', async () => {
    const token = await world.falseToken(false, zeroAddress, 0n)
    const { verdict } = await judged(await purchase(token, 1n), node)
    expect(verdict.decision).toBe('block')
    expect(verdict.items).toEqual([])
    expect(blocks(verdict)).toEqual(['SIM_INFLOW'])
  })

  test('a token that moves only while nobody pays for gas is not bought', async () => {
    const { verdict } = await judged(await purchase(await world.audienceToken(), 1n), node)
    expect(verdict.decision).toBe('block')
    expect(verdict.items).toEqual([])
    expect(blocks(verdict)).toContain('SIM_ENV_DIVERGE')
  })

  test('a purchase that would fail is known before anything is signed', async () => {
    const token = await world.falseToken(true, world.art, 999_999n)
    const { verdict } = await judged(await purchase(token, 1n), node)
    expect(blocks(verdict)).toEqual(['SIM_REVERT'])
  })

  test('a single token and units of an edition arrive with the named account', async () => {
    const single = await world.mint(world.account)
    const [to, editionId]: [Address, bigint] = [`0x${'44'.repeat(20)}`, 77_000n]
    await world.taker.write({
      address: world.prints,
      abi: parseAbi(['function mint(address to, uint256 id, uint256 amount)']),
      functionName: 'mint',
      args: [world.account, editionId, 9n],
    })
    const intent: Intent = {
      chainId: world.chain.id,
      account: world.account,
      action: 'transfer',
      to,
      items: [
        { contract: world.art, tokenId: single, quantity: 1n },
        { contract: world.prints, tokenId: editionId, quantity: 4n },
      ],
    }
    const calls = [
      send(
        world.art,
        encodeFunctionData({
          abi: parseAbi(['function safeTransferFrom(address from, address to, uint256 id)']),
          args: [world.account, to, single],
        }),
      ),
      send(
        world.prints,
        encodeFunctionData({
          abi: parseAbi([
            'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
          ]),
          args: [world.account, to, editionId, 4n, '0x'],
        }),
      ),
    ]
    const { verdict, simulation } = await judged({ intent, response: sale(...calls) }, node)
    expect(verdict).toMatchObject({ decision: 'allow', witnessed: true })
    const changes = simulation.outcome === 'done' ? simulation.changes : []
    expect(movementsOf(changes, to).map(({ amount }) => amount)).toEqual([1n, 4n])
  })
})

test('a call that burns gas is asked about from the policy’s limit on, and what needs it is not', async () => {
  const { verdict } = await judged(await purchase(await world.audienceToken(4_000_000n), 1n))
  expect(verdict.decision).toBe('confirm')
  const [found, ...others] = verdict.findings
  expect(others).toEqual([])
  expect(found).toMatchObject({
    code: 'SIM_GAS',
    severity: 'confirm',
    path: 'steps.0.items.0',
    expected: '1500000',
  })
  expect(Number(found?.actual)).toBeGreaterThan(4_000_000)
  const some = await judged(await purchase(await world.audienceToken(1_000_000n), 1n))
  expect(some.verdict).toMatchObject({ decision: 'allow', witnessed: true, findings: [] })
  const flow = await purchase(await world.audienceToken(1_000_000n), 1n)
  const policy = world.policy({ simulation: { maxGas: { call: 500_000, order: 0 } } })
  expect((await judged({ ...flow, policy })).verdict.decision).toBe('confirm')
})

test('an order that ends in a moment is asked about, for it may fail', async () => {
  const tokenId = await world.mint(world.maker.account.address.toLowerCase() as Address)
  const now = Date.now()
  const endTime = BigInt(Math.floor(now / 1_000)) + 9n
  const order = await world.listing({ token: world.art, tokenId, endTime })
  const call = await world.fill(order)
  const { verdict } = await judged({
    intent: world.buying(world.art, tokenId, native(ether)),
    response: sale(send(call.to, call.data, call.value)),
    facts: { now },
  })
  expect(verdict).toMatchObject({
    decision: 'confirm',
    findings: [{ code: 'SIM_ENV_DIVERGE', severity: 'confirm', actual: 'reverted' }],
  })
})

test('a price that falls between the two runs is no difference', async () => {
  const tokenId = await world.mint(world.maker.account.address.toLowerCase() as Address)
  const order = await world.listing({ token: world.art, tokenId, gross: ether, endGross: ether / 2n })
  const call = await world.fill(order)
  const { verdict } = await judged({
    intent: world.buying(world.art, tokenId, native(call.value)),
    response: sale(send(call.to, call.data, call.value)),
  })
  expect(verdict).toMatchObject({ decision: 'allow', witnessed: true, findings: [] })
})

test('a token that helps itself to another one of the buyer’s is found by what left', async () => {
  const lootId = await world.mint(world.account)
  const thief = await world.falseToken(true, world.art, lootId)
  await world.taker.write({
    address: world.art,
    abi: world.erc721,
    functionName: 'setApprovalForAll',
    args: [thief, true],
  })
  const { verdict } = await judged(await purchase(thief, 1n))
  expect(blocks(verdict)).toEqual(['SIM_OUTFLOW'])
})

test('without a simulation the proof from the bytes stands, and it is said that there was none', async () => {
  const tokenId = await world.mint(world.maker.account.address.toLowerCase() as Address)
  const { verdict } = await judged(await purchase(world.art, tokenId), 'bare')
  expect(verdict.decision).toBe('allow')
  expect(verdict.witnessed).toBeUndefined()
  expect(verdict.findings).toMatchObject([{ code: 'SIM_UNAVAILABLE', severity: 'info' }])
})

test('a token whose log says that it came, and whose state says no, is no proof of a purchase', async () => {
  const token = await world.falseToken(false, zeroAddress, 0n)
  const { intent, response, facts } = await purchase(token, 1n)
  const { items } = verify(intent, response, world.facts(facts), world.policy())
  const [item] = items
  if (item?.kind !== 'transaction') throw new Error('There is no purchase')
  const { transactionHash } = await world.taker.send(item.call)
  const receipt = await readReceipt(world.reader('full'), transactionHash)
  if (receipt === undefined) throw new Error('It was not mined')
  expect(checkReceipt(item, receipt)).toEqual([])
  const signal = new AbortController().signal
  expect(await contradictions(world.reader('full'), item, receipt, signal)).toMatchObject([
    { code: 'RCPT_EFFECT' },
  ])
})

describe('a router that the policy lists', () => {
  type Shop = Awaited<ReturnType<typeof world.shop>>
  const buy = '0xa6f2ae3a'
  const flow = (shop: Shop, limit = ether, level: 'strict' | 'simulate' = 'simulate'): Flow => ({
    intent: world.buying(world.art, shop.tokenId, native(limit)),
    response: sale(send(shop.address, buy, ether)),
    policy: world.policy({
      level: { mode: level },
      routers: [{ address: shop.address, codeHash: shop.codeHash }],
    }),
    facts: { codes: new Map([[shop.address, shop.codeHash]]) },
  })

  test('may be called when two simulations show just what was agreed, and the user is asked', async () => {
    const shop = await world.shop(0)
    const { verdict } = await judged(flow(shop))
    expect(verdict).toMatchObject({ decision: 'confirm', proof: 'simulated' })
    expect(verdict.effects).toMatchObject({
      give: [{ kind: 'native', amount: ether }],
      get: [{ kind: 'erc721', contract: world.art, tokenId: shop.tokenId }],
    })
    expect(verdict.items).toHaveLength(1)
  })

  test('is refused in strict, above the agreed price, without a simulation and with other code', async () => {
    const shop = await world.shop(0)
    const strict = await judged(flow(shop, ether, 'strict'))
    expect(blocks(strict.verdict)).toContain('TX_TO')
    expect(blocks((await judged(flow(shop, ether - 1n))).verdict)).toContain('SIM_OUTFLOW')
    expect(blocks((await judged(flow(shop), 'old')).verdict)).toContain('SIM_UNAVAILABLE')
    const changed = await judged({ ...flow(shop), facts: { codes: new Map([[shop.address, '0x']]) } })
    expect(blocks(changed.verdict)).toContain('TX_CODE')
    for (const { verdict } of [strict, changed]) expect(verdict.items).toEqual([])
  })

  test('that takes more than the price is stopped', async () => {
    const lootId = await world.mint(world.account)
    const shop = await world.shop(1, world.art, lootId)
    await world.taker.write({
      address: world.art,
      abi: world.erc721,
      functionName: 'setApprovalForAll',
      args: [shop.address, true],
    })
    const { verdict } = await judged(flow(shop))
    expect(blocks(verdict)).toContain('SIM_OUTFLOW')
    expect(verdict.items).toEqual([])
  })

  test('that behaves only while nobody pays for gas is stopped', async () => {
    const { verdict } = await judged(flow(await world.shop(2)))
    expect(blocks(verdict)).toContain('SIM_ENV_DIVERGE')
    expect(verdict.items).toEqual([])
  })
})
