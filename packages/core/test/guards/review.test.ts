import { describe, expect, test } from 'vitest'
import { reviewCard, verdictReport } from '../../src/guards/review.ts'
import { unproven } from '../../src/guards/unproven.ts'
import { verify } from '../../src/guards/verify.ts'
import * as who from './actors.ts'
import * as honest from './honest.ts'

const judged = ({ intent, response, facts, policy }: honest.Fixture) =>
  verify(intent, response, facts, policy, { salts: [1n] })

describe('a review card', () => {
  test('default: is green for a proven purchase, and says what goes and comes', () => {
    const fixture = honest.BUY_E()
    const card = reviewCard('buy', judged(fixture))
    expect(card).toMatchObject({ trust: 'green', mayContinue: true, checkedHow: 'static+read', findings: [] })
    expect(card.give).toMatchObject([{ kind: 'erc20', contract: who.usdc, amount: 500_000_000n }])
    expect(card.get).toMatchObject([{ kind: 'erc721', contract: who.nft, tokenId: 50n }])
    expect(card.permissions).toMatchObject([{ kind: 'erc20', spender: who.conduit, amount: 500_000_000n }])
  })

  test('of a listing says until when it stands, and that a signature may be kept', () => {
    const card = reviewCard('list', judged(honest.LIST()))
    expect(card.until).toBe(who.nowSeconds + 30n * who.day)
    expect(card.unproven).toContain('kept_signature')
  })

  test('of a blocked plan is red and leads nowhere', () => {
    const fixture = honest.BUY_A()
    fixture.response.steps.at(-1).items[0].data.to = who.trap
    const card = reviewCard('buy', judged(fixture))
    expect(card).toMatchObject({ trust: 'red', mayContinue: false })
    expect(card.findings.length).toBeGreaterThan(0)
  })

  test('is amber where the user must decide', () => {
    const fixture = honest.BUY_A()
    const verdict = judged({ ...fixture, intent: { ...honest.buyIntent(), limits: undefined } })
    expect(reviewCard('buy', verdict)).toMatchObject({ trust: 'amber', mayContinue: true })
  })
})

test('a report names codes and places, and no order or signature', () => {
  const report = verdictReport(judged(honest.BUY_A()))
  expect(Object.keys(JSON.parse(report))).toEqual(['decision', 'proof', 'witnessed', 'digest', 'findings'])
  expect(report).not.toContain(who.signature)
})

test('what cannot be proven is a list in which every entry says what the user is told', () => {
  expect(new Set(unproven.map(({ code }) => code)).size).toBe(unproven.length)
  for (const { what, told, actions } of unproven) {
    expect(what).toMatch(/\.$/)
    expect(told).toMatch(/\.$/)
    expect(actions.length).toBeGreaterThan(0)
  }
})
