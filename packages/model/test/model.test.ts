import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCases, disagreement } from './campaign.ts'
import { kinds } from './cases.ts'
import { Coverage } from './coverage.ts'

const [trades] = kinds

describe('model and guards', () => {
  test.each(kinds)('decide alike, and let the same be done: $name', (kind) => {
    const coverage = new Coverage()
    expect(compareCases(1, 150 * kind.weight, coverage, [kind])).toEqual([])
    // Cases of one decision alone would compare little.
    expect(Math.min(...Object.values(coverage.counts.decisions))).toBeGreaterThan(5)
  })

  test.each(['CALL_PRICE', 'CALL_RECIPIENT', 'FLOW_FALSE_COMPLETE', 'TX_VALUE'])(
    'a model that forgets the rule %s is found out, by a case with few changes',
    (code) => {
      if (trades === undefined) throw new RangeError('There are no cases.')
      const forgetful: typeof trades.judge = (given) => {
        const judgment = trades.judge(given)
        const refuses = new Set([...judgment.refuses].filter((one) => one !== code))
        const decision = refuses.size > 0 ? 'block' : judgment.asks.size > 0 ? 'confirm' : 'allow'
        return { ...judgment, refuses, decision }
      }
      const found = fc.check(
        fc.property(
          trades.cases,
          (given) => disagreement(trades, given, new Coverage(), forgetful) === undefined,
        ),
        { seed: 2, numRuns: 1_000, endOnFailure: true },
      )
      expect(found.failed).toBe(true)
    },
  )

  test('the report names the rules that no case broke', () => {
    const coverage = new Coverage()
    expect(coverage.unseen()).toContain('CALL_PRICE')
    compareCases(1, 200, coverage)
    expect(coverage.unseen()).not.toContain('CALL_PRICE')
    expect(coverage.unseen()).toContain('RCPT_EFFECT')
    expect(coverage.table()).toMatch(/CALL_PRICE +\d+/)
  })
})
