import { type Intent, type Policy, type Verdict, verify } from '@sluice/guards'
import { cancelOrders } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, parseAbi, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkReceipt } from '../../../guards/src/receipts/checkReceipt.ts'
import {
  agreedReadings,
  compareSimulation,
  effectsOfCalls,
} from '../../../guards/src/simulation/compareSimulation.ts'
import { movementsOf, readingsOf, type Simulation } from '../../../guards/src/simulation/simulation.ts'
import { incomplete, step } from '../../../guards/test/support/answer.ts'
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

async function verdictFor(
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
  test('an approval and its purchase are simulated in order, with neither of them mined', async () => {
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
    const { verdict, simulation } = await verdictFor(flow, node)
    expect(verdict.findings).toEqual([])
    expect(verdict).toMatchObject({ decision: 'allow', proof: 'static+read', simulated: true })
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
    const { verdict } = await verdictFor(await purchase(token, 1n), node)
    expect(verdict.decision).toBe('block')
    expect(verdict.items).toEqual([])
    expect(blocks(verdict)).toEqual(['SIM_INFLOW'])
  })

  test('a token that moves only while nobody pays for gas is not bought', async () => {
    const { verdict } = await verdictFor(await purchase(await world.audienceToken(), 1n), node)
    expect(verdict.decision).toBe('block')
    expect(verdict.items).toEqual([])
    expect(blocks(verdict)).toContain('SIM_ENV_DIVERGE')
  })

  test('a purchase that would fail is blocked before anything is signed', async () => {
    const token = await world.falseToken(true, world.art, 999_999n)
    const { verdict } = await verdictFor(await purchase(token, 1n), node)
    expect(blocks(verdict)).toEqual(['SIM_REVERT'])
  })

  test('a single token and units of an edition arrive at the named account', async () => {
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
    const { verdict, simulation } = await verdictFor({ intent, response: sale(...calls) }, node)
    expect(verdict).toMatchObject({ decision: 'allow', simulated: true })
    const changes = simulation.outcome === 'done' ? simulation.changes : []
    expect(movementsOf(changes, to).map(({ amount }) => amount)).toEqual([1n, 4n])
  })
})

test('a call that burns more gas than the policy’s limit asks for confirmation, and one that needs its gas does not', async () => {
  const { verdict } = await verdictFor(await purchase(await world.audienceToken(4_000_000n), 1n))
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
  const some = await verdictFor(await purchase(await world.audienceToken(1_000_000n), 1n))
  expect(some.verdict).toMatchObject({ decision: 'allow', simulated: true, findings: [] })
  const flow = await purchase(await world.audienceToken(1_000_000n), 1n)
  const policy = world.policy({ simulation: { maxGas: { call: 500_000, order: 0 } } })
  expect((await verdictFor({ ...flow, policy })).verdict.decision).toBe('confirm')
})

test('an order that is about to expire asks for confirmation, because it may fail', async () => {
  const tokenId = await world.mint(world.maker.account.address.toLowerCase() as Address)
  const now = Date.now()
  const endTime = BigInt(Math.floor(now / 1_000)) + 9n
  const order = await world.listing({ token: world.art, tokenId, endTime })
  const call = await world.fill(order)
  const { verdict } = await verdictFor({
    intent: world.buying(world.art, tokenId, native(ether)),
    response: sale(send(call.to, call.data, call.value)),
    facts: { now },
  })
  expect(verdict).toMatchObject({
    decision: 'confirm',
    findings: [{ code: 'SIM_ENV_DIVERGE', severity: 'confirm', actual: 'reverted' }],
  })
})

test('a price that falls between the two simulations makes no difference', async () => {
  const tokenId = await world.mint(world.maker.account.address.toLowerCase() as Address)
  const order = await world.listing({ token: world.art, tokenId, gross: ether, endGross: ether / 2n })
  const call = await world.fill(order)
  const { verdict } = await verdictFor({
    intent: world.buying(world.art, tokenId, native(call.value)),
    response: sale(send(call.to, call.data, call.value)),
  })
  expect(verdict).toMatchObject({ decision: 'allow', simulated: true, findings: [] })
})

test('a token that takes another token of the buyer is detected by what left', async () => {
  const lootId = await world.mint(world.account)
  const thief = await world.falseToken(true, world.art, lootId)
  await world.taker.write({
    address: world.art,
    abi: world.erc721,
    functionName: 'setApprovalForAll',
    args: [thief, true],
  })
  const { verdict } = await verdictFor(await purchase(thief, 1n))
  expect(blocks(verdict)).toEqual(['SIM_OUTFLOW'])
})

test('without a simulation the proof from the bytes holds, and the verdict says that there was none', async () => {
  const tokenId = await world.mint(world.maker.account.address.toLowerCase() as Address)
  const { verdict } = await verdictFor(await purchase(world.art, tokenId), 'bare')
  expect(verdict.decision).toBe('allow')
  expect(verdict.simulated).toBeUndefined()
  expect(verdict.findings).toMatchObject([{ code: 'SIM_UNAVAILABLE', severity: 'info' }])
})

