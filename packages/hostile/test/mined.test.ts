import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultContext } from '../src/attackContext.ts'
import { attacksFor } from '../src/proxy.ts'
import { openStage, type Stage } from './mined/stage.ts'
import { thefts } from './mined/thefts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.stop())

describe('without the guards, on the real contracts', () => {
  test.each(thefts.map((theft) => [theft.name, theft] as const))('%s', async (_, { rob }) => {
    expect(await stage.undone(() => rob(stage))).toBe(true)
  })

  test('each theft names the lies that lead to it, which are in the catalog', () => {
    const names = attacksFor(defaultContext).map(({ name }) => name)
    for (const { lies } of thefts) expect(names).toEqual(expect.arrayContaining([...lies]))
  })
})
