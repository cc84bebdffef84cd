import { within } from './within.ts'

/** The height that a chain's nodes tell, as it was last heard: nobody waits for a node to be told of it. */
export type Pulse = {
  /** The newest block's number; `undefined` while the nodes are silent. */
  height(): Promise<number | undefined>
  /** Asks again and again, whoever wants to know; returns the way to stop. */
  watch(): () => void
}

/** Milliseconds for which a height is believed, between two questions, and that the very first answer may take. */
const [believed, interval, first] = [3000, 2000, 500]

/** @param ask asks the nodes. */
export function createPulse(ask: () => Promise<number>): Pulse {
  let heard: { readonly height: number; readonly at: number } | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  const look = (): void => {
    const now = performance.now()
    if (asking !== undefined || now - askedAt < interval / 2) return
    askedAt = now
    asking = ask()
      .then(
        (height) => {
          heard = { height, at: performance.now() }
        },
        () => {
          // That nobody answered is what `height` says.
          heard = undefined
        },
      )
      .finally(() => {
        asking = undefined
      })
  }
  const height = async (): Promise<number | undefined> => {
    look()
    const left = first - (performance.now() - askedAt)
    if (heard === undefined && asking !== undefined && left > 0) await within(left, asking)
    return heard !== undefined && performance.now() - heard.at < believed ? heard.height : undefined
  }
  return {
    height,
    watch: () => {
      look()
      const timer = setInterval(look, interval)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
