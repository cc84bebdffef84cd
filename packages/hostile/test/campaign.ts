import type { Client, Execution } from '@sluice/core'
import { type Attack, attacksFor, type Lie, type Tactic } from '../src/proxy.ts'
import { requestKey } from './requestKey.ts'
import type { Scene } from './scenes.ts'
import type { World } from './world.ts'

/** The result of one try; `harm` describes what went wrong, and must be empty. */
export type Try = {
  readonly scene: string
  readonly attack: string
  readonly lies: readonly Lie[]
  readonly status: Execution['status']
  readonly code: string | undefined
  readonly prompts: number
  readonly harm: readonly string[]
}

/** Milliseconds after which a try is stopped: a liar may stay silent for as long as it likes. */
const patience = 2_000

/**
 * Lets a victim act against the lying provider. Its wallet signs and sends everything but what the honest plan asks for,
 * which it rejects, so that whatever it does sign is a theft, and nothing may ever complete.
 */
export async function tryOnce(
  world: World,
  client: Client,
  scene: Scene,
  attack: string,
  tactic: Tactic,
): Promise<Try> {
  const { victim } = scene
  world.hostile.play(tactic, { account: victim.account })
  world.elsewhere.hits.length = 0
  Object.assign(victim, { prompts: [], hold: scene.honest })
  const before = await world.holdings(victim.account)
  // With an honest provider a try may take as long as it needs.
  const isTrue = tactic.kind === 'honest'
  const run = scene.start(client, isTrue ? new AbortController().signal : AbortSignal.timeout(patience))
  const { status, error } = await run.done
  const lies = world.hostile.lies
  const harm: string[] = []
  for (const prompt of victim.prompts)
    if (!scene.honest.has(requestKey(prompt)))
      harm.push(`the wallet was asked for ${requestKey(prompt).slice(0, 600)}`)
  if (status === 'complete') harm.push('said to be complete, and nothing was signed')
  if ((await world.holdings(victim.account)) !== before)
    harm.push('what the victim owns or permits has changed')
  if (world.elsewhere.hits.length > 0)
    harm.push(`the attacker's server was asked ${world.elsewhere.hits.join()}`)
  if (error !== undefined && victim.prompts.length === 0 && error.money !== 'untouched')
    harm.push(`the money is said to be ${error.money}`)
  return { scene: scene.name, attack, lies, status, code: error?.code, prompts: victim.prompts.length, harm }
}

const sceneFor: Readonly<Record<string, string>> = {
  LIST: 'list',
  LIST_A: 'list',
  LIST_B: 'list three',
  LIST_E: 'list editions',
  BID: 'bid',
  BID_C: 'bid on a collection',
  BUY_A: 'buy',
  BUY_B: 'buy',
  BUY_TIP: 'buy with a tip',
  BUY_M: 'sweep',
  BUY_E: 'buy in dollars',
  BUY_1155: 'buy an edition',
  BUY_O: 'buy',
  BUY_Z: 'buy from another book',
  BUY_MINT: 'mint',
  SELL_A: 'accept an offer',
  SELL_B: 'accept an offer',
  SELL_X: 'accept a collection offer',
  SELL_Z: 'accept an offer of another book',
  CXL: 'cancel',
  CXL_ALL: 'cancel all',
  XFER: 'transfer',
  XFER_B: 'transfer three',
}

/** The scenes in which an attack is tried: its own for an attack on a plan; one of each kind for the rest. */
export const scenesOf = (attack: Attack): readonly string[] =>
  attack.kind === 'reply'
    ? ['buy', 'list', 'cancel']
    : [sceneFor[attack.on] ?? ''].filter((name) => name !== '')

/** Every named attack, each in its scenes. */
export async function tryAttacks(
  world: World,
  scenes: ReadonlyMap<string, Scene>,
  wanted: (attack: Attack, index: number) => boolean = () => true,
): Promise<readonly Try[]> {
  const tries: Try[] = []
  const client = world.client()
  for (const [index, attack] of attacksFor(world.context, world.elsewhere.url).entries())
    if (wanted(attack, index))
      for (const name of scenesOf(attack)) {
        const scene = scenes.get(name)
        if (scene === undefined) continue
        const context = { ...world.context, account: scene.victim.account }
        const told = attacksFor(context, world.elsewhere.url)[index] as Attack
        tries.push(await tryOnce(world, client, scene, attack.name, { kind: 'attack', attack: told }))
      }
  return tries
}

/** Responses changed at random, by consecutive seeds, in one scene after the other. */
export async function trySeeds(
  world: World,
  scenes: ReadonlyMap<string, Scene>,
  seeds: { readonly from: number; readonly count: number },
): Promise<readonly Try[]> {
  const tries: Try[] = []
  const client = world.client()
  const all = [...scenes.values()]
  for (let seed = seeds.from; seed < seeds.from + seeds.count; seed += 1) {
    const scene = all[seed % all.length] as Scene
    tries.push(
      await tryOnce(world, client, scene, `seed ${seed}`, {
        kind: 'seed',
        seed,
        share: 90,
        routes: ['/execute/'],
      }),
    )
  }
  return tries
}
