import { seaportAddress } from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../src/model/verdict.ts'
import { readReport, writeReport } from '../src/review/report.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { checkFixture } from './support/checkFixture.ts'

const codes = (verdict: Verdict, severity: string) =>
  verdict.findings.filter((finding) => finding.severity === severity).map(({ code }) => code)

describe('a verdict', () => {
  test.each([
    honest.LIST_A,
    honest.LIST_B,
    honest.BID,
    honest.BUY_A,
    honest.BUY_E,
    honest.SELL_A,
    honest.CXL,
    honest.XFER,
  ])('is reproduced from the text of a report: %o', (make) => {
    const { intent, response, facts, policy } = make()
    const salts = [1n, 2n, 3n]
    const first = verify(intent, response, facts, policy, { salts })
    const again = readReport(writeReport({ intent, response, chainState: facts, policy, salts }))
    const second = verify(again.intent, again.response, again.chainState, again.policy, {
      salts: again.salts,
    })
    expect(first.decision).not.toBe('block')
    expect(second.digest).toBe(first.digest)
    expect(second).toEqual(first)
  })

  test('is reproduced if it was a block', () => {
    const { intent, response, facts, policy } = honest.BUY_A()
    response.steps.at(-1).items[0].data.to = who.trap
    const first = verify(intent, response, facts, policy)
    const again = readReport(writeReport({ intent, response, chainState: facts, policy, salts: [] }))
    expect(verify(again.intent, again.response, again.chainState, again.policy)).toEqual(first)
    expect(first.decision).toBe('block')
  })

  test('is not reproduced from text that is not a report', () => {
    expect(() => readReport('{}')).toThrow(SyntaxError)
    expect(() => readReport('null')).toThrow(SyntaxError)
  })
})

describe('a question or a message to the user', () => {
  const listed = (days: bigint) =>
    honest.list('long', [honest.listingTerms(1n, { endTime: who.nowSeconds + days * who.day })])

  test('comes with a listing for months, and not with one for a month', () => {
    expect(checkFixture(listed(30n)).decision).toBe('allow')
    expect(codes(checkFixture(listed(90n)), 'confirm')).toContain('ORD_TIME')
    expect(codes(checkFixture(listed(365n)), 'block')).toContain('ORD_TIME')
  })

  test('of an exact approval that replaces an older allowance says what open offers need', () => {
    const fixture = honest.BUY_E()
    const key = `${who.usdc}:${who.conduit}`
    const facts = { ...fixture.facts, allowances: new Map([...fixture.facts.allowances, [key, 7n]]) }
    const verdict = checkFixture({ ...fixture, facts })
    expect(verdict.decision).toBe('allow')
    expect(codes(verdict, 'info')).toContain('APR_REPLACES')
    expect(verdict.effects.authority).toEqual([
      { kind: 'erc20', contract: who.usdc, spender: who.conduit, amount: 500_000_000n, replaces: 7n },
    ])
  })

  test('never accepts a sale in an unlisted currency without an agreed minimum', () => {
    const fixture = honest.SELL_A()
    if (fixture.intent.action !== 'sell') throw new Error('A sale.')
    const intent = { ...fixture.intent, minimums: undefined }
    expect(codes(checkFixture({ ...fixture, intent }), 'confirm')).toContain('NO_PRICE_BOUND')
    const chain = { ...who.chain, paymentTokens: who.chain.paymentTokens.slice(0, 1) }
    const policy = { ...fixture.policy, chains: { 1: chain } }
    expect(codes(checkFixture({ ...fixture, intent, policy }), 'block')).toContain('CALL_CURRENCY')
  })
})

describe('Seaport 1.5', () => {
  const [old, current] = [seaportAddress['1.5'], seaportAddress['1.6']]
  const moved = (make: () => honest.Fixture): honest.Fixture => {
    const fixture = make()
    const text = JSON.stringify(fixture.response).replaceAll(current, old)
    const makerCounters = new Map(
      [...(fixture.facts.makerCounters ?? [])].map(([key, value]) => [key.replace(current, old), value]),
    )
    return { ...fixture, response: JSON.parse(text), facts: { ...fixture.facts, makerCounters } }
  }

  test.each([honest.BUY_A, honest.BUY_B, honest.SELL_A])('gets %o if the order was made for it', (make) => {
    const before = checkFixture(make())
    const verdict = checkFixture(moved(make))
    expect(verdict.decision).toBe('allow')
    const call = verdict.items.at(-1)
    const same = before.items.at(-1)
    if (call?.kind !== 'transaction' || same?.kind !== 'transaction') throw new Error('A call.')
    expect(call.call).toEqual({ ...same.call, to: old })
  })

  test('is rejected if the policy leaves it out', () => {
    const fixture = moved(honest.BUY_A)
    const verdict = checkFixture({ ...fixture, policy: who.policyOf({ seaport: ['1.6'] }) })
    expect(codes(verdict, 'block')).toContain('TX_TO')
  })

  test('does not sign a listing that was agreed for 1.6', () => {
    const fixture = moved(honest.LIST)
    fixture.response.steps.at(-1).items[0].data.sign.domain.version = '1.5'
    expect(codes(checkFixture(fixture), 'block')).toContain('TD_DOMAIN')
  })
})
