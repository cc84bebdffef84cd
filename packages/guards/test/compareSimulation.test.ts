import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Intent } from '../src/model/intent.ts'
import { agreedReadings, compareSimulation, effectsOfCalls } from '../src/simulation/compareSimulation.ts'
import type { Change, Reading, Simulation } from '../src/simulation/simulation.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

const { artist, attacker, conduit, editions, eth, maker, native, nft, receiver, trap, usdc, user, weth } = who

const done = (
  changes: readonly Change[],
  more: { complete?: boolean; diverges?: boolean } = {},
): Simulation => ({
  outcome: 'done',
  changes,
  complete: true,
  diverges: false,
  ...more,
})
const change = (reading: Reading, before: bigint | undefined, after: bigint | undefined): Change => ({
  reading,
  before,
  after,
})
const coin = (by: bigint, holder: Address = user) =>
  change({ kind: 'native', holder }, 100n * eth, 100n * eth + by)
const currency = (contract: Address, by: bigint, holder: Address = user) =>
  change({ kind: 'erc20', contract, holder }, 100n * eth, 100n * eth + by)
const token = (from: Address, to: Address, tokenId = 50n, contract: Address = nft) =>
  change({ kind: 'erc721', contract, tokenId }, BigInt(from), BigInt(to))
const units = (by: bigint, tokenId = 7n, holder: Address = user, contract: Address = editions) =>
  change({ kind: 'erc1155', contract, tokenId, holder }, 10n, 10n + by)
const allowance = (spender: Address, to: bigint, from = 0n) =>
  change({ kind: 'allowance', contract: usdc, spender }, from, to)
const operator = (spender: Address, to: bigint, from = 0n, contract: Address = nft) =>
  change({ kind: 'operator', contract, spender }, from, to)
const approved = (to: Address | bigint, from = 0n) =>
  change({ kind: 'approved', contract: nft, tokenId: 3n }, from, BigInt(to))
const code = (before: bigint, after: bigint) => change({ kind: 'code' }, before, after)

const blocks = ({ findings }: { findings: readonly { severity: string; code: string }[] }) =>
  findings.filter(({ severity }) => severity === 'block').map(({ code: found }) => found)

/** What becomes of a proven plan by what a node says of its calls. */
function compared(
  { intent, response, facts, policy }: honest.Fixture,
  simulation: Simulation,
  partial = false,
) {
  const verdict = verify({ ...intent, ...(partial ? { partial } : {}) } as Intent, response, facts, policy, {
    salts: [1n],
  })
  expect(verdict.decision).toBe('allow')
  return compareSimulation(verdict, simulation, intent)
}

