import type { ChainDeps } from '../deps.ts'
import { createPause, type Pause } from './pause.ts'

/** Work that is done in turns for as long as this process follows the chain. */
export type Job = {
  readonly name: string
  readonly turn: () => Promise<void>
  /** Milliseconds until the next turn, unless the job is nudged before. */
  readonly rest: () => number
}

/** Repeats jobs beside each other, and holds the pauses between their turns. */
export type Jobs = {
  /** Repeats a job until the signal aborts. A fault is logged and counted, and delays the next turn. */
  repeat(job: Job): Promise<void>
  /** Starts the next turn of a job now, or as soon as its current turn has ended. */
  nudge(name: string): void
  /** Waits within a turn, and no longer than until the signal aborts. */
  wait(name: string, milliseconds: number): Promise<void>
}

/** Milliseconds until a job that failed is tried again: at first, and at most. Each failure in a row doubles them. */
const [firstRetry, longestRetry] = [500, 15_000]

/** Makes the loops of jobs, which end when the signal aborts. */
export function createJobs({ counts, log }: Pick<ChainDeps, 'counts' | 'log'>, signal: AbortSignal): Jobs {
  // A pause is made once for each name, since it listens to the signal until the end.
  const pauses = new Map<string, Pause>()
  const pauseOf = (name: string): Pause => {
    const pause = pauses.get(name) ?? createPause(signal)
    pauses.set(name, pause)
    return pause
  }
  return {
    repeat: async ({ name, turn, rest }) => {
      let failures = 0
      while (!signal.aborted) {
        try {
          await turn()
          failures = 0
          if (!signal.aborted) await pauseOf(name).rest(rest())
        } catch (cause) {
          if (signal.aborted) return
          failures += 1
          counts.add(`${name}-failed`)
          log.warn({ err: cause, job: name, failures }, 'background work failed; trying again')
          // A pause of its own: a nudge does not end it, since what failed may fail again at once.
          await pauseOf(`${name} failed`).rest(Math.min(firstRetry * 2 ** (failures - 1), longestRetry))
        }
      }
    },
    nudge: (name) => pauseOf(name).nudge(),
    wait: (name, milliseconds) => pauseOf(name).rest(milliseconds),
  }
}
