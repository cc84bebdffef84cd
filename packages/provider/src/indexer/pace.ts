/** Decides when a node is asked for the next block. */
export type Pace = {
  /** Notes that a block is stored. @param announced whether a node announced it. */
  note(number: number, announced: boolean): void
  /** Milliseconds until the node is asked for the next one, unless one is announced before. */
  rest(): number
}

/** Milliseconds between polls while nothing is known of a chain's interval, and at most. */
const [usual, longest] = [1000, 15_000]
/** Milliseconds between polls while a block is due. */
const shortest = 250
/** Gaps between blocks that an interval is derived from. */
const kept = 8
/** Gaps of a regular chain differ by less than this factor: a slot may be missed. */
const regular = 2.5

/**
 * Learns the interval of a chain's blocks from when they come, so that a poll mostly finds one: a chain with a block every
 * twelve seconds is not asked twelve times for it. A chain whose blocks come irregularly is polled every second.
 * @param clock milliseconds.
 */
export function createPace(clock: () => number = () => performance.now()): Pace {
  let seen: readonly { readonly number: number; readonly at: number }[] = []
  let isAnnounced = false
  return {
    note: (number, announced) => {
      if (number <= (seen.at(-1)?.number ?? -1)) return
      isAnnounced = announced
      seen = [...seen, { number, at: clock() }].slice(-kept - 1)
    },
    rest: () => {
      const gaps = seen
        .slice(1)
        .map(({ number, at }, place) => {
          const before = seen[place] ?? { number: 0, at: 0 }
          return (at - before.at) / (number - before.number)
        })
        .sort((a, b) => a - b)
      const [least, middle, most] = [gaps[0] ?? 0, gaps[gaps.length >> 1] ?? 0, gaps.at(-1) ?? 0]
      const passed = clock() - (seen.at(-1)?.at ?? 0)
      if (gaps.length < kept || middle <= usual || most > least * regular || passed > middle * 3) return usual
      // A little early, so that what is noticed late does not add up. Polls only help out where blocks are announced.
      const due = (isAnnounced ? middle * 2 : middle * 0.95) - passed
      return Math.min(longest, Math.max(due, shortest, Math.min(usual, middle / 4)))
    },
  }
}
