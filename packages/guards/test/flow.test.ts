import { criteriaRoot, seaportAddress } from '@sluice/seaport'
import { parsePlan } from '@sluice/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requiredReads } from '../src/check.ts'
import type { ChainState } from '../src/model/chainState.ts'
import type { CheckedItem, Verdict } from '../src/model/verdict.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

const { conduit, eth, nft, receiver, usdc, weth } = who
const verdictFor = (fixture: honest.Fixture, done: readonly CheckedItem[] = []) =>
  verify(fixture.intent, fixture.response, fixture.facts, fixture.policy, { done, salts: [1n, 2n] })
const codes = (verdict: Verdict, severity: string) =>
  verdict.findings.filter((finding) => finding.severity === severity).map((finding) => finding.code)
const verdictText = (verdict: Verdict) =>
  JSON.stringify(verdict, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))
const waiting = (fixture: honest.Fixture) => {
  delete fixture.response.steps.at(-1).items[0].data
  return fixture
}

describe('a digest', () => {
  test('is kept by copies of a verdict, however they are made', () => {
    const verdict = verdictFor(honest.BUY_E())
    const { digest, items } = verdict
    const digests = items.map((item) => item.digest)
    expect(new Set([digest, ...digests]).size).toBe(3)
    for (const copy of [
      structuredClone(verdict),
      JSON.parse(verdictText(verdict)) as Verdict,
      { ...verdict },
    ]) {
      expect(copy.digest).toBe(digest)
      expect(copy.items.map((item) => item.digest)).toEqual(digests)
    }
    expect(Object.isFrozen(verdict)).toBe(true)
    expect(Object.keys(verdict)).toContain('digest')
  })
})

describe('a flow over several answers', () => {
  test('prompts what is left, and nothing that is done', () => {
    const fixture = honest.BUY_E()
    const first = verdictFor(fixture)
    expect(first.items.map(({ purpose }) => purpose)).toEqual(['approve-currency', 'buy'])
    const second = verdictFor(fixture, first.items.slice(0, 1))
    expect(second.decision).toBe('allow')
    expect(second.settled).toEqual([{ stepIndex: 1, itemIndex: 0 }])
    expect(second.items.map(({ purpose }) => purpose)).toEqual(['buy'])
  })

  test('F-10: blocks another approval, for an unknown account, after the first', () => {
    const fixture = honest.BUY_E()
    const { items } = verdictFor(fixture)
    fixture.response.steps[1].items = [honest.approveAmount(usdc, 1n, who.attacker)]
    expect(codes(verdictFor(fixture, items.slice(0, 1)), 'block')).toContain('APR_SPENDER')
  })

  test('F-10: blocks the same approval in another place', () => {
    const fixture = honest.BUY_E()
    const { items } = verdictFor(fixture)
    fixture.response.steps[1].items.unshift({ status: 'complete' })
    expect(codes(verdictFor(fixture, items.slice(0, 1)), 'block')).toContain('FLOW_BUDGET')
  })

  test('does not repeat a sale in another place', () => {
    const fixture = honest.BUY_A()
    const { items } = verdictFor(fixture)
    expect(verdictFor(fixture, items).items).toEqual([])
    fixture.response.steps.push(structuredClone(fixture.response.steps[1]))
    expect(codes(verdictFor(fixture, items), 'block')).toContain('FLOW_BUDGET')
  })

  test('completes a completed plan if its items were done, and blocks it as a lie if they were not', () => {
    for (const make of [honest.BUY_A, honest.LIST, honest.CXL, honest.XFER]) {
      const fixture = make()
      const { items } = verdictFor(fixture)
      fixture.response.steps.at(-1).items = [{ status: 'complete', data: {} }]
      expect(verdictFor(fixture, items).decision).toBe('allow')
      expect(codes(verdictFor(fixture), 'block')).toContain('FLOW_FALSE_COMPLETE')
    }
  })

  test('allows an approval before its sale is known, up to the agreed amount', () => {
    const verdict = verdictFor(waiting(honest.BUY_E()))
    expect(verdict.decision).toBe('allow')
    expect(verdict.effects.authority).toEqual([
      { kind: 'erc20', contract: usdc, spender: conduit, amount: 500_000_000n },
    ])
  })

  test('allows an operator before the listing is known', () => {
    const verdict = verdictFor(waiting(honest.LIST_A()))
    expect(verdict.items.map(({ purpose }) => purpose)).toEqual(['approve-token'])
  })

  test('resets a leftover USDT allowance if the provider forgot to', () => {
    const fixture = honest.BUY_E()
    const policy = who.policyOf({ approvals: { resetFirst: [usdc] } })
    const facts = {
      ...fixture.facts,
      allowances: new Map(fixture.facts.allowances).set(`${usdc}:${conduit}`, 5n),
    }
    const verdict = verdictFor({ ...fixture, policy, facts })
    expect(verdict.items.map((item) => item.claims[0]?.slot)).toEqual([
      `reset:approve:${usdc}:${conduit}`,
      `approve:${usdc}:${conduit}`,
      'item:0',
    ])
  })
})

