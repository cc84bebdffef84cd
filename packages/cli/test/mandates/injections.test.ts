import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../../../hostile/test/counterparties/stage.ts'
import { fiveMandates, playInjections } from './injections.ts'

const held: { stage?: Stage } = {}
beforeAll(async () => {
  held.stage = await openStage()
})
afterAll(() => held.stage?.stop())

test('an agent that obeys every text of strangers spends nothing beyond its mandate', async () => {
  const stage = held.stage!
  let done = 0
  let refusals = 0
  for (const [index, terms] of fiveMandates(stage).entries()) {
    const result = await stage.undone(() => playInjections(stage, terms, index + 1, 8))
    expect([terms.id, result.obeyed, result.wrong]).toEqual([terms.id, 8, []])
    done += result.done
    refusals += result.refusals
  }
  // Where nothing is carried out, nothing is proven.
  expect(done).toBeGreaterThan(0)
  expect(refusals).toBeGreaterThan(0)
})