describe('the simulation of a proven plan', () => {
  const bought = [coin(-eth), token(maker, user)]

  test('keeps the verdict if it shows the same', () => {
    const verdict = compared(honest.BUY_A(), done(bought))
    expect(verdict).toMatchObject({ decision: 'allow', simulated: true, findings: [] })
    expect(compared(honest.BUY_A(), done([coin(-eth / 2n), token(maker, user)])).decision).toBe('allow')
  })

  test('blocks nothing if it is absent, and everything if it fails', () => {
    const absent = compared(honest.BUY_A(), { outcome: 'unavailable', reason: 'silent' })
    expect(absent).toMatchObject({
      decision: 'allow',
      findings: [{ code: 'SIM_UNAVAILABLE', severity: 'info' }],
    })
    expect(absent.simulated).toBeUndefined()
    const failed = compared(honest.BUY_A(), { outcome: 'reverted', index: 0, reason: 'InvalidSigner' })
    expect(failed).toMatchObject({ decision: 'block', proof: 'none', items: [], settled: [] })
    expect(blocks(failed)).toEqual(['SIM_REVERT'])
  })

  test.each([
    ['a wei more leaves', [coin(-eth - 1n), token(maker, user)], 'SIM_OUTFLOW'],
    ['another currency leaves', [...bought, currency(usdc, -1n)], 'SIM_OUTFLOW'],
    ['another token leaves', [...bought, token(user, attacker, 9n)], 'SIM_OUTFLOW'],
    ['units leave', [...bought, units(-1n)], 'SIM_OUTFLOW'],
    ['nothing comes', [coin(-eth)], 'SIM_INFLOW'],
    ['it comes to somebody else', [coin(-eth), token(maker, attacker)], 'SIM_INFLOW'],
    ['another token comes', [coin(-eth), token(maker, user, 51n)], 'SIM_INFLOW'],
    ['an allowance appears', [...bought, allowance(conduit, 1n)], 'SIM_AUTHORITY'],
    ['an operator appears', [...bought, operator(conduit, 1n)], 'SIM_AUTHORITY'],
    ['a token is permitted', [...bought, approved(attacker)], 'SIM_AUTHORITY'],
    ['the account’s code changes', [...bought, code(1n, 2n)], 'SIM_CODE'],
  ] as const)('%s: blocked', (_, changes, found) => {
    const verdict = compared(honest.BUY_A(), done(changes))
    expect(blocks(verdict)).toEqual([found])
    expect(verdict.items).toEqual([])
  })

  test('ignores approvals that existed, are revoked, or were agreed on', () => {
    const old = [
      allowance(attacker, 1n, 1n),
      allowance(trap, 0n, 5n),
      operator(attacker, 1n, 1n),
      operator(trap, 0n, 1n),
      approved(attacker, BigInt(attacker)),
      approved(0n, BigInt(attacker)),
      code(1n, 1n),
    ]
    expect(blocks(compared(honest.BUY_A(), done([...bought, ...old])))).toEqual([])
    const paid = [currency(usdc, -500_000_000n), token(maker, user)]
    const agreed = (changes: readonly Change[]) =>
      blocks(compared(honest.BUY_E(), done([...paid, ...changes])))
    expect(agreed([allowance(conduit, 500_000_000n)])).toEqual([])
    expect(agreed([allowance(conduit, 500_000_001n)])).toEqual(['SIM_AUTHORITY'])
    expect(agreed([allowance(attacker, 1n)])).toEqual(['SIM_AUTHORITY'])
  })

  test('accepts an operator or a token approval that the sale needs, and no other', () => {
    const sold = [token(user, who.bidder, 3n), currency(weth, (925n * eth) / 100n)]
    const whole = (...changes: Change[]) => blocks(compared(honest.SELL_B(), done([...sold, ...changes])))
    expect(whole(operator(conduit, 1n))).toEqual([])
    expect(whole(operator(attacker, 1n))).toEqual(['SIM_AUTHORITY'])
    expect(whole(operator(conduit, 1n, 0n, who.otherNft))).toEqual(['SIM_AUTHORITY'])
    const single = honest.SELL_B()
    single.response.steps[0].items = [honest.approveAmount(nft, 3n, conduit)]
    const one = (...changes: Change[]) => blocks(compared(single, done([...sold, ...changes])))
    expect(one(approved(conduit))).toEqual([])
    expect(one(approved(attacker))).toEqual(['SIM_AUTHORITY'])
    expect(one(operator(conduit, 1n))).toEqual(['SIM_AUTHORITY'])
    expect(blocks(compared(honest.SELL_B(), done([sold[0]!, currency(weth, eth)])))).toEqual(['SIM_INFLOW'])
  })

  test('requires something of a partial purchase, and everything of a whole one', () => {
    const swept = [coin(-2n * eth), token(maker, user, 50n), token(maker, user, 51n)]
    expect(blocks(compared(honest.BUY_M(), done(swept), true))).toEqual([])
    expect(blocks(compared(honest.BUY_M(), done([coin(-eth)]), true))).toEqual([
      'SIM_INFLOW',
      'SIM_INFLOW',
      'SIM_INFLOW',
    ])
    expect(blocks(compared(honest.BUY_M(), done(swept)))).toEqual(['SIM_INFLOW'])
  })

  test('requires that a receiver gets each unit', () => {
    const left = [token(user, receiver, 1n), token(user, receiver, 2n), units(-5n)]
    const given = (...changes: Change[]) =>
      blocks(compared({ ...honest.XFER_B(), facts: who.approvedFacts() }, done([...left, ...changes])))
    expect(given(units(5n, 7n, receiver))).toEqual([])
    expect(given(units(4n, 7n, receiver))).toEqual(['SIM_INFLOW'])
    expect(given(units(5n, 7n, attacker))).toEqual(['SIM_INFLOW'])
    expect(given(units(5n, 8n, receiver))).toEqual(['SIM_INFLOW'])
  })

  test('shows no effect of signatures', () => {
    const { items } = verify(honest.LIST().intent, honest.LIST().response, who.approvedFacts(), who.policy, {
      salts: [1n],
    })
    expect(items).toHaveLength(1)
    expect(effectsOfCalls(items)).toMatchObject({ give: [], get: [], authority: [] })
  })
})