describe('a confirmation', () => {
  test('of the decoded price is needed if no price was agreed', () => {
    for (const make of [honest.BUY_A, honest.SELL_B]) {
      const fixture = make()
      const bare = {
        ...fixture.intent,
        limits: undefined,
        minimums: undefined,
      } as unknown as honest.Fixture['intent']
      const verdict = verdictFor({ ...fixture, intent: bare })
      expect(verdict.decision).toBe('confirm')
      expect(codes(verdict, 'confirm')).toEqual(['NO_PRICE_BOUND'])
    }
  })

  test('is needed for an attribute’s root, which cannot be recomputed', () => {
    const fixture = honest.BID_T()
    if (fixture.intent.action !== 'bid') throw new Error('A bid.')
    const target = { kind: 'attribute' as const, contract: nft, key: 'Hat', value: 'Red' }
    const bids = fixture.intent.bids.map((terms) => ({
      ...terms,
      target,
      royalties: { mode: 'none' as const },
      fees: [...terms.fees, { recipient: who.artist, bps: 500 }],
    }))
    expect(codes(verdictFor({ ...fixture, intent: { ...fixture.intent, bids } }), 'confirm')).toEqual([
      'ORD_CRITERIA',
    ])
  })

  test('is needed for a list that is named by its root alone, and any other root is blocked', () => {
    const fixture = honest.BID_T()
    if (fixture.intent.action !== 'bid') throw new Error('A bid.')
    const { intent } = fixture
    const [terms] = fixture.intent.bids
    if (terms?.target.kind !== 'list') throw new Error('A bid for a list.')
    const root = BigInt(criteriaRoot(terms.target.tokenIds))
    const offered = (named: bigint) => {
      const target = { kind: 'root' as const, contract: nft, root: named }
      return verdictFor({ ...fixture, intent: { ...intent, bids: [{ ...terms, target }] } })
    }
    expect(codes(offered(root), 'confirm')).toEqual(['ORD_CRITERIA'])
    expect(codes(offered(root), 'block')).toEqual([])
    expect(codes(offered(root + 1n), 'block')).toContain('ORD_CRITERIA')
    expect(codes(offered(0n), 'block')).toContain('ORD_CRITERIA')
  })

  test('is needed for a cancellation on the older Seaport, where the order stays open on the current one', () => {
    for (const make of [honest.CXL, honest.CXL_ALL]) {
      const made = make()
      const fixture = { ...made, intent: { ...made.intent, version: undefined } as honest.Fixture['intent'] }
      fixture.response.steps[0].items[0].data.to = seaportAddress['1.5']
      expect(codes(verdictFor(fixture), 'confirm')).toEqual(['CALL_CANCEL_SET'])
      const version = (name: '1.5' | '1.6') =>
        verdictFor({ ...fixture, intent: { ...fixture.intent, version: name } as honest.Fixture['intent'] })
      expect(codes(version('1.6'), 'block')).toContain('CALL_CANCEL_SET')
      expect(version('1.5').decision).toBe('allow')
    }
  })

  test('is needed for an account with an unknown delegate', () => {
    const fixture = honest.XFER()
    const verdict = verdictFor({ ...fixture, facts: who.factsOf({ accountCode: { delegate: who.trap } }) })
    // Whatever is signed, such code acts for the account beside it: a red card, for every action.
    expect(codes(verdict, 'block')).toEqual(['FLOW_DELEGATE'])
    const simulating = who.policyOf({ level: { mode: 'simulate' } })
    const asked = verdictFor({
      ...fixture,
      facts: who.factsOf({ accountCode: { delegate: who.trap } }),
      policy: simulating,
    })
    expect(codes(asked, 'confirm')).toEqual(['FLOW_DELEGATE'])
  })

  test('of an unknown contract’s call is possible with explicit trust, but not with expired trust', () => {
    const level = {
      mode: 'trust',
      iUnderstand: 'the provider can drain wallets',
      hosts: ['app.example'],
      expires: '2026-12-31',
    } as const
    const fixture = honest.XFER()
    fixture.response.steps.unshift(
      honest.step('x', 'transaction', [honest.incomplete(honest.transaction(who.trap, '0x12345678'))]),
    )
    expect(verdictFor({ ...fixture, policy: who.policyOf({ level }) }).decision).toBe('confirm')
    expect(
      verdictFor({ ...fixture, policy: who.policyOf({ level: { ...level, expires: '2020-01-01' } }) })
        .decision,
    ).toBe('block')
  })
})

