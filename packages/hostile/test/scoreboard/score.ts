import { verify } from '@sluice/core/guards'
import { variants } from '../../../guards/test/variants/variants.ts'
import { planAttacks } from '../../src/attacks/plan.ts'
import { mutantsOf } from '../../src/mutate.ts'
import { tryBookLies } from '../bookLies.ts'
import { bookTrades, carryOut, prepareMaker } from '../bookTrades.ts'
import { type Class, classifier } from '../classes.ts'
import { playSeeds } from '../counterparties/playSeeds.ts'
import { context, type Fixture, fixtureOf, fixtures } from '../fixtures.ts'
import { openStage } from '../mined/stage.ts'
import { thefts } from '../mined/thefts.ts'
import { bytesOf } from '../reached.ts'
import { prepareScenes } from '../scenes.ts'
import { statesOf } from '../states.ts'
import { tradesInParts } from '../tradesInParts.ts'
import { openWorld } from '../world.ts'

/** How many of how many, for one action; `missed` names the others. */
export type Score = { passed: number; all: number; readonly missed: string[] }
export type Scores = Map<string, Score>

const salts = [1n, 2n, 3n]
const verdictFor = ({ intent, facts, policy }: Fixture, answer: unknown) =>
  verify(intent, answer, facts, policy, { salts })

export function count(scores: Scores, action: string, passed: boolean, name: string): void {
  const score = scores.get(action) ?? { passed: 0, all: 0, missed: [] }
  score.all += 1
  if (passed) score.passed += 1
  else score.missed.push(name)
  scores.set(action, score)
}

/** Named attacks: stopped by their rule; a harmless one leads to the very same bytes. */
export function scoreAttacks(): Scores {
  const scores: Scores = new Map()
  for (const { name, on, rule, change } of planAttacks(context)) {
    const fixture = fixtureOf(on)
    const honest = verdictFor(fixture, structuredClone(fixture.response))
    change(fixture.response)
    const verdict = verdictFor(fixture, fixture.response)
    const same = JSON.stringify(bytesOf(verdict)) === JSON.stringify(bytesOf(honest))
    const stopped = verdict.decision !== 'allow' && verdict.findings.some(({ code }) => code === rule)
    count(scores, fixture.intent.action, rule === 'harmless' ? same : stopped, name)
  }
  return scores
}

/** Changed responses, every `stride`-th of them, by class. */
export function scoreMutants(stride: number): {
  readonly scores: Scores
  readonly classes: ReadonlyMap<Class, number>
} {
  const scores: Scores = new Map()
  const classes = new Map<Class, number>()
  for (const [name, make] of fixtures) {
    if (name.includes(' ')) continue
    const fixture = make()
    const classify = classifier(fixture.intent, verdictFor(fixture, fixture.response))
    let index = name.length
    for (const mutant of mutantsOf(fixture.response, context)) {
      index += 1
      if (index % stride !== 0) continue
      const { change, answer } = mutant
      const found = classify(verdictFor(fixture, answer), answer)
      count(scores, fixture.intent.action, found !== undefined, `${name} ${JSON.stringify(change)}`)
      if (found !== undefined) classes.set(found, (classes.get(found) ?? 0) + 1)
    }
  }
  return { scores, classes }
}

/** Honest responses in all their forms: none may be stopped or need a confirmation. */
export function scoreVariants(): Scores {
  const scores: Scores = new Map()
  const all = [...[...fixtures].filter(([name]) => !name.includes(' ')), ...variants]
  for (const [name, make] of all) {
    const fixture = make()
    count(scores, fixture.intent.action, verdictFor(fixture, fixture.response).decision === 'allow', name)
  }
  return scores
}

/**
 * Partial executions: every selection of the parts of each honest response, of each named attack and of every
 * `stride`-th changed response that is allowed.
 */
export function scoreParts(stride: number): Scores {
  const scores: Scores = new Map()
  const look = (name: string, fixture: Fixture, answer: unknown) => {
    const verdict = verdictFor(fixture, answer)
    const now = BigInt(Math.floor(fixture.facts.now / 1_000))
    for (const time of [now, now + BigInt(fixture.policy.fills.horizonSeconds)])
      for (const state of statesOf(fixture, verdict, time))
        count(scores, fixture.intent.action, state.within, `${name}: ${state.name}`)
  }
  for (const [name, make] of [...fixtures, ...variants, ...tradesInParts]) {
    const fixture = make()
    look(name, fixture, fixture.response)
  }
  for (const { name, on, change } of planAttacks(context)) {
    const fixture = fixtureOf(on)
    change(fixture.response)
    look(name, fixture, fixture.response)
  }
  for (const [name, make] of [...fixtures, ...tradesInParts]) {
    const fixture = make()
    if (fixture.intent.action !== 'buy' && fixture.intent.action !== 'sell') continue
    let index = name.length
    for (const mutant of mutantsOf(fixture.response, context)) {
      index += 1
      if (index % stride !== 0) continue
      const { change, answer } = mutant
      look(`${name} ${JSON.stringify(change)}`, fixture, answer)
    }
  }
  return scores
}

/** Thefts executed on the real contracts; every lie that leads to one is stopped. */
export async function scoreThefts(): Promise<Scores> {
  const stopped = new Map<string, string>()
  const missed = new Set([...scoreAttacks().values()].flatMap((score) => score.missed))
  for (const { name, on } of planAttacks(context))
    if (!missed.has(name)) stopped.set(name, fixtureOf(on).intent.action)
  const scores: Scores = new Map()
  const stage = await openStage()
  try {
    for (const { name, lies, rob } of thefts) {
      const [action = 'buy'] = lies.flatMap((lie) => stopped.get(lie) ?? [])
      const robbed = await stage.undone(() => rob(stage))
      const guarded = lies.every((lie) => stopped.has(lie) || lie.startsWith('B-41'))
      count(scores, action, robbed && guarded, name)
    }
  } finally {
    await stage.stop()
  }
  return scores
}

/** Orders of another book: those that the chain would fill are filled, and what the book lies about them does no harm. */
export async function scoreBooks(): Promise<{ readonly fills: Scores; readonly lies: Scores }> {
  const [fills, lies]: [Scores, Scores] = [new Map(), new Map()]
  const world = await openWorld({ creatorTokens: true })
  try {
    const scenes = await prepareScenes(world)
    for (const { scene, attack, harm } of await tryBookLies(world, scenes, 1))
      count(lies, scene.startsWith('buy') ? 'buy' : 'sell', harm.length === 0, `${scene}: ${attack}`)
    await prepareMaker(world)
    for (const trade of bookTrades) {
      const wrong = await carryOut(world, trade)
      count(fills, trade.action, wrong === undefined, `${trade.name}: ${wrong}`)
    }
  } finally {
    await world.stop()
  }
  return { fills, lies }
}

/** Runs against counterparties who go back on their orders: passed where everything is as agreed and as told. */
export async function scoreCounterparties(seeds: number): Promise<Scores> {
  const scores: Scores = new Map()
  await playSeeds(1, seeds, ({ seed, action, wrong }) =>
    count(scores, action, wrong.length === 0, `seed ${seed}: ${wrong.join('; ')}`),
  )
  return scores
}
