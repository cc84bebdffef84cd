import fc from 'fast-check'
import { toHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Outcome, Trial } from '../../src/chain/simulation/trial.ts'
import { type Attempt, tryEach } from '../../src/trade/simulation/tryEach.ts'

/** Attempts on a model of a chain, where what succeeds may spoil others, and some are more than the node can do. */

type Order = {
  /** Whether it reverts by itself. */
  readonly isBad: boolean
  /** Orders that revert once this one has succeeded, by their places. */
  readonly spoils: readonly number[]
  /** Whether the node fails at every run that has it. */
  readonly breaksRuns: boolean
}
type Tried = Attempt & { readonly place: number }

const trialOf = (place: number): Trial => ({
  calls: [{ to: zeroAddress, data: toHex(place), value: 0n, gas: 1_500_000 }],
})
const placeOf = ({ calls }: Trial): number => Number(calls[0]?.data)
const honest: Order = { isBad: false, spoils: [], breaksRuns: false }

/** Runs trials as a node does: one after another, those of one run on the same copy of the chain. */
function runIn(orders: readonly Order[], trials: readonly Trial[]): readonly Outcome[] {
  const own = trials.map(placeOf)
  if (own.some((place) => orders[place]?.breaksRuns)) return own.map(() => undefined)
  const spoiled = new Set<number>()
  return own.map((place): Outcome => {
    const { isBad, spoils } = orders[place] ?? honest
    if (isBad || spoiled.has(place)) return { reverted: '0x' }
    for (const one of spoils) spoiled.add(one)
    return 'succeeds'
  })
}

async function tryAll(orders: readonly Order[], shared?: string) {
  const built: number[] = []
  const runs: number[] = []
  const attempts = orders.map((_, place): Tried => {
    const trial = () => {
      built.push(place)
      return trialOf(place)
    }
    return { place, trial, ...(shared === undefined ? {} : { shared }) }
  })
  const { alone, behind } = await tryEach(attempts, async (trials) => {
    runs.push(trials.length)
    return runIn(orders, trials)
  })
  const found = new Map([...alone].map(([{ place }, outcome]) => [place, outcome]))
  return { found, behind: [...behind.keys()].map(({ place }) => place), built, runs }
}

const orders = fc.array(
  fc.record({
    isBad: fc.boolean(),
    spoils: fc.array(fc.nat({ max: 40 }), { maxLength: 8 }),
    breaksRuns: fc.oneof({ arbitrary: fc.constant(false), weight: 20 }, fc.constant(true)),
  }),
  { maxLength: 80 },
)

test('an order is never said to revert because of another one, whatever that does', () =>
  fc.assert(
    fc.asyncProperty(orders, async (orders) => {
      const { found, behind, built, runs } = await tryAll(orders)
      for (const [place, outcome] of found)
        if (outcome !== 'succeeds') expect(orders[place]?.isBad).toBe(true)
      for (const place of behind) expect(found.get(place)).toBeOneOf([undefined, 'succeeds'])
      expect(runs.length).toBeLessThanOrEqual(5)
      expect(new Set(built).size).toBe(built.length)
    }),
  ))

describe('of a list', () => {
  test('no trial is made that is not run', async () => {
    const { built, runs } = await tryAll(Array.from({ length: 500 }, () => honest))
    const run = runs.reduce((sum, count) => sum + count, 0)
    expect(runs).toHaveLength(5)
    // The one that did not fit into a run is made to find that out.
    expect(built.length).toBeLessThanOrEqual(run + 1)
    const none: Attempt = { trial: () => undefined }
    await tryEach([none, none], () => expect.fail('There is nothing to run.'))
  })

  test('all bad orders are found in one run where no good one is before them', async () => {
    const { found, runs } = await tryAll(Array.from({ length: 26 }, () => ({ ...honest, isBad: true })))
    expect(runs).toEqual([26])
    expect(found.size).toBe(26)
  })

  test('bad orders among good ones are found with one more run', async () => {
    const { found, runs } = await tryAll(
      Array.from({ length: 20 }, (_, place) => ({ ...honest, isBad: place % 3 === 1 })),
    )
    expect(runs).toEqual([20, 7])
    expect(found.size).toBe(20)
  })

  test('the others are known where one is more than the node can do', async () => {
    const list = Array.from({ length: 6 }, () => ({ ...honest, isBad: true }))
    const { found } = await tryAll(list.with(5, { ...honest, breaksRuns: true }))
    expect([...found.keys()]).toEqual([0, 1, 2, 3, 4])
  })

  test('those that can be filled alone, and not together, are known as such', async () => {
    const { found, behind } = await tryAll([{ ...honest, spoils: [1] }, honest, honest])
    expect([...found.values()]).toEqual(['succeeds', 'succeeds', 'succeeds'])
    expect(behind).toEqual([1])
  })

  test('nothing is known of those behind a good one that shares its token', async () => {
    const [bad, good] = [
      { ...honest, isBad: true },
      { ...honest, spoils: [2, 3] },
    ]
    const { found, runs } = await tryAll([bad, good, honest, honest], 'a token')
    expect(runs).toEqual([4])
    expect([...found]).toEqual([
      [0, { reverted: '0x' }],
      [1, 'succeeds'],
    ])
  })

  test('the search ends where no more may be run', async () => {
    const attempts = Array.from({ length: 60 }, (_, place) => ({ trial: () => trialOf(place) }))
    let left = 1
    const { alone } = await tryEach(attempts, async (trials) => {
      left -= 1
      return left < 0 ? undefined : trials.map(() => 'succeeds')
    })
    expect(alone.size).toBe(26)
  })
})
