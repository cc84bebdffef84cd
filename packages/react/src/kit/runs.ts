import type { Effects, Execution, Review, Run } from '@sluice/core'
import { withinConsent } from './withinConsent.ts'

/** The summary that waits for the user's decision. */
export type PendingReview = {
  readonly review: Review
  readonly answer: (approved: boolean) => void
}

/** The account's own order that a run gives new terms. */
export type ChangedOrder = { readonly orderId: `0x${string}`; readonly side: 'listing' | 'offer' }

/** A run that some part of the page started, and the summary it waits for. */
export type ActiveRun = {
  readonly run: Run
  /** The account that was connected when the run started; the run itself reads its account later. */
  readonly account: string | undefined
  /** Present if the run is one half of a change. */
  readonly change?: ChangedOrder | undefined
  readonly make: (setup: RunSetup) => Run
  readonly review: PendingReview | undefined
  /** Stops the run; what was sent stays sent. */
  readonly stop: () => void
}

/** A run among all runs of a kit. */
export type ListedRun = {
  readonly key: string
  readonly active: ActiveRun
  /** The present snapshot of the run. */
  readonly execution: Execution
  /** Whether a part of the page draws the run now. */
  readonly isShown: boolean
  /** Whether the run was drawn after it ended. */
  readonly isSeen: boolean
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
  /** Returns every run, in the order of their starts; the same array until one changes. */
  list(): readonly ListedRun[]
  /** Starts a run, or returns the one under way: a double click trades once. */
  start(key: string, make: (setup: RunSetup) => Run, change?: ChangedOrder): ActiveRun
  /** Starts a run that has ended again, on the same terms. */
  restart(key: string): void
  /** Forgets a run that has ended. */
  clear(key: string): void
  /** A part of the page draws the run with this id. Returns the function that ends that. */
  show(id: string): () => void
  subscribe(listener: () => void): () => void
  /** Calls a listener after each change of the store, and of any of its runs. */
  watch(listener: () => void): () => void
}

/**
 * Creates an empty store.
 *
 * @param onEnd is called for every run that ends, however it ends.
 * @param connected returns the account that is connected now.
 */
export function createRunStore(
  onEnd: (run: Run) => void,
  connected: () => string | undefined = () => undefined,
): RunStore {
  const runs = new Map<string, ActiveRun>()
  const listeners = new Set<() => void>()
  const views = createRunViews()
  let listed: readonly ListedRun[] = []
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const publish = (key: string, active: ActiveRun | undefined) => {
    if (active === undefined) runs.delete(key)
    else runs.set(key, active)
    notify()
  }

  const store: RunStore = {
    get: (key) => runs.get(key),
    list() {
      const next = [...runs].map(([key, active]): ListedRun => {
        const { id, execution } = active.run
        return { key, active, execution, isShown: views.isShown(id), isSeen: views.isSeen(id) }
      })
      if (!isSame(next, listed)) listed = next
      return listed
    },
    start(key, make, change) {
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
        account: connected(),
        change,
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
      if (known !== undefined) store.start(key, known.make, known.change)
    },
    clear(key) {
      const known = runs.get(key)
      if (known !== undefined && !isUnderWay(known.run.execution)) publish(key, undefined)
    },
    show(id) {
      const hide = views.show(id)
      notify()
      return () => {
        const known = [...runs.values()].find(({ run }) => run.id === id)
        hide(known !== undefined && !isUnderWay(known.run.execution))
        notify()
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch(listener) {
      let stops: readonly (() => void)[] = []
      const leave = () => {
        for (const stop of stops) stop()
      }
      const follow = () => {
        leave()
        stops = [...runs.values()].map(({ run }) => run.subscribe(listener))
      }
      follow()
      const stop = store.subscribe(() => {
        follow()
        listener()
      })
      return () => {
        stop()
        leave()
      }
    },
  }
  return store
}

/** Which runs are drawn, and which were drawn after their end, by their ids. */
function createRunViews() {
  const shown = new Map<string, number>()
  const seen = new Set<string>()
  const count = (id: string, change: number) => shown.set(id, (shown.get(id) ?? 0) + change)
  return {
    isShown: (id: string) => (shown.get(id) ?? 0) > 0,
    isSeen: (id: string) => seen.has(id),
    show: (id: string) => {
      count(id, 1)
      return (hasEnded: boolean) => {
        count(id, -1)
        if (hasEnded) seen.add(id)
      }
    },
  }
}

const isSame = (left: readonly ListedRun[], right: readonly ListedRun[]): boolean =>
  left.length === right.length &&
  left.every((one, index) => {
    const other = right[index]
    return (
      one.active === other?.active &&
      one.execution === other.execution &&
      one.isShown === other.isShown &&
      one.isSeen === other.isSeen
    )
  })

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
