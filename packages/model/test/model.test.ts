import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { termsOf } from '../src/tradeCase.ts'
import { compareCases, disagreement } from './campaign.ts'
import { type Kind, kinds } from './cases.ts'
import { Coverage } from './coverage.ts'
import { fillsOf, trades } from './tradeCases.ts'

const [tradeKind] = kinds

/** Purchases and sales, checked by a model that does not have a rule. */
function without(code: string): Kind {
  if (tradeKind === undefined) throw new RangeError('There are no cases.')
  const check: Kind['check'] = (given) => {
    const expected = tradeKind.check(given)
    const refuses = new Set([...expected.refuses].filter((one) => one !== code))
    const decision = refuses.size > 0 ? 'block' : expected.asks.size > 0 ? 'confirm' : 'allow'
    return { ...expected, refuses, decision }
  }
  return { ...tradeKind, check }
}

describe('model and guards', () => {
  test.each(kinds)('decide alike, and let the same be done: $name', (kind) => {
    const coverage = new Coverage()
    expect(compareCases(1, 100 + 150 * kind.weight, coverage, [kind])).toEqual([])
    // Cases of one decision alone would compare little.
    expect(Math.min(...Object.values(coverage.counts.decisions))).toBeGreaterThan(5)
  })

  test.each(['CALL_PRICE', 'CALL_RECIPIENT', 'FLOW_FALSE_COMPLETE', 'TX_VALUE'])(
    'a model that forgets the rule %s is found out, by a case with few changes',
    (code) => {
      const kind = without(code)
      const found = fc.check(
        fc.property(kind.cases, (given) => {
          const coverage = new Coverage()
          return given.every((one) => disagreement(kind, one, coverage) === undefined)
        }),
        { seed: 2, numRuns: 125, endOnFailure: true },
      )
      expect(found.failed).toBe(true)
    },
  )

  test('an order has one status, wherever it comes in a plan', () => {
    const several = fc.sample(trades, { seed: 8, numRuns: 2_000 }).flat()
    const statuses = several.map((one) => {
      const fills = fillsOf(one).map(({ order }) => order)
      return new Set(fills.map((order) => `${termsOf(order)} ${order.status}`)).size
    })
    expect(statuses).toEqual(
      several.map((one) => new Set(fillsOf(one).map(({ order }) => termsOf(order))).size),
    )
  })

  test('a disagreement is told by its smallest case', () => {
    const [told = '', ...more] = compareCases(2, 1_000, new Coverage(), [without('TX_VALUE')])
    expect(more).toEqual([])
    expect(told).toMatch(/^purchases and sales, seed 2: The guards say block \(.*TX_VALUE/)
    const { intent, plan } = JSON.parse(told.slice(told.indexOf('{')))
    expect(intent.items).toHaveLength(1)
    // An honest approval, and the purchase with one change.
    expect(plan.slice(0, -1)).toMatchObject([{ does: 'approve', isComplete: false, from: 'account' }])
    expect(plan.at(-1)).toMatchObject({
      does: 'fill',
      fills: [{ order: { gross: '100n' } }],
      extraValue: '1n',
    })
  })

  test('the report names the rules that no case broke', () => {
    const coverage = new Coverage()
    expect(coverage.unseen()).toContain('CALL_PRICE')
    compareCases(1, 200, coverage)
    expect(coverage.unseen()).not.toContain('CALL_PRICE')
    expect(coverage.unseen()).toContain('RCPT_EFFECT')
    expect(coverage.table()).toMatch(/CALL_PRICE +\d+/)
  })
})
