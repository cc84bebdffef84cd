import type { Hex } from 'viem'
import { createMinuteBudget } from '../../chain/minuteBudget.ts'
import { createSimulator, type Simulator } from '../../chain/simulation/createSimulator.ts'
import type { ChainDeps } from '../../deps.ts'

/** Orders whose fill reverted for somebody of late. They are tried before they are planned with, and stay in the book. */
export type Suspects = {
  has(id: Hex): boolean
  add(id: Hex): void
  all(): readonly Hex[]
}

/** What the trials of one chain's plans share. */
export type FillTrials = {
  readonly simulator: Simulator
  readonly suspects: Suspects
  /** Counts one run that looks for orders that revert. `false` when the caller has had enough of them. */
  mayLook(): boolean
  /** Whether plans of the caller are simulated: not in a minute in which it had too many that reverted. */
  maySimulate(): boolean
  /** Milliseconds. */
  readonly clock: () => number
}

/** Milliseconds for which an order is a suspect, and how many there are at most. */
const [suspectTime, maxSuspects] = [600_000, 4_000]
/** Runs in a minute that look for orders that revert: of one caller, and of all. */
const perMinute = { each: 120, all: 600 }

function createSuspects(clock: () => number): Suspects {
  const until = new Map<Hex, number>()
  const forget = (): void => {
    // In the order in which they were added: the first one that is kept ends the search.
    for (const [id, time] of until) {
      if (time > clock() && until.size <= maxSuspects) return
      until.delete(id)
    }
  }
  return {
    has: (id) => (until.get(id) ?? 0) > clock(),
    add: (id) => {
      until.delete(id)
      until.set(id, clock() + suspectTime)
      forget()
    },
    all: () => {
      forget()
      return [...until.keys()]
    },
  }
}

/** Makes the trials of one chain. */
export function createFillTrials({ reads, live, clock, counts }: ChainDeps): FillTrials {
  const budget = createMinuteBudget(clock, perMinute)
  /** Callers that had too many runs, and the minute. */
  const over = new Map<string, number>()
  const minuteNow = () => Math.floor(clock() / 60_000)
  return {
    simulator: createSimulator(reads.nodes, clock, live.gasPrice, () => counts.add('plan-not-simulated')),
    suspects: createSuspects(clock),
    mayLook: () => {
      const caller = reads.nodes.caller()
      const isWithin = budget.take(caller)
      if (isWithin) return true
      counts.add('fill-trial-over-limit')
      for (const [one, minute] of over) if (minute !== minuteNow()) over.delete(one)
      over.set(caller, minuteNow())
      return false
    },
    maySimulate: () => over.get(reads.nodes.caller()) !== minuteNow(),
    clock,
  }
}
