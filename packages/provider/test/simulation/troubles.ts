import { closePage, openPage } from './clients/page.ts'
import { calm } from './simulatedPostgres.ts'
import { offerAgain, postOld, trade } from './traders.ts'
import type { World } from './world.ts'

/** Repeats something at random intervals until a moment of the world. */
function often(world: World, mean: number, until: number, what: string, work: () => void): void {
  const { scheduler, random } = world
  const again = (): void => {
    scheduler.after(mean * (0.3 + 1.4 * random.next()), what, () => {
      if (scheduler.now() >= until) return
      work()
      again()
    })
  }
  again()
}

/** Lets the world live: blocks come, traders trade, and things go wrong for a while as its plan says. */
export function liveAndFail(world: World): void {
  const { plan, scheduler, random, chain, postgres } = world
  const end = plan.trouble
  const grow = (): void => {
    scheduler.after(plan.interval * (0.6 + 0.8 * random.next()), 'a block is mined', () => {
      if (!world.isQuiet) {
        chain.grow()
        if (scheduler.now() < end) offerAgain(world)
      }
      grow()
    })
  }
  grow()
  often(world, 600, end, 'a trader acts', () => trade(world))
  // A history is read within seconds: what goes wrong has to come as soon.
  const pace = plan.old > 0 ? 0.25 : 1
  if (plan.old > 0) {
    often(world, 700, end, 'an order of long ago is posted', () => postOld(world))
    for (const node of chain.nodes)
      scheduler.after(random.next() * 12_000, `${node.name} has all blocks`, () => {
        node.isStuck = false
        node.tip = chain.tip()
      })
  }
  world.hookFailing = 0.2
  if (plan.reorgs)
    often(world, plan.interval * 6, end, 'the chain changes its branch', () =>
      chain.reorg(1 + random.below(plan.deepest)),
    )
  if (plan.forgets)
    often(world, plan.interval * 9, end, 'the nodes come back with what they knew before', () =>
      chain.forget(1 + random.below(plan.deepest)),
    )
  if (plan.lateCommits)
    often(world, 4000 * pace, end, 'commits arrive late, or at once', () => {
      postgres.faults.late = random.pick([0, 0.05, 0.2])
    })
  for (const page of world.pages) {
    often(world, 8000, Number.POSITIVE_INFINITY, 'a wallet sends again what was not mined', () =>
      page.wallet.sendAgain(),
    )
    if (plan.kills)
      often(world, 9000, end, 'a page is closed', () => {
        closePage(world, page)
        scheduler.after(random.next() * 4000, 'a page is opened again', () => openPage(world, page))
      })
  }
  if (plan.kills)
    often(world, 9000 * pace, end, 'a provider is killed', () => {
      const place = random.pick(world.places)
      if (place.machine.isFrozen) return
      world.kill(place)
      scheduler.after(random.next() * 6000, 'a provider is started again', () => world.start(place))
    })
  if (plan.freezes || plan.frozenForEver)
    often(world, 15_000, end, 'a provider is frozen', () => {
      const place = random.pick(world.places)
      // One at least goes on.
      if (world.places.some(({ machine, process }) => machine.isFrozen || process === undefined)) return
      const { machine } = place
      scheduler.note(`freezes ${machine.name}`)
      scheduler.freeze(machine)
      if (plan.frozenForEver) return
      scheduler.after(3000 + random.next() * 20_000, 'a provider goes on', () => scheduler.thaw(machine))
    })
  if (plan.database)
    often(world, 6000 * pace, end, 'the database is in trouble', () => {
      const { faults } = postgres
      faults.broken = random.pick([0, 0.01, 0.05])
      faults.unanswered = random.pick([0, 0.01, 0.05])
      faults.refused = random.pick([0, 0.2])
      faults.unreachable = random.pick([0, 0.3])
      faults.latency = random.pick([1, 5, 60])
    })
  for (const node of chain.nodes) {
    if (plan.silentNodes)
      often(world, 5000 * pace, end, `${node.name} is in trouble`, () => {
        node.silent = random.pick([0, 0, 0.1, 0.9])
        node.failing = random.pick([0, 0.1, 0.5])
        node.limiting = random.pick([0, 0.2])
        node.forgetful = random.pick([0, 0, 0.1])
        node.latency = random.pick([5, 40, 400])
      })
    if (plan.staleNodes)
      often(world, 8000 * pace, end, `${node.name} stops or goes on`, () => {
        node.isStuck = random.chance(0.5)
        if (!node.isStuck) node.tip = chain.tip()
      })
    if (plan.omittedLogs)
      often(world, 6000 * pace, end, `${node.name} forgets its logs or finds them`, () => {
        node.omitsLogs = !node.omitsLogs && random.chance(0.6)
        node.withoutReceipts = random.chance(0.1)
      })
  }
}

/** Ends all troubles; a machine that is frozen for ever stays so. */
export function heal(world: World): void {
  const { plan, scheduler, chain, postgres, places } = world
  scheduler.note('all troubles end')
  world.hookFailing = 0
  Object.assign(postgres.faults, calm)
  for (const node of chain.nodes)
    Object.assign(node, {
      isStuck: false,
      omitsLogs: false,
      withoutReceipts: false,
      silent: 0,
      failing: 0,
      limiting: 0,
      forgetful: 0,
      latency: 40,
      tip: chain.tip(),
    })
  // The last reload: whatever was interrupted is resumed from the journal.
  for (const page of world.pages)
    if (world.random.chance(0.5)) {
      closePage(world, page)
      openPage(world, page)
    }
  for (const { machine } of places) if (machine.isFrozen && !plan.frozenForEver) scheduler.thaw(machine)
}
