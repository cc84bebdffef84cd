import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryAttacks, trySeeds } from './campaign.ts'
import { prepareScenes, type Scene } from './scenes.ts'
import { openWorld, type World } from './world.ts'

let world: World
let scenes: ReadonlyMap<string, Scene>
beforeAll(async () => {
  world = await openWorld()
  scenes = await prepareScenes(world)
}, 180_000)
afterAll(() => world?.stop())

const harmed = (tries: Awaited<ReturnType<typeof tryAttacks>>) => tries.filter(({ harm }) => harm.length > 0)

test('named lies: a wallet that signs anything signs nothing but what the honest plan asks for', async () => {
  const tries = await tryAttacks(world, scenes)
  const told = tries.filter(({ lies }) => lies.length > 0)
  console.log(tries.length, told.length)
  expect(harmed(tries)).toEqual([])
}, 300_000)

test('lies by chance: the same', async () => {
  const tries = await trySeeds(world, scenes, { from: 1, count: 140 })
  expect(harmed(tries)).toEqual([])
}, 300_000)
