import { type Execution, type Review, type ReviewCard, type Run, reviewCard, TradeError } from '@sluice/core'
import type { Mandated } from '@sluice/core/mandate'
import { stringify } from 'viem'

/** Starts an action with a `confirm` of the previews. */
export type StartPreviewed = (run: Pick<Mandated<never>, 'confirm' | 'signal'>) => Run

/** A trade that waits for its confirmation, exactly as it was shown. */
type Held = {
  readonly run: Run
  readonly answer: (agreed: boolean) => void
}

/** Trades that were shown and are not confirmed yet. */
export type Previews = {
  /** Starts a trade up to its first prompt. Rejects with the run's error if it does not come that far. */
  readonly open: (
    start: StartPreviewed,
  ) => Promise<{ readonly id: string; readonly expiresAt: number; readonly card: ReviewCard }>
  /** Continues a trade that was shown. An id works once. */
  readonly confirm: (id: string) => Promise<Execution>
  /** Declines all waiting trades. */
  readonly close: () => Promise<void>
}

/** How many previews may wait at the same time; the oldest is declined for one more. */
const maxHeld = 8

/**
 * Holds each trade at its first prompt. What is confirmed is the plan that was checked and shown: if its effects change
 * before a later prompt, the trade ends there.
 */
export function createPreviews(lifetime: number): Previews {
  const held = new Map<string, Held>()
  const take = (id: string): Held | undefined => {
    const found = held.get(id)
    held.delete(id)
    return found
  }
  return {
    open: async (start) => {
      const id = globalThis.crypto.randomUUID()
      const agreement = deferred<boolean>()
      const shown = deferred<Review>()
      const first: { effects?: string } = {}
      const run = start({
        confirm: async (review) => {
          const effects = stringify(review.verdict.effects)
          first.effects ??= effects
          if (first.effects !== effects) return false
          shown.resolve(review)
          return agreement.promise
        },
      })
      const review = await Promise.race([shown.promise, run.done])
      if ('status' in review)
        throw review.error ?? new TradeError('invalid_input', 'There is nothing to do for this trade.')
      const [oldest] = held.keys()
      if (held.size >= maxHeld && oldest !== undefined) take(oldest)?.answer(false)
      const timer = setTimeout(() => take(id)?.answer(false), lifetime)
      const answer = (agreed: boolean) => {
        clearTimeout(timer)
        agreement.resolve(agreed)
      }
      held.set(id, { run, answer })
      return { id, expiresAt: Date.now() + lifetime, card: reviewCard(review.action, review.verdict) }
    },
    confirm: async (id) => {
      const found = take(id)
      if (found === undefined)
        throw new TradeError(
          'invalid_input',
          'There is no preview with this id: it was confirmed, has expired, or never existed.',
          { data: { field: 'confirmationId' } },
        )
      found.answer(true)
      return found.run.done
    },
    close: async () => {
      const all = [...held.values()]
      held.clear()
      for (const { answer } of all) answer(false)
      await Promise.all(all.map(({ run }) => run.done))
    },
  }
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value: T) => resolve(value) }
}
