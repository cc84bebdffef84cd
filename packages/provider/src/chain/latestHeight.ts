import { within } from '../within.ts'

/** The last known height of a chain's nodes, which requests read without waiting for a node. */
export type LatestHeight = {
  /** The newest block's number; `undefined` while the nodes do not answer. */
  height(): Promise<number | undefined>
  /** Polls the nodes. @returns the function that stops polling. */
  watch(): () => void
}

/** Milliseconds for which a height is valid, between two polls, and that the first poll may take. */
const [validity, interval, firstTimeout] = [3000, 2000, 500]

/** @param ask asks the nodes. */
export function createLatestHeight(ask: () => Promise<number>): LatestHeight {
  let last: { readonly height: number; readonly at: number } | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  const poll = (): void => {
    const now = performance.now()
    if (asking !== undefined || now - askedAt < interval / 2) return
    askedAt = now
    asking = ask()
      .then(
        (height) => {
          last = { height, at: performance.now() }
        },
        () => {
          // `height` returns that no node answered.
          last = undefined
        },
      )
      .finally(() => {
        asking = undefined
      })
  }
  const height = async (): Promise<number | undefined> => {
    poll()
    const left = firstTimeout - (performance.now() - askedAt)
    if (last === undefined && asking !== undefined && left > 0) await within(left, asking)
    return last !== undefined && performance.now() - last.at < validity ? last.height : undefined
  }
  return {
    height,
    watch: () => {
      poll()
      const timer = setInterval(poll, interval)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
