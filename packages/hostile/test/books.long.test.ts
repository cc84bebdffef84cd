import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tryBookLies } from './bookLies.ts'
import { bookTrades, carryOut, prepareMaker } from './bookTrades.ts'
import { prepareScenes, type Scene } from './scenes.ts'
import { openWorld, type World } from './world.ts'

let world: World
let scenes: ReadonlyMap<string, Scene>
beforeAll(async () => {
  world = await openWorld({ creatorTokens: true })
  scenes = await prepareScenes(world)
  await prepareMaker(world)
})
afterAll(() => world?.stop())

describe('an honest order of another book is filled by our client through our provider:', () => {
  test.each(bookTrades.map((trade) => [trade.name, trade] as const))('%s', async (_, trade) => {
    expect(await carryOut(world, trade)).toBeUndefined()
  })
})

test('whatever another book answers when its order is filled, the wallet is asked for the honest fill or for nothing', async () => {
  const tries = await tryBookLies(world, scenes, 48)
  expect(tries.filter(({ harm }) => harm.length > 0)).toEqual([])
  expect(tries.filter(({ lies }) => lies.length > 0).length).toBeGreaterThan(20)
  expect(tries.filter(({ prompts }) => prompts === 0).length).toBeGreaterThan(5)
})
