import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../counterparties/stage.ts'
import { playMandate } from './randomActions.ts'

const held: { stage?: Stage } = {}
beforeAll(async () => {
  held.stage = await openStage()
})
afterAll(() => held.stage?.stop())

test('no sequence of actions, failures and restarts spends more than the mandate', async () => {
  const wrong: string[] = []
  const ends = new Set<string>()
  for (const seed of [1, 2, 6]) {
    const result = await held.stage!.undone(() => playMandate(held.stage!, seed, 8))
    for (const end of result.ends) ends.add(end)
    if (result.wrong.length > 0) wrong.push(`seed ${seed}: ${result.wrong.join('; ')}\n  ${result.story}`)
  }
  expect(wrong).toEqual([])
  // A campaign in which everything succeeds, or everything is refused, proves nothing.
  expect([...ends]).toEqual(expect.arrayContaining(['complete', 'invalid_input']))
})
