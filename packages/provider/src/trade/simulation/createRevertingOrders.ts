import { SeaportError } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { ApiError } from '../../apiError.ts'
import { isKnown, type KnownOutcome, type Outcome, type Trial } from '../../chain/simulation/trial.ts'
import type { Chosen, Quoted } from '../fills/quote.ts'
import { sharedBy } from '../fills/takeUnits.ts'
import { grouped } from '../grouped.ts'
import type { FillTrials } from './fillTrials.ts'
import type { RevertingOrders, TrialOf } from './revertingOrders.ts'
import { revertSentence } from './revertSentence.ts'
import { type Attempt, tryEach } from './tryEach.ts'

/** Orders of a maker that are left out, after which all others are: where so few of the maker's can be filled. */
const [maxOfMaker, maxShare] = [10, 0.8]
/** Orders that share a token or a balance and are tried on one copy of the chain; the others are passed over. */
const maxOfGroup = 4
/** Milliseconds and runs after which one request searches no more, and runs in a row of which nothing is known. */
const [searchTime, maxRuns, maxUnknown] = [6_000, 20, 5]

/** One order, filled by itself. */
type OrderAttempt = Attempt & { readonly chosen: Chosen }

const reverts = ([, outcome]: readonly [unknown, KnownOutcome]): boolean => outcome !== 'succeeds'

/** The trial of an order, unless no call can be built for it: such a candidate is not tried. */
function builtBy(build: () => Trial | undefined): Trial | undefined {
  try {
    return build()
  } catch (cause) {
    if (cause instanceof ApiError || cause instanceof SeaportError) return undefined
    throw cause
  }
}

/**
 * @param account fills the orders.
 * @param mayRemember whether what reverts for it is remembered for others.
 */
export function createRevertingOrders(
  { simulator, suspects, maySearch, clock }: FillTrials,
  account: Address,
  trialOf: TrialOf,
  mayRemember: () => Promise<boolean>,
): RevertingOrders {
  const reasons = new Map<Hex, string>()
  const mintReasons = new Map<Address, string>()
  const passedOver = new Set<Hex>()
  const tried = new Set<Hex>()
  const ofMakers = new Map<Address, { good: number; bad: number }>()
  const until = clock() + searchTime
  let withoutSuspects = false
  let isRemembered: boolean | undefined
  let [runs, unknown] = [0, 0]

  const count = ({ id, maker }: Chosen['order'], kind: 'good' | 'bad'): void => {
    if (kind === 'good') tried.add(id)
    else if (isRemembered === true) suspects.add(id)
    const counts = ofMakers.get(maker) ?? { good: 0, bad: 0 }
    counts[kind] += 1
    ofMakers.set(maker, counts)
  }
  const attemptOf = (
    { chosen, extras }: Pick<Quoted, 'chosen' | 'extras'>,
    index: number,
    shared: Pick<Attempt, 'shared'> = {},
  ): OrderAttempt => {
    const royalties = extras.filter(({ kind }) => kind === 'royalty')
    return { chosen, ...shared, trial: () => builtBy(() => trialOf(chosen, index, royalties)) }
  }
  const run = async (trials: readonly Trial[]): Promise<readonly Outcome[] | undefined> => {
    if (clock() > until || runs === maxRuns || unknown === maxUnknown || !maySearch()) return undefined
    runs += 1
    const outcomes = await simulator.run(account, trials)
    unknown = outcomes?.some(isKnown) === true ? 0 : unknown + 1
    return outcomes
  }
  const note = async (
    outcomes: Iterable<readonly [OrderAttempt, KnownOutcome]>,
    together = '',
  ): Promise<void> => {
    const list = [...outcomes]
    if (list.some(reverts)) isRemembered ??= await mayRemember()
    for (const [{ chosen }, outcome] of list) {
      const { order } = chosen
      count(order, outcome === 'succeeds' ? 'good' : 'bad')
      if (outcome !== 'succeeds')
        reasons.set(order.id, revertSentence(`Filling the order ${order.id}${together}`, outcome))
    }
  }
  /** Tries orders that share a token or a balance: once one of them was filled, nothing is known of those behind it. */
  const tryGroups = async (candidates: readonly Chosen[]): Promise<void> => {
    const groups = grouped(candidates, ({ order }) => sharedBy(order))
    const firsts = groups.flatMap((group) => group.slice(0, maxOfGroup))
    const attempts = firsts.map((chosen, index) =>
      attemptOf({ chosen, extras: [] }, index, { shared: sharedBy(chosen.order) }),
    )
    await note((await tryEach(attempts, run)).alone)
    for (const group of groups) {
      if (!group.slice(0, maxOfGroup).every(({ order }) => reasons.has(order.id))) continue
      for (const { order } of group.slice(maxOfGroup)) {
        passedOver.add(order.id)
        count(order, 'bad')
      }
    }
  }
  return {
    reasonOf: (id) => reasons.get(id),
    mintReasonOf: (collection) => mintReasons.get(collection),
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
    isLate: () => clock() > until,
    errors: () => [
      ...[...reasons].map(([orderId, message]) => ({ message, orderId })),
      ...[...mintReasons.values()].map((message) => ({ message })),
    ],
    tryPlanned: async (entries) => {
      const before = reasons.size
      const attempts = entries.map((entry, index) => attemptOf(entry, index))
      const { alone, behind } = await tryEach(attempts, run)
      if ([...alone].some(reverts)) await note(alone)
      // Each can be filled, and not all of them together.
      else await note(new Map([...alone, ...behind]), ' together with others')
      return reasons.size - before
    },
    tryMints: async (mints) => {
      const before = mintReasons.size
      const attempts = mints.map(({ collection, trial }) => ({ collection, trial: () => trial }))
      const { alone } = await tryEach(attempts, run)
      for (const [{ collection }, outcome] of alone)
        if (outcome !== 'succeeds')
          mintReasons.set(collection, revertSentence(`Minting from the collection ${collection}`, outcome))
      return mintReasons.size - before
    },
    tryCandidates: async (candidates) => {
      const isNew = ({ order: { id } }: Chosen) => !reasons.has(id) && !passedOver.has(id) && !tried.has(id)
      const open = candidates.filter(isNew)
      if (reasons.size === 0 && !open.some(({ order }) => suspects.has(order.id))) return
      await tryGroups(open)
    },
  }
}
