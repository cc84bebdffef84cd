import { parseArgs } from 'node:util'
import { type Try, tryAttacks, trySeeds } from './campaign.ts'
import { enableBatching } from './enableBatching.ts'
import { prepareScenes } from './scenes.ts'
import { openWorld } from './world.ts'

/** The whole campaign: every named attack and as many seeds as wanted. Exit code 1 if anything was harmed. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '500' },
    from: { type: 'string', default: '1' },
    // Every wallet batches what it can into one prompt.
    batching: { type: 'boolean', default: false },
  },
})
const world = await openWorld()
try {
  const scenes = await prepareScenes(world)
  if (values.batching)
    for (const victim of new Set([...scenes.values()].map(({ victim }) => victim)))
      enableBatching(world, victim)
  const attacks = await tryAttacks(world, scenes)
  const seeds = await trySeeds(world, scenes, { from: Number(values.from), count: Number(values.seeds) })
  const all: readonly Try[] = [...attacks, ...seeds]
  const told = all.filter(({ lies }) => lies.length > 0)
  const harmed = all.filter(({ harm }) => harm.length > 0)
  const codes = new Map<string, number>()
  for (const { code = 'none' } of told) codes.set(code, (codes.get(code) ?? 0) + 1)
  console.log(`${told.length} of ${all.length} tries were lied to; ${harmed.length} did harm`)
  for (const [code, count] of [...codes].sort((a, b) => b[1] - a[1]))
    console.log(`  ${count} ended with ${code}`)
  const fitting = new Set(told.map(({ attack }) => attack))
  const unfit = [...new Set(attacks.map(({ attack }) => attack))].filter((name) => !fitting.has(name))
  console.log(`without a place in this provider's answers: ${unfit.length}\n  ${unfit.join('\n  ')}`)
  for (const { scene, attack, harm, lies } of harmed)
    console.log(JSON.stringify({ scene, attack, harm, lies }))
  process.exitCode = harmed.length === 0 ? 0 : 1
} finally {
  await world.stop()
}
