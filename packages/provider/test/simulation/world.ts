import type { Hex } from 'viem'
import type { OrderVerifier } from '../../src/orders/signatures/orderVerifier.ts'
import type { Backends } from './backends.ts'
import type { Action, WorldOrder } from './chainActions.ts'
import type { WorldBlock } from './chainModel.ts'
import type { Page } from './clients/model.ts'
import type { Plan } from './plan.ts'
import { type ProviderProcess, startProvider } from './providerProcess.ts'
import type { Random } from './random.ts'
import type { Machine, Scheduler } from './scheduler.ts'
import { createSimulatedChain, type SimulatedChain, type SimulatedNode } from './simulatedChain.ts'
import type { Internet } from './simulatedHttp.ts'
import { calm, createSimulatedPostgres, type SimulatedPostgres } from './simulatedPostgres.ts'

/** An event that the world's webhook received. */
export type Received = { readonly id: string; readonly type: string }

/** One provider of the world, over all the machines that ran it. */
type Place = { machine: Machine; process: ProviderProcess | undefined; incarnation: number }

/** Everything of one seed. */
export type World = {
  readonly plan: Plan
  readonly scheduler: Scheduler
  readonly random: Random
  readonly chain: SimulatedChain
  readonly postgres: SimulatedPostgres
  readonly internet: Internet
  /** All orders that were signed, and those of them that a provider said to have stored. */
  readonly orders: Map<Hex, WorldOrder>
  readonly acknowledged: Set<Hex>
  /** The orders that were signed before the providers started, and posted to none. */
  readonly signedBefore: readonly WorldOrder[]
  readonly received: Received[]
  readonly places: readonly Place[]
  readonly pages: Page[]
  /** The hook answers with an error, or not at all, this often. */
  hookFailing: number
  /** Whether no blocks are mined, so that what is stored can be compared with the chain. */
  isQuiet: boolean
  start(place: Place): void
  kill(place: Place): void
  /** Sends the body of a request to a node, and calls back in the name of the machine that asked, or never. */
  askNode: AskNode
}
/** An answer of HTTP; `undefined` where the connection breaks. */
type Answered = (answer: { readonly status: number; readonly body: string } | undefined) => void
type AskNode = (node: SimulatedNode, body: string, answer: Answered) => void

export function createWorld(
  plan: Plan,
  scheduler: Scheduler,
  backends: Backends,
  verifier: OrderVerifier,
  historyOf: (random: Random, orders: Map<Hex, WorldOrder>) => (block: WorldBlock) => readonly Action[],
  genesis: readonly Action[],
): World {
  const random = scheduler.random.fork('world')
  const orders = new Map<Hex, WorldOrder>()
  const chain = createSimulatedChain(
    scheduler,
    plan,
    historyOf(random.fork('history'), orders),
    genesis,
    orders,
  )
  const signedBefore = [...orders.values()]
  const faults = { ...calm, deletion: plan.oldEvents > 0 ? 1.5 : 0 }
  const postgres = createSimulatedPostgres(scheduler, backends, faults)
  const outside = scheduler.machine('internet')
  const received: Received[] = []

  const askNode: AskNode = (node, body, answer) => {
    const machine = scheduler.current()
    const asked = JSON.parse(body) as { method: string } | { method: string }[]
    const { method } = Array.isArray(asked) ? { method: `${asked.length} ${asked[0]?.method}` } : asked
    const wait = (): number => (random.chance(0.02) ? node.latency * 30 : node.latency) * random.next()
    scheduler.after(
      wait(),
      `${node.name} ${method}`,
      () => {
        if (random.chance(node.silent)) {
          // It hangs, or it closes the connection.
          if (random.chance(0.5)) return
          scheduler.after(wait(), `${node.name} breaks off`, () => answer(undefined), machine)
          return
        }
        const said = chain.answer(node, body)
        scheduler.after(wait(), `${node.name} answers`, () => answer(said), machine)
      },
      outside,
    )
  }
  const internet: Internet = ({ url, body }, answer) => {
    const node = chain.nodes.find(({ name }) => url.hostname === `${name}.world`)
    if (node !== undefined) return askNode(node, body, answer)
    const machine = scheduler.current()
    scheduler.after(
      random.next() * 50,
      'the webhook receives events',
      () => {
        if (random.chance(world.hookFailing / 2))
          return scheduler.after(20, 'the webhook fails', () => answer({ status: 500, body: '' }), machine)
        const { events } = JSON.parse(body) as { events: Received[] }
        received.push(...events.map(({ id, type }) => ({ id, type })))
        if (random.chance(world.hookFailing / 2))
          return scheduler.after(20, 'the webhook breaks off', () => answer(undefined), machine)
        return scheduler.after(20, 'the webhook answers', () => answer({ status: 200, body: '' }), machine)
      },
      outside,
    )
    return undefined
  }
  const newMachine = (place: number, incarnation: number): Machine => {
    const machine = scheduler.machine(`provider-${place}.${incarnation}`)
    if (plan.skew) machine.skew = Math.floor((random.next() - 0.5) * 1500)
    return machine
  }
  const places = Array.from(
    { length: plan.providers },
    (_, place): Place => ({ machine: newMachine(place, 0), process: undefined, incarnation: 0 }),
  )
  const world: World = {
    plan,
    scheduler,
    random,
    chain,
    postgres,
    internet,
    orders,
    signedBefore,
    acknowledged: new Set(),
    received,
    places,
    pages: [],
    askNode,
    hookFailing: 0,
    isQuiet: false,
    start: (place) => {
      const { machine } = place
      void startProvider(scheduler, chain, machine, verifier).then((process) => {
        if (place.machine === machine) place.process = process
      })
    },
    kill: (place) => {
      const { machine } = place
      scheduler.note(`kills ${machine.name}`)
      scheduler.kill(machine)
      place.process = undefined
      place.incarnation += 1
      place.machine = newMachine(places.indexOf(place), place.incarnation)
      // A process that ends closes its connections at once; of a machine that is gone, the server learns later.
      const noticed = random.chance(0.7) ? random.next() * 5 : 5000 + random.next() * 6000
      scheduler.after(
        noticed,
        `the database misses ${machine.name}`,
        () => postgres.disconnect(machine),
        outside,
      )
    },
  }
  return world
}