const { makerCounters: _notAsked, ...known } = who.factsOf()
const unread: ChainState = {
  ...known,
  counters: new Map(),
  kinds: new Map(),
  allowances: new Map(),
  operators: new Map(),
  balances: new Map(),
  royalties: new Map(),
  accountCode: undefined,
}

describe('without a node', () => {
  test('a purchase in native coin, a cancellation and a transfer are proven from their bytes', () => {
    for (const make of [honest.BUY_A, honest.BUY_M, honest.CXL, honest.XFER]) {
      const verdict = verdictFor({ ...make(), facts: unread })
      expect(verdict.decision).toBe('allow')
      expect(verdict.proof).toBe('static')
    }
  })

  test('a purchase is blocked where a node was asked for the counter of a maker and did not say it', () => {
    const verdict = verdictFor({ ...honest.BUY_A(), facts: { ...unread, makerCounters: new Map() } })
    expect(verdict.decision).toBe('block')
    expect(verdict.findings.map(({ code }) => code)).toContain('ORD_COUNTER')
  })

  test('an order with an unread counter asks for confirmation', () => {
    for (const make of honest.honest) {
      const fixture = make()
      const verdict = verdictFor({ ...fixture, facts: unread })
      if (['list', 'bid'].includes(fixture.intent.action)) expect(verdict.decision).not.toBe('allow')
    }
  })
})

