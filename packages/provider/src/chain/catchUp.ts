/** Estimates when the stored head will have reached the node's. */
export type CatchUp = {
  /**
   * Notes how many blocks are left at this moment.
   * @returns seconds until none is left, at the speed of the last two minutes; 0 when none is left, `undefined` while the
   * speed is unknown or the distance does not shrink.
   */
  note(behind: number): number | undefined
}

/** Milliseconds that are looked back, between two observations that are kept, and that an estimate needs at least. */
const [window, step, shortest] = [120_000, 1000, 5000]

/** @param clock milliseconds. */
export function createCatchUp(clock: () => number): CatchUp {
  let seen: readonly { readonly at: number; readonly behind: number }[] = []
  return {
    note: (behind) => {
      const at = clock()
      seen = seen.filter((one) => at - one.at <= window)
      const last = seen.at(-1)
      if (last === undefined || at - last.at >= step) seen = [...seen, { at, behind }]
      const [first] = seen
      if (behind === 0) return 0
      if (first === undefined || at - first.at < shortest || first.behind <= behind) return undefined
      return Math.ceil((behind * (at - first.at)) / (first.behind - behind) / 1000)
    },
  }
}
