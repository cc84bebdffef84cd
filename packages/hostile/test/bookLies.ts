import { mutantsOf } from '../src/mutate.ts'
import { json } from '../src/reply.ts'
import { type Try, tryOnce } from './campaign.ts'
import type { Scene } from './scenes.ts'
import type { World } from './world.ts'

/** The routes by which the provider asks the other book for what a fill needs, and who asks in which scene. */
const routes = {
  'buy from another book': '/api/v2/listings/fulfillment_data',
  'accept an offer of another book': '/api/v2/offers/fulfillment_data',
} as const

/** What the book answers when the honest provider fills an order of it in a scene. */
async function honestAnswer(world: World, scene: Scene, route: string): Promise<unknown> {
  const heard: unknown[] = []
  world.lyingBook.play({
    kind: 'attack',
    attack: {
      kind: 'reply',
      name: 'heard',
      routes: [route],
      answer: async (_, honest) => {
        const reply = await honest()
        heard.push(JSON.parse(reply.text))
        return reply
      },
    },
  })
  await tryOnce(world, world.client(true), scene, 'none', { kind: 'honest' })
  return heard[0]
}

/**
 * Lets the other book lie to an honest provider: every `stride`-th change of what it answers when an order is filled.
 * The victim trades with an honest provider, which knows only the lie.
 */
export async function tryBookLies(
  world: World,
  scenes: ReadonlyMap<string, Scene>,
  stride: number,
): Promise<readonly Try[]> {
  const tries: Try[] = []
  for (const [name, route] of Object.entries(routes)) {
    const scene = scenes.get(name)
    if (scene === undefined) throw new RangeError(`There is no scene ${name}.`)
    const honest = await honestAnswer(world, scene, route)
    let index = 0
    for (const mutant of mutantsOf(honest, world.context)) {
      index += 1
      if (index % stride !== 0) continue
      const { change, answer } = mutant
      const attack = `${change.operator} ${change.path}`
      world.lyingBook.play({
        kind: 'attack',
        attack: { kind: 'reply', name: attack, routes: [route], answer: async () => json(answer) },
      })
      const one = await tryOnce(world, world.client(true), scene, attack, { kind: 'honest' })
      tries.push({ ...one, lies: world.lyingBook.lies })
    }
  }
  world.lyingBook.play({ kind: 'honest' })
  return tries
}
