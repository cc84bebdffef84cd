import { verify } from '@sluice/core/guards'
import { describe, expect, test } from 'vitest'
import { mutantsOf } from '../src/mutate.ts'
import { type Class, classes, classifier } from './classes.ts'
import { context, fixtures } from './fixtures.ts'

const salts = [1n, 2n, 3n]
/** Only every n-th changed response is tried here; the scoreboard tries them all. */
const stride = 6

describe('a changed plan', () => {
  const counts = new Map<Class, number>(classes.map((name) => [name, 0]))
  test.each([...fixtures].filter(([name]) => !name.includes(' ')))(
    'of %s is blocked, or proven harmless',
    (_, make) => {
      const { intent, response, facts, policy } = make()
      const verdictFor = (answer: unknown) => verify(intent, answer, facts, policy, { salts })
      const classify = classifier(intent, verdictFor(response))
      const alive: unknown[] = []
      let index = response.steps.length
      for (const mutant of mutantsOf(response, context)) {
        index += 1
        if (index % stride !== 0) continue
        const { change, answer } = mutant
        const found = classify(verdictFor(answer), answer)
        if (found === undefined) alive.push(change)
        else counts.set(found, (counts.get(found) ?? 0) + 1)
      }
      expect(alive).toEqual([])
    },
  )

  test('is blocked in most of thousands of cases', () => {
    expect(counts.get('blocked')).toBeGreaterThan(4_000)
    expect(counts.get('identical')).toBeGreaterThan(counts.get('counterparty') ?? 0)
  })
})
