import { erc721Abi } from '@sluice/seaport'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attacksFor } from '../src/proxy.ts'
import { type Try, tryAttacks, tryOnce, trySeeds } from './campaign.ts'
import { checkForms } from './checkForms.ts'
import { runAttacksToEnd } from './completedRuns.ts'
import { enableBatching } from './enableBatching.ts'
import { thefts } from './mined/thefts.ts'
import { requestKey } from './requestKey.ts'
import { honestRequests, prepareScenes, type Scene } from './scenes.ts'
import { openWorld, type Victim, type World } from './world.ts'

let world: World
let scenes: ReadonlyMap<string, Scene>
beforeAll(async () => {
  world = await openWorld()
  scenes = await prepareScenes(world)
})
afterAll(() => world?.stop())

const harmed = (tries: readonly Try[]) => tries.filter(({ harm }) => harm.length > 0)

test('with an honest provider, every victim gets exactly the prompts of the honest plan', async () => {
  for (const scene of scenes.values()) {
    const client = world.client(false, false)
    const { harm, code, prompts } = await tryOnce(world, client, scene, 'none', { kind: 'honest' })
    expect([scene.name, harm, code, prompts]).toEqual([scene.name, [], 'wallet_refused', 1])
    expect(requestKey(scene.victim.prompts[0]!)).toBe([...scene.honest][0])
  }
})

test('every other form of the running provider passes the guards without a finding', async () => {
  for (const { name, verdict, said } of await checkForms(world)) {
    const findings = verdict?.findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code)
    expect([name, said, verdict?.decision, findings]).toEqual([
      name,
      expect.stringMatching(/^declined/),
      'allow',
      [],
    ])
    expect(verdict?.items.length).toBeGreaterThan(0)
  }
})

test('a lie that steals on the real contracts gets no prompt from a wallet that signs anything', async () => {
  const wanted = new Set(thefts.flatMap(({ lies }) => lies))
  const tries = await tryAttacks(world, scenes, ({ name }) => wanted.has(name))
  expect(harmed(tries)).toEqual([])
  const told = new Set(tries.filter(({ lies }) => lies.length > 0).map(({ attack }) => attack))
  for (const { name, lies } of thefts) expect([name, lies.some((lie) => told.has(lie))]).toEqual([name, true])
})

test('a mint at another price, to another receiver, of another number or collection, or elsewhere gets no prompt', async () => {
  const tries = await tryAttacks(
    world,
    scenes,
    (attack) => attack.kind === 'plan' && attack.on === 'BUY_MINT',
  )
  expect(harmed(tries)).toEqual([])
  expect(tries.filter(({ lies }) => lies.length === 0)).toEqual([])
  expect(tries.length).toBeGreaterThan(10)
})

test('random lies have the same result', async () => {
  const tries = await trySeeds(world, scenes, { from: 1, count: 36 })
  expect(harmed(tries)).toEqual([])
  expect(tries.filter(({ lies }) => lies.length > 0).length).toBeGreaterThan(20)
})

test('the final report is what the chain shows, whatever the provider claims', async () => {
  const late = attacksFor(world.context, world.elsewhere.url).filter(
    ({ name, kind }) => kind === 'reply' && /^(P-0[1-5]|H-10)/.test(name),
  )
  const tries = await runAttacksToEnd(world, late)
  expect(tries.filter(({ harm }) => harm.length > 0)).toEqual([])
  expect(tries.filter(({ status }) => status === 'complete').map(({ attack }) => attack)).toEqual(
    expect.arrayContaining(['P-03 pushed as done, a hundred times', 'P-03 pushed as failed']),
  )
})

test('a wallet that batches gets the honest plan’s calls in one prompt, and nothing from a lie', async () => {
  const honest = world.client(true)
  // The seller's conduit approval is revoked: an approval precedes every sale now.
  await world.writer(0).write({
    address: world.context.nft,
    abi: erc721Abi,
    functionName: 'setApprovalForAll',
    args: [world.context.conduit, false],
  })
  const batches = new Map<Victim, ReturnType<typeof enableBatching>>()
  const several = new Map<string, Scene>()
  for (const scene of scenes.values()) {
    const { name, start, victim } = scene
    const asked = await honestRequests(honest, start)
    const calls = [...asked].filter((each) => !each.includes('"OrderComponents"'))
    if (calls.length < 2) continue
    const own = batches.get(victim) ?? enableBatching(world, victim)
    batches.set(victim, own)
    const before = own.length
    several.set(name, { ...scene, honest: asked })
    const { harm, code } = await tryOnce(world, honest, several.get(name)!, 'none', { kind: 'honest' })
    expect([name, harm, code]).toEqual([name, [], 'wallet_refused'])
    expect(own.slice(before).map((batch) => batch.map(requestKey))).toEqual([calls])
  }
  expect([...several.keys()]).toEqual(
    expect.arrayContaining(['buy in dollars', 'accept an offer', 'accept a collection offer', 'bid']),
  )
  const named = await tryAttacks(world, several)
  const random = await trySeeds(world, several, { from: 1_000, count: 40 })
  expect(harmed([...named, ...random])).toEqual([])
  for (const tries of [named, random])
    expect(tries.filter(({ lies }) => lies.length > 0).length).toBeGreaterThan(30)
}, 300_000)
