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
  maySearch(): boolean
  /** Whether plans of the caller are simulated: not in a minute in which it had too many that reverted. */
  maySimulate(): boolean
  /** Milliseconds. */
  readonly clock: () => number
}

/** Milliseconds for which an order is a suspect, and how many there are at most. */
const [suspectTime, maxSuspects] = [600_000, 4_000]
/** Runs in a minute that look for orders that revert: of one caller, and of all; and as how many a slow one counts. */
const [perMinute, slowCost] = [{ each: 120, all: 600 }, 10]

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
export function createFillTrials({ reads, live, clock, counts, simulationTimeout }: ChainDeps): FillTrials {
  const budget = createMinuteBudget(clock, perMinute)
  /** Callers that had too many runs in a minute. */
  const overLimit = new Set<string>()
  let minute = 0
  const isOver = (caller: string): boolean => {
    const current = Math.floor(clock() / 60_000)
    if (current !== minute) overLimit.clear()
    minute = current
    return overLimit.has(caller)
  }
  const take = (caller: string, runs?: number): boolean => {
    if (!isOver(caller) && budget.take(caller, runs)) return true
    counts.add('fill-trial-over-limit')
    overLimit.add(caller)
    return false
  }
  return {
    simulator: createSimulator(reads.nodes, clock, live.gasPrice, {
      timeout: simulationTimeout,
      onFailure: () => counts.add('plan-not-simulated'),
      onSlowCalls: (caller) => void take(caller, slowCost),
    }),
    suspects: createSuspects(clock),
    maySearch: () => take(reads.nodes.caller()),
    maySimulate: () => !isOver(reads.nodes.caller()),
    clock,
  }
}
