import { verify } from '@sluice/core/guards'
import { describe, expect, test } from 'vitest'
import { planAttacks } from '../src/attacks/plan.ts'
import { context, fixtureOf } from './fixtures.ts'
import { bytesOf } from './reached.ts'

const attacks = planAttacks(context)
const salts = [1n, 2n, 3n]

describe('a hostile plan', () => {
  test.each(attacks.map((attack) => [attack.name, attack] as const))(
    '%s: a rule blocks it, or the same bytes are signed',
    (_, { on, rule, change }) => {
      const fixture = fixtureOf(on)
      const before = JSON.stringify(fixture.response)
      const honest = verify(
        fixture.intent,
        structuredClone(fixture.response),
        fixture.facts,
        fixture.policy,
        {
          salts,
        },
      )
      change(fixture.response)
      if (!on.includes(' ')) expect(JSON.stringify(fixture.response)).not.toBe(before)
      const verdict = verify(fixture.intent, fixture.response, fixture.facts, fixture.policy, { salts })
      for (const { path } of verdict.findings) expect(path).toMatch(/^(steps|intent|requestId|path|errors)/)
      if (rule === 'harmless') {
        expect(verdict.decision).toBe('allow')
        expect(bytesOf(verdict)).toEqual(bytesOf(honest))
        return
      }
      expect(verdict.decision).not.toBe('allow')
      const severity = verdict.decision
      expect(
        verdict.findings.filter((finding) => finding.severity === severity).map(({ code }) => code),
      ).toContain(rule)
      if (severity === 'block') expect(verdict.items).toEqual([])
    },
  )

  test('no two attacks have the same name', () => {
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length)
  })
})
