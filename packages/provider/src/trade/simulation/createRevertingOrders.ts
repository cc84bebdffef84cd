import { SeaportError } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { ApiError } from '../../apiError.ts'
import type { Outcome, Trial } from '../../chain/simulation/createSimulator.ts'
import { chunksOf } from '../../storage/connection/chunksOf.ts'
import type { Chosen, Quoted } from '../fills/quote.ts'
import { sharedBy } from '../fills/takeUnits.ts'
import { grouped } from '../grouped.ts'
import type { FillTrials } from './fillTrials.ts'
import type { RevertingOrders, TrialOf } from './revertingOrders.ts'
import { revertSentence } from './revertSentence.ts'

/** Gas of all trials of one run, of which nodes allow 50 million; and runs for one list of orders. */
const [runGas, maxRuns] = [40_000_000, 4]
/** Orders of a maker that are left out, after which all others are: where so few of the maker's can be filled. */
const [maxOfMaker, maxShare] = [10, 0.8]
/** Orders that share a token or a balance and are tried on one copy of the chain; the others are passed over. */
const maxOfGroup = 4
/** Milliseconds after which one request looks for no more of them. */
const lookTime = 6_000

/** An order to be filled by itself. */
type Alone = { readonly chosen: Chosen; readonly trial: Trial }

const gasOf = ({ calls, after = [] }: Trial): number =>
  [...calls, ...after].reduce((sum, { gas }) => sum + gas, 0)

/** The trial of an order, unless no call can be built for it: such a candidate is not tried. */
function builtBy(build: () => Trial | undefined): Trial | undefined {
  try {
    return build()
  } catch (cause) {
    if (cause instanceof ApiError || cause instanceof SeaportError) return undefined
    throw cause
  }
}

/** @param account fills the orders. */
export function createRevertingOrders(
  { simulator, suspects, mayLook, clock }: FillTrials,
  account: Address,
  trialOf: TrialOf,
): RevertingOrders {
  const reasons = new Map<Hex, string>()
  const passedOver = new Set<Hex>()
  const tried = new Set<Hex>()
  const ofMakers = new Map<Address, { good: number; bad: number }>()
  const until = clock() + lookTime
  let withoutSuspects = false

  const count = ({ id, maker }: Chosen['order'], kind: 'good' | 'bad'): void => {
    if (kind === 'bad') suspects.add(id)
    else tried.add(id)
    const counts = ofMakers.get(maker) ?? { good: 0, bad: 0 }
    counts[kind] += 1
    ofMakers.set(maker, counts)
  }
  const aloneOf = (entries: readonly Pick<Quoted, 'chosen' | 'extras'>[], first = 0): readonly Alone[] =>
    entries.flatMap(({ chosen, extras }, index) => {
      const royalties = extras.filter(({ kind }) => kind === 'royalty')
      const trial = builtBy(() => trialOf(chosen, first + index, royalties))
      return trial === undefined ? [] : [{ chosen, trial }]
    })
  const run = async (list: readonly Alone[]): Promise<readonly Outcome[]> => {
    const largest = Math.max(1, ...list.map(({ trial }) => gasOf(trial)))
    const runs = chunksOf(list, Math.max(1, Math.floor(runGas / largest)))
    const outcomes: Outcome[] = []
    for (const part of runs.slice(0, maxRuns)) {
      if (clock() > until || !mayLook()) return outcomes
      outcomes.push(
        ...(await simulator.run(
          account,
          part.map(({ trial }) => trial),
        )),
      )
    }
    return outcomes
  }
  const note = ({ order }: Chosen, outcome: Outcome): void => {
    if (outcome === undefined) return
    count(order, outcome === 'succeeds' ? 'good' : 'bad')
    if (outcome !== 'succeeds') reasons.set(order.id, revertSentence(order.id, outcome))
  }
  /** Tries orders that share a token or a balance: once one of them was filled, nothing is known of those behind it. */
  const tryGroups = async (groups: readonly (readonly Chosen[])[]): Promise<void> => {
    const alone = groups.flatMap((group, index) =>
      aloneOf(
        group.slice(0, maxOfGroup).map((chosen) => ({ chosen, extras: [] })),
        index * maxOfGroup,
      ),
    )
    const outcomes = await run(alone)
    const found = new Map(alone.map(({ chosen }, index) => [chosen, outcomes[index]]))
    for (const group of groups) {
      const own = group.slice(0, maxOfGroup)
      const last = own.findIndex((chosen) => found.get(chosen) === 'succeeds')
      for (const chosen of last === -1 ? own : own.slice(0, last + 1)) note(chosen, found.get(chosen))
      if (!own.every(({ order }) => reasons.has(order.id))) continue
      for (const { order } of group.slice(maxOfGroup)) {
        passedOver.add(order.id)
        count(order, 'bad')
      }
    }
  }
  return {
    reasonOf: (id) => reasons.get(id),
    isPassedOver: (id) => passedOver.has(id),
    excluded: () => ({
      ids: [...reasons.keys(), ...passedOver, ...(withoutSuspects ? suspects.all() : [])],
      makers: [...ofMakers]
        .filter(([, { good, bad }]) => bad >= maxOfMaker && bad >= (good + bad) * maxShare)
        .map(([maker]) => maker),
    }),
    excludeSuspects: () => {
      withoutSuspects = reasons.size > 0
    },
    errors: () => [...reasons].map(([orderId, message]) => ({ message, orderId })),
    tryPlanned: async (entries) => {
      const before = reasons.size
      const alone = aloneOf(entries)
      const outcomes = await run(alone)
      for (const [index, { chosen }] of alone.entries()) note(chosen, outcomes[index])
      return reasons.size - before
    },
    tryCandidates: async (candidates) => {
      const isNew = ({ order: { id } }: Chosen) => !reasons.has(id) && !passedOver.has(id) && !tried.has(id)
      const open = candidates.filter(isNew)
      if (reasons.size === 0 && !open.some(({ order }) => suspects.has(order.id))) return
      await tryGroups(grouped(open, ({ order }) => sharedBy(order)))
    },
  }
}