/** Sends a purchase, and returns what its receipt and the state at its block contradict. */
async function provenBy(intent: Intent, response: unknown) {
  const [item] = verify(intent, response, world.facts(), world.policy()).items
  if (item?.kind !== 'transaction') throw new Error('There is no purchase.')
  const { transactionHash } = await world.taker.send(item.call)
  const receipt = await readReceipt(world.reader('full'), transactionHash)
  if (receipt === undefined) throw new Error('The purchase was not mined.')
  const { signal } = new AbortController()
  return {
    logs: checkReceipt(item, receipt),
    state: await contradictions(world.reader('full'), item, receipt, signal),
  }
}

test('a purchase is not proven by a transfer log that the state contradicts', async () => {
  const token = await world.falseToken(false, zeroAddress, 0n)
  const { intent, response } = await purchase(token, 1n)
  expect(await provenBy(intent, response)).toMatchObject({ logs: [], state: [{ code: 'RCPT_EFFECT' }] })
})

test.each([
  ['a transfer and its reverse', false],
  ['nothing', true],
])('a partial purchase is not proven where a paid token logs %s and is not held', async (_logs, silent) => {
  const tokenId = await world.mint(world.maker.account.address.toLowerCase() as Address)
  const units = await world.falseUnits(silent)
  const terms = { token: units, tokenId: 7n, kind: 'erc1155', quantity: 3n, gross: 3n * ether } as const
  const call = await world.fill(
    await world.listing({ token: world.art, tokenId }),
    await world.listing(terms),
  )
  const bought = world.buying(world.art, tokenId, native(4n * ether))
  const target = { kind: 'token', contract: units, tokenId: 7n } as const
  const intent = { ...bought, partial: true, items: [...bought.items, { target, quantity: 3n }] }
  expect(await provenBy(intent, sale(send(call.to, call.data, call.value)))).toMatchObject({
    logs: [],
    state: [{ code: 'RCPT_EFFECT', path: `effects.get.${units}:7` }],
  })
})

test('a partial purchase is proven where a skipped token shares its id with an amount in the logs', async () => {
  const maker = world.maker.account.address.toLowerCase() as Address
  const tokenId = await world.mint(maker)
  const quantity = 5_003n
  const ids = [quantity, 88_000n] as const
  const units = async (id: bigint) => {
    await world.maker.write({
      address: world.prints,
      abi: parseAbi(['function mint(address to, uint256 id, uint256 amount)']),
      functionName: 'mint',
      args: [maker, id, quantity],
    })
    return world.listing({ kind: 'erc1155', token: world.prints, tokenId: id, gross: quantity, quantity })
  }
  const [gone, there] = [await units(ids[0]), await units(ids[1])]
  const seaport = world.contracts.seaport.toLowerCase() as Address
  const call = await world.fill(await world.listing({ token: world.art, tokenId }), gone, there)
  await world.maker.send(cancelOrders(seaport, [gone.components]))
  const bought = world.buying(world.art, tokenId, native(2n * ether))
  const more = ids.map((id) => ({
    target: { kind: 'token', contract: world.prints, tokenId: id } as const,
    quantity,
  }))
  const intent = { ...bought, partial: true, items: [...bought.items, ...more] }
  expect(await provenBy(intent, sale(send(call.to, call.data, call.value)))).toEqual({ logs: [], state: [] })
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

  test('may be called after confirmation if two simulations show exactly what was agreed', async () => {
    const shop = await world.shop(0)
    const { verdict } = await verdictFor(flow(shop))
    expect(verdict).toMatchObject({ decision: 'confirm', proof: 'simulated' })
    expect(verdict.effects).toMatchObject({
      give: [{ kind: 'native', amount: ether }],
      get: [{ kind: 'erc721', contract: world.art, tokenId: shop.tokenId }],
    })
    expect(verdict.items).toHaveLength(1)
  })

  test('is blocked in strict mode, above the agreed price, without a simulation and with other code', async () => {
    const shop = await world.shop(0)
    const strict = await verdictFor(flow(shop, ether, 'strict'))
    expect(blocks(strict.verdict)).toContain('TX_TO')
    expect(blocks((await verdictFor(flow(shop, ether - 1n))).verdict)).toContain('SIM_OUTFLOW')
    expect(blocks((await verdictFor(flow(shop), 'old')).verdict)).toContain('SIM_UNAVAILABLE')
    const changed = await verdictFor({ ...flow(shop), facts: { codes: new Map([[shop.address, '0x']]) } })
    expect(blocks(changed.verdict)).toContain('TX_CODE')
    for (const { verdict } of [strict, changed]) expect(verdict.items).toEqual([])
  })

  test('is blocked if it takes more than the price', async () => {
    const lootId = await world.mint(world.account)
    const shop = await world.shop(1, world.art, lootId)
    await world.taker.write({
      address: world.art,
      abi: world.erc721,
      functionName: 'setApprovalForAll',
      args: [shop.address, true],
    })
    const { verdict } = await verdictFor(flow(shop))
    expect(blocks(verdict)).toContain('SIM_OUTFLOW')
    expect(verdict.items).toEqual([])
  })

  test('is blocked if it behaves only while nobody pays for gas', async () => {
    const { verdict } = await verdictFor(flow(await world.shop(2)))
    expect(blocks(verdict)).toContain('SIM_ENV_DIVERGE')
    expect(verdict.items).toEqual([])
  })
})
