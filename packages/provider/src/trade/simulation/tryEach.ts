import {
  gasOf,
  isKnown,
  type KnownOutcome,
  type Outcome,
  type Reverted,
  type Trial,
} from '../../chain/simulation/trial.ts'

/** Something that is tried by itself. */
export type Attempt = {
  /** Makes its trial, once its turn comes; `undefined` where it cannot be tried. */
  readonly trial: () => Trial | undefined
  /** What it shares with others of the list: once one of them succeeded, those behind it are not tried again. */
  readonly shared?: string
}

/** Gas of all trials of one run, of which nodes allow 50 million; and runs for one list. */
const [runGas, maxRuns] = [40_000_000, 5]

type Ready<T> = { readonly attempt: T; readonly trial: Trial }

/** The first attempts of a list, with their trials, as many as fit into one run; and those behind them. */
function firstOf<T extends Attempt>(
  list: readonly T[],
  most: number,
  built: Map<T, Trial | undefined>,
): { readonly part: readonly Ready<T>[]; readonly rest: readonly T[] } {
  const part: Ready<T>[] = []
  let gas = 0
  for (const [index, attempt] of list.entries()) {
    const trial = built.has(attempt) ? built.get(attempt) : attempt.trial()
    built.set(attempt, trial)
    if (trial === undefined) continue
    gas += gasOf(trial)
    if (part.length > 0 && (part.length === most || gas > runGas)) return { part, rest: list.slice(index) }
    part.push({ attempt, trial })
  }
  return { part, rest: [] }
}

/** What became of attempts of which something is known. */
export type Tried<T> = {
  /** Those that succeed or revert by themselves. */
  readonly alone: ReadonlyMap<T, KnownOutcome>
  /** Those that reverted behind others, and are not known to revert by themselves. */
  readonly behind: ReadonlyMap<T, Reverted>
}

/**
 * Tries attempts one after another, many on one copy of the chain. What succeeds may change what others need, so that an
 * attempt that reverts behind it is tried again, where nothing is before it. A run of which nothing is known is made
 * again in smaller ones: one attempt may be what the node cannot do.
 * @param run runs trials on one copy; `undefined` where no more may be tried.
 */
export async function tryEach<T extends Attempt>(
  attempts: readonly T[],
  run: (trials: readonly Trial[]) => Promise<readonly Outcome[] | undefined>,
): Promise<Tried<T>> {
  const alone = new Map<T, KnownOutcome>()
  const behind = new Map<T, Reverted>()
  const built = new Map<T, Trial | undefined>()
  let waiting: readonly T[] = attempts
  let most = Number.POSITIVE_INFINITY
  for (let runs = 0; runs < maxRuns && waiting.length > 0; runs += 1) {
    const { part, rest } = firstOf(waiting, most, built)
    if (part.length === 0) break
    const outcomes = await run(part.map(({ trial }) => trial))
    if (outcomes === undefined) break
    if (part.length > 1 && !outcomes.some(isKnown)) {
      most = Math.ceil(part.length / 2)
      waiting = [...part.map(({ attempt }) => attempt), ...rest]
      continue
    }
    const again: T[] = []
    const succeeded = new Set<string | undefined>()
    for (const [index, { attempt }] of part.entries()) {
      const outcome = outcomes[index]
      if (!isKnown(outcome)) continue
      if (outcome === 'succeeds') succeeded.add(attempt.shared)
      if (outcome === 'succeeds' || succeeded.size === 0) {
        alone.set(attempt, outcome)
        if (outcome !== 'succeeds') behind.delete(attempt)
      } else if (attempt.shared === undefined || !succeeded.has(attempt.shared)) {
        behind.set(attempt, outcome)
        again.push(attempt)
      }
    }
    waiting = [...again, ...rest]
  }
  return { alone, behind }
}
