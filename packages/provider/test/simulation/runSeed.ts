import { createOrderHasher, keccak, wasmKeccak } from '@sluice/seaport'
import type { OrderVerifier } from '../../src/orders/signatures/orderVerifier.ts'
import type { Backends } from './backends.ts'
import { chainId } from './chainId.ts'
import { checkPages } from './clients/checkPages.ts'
import type { Core } from './clients/model.ts'
import { createPages, genesisOf, openPage } from './clients/page.ts'
import { violations } from './invariants.ts'
import { planOfSeed } from './plan.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { installSimulatedDriver } from './simulatedDriver.ts'
import { installSimulatedHttp } from './simulatedHttp.ts'
import { historyOf } from './traders.ts'
import { heal, liveAndFail } from './troubles.ts'
import { installVirtualGlobals, worldBegin } from './virtualGlobals.ts'
import { createWorld, type World } from './world.ts'

/** What became of a seed. */
export type SeedResult = {
  readonly seed: number
  readonly steps: number
  /** The same for every run of the seed. */
  readonly digest: number
  /** What was wrong at the end; none when all is right. */
  readonly violations: readonly string[]
  /** The newest steps. */
  readonly trace: readonly string[]
  readonly plan: World['plan']
}

/** Milliseconds of the world's time in which everything has to be right again, and between two looks. */
const [recovery, look] = [240_000, 20_000]

/** Every signature is its maker's: signatures have tests of their own. */
const verifier: OrderVerifier = {
  backend: 'native',
  hashing: 'javascript',
  keccak: () => new Uint8Array(32),
  orderHash: createOrderHasher(wasmKeccak() ?? keccak).orderHash,
  signerOf: () => undefined,
  signerOfDigest: () => undefined,
  signedByMakers: async (orders) => orders.map(() => true),
  digest: (_domain, hash) => hash,
}

/** Empties all tables that hold something, so that a seed begins as any other. */
async function empty(backends: Backends, oldEvents: number): Promise<void> {
  const { rows } = await backends.admin(`
    select string_agg(quote_ident(relname), ', ') as names from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`)
  const filled = rows[0]?.names
  if (typeof filled === 'string') await backends.admin(`truncate ${filled}`)
  // They belong to no column, so that a truncation does not restart them.
  await backends.admin(`
    select setval(oid::regclass, 1, false) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'`)
  await backends.admin(`set sim.now = '${worldBegin}'`)
  await backends.renew()
  if (oldEvents > 0)
    await backends.admin(
      `insert into outbox (chain_id, kind, payload, created_at)
       select ${chainId}, 'block', '{"old": true}', now() - interval '30 days' from generate_series(1, $1)`,
      [oldEvents],
    )
  await backends.admin(
    `insert into webhooks (chain_id, id, url, secret, kinds, contracts, seq)
     values (${chainId}, 'hook', 'https://hook.world/', 'secret', '{order,sale,transfer,reorg}', '{}', $1)`,
    [oldEvents],
  )
}

/** Runs seeds, one after another, in this process: it puts the world in the place of clock, chance, network and driver. */
export function createSimulation(backends: Backends, core: Core) {
  let scheduler: Scheduler = createScheduler(0)
  let world: World | undefined
  const live = (): World => {
    if (world === undefined) throw new Error('There is no world yet.')
    return world
  }
  installVirtualGlobals(() => scheduler)
  installSimulatedHttp(
    () =>
      (...request) =>
        live().internet(...request),
  )
  installSimulatedDriver(
    () => live().postgres,
    () => scheduler,
  )
  return async (seed: number, tell?: (line: string) => void): Promise<SeedResult> => {
    scheduler = createScheduler(seed, tell)
    const plan = planOfSeed(seed)
    const made = createWorld(plan, scheduler, backends, verifier, historyOf, genesisOf(plan.pages))
    made.pages.push(...createPages(made, core, plan.pages))
    world = made
    await empty(backends, plan.oldEvents)
    for (const place of made.places) made.start(place)
    for (const page of made.pages) openPage(made, page)
    liveAndFail(made)
    await scheduler.run(() => false, plan.trouble)
    heal(made)
    let found: readonly string[] = []
    for (let waited = 0; waited < recovery; waited += look) {
      made.isQuiet = false
      await scheduler.run(() => false, scheduler.now() + look / 2)
      made.isQuiet = true
      await scheduler.run(() => false, scheduler.now() + look / 2)
      found = [...(await violations(made, backends)), ...checkPages(made)]
      if (found.length === 0) break
    }
    for (const { machine } of made.pages) scheduler.kill(machine)
    for (const { machine } of made.places) {
      scheduler.kill(machine)
      await made.postgres.disconnect(machine)
    }
    const { steps, digest } = scheduler
    return { seed, steps, digest, violations: found, trace: scheduler.trace(), plan }
  }
}
