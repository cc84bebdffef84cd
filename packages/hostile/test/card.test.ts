import type { CheckedItem } from '@sluice/core'
import { verify } from '@sluice/core/guards'
import { describe, expect, test } from 'vitest'
import { nowSeconds } from '../../guards/test/support/actors.ts'
import { variants } from '../../guards/test/variants/variants.ts'
import { mutantsOf } from '../src/mutate.ts'
import { context, type Fixture, fixtures } from './fixtures.ts'
import { uncovered } from './movements.ts'

const salts = [1n, 2n, 3n]
/** Only every n-th changed response is tried. */
const stride = 41

const verdictFor = ({ intent, facts, policy }: Fixture, response: unknown) =>
  verify(intent, response, facts, policy, { salts })
/** From the time of the check to the latest time at which the call is expected to be mined. */
const timesOf = ({ policy }: Fixture) => {
  const last = BigInt(policy.fills.horizonSeconds)
  return [0n, 1n, last / 2n, last].map((seconds) => nowSeconds + seconds)
}
const plans = [...fixtures].filter(([name]) => !name.includes(' '))

describe('a review shows no less given and no more received than its call moves on chain, whenever it is mined', () => {
  test.each([...plans, ...variants])('%s', (_, make) => {
    const fixture = make()
    const { items } = verdictFor(fixture, fixture.response)
    expect(items.flatMap((item) => uncovered(item, fixture.intent, timesOf(fixture)))).toEqual([])
  })

  test.each(plans)('%s, changed', (_, make) => {
    const fixture = make()
    const wrong: unknown[] = []
    let index = 0
    for (const mutant of mutantsOf(fixture.response, context)) {
      index += 1
      if (index % stride !== 0) continue
      const { change, answer } = mutant
      for (const item of verdictFor(fixture, answer).items)
        wrong.push(...uncovered(item, fixture.intent, timesOf(fixture)).map((what) => [change, what]))
    }
    expect(wrong).toEqual([])
  })

  test('a review with one unit less given or one more received is detected', () => {
    const noticed = plans.flatMap(([, make]) => {
      const fixture = make()
      return verdictFor(fixture, fixture.response).items.flatMap((item) =>
        [...changed(item, 'give', -1n), ...changed(item, 'get', 1n)].map((lie) =>
          uncovered(lie, fixture.intent, timesOf(fixture)),
        ),
      )
    })
    expect(noticed.length).toBeGreaterThan(30)
    expect(noticed.filter((what) => what.length === 0)).toEqual([])
  })
})

/** A call with a card that is wrong by one unit in one place. */
function changed(item: CheckedItem, side: 'give' | 'get', by: bigint): readonly CheckedItem[] {
  if (item.kind === 'signature') return []
  const deltas = item.effects[side]
  return deltas.map((_, at) => ({
    ...item,
    effects: {
      ...item.effects,
      [side]: deltas.map((delta, index) => (index === at ? { ...delta, amount: delta.amount + by } : delta)),
    },
  }))
}
