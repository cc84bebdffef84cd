import { within } from '../within.ts'

/** The last known height of a chain's nodes, which requests read without waiting for a node that hangs. */
export type LatestHeight = {
  /**
   * The newest block's number; `undefined` while the nodes do not answer.
   * @param oldest milliseconds that an answer may be old before the nodes are asked again: 2 seconds by default.
   */
  height(oldest?: number): Promise<number | undefined>
  /** Notes what the nodes answered to others, which saves a request. */
  note(height: number): void
}

/** Milliseconds for which a height is not asked for again, for which it counts, and that an answer may take. */
const [fresh, validity, timeout] = [2000, 3000, 500]

/** @param ask asks the nodes. */
export function createLatestHeight(ask: () => Promise<number>): LatestHeight {
  let last: { readonly height: number; readonly at: number } | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  const note = (height: number): void => {
    last = { height, at: performance.now() }
  }
  const isWithin = (milliseconds: number): boolean =>
    last !== undefined && performance.now() - last.at < milliseconds
  const poll = (): void => {
    askedAt = performance.now()
    asking = ask()
      .then(note, () => {
        // `height` returns that no node answered.
        last = undefined
      })
      .finally(() => {
        asking = undefined
      })
  }
  return {
    note,
    height: async (oldest = fresh) => {
      if (asking === undefined && !isWithin(oldest) && performance.now() - askedAt >= fresh / 2) poll()
      const left = timeout - (performance.now() - askedAt)
      if (!isWithin(oldest) && asking !== undefined && left > 0) await within(left, asking)
      return isWithin(Math.max(oldest, validity)) ? last?.height : undefined
    },
  }
}