describe('properties', () => {
  const fixtures = fc.constantFrom(...honest.honest)

  test('I3: every answer gets a verdict, and unreadable answers are blocked', () => {
    fc.assert(
      fc.property(fixtures, fc.json({ maxDepth: 6 }), (make, text) => {
        const { intent, facts, policy } = make()
        expect(verify(intent, JSON.parse(text), facts, policy).decision).toBe('block')
      }),
      { numRuns: 300 },
    )
  })

  test('I4: missing chain state never turns a block into an allowance', () => {
    const keys = ['counters', 'kinds', 'allowances', 'operators', 'balances', 'royalties'] as const
    fc.assert(
      fc.property(fixtures, fc.subarray([...keys]), (make, removed) => {
        const fixture = make()
        const facts = { ...fixture.facts, ...Object.fromEntries(removed.map((key) => [key, new Map()])) }
        const broken = {
          ...fixture,
          facts: { ...fixture.facts, operators: new Map(), allowances: new Map() },
        }
        const rank = { allow: 0, confirm: 1, block: 2 }
        expect(rank[verdictFor({ ...fixture, facts }).decision]).toBeGreaterThanOrEqual(
          rank[verdictFor(fixture).decision],
        )
        expect(verdictFor(broken).items.length).toBeLessThanOrEqual(verdictFor(fixture).items.length)
      }),
      { numRuns: 120 },
    )
  })

  test('I4: a stricter policy never allows more', () => {
    for (const make of honest.honest) {
      const fixture = make()
      const none = who.policyOf({
        seaport: [],
        conduitKeys: [],
        seaportDirect: false,
        endpoints: [],
        transferHelper: who.trap,
        seaDrop: who.trap,
      })
      const verdict = verdictFor({ ...fixture, policy: none })
      if (fixture.name !== 'XFER') expect(verdict.decision).toBe('block')
    }
  })

  test('I5: the same input gives the same verdict, which cannot be changed', () => {
    for (const make of honest.honest) {
      const [a, b] = [verdictFor(make()), verdictFor(make())]
      expect(a.digest).toBe(b.digest)
      expect(a.effects).toEqual(b.effects)
      expect(Object.isFrozen(a.items)).toBe(true)
      for (const item of a.items)
        expect(Object.isFrozen(item.kind === 'transaction' ? item.call : item.request)).toBe(true)
    }
  })

  test('I1: no object of the answer is passed on, so that later changes have no effect', () => {
    for (const make of honest.honest) {
      const plain = make()
      const fixture = { ...plain, response: structuredClone(plain.response) }
      const verdict = verdictFor(fixture)
      const text = JSON.stringify(verdict, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
      const poison = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return
        for (const [key, value] of Object.entries(node)) {
          if (typeof value === 'object') poison(value)
          else Object.assign(node, { [key]: 'poison' })
        }
      }
      poison(fixture.response)
      expect(JSON.stringify(verdict, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).toBe(
        text,
      )
      expect(text).not.toContain('poison')
    }
  })

  test('text of the provider appears in a verdict only short and printable', () => {
    const fixture = honest.LIST()
    const sign = fixture.response.steps.at(-1).items[0].data.sign
    Object.assign(sign, { signatureKind: 'eip191', message: `<b>\u202eseed phrase${'x'.repeat(4000)}` })
    for (const { actual } of verdictFor(fixture).findings) {
      expect((actual ?? '').length).toBeLessThanOrEqual(80)
      expect(actual ?? '').toMatch(/^[\x20-\x7e]*$/)
    }
  })
})

describe('the required reads', () => {
  test('of a purchase in an ERC-20 are the allowance and the makers’ counters', () => {
    const { intent, policy, response } = honest.BUY_E()
    const needs = requiredReads({ intent, plan: parsePlan(response), policy, chain: who.chain })
    expect(needs.allowances).toContainEqual([usdc, conduit])
    expect(needs.makerCounters).toEqual([[who.seaport, who.maker]])
    expect(needs.kinds).toEqual([nft])
  })

  test('of a bid are the balance to wrap, the counter and the account’s code', () => {
    const { intent, policy, response } = honest.BID()
    const needs = requiredReads({ intent, plan: parsePlan(response), policy, chain: who.chain })
    expect(needs).toMatchObject({ balances: [weth], kinds: [nft], royalties: [[nft, 9n]], accountCode: true })
    expect(needs.counters).toContain(who.seaport)
  })

  test('of a hostile plan are bounded', () => {
    const { intent, policy, response } = honest.BUY_A()
    response.path = Array.from({ length: 900 }, (_, index) => ({
      orderId: `0x${index.toString(16).padStart(64, '0')}`,
    }))
    expect(
      requiredReads({ intent, plan: parsePlan(response), policy, chain: who.chain }).orderStatus,
    ).toHaveLength(100)
  })
})

test('the effects of a listing are the seller’s proceeds and all payments', () => {
  expect(verdictFor(honest.LIST()).effects).toMatchObject({
    give: [{ kind: 'erc721', contract: nft, tokenId: 1n, amount: 1n }],
    get: [{ kind: 'native', amount: (925n * eth) / 1000n }],
    fees: [
      { recipient: who.marketplace, kindOfFee: 'marketplace', amount: eth / 40n },
      { recipient: who.artist, kindOfFee: 'royalty', amount: eth / 20n },
    ],
    until: who.nowSeconds + 30n * who.day,
  })
  expect(verdictFor(honest.XFER()).effects.give[0]?.counterparty).toBe(receiver)
})
