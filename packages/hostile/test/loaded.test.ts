import { verify } from '@sluice/core/guards'
import type { Verdict } from '@sluice/guards'
import { ParseError } from '@sluice/wire'
import { describe, expect, test } from 'vitest'
import { loadGuards } from '../../guards/src/context/load.ts'
import { variants } from '../../guards/test/variants.ts'
import { planAttacks } from '../src/attacks/plan.ts'
import { mutantsOf } from '../src/mutate.ts'
import { cast, type Fixture, fixtureOf, fixtures } from './fixtures.ts'

const salts = [1n, 2n, 3n]
/** Every how many-th changed answer is tried. */
const stride = 97

/** What a page comes to, which loads the rules that a plan calls for and no others. */
async function inPage({ intent, facts, policy, response }: Fixture): Promise<Verdict | undefined> {
  const guards = await loadGuards(intent.action)
  const chain = policy.chains[intent.chainId]
  if (chain === undefined) return undefined
  try {
    const plan = guards.parsePlan(response)
    await guards.complete({ intent, plan, policy, chain })
    guards.factsNeeded({ intent, plan, policy, chain })
    return await guards.judge({ intent, plan, facts, policy, chain, done: [], salts })
  } catch (cause) {
    if (cause instanceof ParseError) return undefined
    throw cause
  }
}

/** What a server comes to, which has all rules at hand. */
const onServer = ({ intent, facts, policy, response }: Fixture): Verdict =>
  verify(intent, response, facts, policy, { salts })

async function expectSame(fixture: Fixture): Promise<void> {
  const verdict = await inPage(fixture)
  if (verdict === undefined) expect(onServer(fixture).decision).toBe('block')
  else expect(verdict).toEqual(onServer(fixture))
}

describe('a page that loads the rules of one plan comes to the verdict of one that has them all', {
  timeout: 120_000,
}, () => {
  test.each(variants)('%s', (_, make) => expectSame(make()))

  test.each([...fixtures])('%s, and a sample of its changes', async (name, make) => {
    await expectSame(make())
    if (name.includes(' ')) return
    let index = 0
    for (const { answer } of mutantsOf(make().response, cast)) {
      index += 1
      if (index % stride === 0) await expectSame({ ...make(), response: answer as Fixture['response'] })
    }
  })

  test('every attack', async () => {
    for (const { on, change } of planAttacks(cast)) {
      const fixture = fixtureOf(on)
      change(fixture.response)
      await expectSame(fixture)
    }
  })
})
