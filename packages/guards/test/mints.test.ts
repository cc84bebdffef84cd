import { fulfillBasic, mintPublic, readCall, seaDropAddress } from '@sluice/seaport'
import { parsePlan } from '@sluice/wire'
import { type Hex, numberToHex, pad, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { requiredReads } from '../src/check.ts'
import { checkReceipt, compareSimulation, type Simulation } from '../src/internal.ts'
import type { BuyIntent } from '../src/model/intent.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { blockingCodes, checkFixture } from './support/checkFixture.ts'

const { drop, dropFacts, mintCall, mintIntent, sale } = honest
const { eth, native, nft, user } = who
const item = (overrides: Partial<BuyIntent['items'][number]> = {}): BuyIntent['items'][number] => ({
  target: { kind: 'collection', contract: nft },
  quantity: 3n,
  ...overrides,
})
const mint = (intent: BuyIntent, ...calls: Parameters<typeof sale>) =>
  honest.buy('mint', intent, [sale(...calls)], dropFacts())
const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

test('a mint names its tokens, its price and the fee, and is written with the account as its receiver', () => {
  const { decision, items, effects } = checkFixture(
    mint(mintIntent(), mintCall(3n, { minterIfNotPayer: user })),
  )
  expect(decision).toBe('allow')
  expect(effects).toMatchObject({
    give: [{ kind: 'native', amount: 3n * drop.price }],
    get: [{ kind: 'erc721', contract: nft, amount: 3n }],
    fees: [{ recipient: who.marketplace, amount: (3n * drop.price) / 20n, kindOfFee: 'marketplace' }],
  })
  const [checked] = items
  expect(checked?.kind === 'transaction' && readCall(mintPublic, checked.call.data)).toMatchObject({
    minterIfNotPayer: zeroAddress,
    quantity: 3n,
  })
})

test('a purchase may be a mint where nothing else was said, and none where only listings may be bought', () => {
  const any = mintIntent({ items: [item()] })
  expect(checkFixture(mint(any, mintCall())).decision).toBe('allow')
  const bought = mintIntent({ items: [item({ fillType: 'trade' })] })
  expect(blockingCodes(mint(bought, mintCall()))).toContain('CALL_EXTRA_ORDER')
})

test('a way to buy that nobody knows allows neither a mint nor a listing', () => {
  const fillType = 'Trade' as 'trade'
  const listing = fulfillBasic(honest.fillOf(honest.ask()), honest.fillOptions)
  const one = honest.buyIntent({ items: [item({ quantity: 1n, fillType })] })
  for (const fixture of [mint(mintIntent({ items: [item({ fillType })] }), mintCall()), mint(one, listing)])
    expect(checkFixture(fixture)).toMatchObject({
      decision: 'block',
      findings: [{ code: 'FLOW_UNDECIDED', path: 'intent.items.0.fillType', actual: 'Trade' }],
    })
})

test('a listing is not bought where only a mint will do', () => {
  const intent = honest.buyIntent({ items: [item({ quantity: 1n, fillType: 'mint' })] })
  const listing = fulfillBasic(honest.fillOf(honest.ask()), honest.fillOptions)
  expect(blockingCodes(mint(intent, listing))).toContain('CALL_EXTRA_ORDER')
})

test('one item may be served by a mint and a listing together, within its number', () => {
  const listing = fulfillBasic(honest.fillOf(honest.ask()), honest.fillOptions)
  const intent = honest.buyIntent({ items: [item()], limits: new Map([[native, eth + 2n * drop.price]]) })
  expect(blockingCodes(mint(intent, mintCall(2n), listing))).toEqual([])
  expect(blockingCodes(mint(intent, mintCall(3n), listing))).not.toEqual([])
})

test('a mint serves the item whose own price it keeps', () => {
  const priced = (amount: bigint, quantity: bigint) =>
    item({ quantity, maxPrice: { currency: native, amount } })
  const items = [priced(drop.price, 2n), priced(drop.price - 1n, 2n)]
  const limits = new Map([[native, eth]])
  const [keeping, cheap] = items as [BuyIntent['items'][number], BuyIntent['items'][number]]
  expect(checkFixture(mint(mintIntent({ items: [keeping], limits }), mintCall(2n))).decision).toBe('allow')
  expect(blockingCodes(mint(mintIntent({ items: [cheap], limits }), mintCall(2n)))).toEqual([
    'CALL_PRICE',
    'FLOW_FALSE_COMPLETE',
  ])
  const dollars = item({ quantity: 2n, maxPrice: { currency: who.usdc, amount: eth } })
  expect(blockingCodes(mint(mintIntent({ items: [dollars], limits }), mintCall(2n)))).toContain('CALL_PRICE')
})

test('a part of what was agreed is minted for its share of the price, or asked about', () => {
  const intent = mintIntent({ items: [item({ quantity: 3n })], partial: true })
  expect(checkFixture(mint(intent, mintCall(2n))).decision).toBe('allow')
  const cheap = mintIntent({ items: [item()], partial: true, limits: new Map([[native, 2n * drop.price]]) })
  expect(checkFixture(mint(cheap, mintCall(2n)))).toMatchObject({
    decision: 'confirm',
    findings: [{ code: 'NO_ITEM_PRICE' }],
  })
})

test('a free mint gives nothing, and one without an agreed price is asked about', () => {
  const free = { ...drop, price: 0n }
  const call = { ...mintCall(), value: 0n }
  const facts = dropFacts({ drops: new Map([[nft, free]]) })
  const bounded = { ...mint(mintIntent({ limits: new Map([[native, 0n]]) }), call), facts }
  expect(checkFixture(bounded)).toMatchObject({ decision: 'allow', effects: { give: [], fees: [] } })
  expect(checkFixture({ ...mint(mintIntent({ limits: undefined }), mintCall()) })).toMatchObject({
    decision: 'confirm',
    findings: [{ code: 'NO_PRICE_BOUND' }],
  })
})

test('a mint that was sent is settled when the plan is checked again, though it has ended meanwhile', () => {
  const fixture = honest.BUY_MINT()
  const { items } = checkFixture(fixture)
  const facts = dropFacts({ drops: new Map([[nft, { ...drop, endTime: 0n }]]) })
  const again = verify(fixture.intent, fixture.response, facts, fixture.policy, { done: items })
  expect(again).toMatchObject({ decision: 'allow', items: [], settled: [{ stepIndex: 1, itemIndex: 0 }] })
})

test('a policy without SeaDrop refuses every mint, and a shared contract has none', () => {
  for (const seaDrop of [zeroAddress, who.zone])
    expect(blockingCodes({ ...honest.BUY_MINT(), policy: who.policyOf({ seaDrop }) })).toContain('TX_TO')
  const shared = { ...honest.BUY_MINT(), policy: who.policyOf({ sharedContracts: [nft] }) }
  expect(blockingCodes(shared)).toContain('CALL_EXTRA_ORDER')
})

test('the terms of a mint are read at SeaDrop', () => {
  const { intent, response, policy } = honest.BUY_MINT()
  const reads = requiredReads({ intent, plan: parsePlan(response), policy, chain: who.chain })
  expect(reads.drops).toEqual([[seaDropAddress, nft]])
  expect(reads.kinds).toContain(nft)
})

describe('what is seen of a mint', () => {
  const simulated = (came: bigint, paid = 3n * drop.price): Simulation => ({
    outcome: 'done',
    changes: [
      { reading: { kind: 'native', holder: user }, before: eth, after: eth - paid },
      { reading: { kind: 'erc721-count', contract: nft, holder: user }, before: 1n, after: 1n + came },
    ],
    complete: true,
    diverges: false,
  })
  const seen = (simulation: Simulation) => {
    const fixture = honest.BUY_MINT()
    return compareSimulation(checkFixture(fixture), simulation, fixture.intent, fixture.policy)
  }

  test('a simulation in which the tokens come agrees', () => {
    expect(seen(simulated(3n))).toMatchObject({ decision: 'allow', simulated: true })
  })

  test.each([
    ['fewer tokens come', simulated(2n), 'SIM_INFLOW'],
    ['more money leaves', simulated(3n, 4n * drop.price), 'SIM_OUTFLOW'],
    ['it fails', { outcome: 'reverted', index: 0, reason: 'NotActive' } as const, 'SIM_REVERT'],
  ])('a simulation in which %s blocks it', (_name, simulation, code) => {
    const { decision, findings } = seen(simulation)
    expect(decision).toBe('block')
    expect(findings.map((one) => one.code)).toContain(code)
  })

  const receipt = (...ids: readonly bigint[]) => ({
    status: 'success' as const,
    from: user,
    to: seaDropAddress,
    logs: ids.map((id) => ({
      address: nft,
      topics: [transferTopic, pad(zeroAddress), pad(user), numberToHex(id, { size: 32 })],
      data: '0x' as Hex,
    })),
  })
  test('a receipt proves it where as many tokens came as were agreed, whichever they are', () => {
    const [checked] = checkFixture(honest.BUY_MINT()).items
    expect(checkReceipt(checked!, receipt(7n, 8n, 9n))).toEqual([])
    expect(checkReceipt(checked!, receipt(7n, 8n))).toMatchObject([{ code: 'RCPT_EFFECT' }])
  })
})