const codeHash = `0x${'cd'.repeat(32)}` as const
const routed = who.policyOf({ level: { mode: 'simulate' }, routers: [{ address: trap, codeHash }] })

/** What becomes of a router's call that only a simulation can prove. */
function alone(
  intent: Intent,
  simulation: Simulation,
  facts = who.factsOf({ codes: new Map([[trap, codeHash]]) }),
) {
  const call = honest.sale({ to: trap, data: '0xa6f2ae3a', value: 0n })
  const verdict = verify(intent, { steps: [call] }, facts, routed, { salts: [1n] })
  expect(verdict).toMatchObject({ decision: 'block', items: [] })
  return compareSimulation(verdict, simulation, intent)
}
const passed = (intent: Intent, ...changes: Change[]) => blocks(alone(intent, done(changes)))

describe('the simulation of a call to a router', () => {
  const intent = honest.buyIntent()
  const bought = [coin(-eth), token(maker, user)]

  test('leads to a confirmation if it shows exactly what was agreed', () => {
    const verdict = alone(intent, done(bought))
    expect(verdict).toMatchObject({
      decision: 'confirm',
      proof: 'simulated',
      simulated: true,
      findings: [{ code: 'SIM_ONLY', severity: 'confirm' }],
      items: [
        {
          purpose: 'buy',
          call: { to: trap, data: '0xa6f2ae3a', account: user, chainId: 1 },
          // It must bring all, so that nothing is left for another call.
          claims: [{ slot: 'item:0', units: 1n }],
        },
      ],
    })
    expect(verdict.effects).toMatchObject({
      give: [{ kind: 'native', contract: native, amount: eth }],
      get: [{ kind: 'erc721', contract: nft, tokenId: 50n, amount: 1n }],
    })
  })

  test('proves nothing if it is absent, fails, is incomplete, or differs in the second environment', () => {
    expect(blocks(alone(intent, { outcome: 'unavailable', reason: 'x' }))).toContain('SIM_UNAVAILABLE')
    expect(blocks(alone(intent, { outcome: 'reverted', index: 0, reason: 'x' }))).toContain('SIM_REVERT')
    expect(blocks(alone(intent, done(bought, { complete: false })))).toContain('SIM_UNAVAILABLE')
    expect(blocks(alone(intent, done(bought, { diverges: true })))).toContain('SIM_ENV_DIVERGE')
  })

  test('counts for the listed code, and for nothing else', () => {
    const other = who.factsOf({ codes: new Map([[trap, `0x${'ce'.repeat(32)}` as const]]) })
    expect(blocks(alone(intent, done(bought), other))).toContain('TX_CODE')
    expect(blocks(alone(intent, done(bought), who.factsOf()))).toContain('TX_CODE')
    const call = honest.sale({ to: attacker, data: '0xa6f2ae3a', value: 0n })
    expect(blocks(verify(intent, { steps: [call] }, who.factsOf(), routed))).toContain('TX_TO')
  })

  test.each([
    ['a wei more leaves', [coin(-eth - 1n), token(maker, user)], 'SIM_OUTFLOW'],
    ['another currency leaves', [...bought, currency(weth, -1n)], 'SIM_OUTFLOW'],
    ['a token leaves', [...bought, token(user, attacker, 9n)], 'SIM_OUTFLOW'],
    ['nothing comes', [coin(-eth)], 'SIM_INFLOW'],
    ['a token of somewhere else comes', [coin(-eth), token(maker, user, 50n, who.otherNft)], 'SIM_INFLOW'],
    ['coin of its contract comes', [coin(-eth), currency(nft, 1n)], 'SIM_INFLOW'],
    ['an allowance stays behind', [...bought, allowance(conduit, 1n)], 'SIM_AUTHORITY'],
    ['the account’s code changes', [...bought, code(1n, 2n)], 'SIM_CODE'],
  ] as const)('%s: blocked', (_, changes, found) => {
    expect(passed(intent, ...changes)).toContain(found)
  })

  test('proves nothing without a limit, for orders by id, or for purchases for others', () => {
    const target = { kind: 'order' as const, orderId: codeHash }
    expect(passed(honest.buyIntent({ limits: undefined }), ...bought)).toContain('SIM_OUTFLOW')
    expect(passed(honest.buyIntent({ items: [{ target, quantity: 1n }] }), ...bought)).toContain('SIM_INFLOW')
    expect(passed(honest.buyIntent({ recipient: receiver }), ...bought)).toContain('SIM_INFLOW')
    expect(passed(honest.sellIntent({ minimums: undefined }), token(user, maker, 3n))).toContain(
      'NO_PRICE_BOUND',
    )
    expect(passed(honest.LIST().intent, coin(0n))).toContain('SIM_UNAVAILABLE')
    expect(passed(honest.BID().intent, coin(0n))).toContain('SIM_UNAVAILABLE')
  })

  test('warns that a part of several tokens may be carried out alone', () => {
    const target = { kind: 'collection' as const, contract: nft }
    const two = honest.buyIntent({ items: [{ target, quantity: 2n }] })
    const verdict = alone(two, done([...bought, token(maker, user, 51n)]))
    expect(verdict.findings.map(({ code }) => code)).toEqual(['SIM_ONLY', 'SIM_PARTS'])
  })

  test('takes no more than the prices of the items, and brings no less', () => {
    const price = (amount: bigint) => ({ currency: native, amount })
    const target = { kind: 'token' as const, contract: nft, tokenId: 50n }
    const buying = (maxPrice: bigint) =>
      honest.buyIntent({ items: [{ target, quantity: 1n, maxPrice: price(maxPrice) }] })
    expect(passed(buying(eth), ...bought)).toEqual([])
    expect(passed(buying(eth - 1n), ...bought)).toContain('SIM_OUTFLOW')
    const selling = (amount: bigint) =>
      honest.sellIntent({
        minimums: new Map([[weth, 1n]]),
        items: [
          {
            contract: nft,
            tokenId: 3n,
            quantity: 1n,
            orderId: undefined,
            minPrice: { currency: weth, amount },
          },
        ],
      })
    const sold = [token(user, maker, 3n), currency(weth, eth)]
    expect(passed(selling(eth), ...sold)).toEqual([])
    expect(passed(selling(eth + 1n), ...sold)).toContain('SIM_INFLOW')
  })

  test('is made once in a trade, and never after a part of the trade was done', () => {
    const facts = who.factsOf({ codes: new Map([[trap, codeHash]]) })
    const call = { to: trap, data: '0xa6f2ae3a' as const, value: 0n }
    const asked = (steps: unknown[], more: Parameters<typeof verify>[4] = {}) =>
      verify(intent, { steps }, facts, routed, { salts: [1n], ...more })
    const twice = asked([honest.sale(call, call)])
    expect(blocks(twice)).toContain('SIM_SEVERAL')
    expect(blocks(compareSimulation(twice, done(bought), intent))).toContain('SIM_SEVERAL')
    const first = alone(intent, done(bought))
    const again = asked([honest.sale(call)], { done: first.items })
    expect(again).toMatchObject({ decision: 'allow', settled: [{ stepIndex: 0, itemIndex: 0 }], items: [] })
    const elsewhere = honest.sale(call, call)
    expect(blocks(asked([elsewhere], { done: first.items }))).toContain('SIM_SEVERAL')
    const proven = verify(intent, honest.BUY_A().response, who.factsOf(), routed, { salts: [1n] })
    expect(blocks(asked([honest.sale(call)], { done: proven.items }))).toContain('SIM_SEVERAL')
  })

  test('brings everything that was named, however often it was named', () => {
    const any = { target: { kind: 'collection' as const, contract: nft }, quantity: 1n }
    const one = { target: { kind: 'token' as const, contract: nft, tokenId: 50n }, quantity: 1n }
    const edition = { target: { kind: 'token' as const, contract: editions, tokenId: 7n }, quantity: 2n }
    const buying = (...items: (typeof any | typeof one | typeof edition)[]) => honest.buyIntent({ items })
    expect(passed(buying(any), ...bought)).toEqual([])
    expect(passed(buying(any, any), ...bought)).toContain('SIM_INFLOW')
    expect(passed(buying(any, one), ...bought)).toContain('SIM_INFLOW')
    expect(passed(buying(any, one), ...bought, token(maker, user, 51n))).toEqual([])
    expect(passed(buying(any, any), token(maker, user, 51n), token(maker, user, 52n))).toEqual([])
    expect(passed(buying(any, one), token(maker, user, 51n), token(maker, user, 52n))).toContain('SIM_INFLOW')
    expect(passed(buying(edition, edition), units(2n))).toContain('SIM_INFLOW')
    expect(passed(buying(edition, edition), units(4n))).toEqual([])
  })

  test('sells the agreed tokens for no less than the minimum', () => {
    const net = (925n * eth) / 100n
    const sold = token(user, maker, 3n)
    const selling = honest.sellIntent()
    expect(passed(selling, sold, currency(weth, net))).toEqual([])
    expect(passed(selling, sold, currency(weth, net - 1n))).toContain('SIM_INFLOW')
    expect(passed(selling, sold, currency(usdc, net))).toContain('SIM_INFLOW')
    expect(passed(selling, sold, currency(weth, net, artist))).toContain('SIM_INFLOW')
    expect(passed(selling, token(user, maker, 4n), currency(weth, net))).toContain('SIM_OUTFLOW')
    expect(passed(selling, sold, token(user, maker, 4n), currency(weth, net))).toContain('SIM_OUTFLOW')
    expect(passed(selling, sold, currency(weth, net), coin(-1n))).toContain('SIM_OUTFLOW')
  })

  test('brings each unit of a transfer to the receiver, however often its token was named', () => {
    const edition = { contract: editions, tokenId: 7n, quantity: 2n }
    const giving = honest.transferIntent(edition)
    expect(passed(giving, units(-2n), units(2n, 7n, receiver))).toEqual([])
    expect(passed(giving, units(-3n), units(2n, 7n, receiver))).toContain('SIM_OUTFLOW')
    expect(passed(giving, units(-2n), units(1n, 7n, receiver))).toContain('SIM_INFLOW')
    expect(passed(giving, units(-2n), units(2n, 8n, receiver))).toContain('SIM_INFLOW')
    expect(passed(giving, units(-2n), units(2n, 7n, receiver), coin(-1n))).toContain('SIM_OUTFLOW')
    const twice = honest.transferIntent(edition, edition)
    expect(passed(twice, units(-4n), units(4n, 7n, receiver))).toEqual([])
    expect(passed(twice, units(-4n), units(2n, 7n, receiver))).toContain('SIM_INFLOW')
    expect(agreedReadings(giving)).toHaveLength(5)
    expect(agreedReadings(intent)).toHaveLength(2)
  })
})
