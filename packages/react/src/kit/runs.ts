import type { Effects, Execution, Review, Run } from '@sluice/core'
import { withinConsent } from './withinConsent.ts'

/** The summary that waits for the user's decision. */
export type PendingReview = {
  readonly review: Review
  readonly answer: (approved: boolean) => void
}

/** A run that some part of the page started, and the summary it waits for. */
export type ActiveRun = {
  readonly run: Run
  readonly make: (setup: RunSetup) => Run
  readonly review: PendingReview | undefined
  /** Stops the run; what was sent stays sent. */
  readonly stop: () => void
}

/** What the store passes to an action. */
export type RunSetup = {
  readonly confirm: (review: Review) => Promise<boolean>
  readonly signal: AbortSignal
}

/**
 * The runs of one kit, by key. They live here and not in a component, so that closing a dialog does not stop a trade and
 * a double mount does not start a second one.
 */
export type RunStore = {
  get(key: string): ActiveRun | undefined
  /** Starts a run, or returns the one under way: a double click trades once. */
  start(key: string, make: (setup: RunSetup) => Run): ActiveRun
  /** Starts a run that has ended again, on the same terms. */
  restart(key: string): void
  /** Forgets a run that has ended. */
  clear(key: string): void
  subscribe(listener: () => void): () => void
}

/** Creates an empty store. `onEnd` is called for every run that ends, however it ends. */
export function createRunStore(onEnd: (run: Run) => void): RunStore {
  const runs = new Map<string, ActiveRun>()
  const listeners = new Set<() => void>()
  const publish = (key: string, active: ActiveRun | undefined) => {
    if (active === undefined) runs.delete(key)
    else runs.set(key, active)
    for (const listener of [...listeners]) listener()
  }

  const store: RunStore = {
    get: (key) => runs.get(key),
    start(key, make) {
      const known = runs.get(key)
      if (known !== undefined && isUnderWay(known.run.execution)) return known
      const controller = new AbortController()
      const ask = reviewer((review) => {
        const current = runs.get(key)
        if (current?.stop === stop) publish(key, { ...current, review })
        else review?.answer(false)
      }, controller.signal)
      const stop = () => controller.abort()
      const active: ActiveRun = {
        run: make({ confirm: ask, signal: controller.signal }),
        make,
        review: undefined,
        stop,
      }
      publish(key, active)
      void active.run.done.then(() => onEnd(active.run))
      return active
    },
    restart(key) {
      const known = runs.get(key)
      if (known !== undefined) store.start(key, known.make)
    },
    clear(key) {
      const known = runs.get(key)
      if (known !== undefined && !isUnderWay(known.run.execution)) publish(key, undefined)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return store
}

/** Whether a run has not ended. */
export const isUnderWay = ({ status }: Execution): boolean => status === 'planning' || status === 'running'

/** Asks once per trade: again only when a later step would go beyond what was agreed. */
function reviewer(show: (review: PendingReview | undefined) => void, signal: AbortSignal) {
  const agreed: Effects[] = []
  return (review: Review): Promise<boolean> => {
    const { decision, effects } = review.verdict
    const known = decision === 'allow' && agreed.some((earlier) => withinConsent(earlier, effects))
    if (known) return Promise.resolve(true)
    if (signal.aborted) return Promise.resolve(false)
    return new Promise((resolve) => {
      const answer = (approved: boolean) => {
        signal.removeEventListener('abort', refuse)
        show(undefined)
        if (approved) agreed.push(effects)
        resolve(approved)
      }
      const refuse = () => answer(false)
      signal.addEventListener('abort', refuse, { once: true })
      show({ review, answer })
    })
  }
}
